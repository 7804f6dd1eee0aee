/** Models with every kind of surface, and what must arrive in the engine: colours, pixels and coordinates, computed here. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pack as runGltfpack } from "gltfpack";
import sharp from "sharp";
import { joinGlb, splitGlb } from "./containers/glb.mjs";
import { linearOf, levelOf, reduced } from "./images.mjs";
import { hash } from "./images/contents.mjs";
import { PALETTE, writeBlp } from "./images/write-blp.mjs";

const base64 = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

/** Four corners, and two sets of texture coordinates on them. */
const CORNERS = [
	[0, 0, 0],
	[2, 0, 0],
	[2, 1, 0],
	[0, 1, 0],
];
const COORDINATES = [
	[
		[0.125, 0.25],
		[0.75, 0.25],
		[0.75, 0.875],
		[0.125, 0.875],
	],
	[
		[0.5, 0],
		[0.5, 1],
		[1, 1],
		[1, 0.375],
	],
];

/** Noise of four channels; alpha only where it is asked for. */
function picture(width, height, seed, hasAlpha = false) {
	const pixels = Buffer.alloc(width * height * 4);
	for (let at = 0; at < pixels.length; at++) {
		pixels[at] = at % 4 === 3 && !hasAlpha ? 255 : Math.floor(hash(at, seed, 9) * 256);
	}
	return { name: `picture ${seed}`, width, height, pixels };
}

const pngOf = ({ width, height, pixels }) =>
	sharp(pixels, { raw: { width, height, channels: 4 } })
		.png()
		.toBuffer();

/** The same picture with other pixels. */
const mapped = (image, pixelOf) => {
	const pixels = Buffer.alloc(image.pixels.length);
	for (let at = 0; at < pixels.length; at += 4) pixels.set(pixelOf([...image.pixels.subarray(at, at + 4)]), at);
	return { ...image, pixels };
};
const grey = (value) => [value, value, value, 255];
const flat = (...color) => ({ width: 1, height: 1, pixels: Buffer.from([...color, 255]) });

/** A document of one square for each material, drawn by a node each; `images` are the files of its textures. */
function square(materials, images, { uvs = [0], colors, uriOf } = {}) {
	const parts = [];
	let size = 0;
	const bufferViews = [];
	const view = (bytes) => {
		bufferViews.push({ buffer: 0, byteOffset: size, byteLength: bytes.length });
		const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
		Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).copy(padded);
		parts.push(padded);
		size += padded.length;
		return bufferViews.length - 1;
	};
	const accessors = [];
	const accessor = (values, type, componentType = 5126) => {
		const array = componentType === 5126 ? new Float32Array(values.flat()) : new Uint16Array(values.flat());
		const bounds = values === CORNERS ? { min: [0, 0, 0], max: [2, 1, 0] } : {};
		const bytes = new Uint8Array(array.buffer);
		accessors.push({ bufferView: view(bytes), componentType, count: values.length, type, ...bounds });
		return accessors.length - 1;
	};
	const attributes = {
		POSITION: accessor(CORNERS, "VEC3"),
		NORMAL: accessor(
			CORNERS.map(() => [0, 0, 1]),
			"VEC3",
		),
	};
	uvs.forEach((set, index) => (attributes[`TEXCOORD_${index}`] = accessor(COORDINATES[set], "VEC2")));
	if (colors) attributes.COLOR_0 = accessor(colors, "VEC4");
	const indices = accessor([0, 1, 2, 0, 2, 3], "SCALAR", 5123);
	const used = new Set(JSON.stringify(materials).match(/KHR_\w+/g) ?? []);
	const json = {
		asset: { version: "2.0" },
		...(used.size > 0 && { extensionsUsed: [...used] }),
		images: images.map((file, index) =>
			uriOf ? { uri: uriOf(index) } : { bufferView: view(file), mimeType: "image/png", name: `image ${index}` },
		),
		textures: images.map((_, source) => ({ source })),
		materials: materials.map((material, index) => ({ name: `Material ${index}`, ...material })),
		meshes: materials.map((_, material) => ({
			name: `Square ${material}`,
			primitives: [{ attributes, indices, material }],
		})),
		nodes: materials.map((_, mesh) => ({ name: `Square ${mesh}`, mesh, translation: [0, 2 * mesh, 0] })),
		scenes: [{ nodes: materials.map((_, node) => node) }],
		scene: 0,
		accessors,
		bufferViews,
	};
	for (const key of ["images", "textures"]) if (images.length === 0) delete json[key];
	const binary = Buffer.concat(parts);
	return joinGlb({ ...json, buffers: [{ byteLength: binary.length }] }, binary);
}

/** The files that gltfpack makes of a model. */
async function packFiles(glb, options, name) {
	const files = { "in.glb": glb };
	await runGltfpack(["-i", "in.glb", "-o", name, ...options], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files;
}

const pack = async (glb, options) => (await packFiles(glb, options, "out.glb"))["out.glb"];

const encode = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const WHITE = [1, 1, 1];

/** A matte surface, as few exporters write it. */
const matte = (pbr = {}) => ({ pbrMetallicRoughness: { metallicFactor: 0, ...pbr } });

/** Coordinates as KHR_texture_transform has them on an image whose rows go down: scaled, turned against the clock, moved. */
function transformed([u, v], { offset = [0, 0], rotation = 0, scale = [1, 1] }) {
	const [x, up] = [u * scale[0], -v * scale[1]];
	const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)];
	return [cosine * x - sine * up + offset[0], -(sine * x + cosine * up) + offset[1]];
}

const TRANSFORM = { offset: [0.25, -0.5], rotation: 0.6, scale: [2, 0.75] };

/** What the engine draws of a glow: `(light + mask × tint × strength) × color`. Colours darker than a quarter of the glow are raised to it. */
function glowOn(base, factor, glow, emissive) {
	const { width, height } = base ?? glow;
	const at = (image, x, y) => [...image.pixels.subarray(4 * (y * image.width + x), 4 * (y * image.width + x) + 4)];
	const colors = Buffer.alloc(width * height * 4);
	const gains = [];
	const sums = [0, 0, 0];
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const surface = factor.map((value, channel) => value * (base ? linearOf(at(base, x, y)[channel]) : 1));
			const lit = at(glow, Math.floor((x * glow.width) / width), Math.floor((y * glow.height) / height));
			const light = emissive.map((value, channel) => value * linearOf(lit[channel]));
			const shown = surface.map((value, channel) => Math.max(value, Math.min(light[channel], 1) / 4));
			colors.set([...shown.map(levelOf), base ? at(base, x, y)[3] : 255], 4 * (y * width + x));
			const relative = light.map((value, channel) => (value > 0 ? value / shown[channel] : 0));
			relative.forEach((value, channel) => (sums[channel] += value));
			gains.push(Math.max(...relative));
		}
	}
	const strongest = Math.max(...gains);
	const mask = Buffer.from(gains.flatMap((value) => grey(Math.round((255 * value) / strongest))));
	return {
		maps: {
			ColorMap: { width, height, pixels: colors },
			EmissiveMask: { width, height, pixels: mask },
			MetalnessMap: flat(0, 0, 0),
			RoughnessMap: flat(255, 255, 255),
		},
		surface: {
			alphaMode: "Overlay",
			color: WHITE,
			emissiveTint: sums.map((value) => encode(value / Math.max(...sums))),
			emissiveStrength: strongest,
		},
	};
}

/**
 * Maps of metalness and roughness of what is scattered and mirrored: the colour and metalness with which a surface scatters
 * `color × (1 - 0.04) × (1 - metal)` and mirrors `0.04 × (1 - metal) + color × metal`, found here by halving.
 */
function metalMaps(diffuse, specular, glossiness) {
	const pixels = { ColorMap: [], MetalnessMap: [], RoughnessMap: [] };
	const bright = ([r, g, b]) => Math.sqrt(0.299 * r * r + 0.587 * g * g + 0.114 * b * b);
	for (let at = 0; at < diffuse.pixels.length; at += 4) {
		const scattered = [0, 1, 2].map((channel) => linearOf(diffuse.pixels[at + channel]));
		const mirror = [0, 1, 2].map((channel) => linearOf(specular.pixels[at + channel]));
		const dull = 1 - Math.max(...mirror);
		// The base colour by what is scattered and by what is mirrored: both are equally bright at the metalness that is looked for.
		const tooDark = (metal) =>
			((bright(scattered) * dull) / 0.96) * metal < (bright(mirror) - 0.04 * (1 - metal)) * (1 - metal);
		let [metal, high] = [0, 1];
		for (let step = 0; step < 60 && bright(mirror) >= 0.04; step++) {
			const middle = (metal + high) / 2;
			if (tooDark(middle)) metal = middle;
			else high = middle;
		}
		const color = scattered.map((value, channel) => {
			const one = (value * dull) / 0.96 / Math.max(1 - metal, 1e-6);
			const two = (mirror[channel] - 0.04 * (1 - metal)) / Math.max(metal, 1e-6);
			return Math.min(Math.max(one + (two - one) * metal * metal, 0), 1);
		});
		pixels.ColorMap.push(...color.map(levelOf), 255);
		pixels.MetalnessMap.push(...grey(Math.round(metal * 255)));
		pixels.RoughnessMap.push(...grey(Math.round(255 * (1 - (specular.pixels[at + 3] / 255) * glossiness))));
	}
	const { width, height } = diffuse;
	return Object.fromEntries(
		Object.entries(pixels).map(([name, list]) => [name, { width, height, pixels: Buffer.from(list) }]),
	);
}

/** A picture with each pixel `times` times along both sides. */
function enlarged(image, times) {
	const [width, height] = [image.width * times, image.height * times];
	const pixels = Buffer.alloc(width * height * 4);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const from = 4 * (Math.floor(y / times) * image.width + Math.floor(x / times));
			image.pixels.copy(pixels, 4 * (y * width + x), from, from + 4);
		}
	}
	return { width, height, pixels };
}

/** A file whose textures are all sampled alike. */
function withSamplers(glb, sampler) {
	const { json, binary } = splitGlb(glb);
	json.textures.forEach((texture) => (texture.sampler = 0));
	return joinGlb({ ...json, samplers: [sampler] }, binary);
}

export async function generate(folder) {
	const cases = {};
	const images = new Map();
	const imageOf = ({ width, height, pixels }) => ({ width, height, pixels: base64(pixels) });
	const add = (name, glb, expected, files = {}) => {
		const { texture, maps, second, ...rest } = expected;
		cases[name] = {
			glb: base64(glb),
			files: Object.fromEntries(Object.entries(files).map(([file, bytes]) => [file, base64(bytes)])),
			expected: {
				color: WHITE,
				transparency: 0,
				doubleSided: false,
				...rest,
				texture: texture && imageOf(texture),
				maps: maps && Object.fromEntries(Object.entries(maps).map(([map, image]) => [map, imageOf(image)])),
				second: second && Object.fromEntries(Object.entries(second).map(([map, image]) => [map, imageOf(image)])),
			},
		};
	};
	const file = async (image) => {
		if (!images.has(image)) images.set(image, await pngOf(image));
		return images.get(image);
	};

	const placed = (uvs) => ({ places: CORNERS, uvs });
	const opaque = picture(7, 5, 1);
	const clear = picture(6, 9, 2, true);
	// On both sides of the mask's cutoff below.
	clear.pixels[3] = 153;
	clear.pixels[7] = 152;
	const data = picture(8, 3, 3);
	const [opaqueFile, clearFile, dataFile] = [await file(opaque), await file(clear), await file(data)];
	const matteMaps = { MetalnessMap: flat(0, 0, 0), RoughnessMap: flat(255, 255, 255) };
	const color = [0.5, 0.25, 0.002];
	const tint = color.map(encode);

	add("a factor", square([matte({ baseColorFactor: [...color, 0.25] })], []), { color: tint });
	add("a texture", square([matte({ baseColorTexture: { index: 0 } })], [opaqueFile]), { texture: opaque });
	add("an opaque texture with alpha", square([matte({ baseColorTexture: { index: 0 } })], [clearFile]), {
		texture: mapped(clear, ([r, g, b]) => [r, g, b, 255]),
	});
	add(
		"a factor times a texture",
		square([matte({ baseColorFactor: [...color, 1], baseColorTexture: { index: 0 } })], [opaqueFile]),
		{
			color: tint,
			maps: { ColorMap: opaque, ...matteMaps },
			surface: { alphaMode: "Overlay", color: tint },
		},
	);
	add(
		"factors of metal and roughness",
		square(
			[{ pbrMetallicRoughness: { metallicFactor: 0.7, roughnessFactor: 0.4, baseColorFactor: [...color, 1] } }],
			[],
		),
		{
			color: tint,
			maps: {
				ColorMap: flat(...color.map(levelOf)),
				MetalnessMap: flat(179, 179, 179),
				RoughnessMap: flat(102, 102, 102),
			},
			surface: { alphaMode: "Overlay", color: WHITE },
		},
	);
	add(
		"metal and roughness in one image",
		square(
			[
				{
					pbrMetallicRoughness: {
						metallicFactor: 0.5,
						roughnessFactor: 0.75,
						baseColorTexture: { index: 0 },
						metallicRoughnessTexture: { index: 1 },
					},
				},
			],
			[opaqueFile, dataFile],
		),
		{
			maps: {
				ColorMap: opaque,
				MetalnessMap: mapped(data, ([, , blue]) => grey(Math.round(blue * 0.5))),
				RoughnessMap: mapped(data, ([, green]) => grey(Math.round(green * 0.75))),
			},
			surface: { alphaMode: "Overlay", color: WHITE },
		},
	);
	add(
		"a normal map",
		square([{ ...matte({ baseColorTexture: { index: 0 } }), normalTexture: { index: 1 } }], [opaqueFile, dataFile]),
		{
			maps: { ColorMap: opaque, NormalMap: data, ...matteMaps },
			surface: { alphaMode: "Overlay", color: WHITE },
			report: "normal maps may not show: editable meshes have no tangents: Material 0",
		},
	);
	add(
		"a map of occlusion",
		square([{ ...matte({ baseColorTexture: { index: 0 } }), occlusionTexture: { index: 1 } }], [opaqueFile, dataFile]),
		{ texture: opaque, report: "occlusion maps are not shown: Material 0" },
	);
	const glow = { emissiveFactor: [0.2, 0.8, 0] };
	add("a glow", square([{ ...matte({ baseColorFactor: [0.5, 0.5, 0.5, 1] }), ...glow }], []), {
		color: [0.5, 0.5, 0.5].map(encode),
		maps: { ColorMap: flat(188, 188, 188), EmissiveMask: flat(255, 255, 255), ...matteMaps },
		// Times the grey of the surface this is the file's glow.
		surface: { alphaMode: "Overlay", color: WHITE, emissiveTint: [0.25, 1, 0].map(encode), emissiveStrength: 1.6 },
		quiet: true,
	});
	// A quarter of the glow is the colour, so four times as much glows.
	add("a glow on black", square([{ ...matte({ baseColorFactor: [0, 0, 0, 1] }), ...glow }], []), {
		color: [0, 0, 0],
		maps: { ColorMap: flat(levelOf(0.05), levelOf(0.2), 0), EmissiveMask: flat(255, 255, 255), ...matteMaps },
		surface: { alphaMode: "Overlay", color: WHITE, emissiveTint: [1, 1, 0], emissiveStrength: 4 },
		quiet: true,
	});
	add("a glow on a texture", square([{ ...matte({ baseColorTexture: { index: 0 } }), ...glow }], [opaqueFile]), {
		maps: { ColorMap: opaque, EmissiveMask: flat(255, 255, 255), ...matteMaps },
		surface: { alphaMode: "Overlay", color: WHITE, emissiveTint: [0.25, 1, 0].map(encode), emissiveStrength: 0.8 },
		report: "emissive colours are multiplied by the surface's colour: Material 0",
	});
	const strong = { extensions: { KHR_materials_emissive_strength: { emissiveStrength: 5 } } };
	add(
		"a map of glow",
		square(
			[{ ...matte({ baseColorTexture: { index: 0 } }), ...glow, ...strong, emissiveTexture: { index: 1 } }],
			[opaqueFile, clearFile],
		),
		{
			...glowOn(opaque, [1, 1, 1], clear, [1, 4, 0]),
			report: "emissive maps are shown in one hue: Material 0",
		},
	);
	add(
		"a map of glow on a dark factor",
		square(
			[
				{
					...matte({ baseColorFactor: [0.1, 0, 0.4, 1] }),
					emissiveFactor: [1, 0.5, 0.25],
					emissiveTexture: { index: 0 },
				},
			],
			[opaqueFile],
		),
		{ color: [0.1, 0, 0.4].map(encode), ...glowOn(undefined, [0.1, 0, 0.4], opaque, [1, 0.5, 0.25]) },
	);
	const glass = (transmissionFactor) => ({ extensions: { KHR_materials_transmission: { transmissionFactor } } });
	add("glass", square([{ ...matte({ baseColorFactor: [...color, 1] }), ...glass(1) }], []), {
		color: tint,
		transparency: 0.8,
		quiet: true,
	});
	add(
		"half clear glass that blends",
		square([{ ...matte({ baseColorFactor: [...color, 0.5] }), ...glass(0.5), alphaMode: "BLEND" }], []),
		{
			color: tint,
			transparency: 1 - 0.5 * 0.6,
		},
	);
	const unlit = { extensions: { KHR_materials_unlit: {} } };
	add("an unlit texture", square([{ ...matte({ baseColorTexture: { index: 0 } }), ...unlit }], [opaqueFile]), {
		maps: { ColorMap: opaque, EmissiveMask: flat(255, 255, 255), ...matteMaps },
		surface: { alphaMode: "Overlay", color: [0.5, 0.5, 0.5].map(encode), emissiveTint: WHITE, emissiveStrength: 1.2 },
		report: "surfaces that no light should change glow, and shadows change them a little: Material 0",
	});
	add("an unlit factor", square([{ ...matte({ baseColorFactor: [...color, 1] }), ...unlit }], []), {
		color: tint,
		maps: { ColorMap: flat(...color.map(levelOf)), EmissiveMask: flat(255, 255, 255), ...matteMaps },
		surface: { alphaMode: "Overlay", color: [0.5, 0.5, 0.5].map(encode), emissiveTint: WHITE, emissiveStrength: 1.2 },
	});
	const mirrored = (fields) => ({ extensions: { KHR_materials_pbrSpecularGlossiness: fields } });
	const gold = { diffuseFactor: [0, 0, 0, 1], specularFactor: [1, 0.77, 0.34], glossinessFactor: 0.75 };
	add("a mirroring metal without metalness", square([mirrored(gold)], []), {
		color: [0, 0, 0],
		maps: {
			ColorMap: flat(...gold.specularFactor.map(levelOf)),
			MetalnessMap: flat(255, 255, 255),
			RoughnessMap: flat(64, 64, 64),
		},
		surface: { alphaMode: "Overlay", color: WHITE },
	});
	const metals = picture(7, 5, 8, true);
	add(
		"maps of what is scattered and mirrored",
		square(
			[mirrored({ diffuseTexture: { index: 0 }, specularGlossinessTexture: { index: 1 }, glossinessFactor: 0.5 })],
			[opaqueFile, await file(metals)],
		),
		{ maps: metalMaps(opaque, metals, 0.5), surface: { alphaMode: "Overlay", color: WHITE } },
	);
	const crisp = picture(4, 3, 9);
	add(
		"a small texture with hard edges",
		withSamplers(square([matte({ baseColorTexture: { index: 0 } })], [await file(crisp)]), { magFilter: 9728 }),
		{ texture: enlarged(crisp, 128), quiet: true },
	);
	const beyond = [
		[-0.5, 0.25],
		[-0.25, 1.5],
		[-1, 2],
		[0, 1.25],
	];
	const turned = (value) =>
		Math.abs(Math.floor(value)) % 2 === 1 ? 1 - (value - Math.floor(value)) : value - Math.floor(value);
	for (const [name, mode, shown] of [
		["clamps", 33071, ([u, v]) => [u < 0 ? 1 / 128 : u > 1 ? 1 - 1 / 128 : u, v]],
		["mirrors", 33648, ([u, v]) => [turned(u), v]],
	]) {
		const across = COORDINATES.push(beyond) - 1;
		add(
			`a texture that ${name}`,
			withSamplers(square([matte({ baseColorTexture: { index: 0 } })], [opaqueFile], { uvs: [across] }), {
				wrapS: mode,
			}),
			{
				coordinates: placed(beyond.map(shown)),
				quiet: true,
			},
		);
	}
	const over =
		COORDINATES.push([
			[0.5, 0],
			[1.5, 0],
			[1.5, 1],
			[0.5, 1],
		]) - 1;
	add(
		"a texture that clamps across a triangle",
		withSamplers(square([matte({ baseColorTexture: { index: 0 } })], [opaqueFile], { uvs: [over] }), { wrapS: 33071 }),
		{
			coordinates: placed(COORDINATES[over]),
			report: "textures that clamp or mirror repeat instead on triangles that cross their edge: image 0",
		},
	);
	add(
		"a map of glow without a factor",
		square([{ ...matte({ baseColorTexture: { index: 0 } }), emissiveTexture: { index: 1 } }], [opaqueFile, clearFile]),
		{
			texture: opaque,
			quiet: true,
		},
	);

	const masked = { alphaMode: "MASK", alphaCutoff: 0.3 };
	add(
		"a mask",
		square([{ ...matte({ baseColorTexture: { index: 0 }, baseColorFactor: [1, 1, 1, 0.5] }), ...masked }], [clearFile]),
		{
			maps: {
				// Half of an alpha of 153 is 0.3, which is not below the cutoff.
				ColorMap: mapped(clear, ([r, g, b, a]) => [r, g, b, a >= 153 ? 255 : 0]),
				...matteMaps,
			},
			surface: { alphaMode: "Transparency", color: WHITE },
		},
	);
	add(
		"a mask without alpha that shows",
		square([{ ...matte({ baseColorTexture: { index: 0 } }), ...masked }], [opaqueFile]),
		{
			texture: opaque,
		},
	);
	add(
		"a mask without alpha that does not",
		square(
			[{ ...matte({ baseColorTexture: { index: 0 }, baseColorFactor: [1, 1, 1, 0.2] }), ...masked }],
			[opaqueFile],
		),
		{ texture: opaque, transparency: 1 },
	);
	add("a mask without a texture", square([{ ...matte({ baseColorFactor: [1, 1, 1, 0.2] }), ...masked }], []), {
		transparency: 1,
	});

	const blend = { alphaMode: "BLEND" };
	const blended = { ColorMap: clear, ...matteMaps };
	for (const [name, alpha, transparency] of [
		["a blend", 1, 0.02],
		["a blend with a factor", 0.6, 0.4],
	]) {
		add(
			name,
			square(
				[{ ...matte({ baseColorTexture: { index: 0 }, baseColorFactor: [1, 1, 1, alpha] }), ...blend }],
				[clearFile],
			),
			{ maps: blended, transparency, surface: { alphaMode: "Transparency", color: WHITE } },
		);
	}
	add("a blend of what is opaque", square([{ ...matte({ baseColorTexture: { index: 0 } }), ...blend }], [opaqueFile]), {
		texture: opaque,
	});
	add("a blend without a texture", square([{ ...matte({ baseColorFactor: [1, 1, 1, 0.25] }), ...blend }], []), {
		transparency: 0.75,
	});
	add("both sides", square([{ ...matte(), doubleSided: true }], []), { doubleSided: true });

	const alphas = CORNERS.map((_, index) => [1, 0.5, 0, 0.25 * index]);
	for (const [name, fields, shown] of [
		["vertex alpha on an opaque surface", {}, alphas.map(() => 1)],
		["vertex alpha on a blend", blend, alphas.map(([, , , alpha]) => alpha)],
	]) {
		add(name, square([{ ...matte(), ...fields }], [], { colors: alphas }), { vertexAlphas: shown });
	}

	const slots = {
		baseColorTexture: (texture) => matte({ baseColorTexture: texture }),
		metallicRoughnessTexture: (texture) => matte({ metallicRoughnessTexture: texture }),
		normalTexture: (texture) => ({ ...matte(), normalTexture: texture }),
		emissiveTexture: (texture) => ({ ...matte(), emissiveFactor: [1, 1, 1], emissiveTexture: texture }),
		occlusionTexture: (texture) => ({ ...matte(), occlusionTexture: texture }),
	};
	for (const [slot, materialOf] of Object.entries(slots)) {
		const texture = { index: 0, extensions: { KHR_texture_transform: TRANSFORM } };
		add(`${slot} transformed`, square([materialOf(texture)], [opaqueFile]), {
			coordinates: placed(COORDINATES[0].map((uv) => transformed(uv, TRANSFORM))),
		});
		add(`${slot} on another set`, square([materialOf({ index: 0, texCoord: 1 })], [opaqueFile], { uvs: [0, 1] }), {
			coordinates: placed(COORDINATES[1]),
		});
		for (const options of [["-c"], ["-cc"], ["-c", "-vtf"], []]) {
			const packed = await pack(square([materialOf({ index: 0 })], [opaqueFile]), options);
			// Twelve bits a coordinate unless they stay floats; the transform is in 32-bit floats.
			add(`${slot} by gltfpack ${options.join(" ")}`, packed, { coordinates: placed(COORDINATES[0]) });
		}
	}
	const second = { index: 1, texCoord: 1, extensions: { KHR_texture_transform: TRANSFORM } };
	add(
		"textures on two sets",
		square(
			[{ ...matte({ baseColorTexture: { index: 0 }, metallicRoughnessTexture: second }) }],
			[opaqueFile, dataFile],
			{ uvs: [0, 1] },
		),
		{
			// The factors of the map that is left out: not metal, as rough as they say.
			maps: { ColorMap: opaque, ...matteMaps },
			coordinates: placed(COORDINATES[0]),
			sceneCoordinates: [COORDINATES[0], COORDINATES[1].map((uv) => transformed(uv, TRANSFORM))],
			report: "textures on other coordinates than a material's first are left out: image 1",
		},
	);

	const wide = picture(2048, 6, 4, true);
	const tall = picture(3, 1500, 5);
	const half = (image, isData) => reduced(image, 1024, isData);
	add(
		"images above what the engine takes",
		square(
			[
				{
					pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 1 } },
					alphaMode: "BLEND",
				},
			],
			[await file(wide), await file(tall)],
		),
		{
			transparency: 0.02,
			maps: {
				ColorMap: half(wide, false),
				MetalnessMap: mapped(half(tall, true), ([, , blue]) => grey(blue)),
				RoughnessMap: mapped(half(tall, true), ([, green]) => grey(green)),
			},
			surface: { alphaMode: "Transparency", color: WHITE },
			report:
				"images are reduced to the engine's max size: image 0 (2048 × 6 to 1024 × 3), image 1 (3 × 1500 to 2 × 750)",
		},
	);
	const glowing = { ...matte({ baseColorTexture: { index: 0 } }), ...glow, emissiveTexture: { index: 1 } };
	add(
		"one glow on an opaque and on a masked surface",
		square([glowing, { ...glowing, ...masked }], [clearFile, dataFile]),
		{
			...glowOn(
				mapped(clear, ([r, g, b]) => [r, g, b, 255]),
				[1, 1, 1],
				data,
				glow.emissiveFactor,
			),
			second: glowOn(
				mapped(clear, ([r, g, b, a]) => [r, g, b, a >= 77 ? 255 : 0]),
				[1, 1, 1],
				data,
				glow.emissiveFactor,
			).maps,
		},
	);
	const shared = [opaqueFile, dataFile];
	const all = { baseColorTexture: { index: 0 }, metallicRoughnessTexture: { index: 1 } };
	add(
		"five materials of two images",
		square(
			[
				matte({ baseColorTexture: { index: 0 } }),
				matte({ baseColorTexture: { index: 0 }, baseColorFactor: [1, 0, 0, 1] }),
				{ pbrMetallicRoughness: all },
				{ pbrMetallicRoughness: { ...all, roughnessFactor: 0.5 } },
				{ pbrMetallicRoughness: all, doubleSided: true },
			],
			shared,
		),
		{ texture: opaque },
	);
	add(
		"an image that cannot be read",
		square(
			[matte({ baseColorTexture: { index: 0 }, baseColorFactor: [...color, 1], roughnessFactor: 0 })],
			[opaqueFile.subarray(0, 60)],
		),
		{
			color: tint,
			maps: { ColorMap: flat(...color.map(levelOf)), MetalnessMap: flat(0, 0, 0), RoughnessMap: flat(0, 0, 0) },
			surface: { alphaMode: "Overlay", color: WHITE },
			report: "images cannot be shown: [dolly] png: ",
		},
	);
	const outside = square([matte({ baseColorTexture: { index: 0 } })], [opaqueFile], {
		uriOf: () => "maps/My%20Wood%C3%A9.png",
	});
	add("an image in a file beside it", outside, { texture: opaque }, { "My Woodé.png": opaqueFile });
	add("an image that was not handed over", outside, {
		report: "images that were not handed over are not shown: maps/My Woodé.png",
	});

	const packed = await packFiles(
		square([matte({ baseColorTexture: { index: 0 } })], [opaqueFile]),
		["-c", "-cf"],
		"My Wood é.gltf",
	);
	// gltfpack writes names as they are, others as URIs want them.
	const document = Buffer.from(packed["My Wood é.gltf"]).toString().replaceAll("My Wood é", encodeURI("My Wood é"));
	if (!document.includes("My%20Wood%20%C3%A9.fallback.bin")) throw new Error("there is no fallback");
	add(
		"a fallback that nobody reads",
		Buffer.from(document),
		{ texture: opaque, coordinates: placed(COORDINATES[0]) },
		{ "My Wood é.bin": packed["My Wood é.bin"] },
	);
	const glossy = {
		diffuseFactor: [...color, 0.5],
		diffuseTexture: { index: 0 },
		glossinessFactor: 0.25,
	};
	add(
		"a diffuse colour",
		square([{ extensions: { KHR_materials_pbrSpecularGlossiness: glossy }, alphaMode: "BLEND" }], [opaqueFile]),
		{
			color: tint,
			transparency: 0.5,
			maps: { ColorMap: opaque, MetalnessMap: flat(0, 0, 0), RoughnessMap: flat(191, 191, 191) },
			surface: { alphaMode: "Transparency", color: tint },
			quiet: true,
		},
	);

	const palette = Buffer.from(Array.from({ length: 1024 }, (_, at) => Math.floor(hash(at, 8, 8) * 256)));
	const indices = Buffer.from(Array.from({ length: 24 }, (_, at) => at * 9));
	const bits = Buffer.from([0b10110010, 0b00011101, 0b11100110]);
	const blp = writeBlp(6, 4, { encoding: PALETTE, alphaDepth: 1, alphaEncoding: 8, palette }, [
		Buffer.concat([indices, bits]),
	]);
	const pixels = Buffer.from(
		Array.from(indices).flatMap((index, at) => {
			const [blue, green, red] = palette.subarray(index * 4);
			return [red, green, blue, (bits[at >> 3] >> (at & 7)) & 1 ? 255 : 0];
		}),
	);
	writeFileSync(
		join(folder, "surfaces.json"),
		JSON.stringify({ cases, blp: { file: base64(blp), image: imageOf({ width: 6, height: 4, pixels }) } }),
	);
}
