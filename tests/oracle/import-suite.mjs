/** Five models for `tests/roblox/import-suite`, and what the engine must hold of them, computed here. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MeshoptDecoder } from "meshoptimizer";
import sharp from "sharp";
import { createIO } from "./gltf.mjs";
import { base64, pack } from "./imports.mjs";
import * as documents from "./import-suite/documents.mjs";
import { skinVertices, worldMatrices } from "./skinning/skin-vertices.mjs";

/** Metres in a stud. */
const STUD = 0.28;

/** When poses are compared, in seconds: between keys, and on none of them. */
const TIMES = [0.2, 0.75, 1.3];

const floats = (numbers) => base64(new Float32Array(numbers.flat(Infinity)));

/** Light as screens show it. */
const encode = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

const minus = (a, b) => a.map((value, axis) => value - b[axis]);
const cross = ([ax, ay, az], [bx, by, bz]) => [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
const unit = (vector) => vector.map((value) => value / Math.hypot(...vector));

/** Place in studs and turn of a matrix as the twelve numbers of a CFrame; undefined if it mirrors or shears. */
function frameOf(matrix) {
	const columns = [0, 1, 2].map((column) => unit(matrix.slice(column * 4, column * 4 + 3)));
	const isStraight = Math.hypot(...minus(cross(columns[0], columns[1]), columns[2])) < 1e-6;
	if (!isStraight) return undefined;
	const place = matrix.slice(12, 15).map((metres) => metres / STUD);
	return [...place, ...[0, 1, 2].flatMap((row) => columns.map((column) => column[row]))];
}

/** A point from within a frame. */
function within([x, y, z, ...rows], point) {
	const offset = minus(point, [x, y, z]);
	return [0, 1, 2].map((column) => offset.reduce((sum, value, row) => sum + rows[row * 3 + column] * value, 0));
}

/** The box around points in the axes of a frame: its size, and its middle in the world. */
function boxAround(points, frame) {
	const own = points.map((point) => within(frame, point));
	const low = [0, 1, 2].map((axis) => Math.min(...own.map((point) => point[axis])));
	const high = [0, 1, 2].map((axis) => Math.max(...own.map((point) => point[axis])));
	const [x, y, z, ...rows] = frame;
	const middle = low.map((value, axis) => (value + high[axis]) / 2);
	const place = [x, y, z].map(
		(value, row) => value + middle.reduce((sum, along, axis) => sum + rows[row * 3 + axis] * along, 0),
	);
	return { size: minus(high, low), cframe: [...place, ...rows] };
}

const elements = (accessor) =>
	Array.from({ length: accessor.getCount() }, (_, index) => accessor.getElement(index, []));

/** The three of every vertex, in studs. */
function studs(points) {
	return Array.from({ length: points.length / 3 }, (_, vertex) =>
		points.slice(vertex * 3, vertex * 3 + 3).map((metres) => metres / STUD),
	);
}

/** What a primitive must be in the engine: the corners of its triangles one after another, and the box around them. */
function describePrimitive(document, { node, primitive, points, normals, triangles }, moments) {
	const at = studs(points);
	const flat = (corner) => {
		const [a, b, c] = triangles.slice(corner - (corner % 3), corner - (corner % 3) + 3).map((vertex) => at[vertex]);
		return unit(cross(minus(b, a), minus(c, a)));
	};
	const uvs = primitive.getAttribute("TEXCOORD_0");
	const colors = primitive.getAttribute("COLOR_0");
	const joints = primitive.getAttribute("JOINTS_0");
	const weights = joints && elements(primitive.getAttribute("WEIGHTS_0"));
	const frame = joints ? undefined : frameOf(worldMatrices(document, undefined, 0).get(node));
	const material = primitive.getMaterial();
	const corners = (values) => values && floats(triangles.map((vertex) => values[vertex]));
	return {
		node: node.getName(),
		triangleCount: triangles.length / 3,
		positions: corners(at),
		normals: floats(
			triangles.map((vertex, corner) => (normals ? normals.slice(vertex * 3, vertex * 3 + 3) : flat(corner))),
		),
		uvs: uvs && corners(elements(uvs)),
		colors: colors && corners(elements(colors).map(([r, g, b, a]) => [...[r, g, b].map(encode), a ?? 1])),
		/** The names of its joints, and for each corner four of their numbers and four shares. */
		joints:
			joints &&
			node
				.getSkin()
				.listJoints()
				.map((joint) => joint.getName()),
		shares: joints && corners(elements(joints).map((four, vertex) => [...four, ...weights[vertex]])),
		box: frame && boxAround(at, frame),
		/** Where the corners are at each of the times. */
		poses: moments.map((moment) => {
			const moved = studs(moment);
			return floats(triangles.map((vertex) => moved[vertex]));
		}),
		material: material && {
			color: material.getBaseColorFactor().slice(0, 3).map(encode),
			transparency: material.getAlphaMode() === "BLEND" ? 1 - material.getBaseColorFactor()[3] : 0,
			doubleSided: material.getDoubleSided(),
		},
	};
}

/** Where nodes are at rest and at the times of an animation; those that are mirrored are left out. */
function framesOf(document, animation) {
	const moments = [worldMatrices(document, undefined, 0)];
	if (animation) for (const time of TIMES) moments.push(worldMatrices(document, animation, time));
	const frames = {};
	for (const node of document.getRoot().listNodes()) {
		const list = moments.map((worlds) => frameOf(worlds.get(node)));
		const parent = node.getParentNode()?.getName();
		if (list.every((frame) => frame !== undefined)) frames[node.getName()] = { parent, frames: list };
	}
	return frames;
}

/** What an animation makes of the primitives and nodes. */
function describeClip(document, animation) {
	return {
		name: animation.getName(),
		nodes: framesOf(document, animation),
		moved: [...new Set(animation.listChannels().map((channel) => channel.getTargetNode().getName()))],
		times: TIMES,
	};
}

async function describe(io, glb) {
	const document = await io.readBinary(glb);
	const animations = document.getRoot().listAnimations();
	const rest = skinVertices(document, undefined, 0);
	const moments = animations.map((animation) => TIMES.map((time) => skinVertices(document, animation, time)));
	return {
		glb: base64(glb),
		primitives: rest.map((entry, index) =>
			describePrimitive(
				document,
				entry,
				moments.flat().map((moment) => moment[index].points),
			),
		),
		nodes: framesOf(document),
		clips: animations.map((animation) => describeClip(document, animation)),
	};
}

/** Where the joints of a skin were when it was bound, in studs. */
function bindsOf(document) {
	const [skin] = document.getRoot().listSkins();
	// What is undone here only scales and moves along Y: the arm was bound upright.
	return Object.fromEntries(
		skin.listJoints().map((joint, index) => {
			const matrix = skin.getInverseBindMatrices().getElement(index, []);
			return [joint.getName(), [12, 13, 14].map((at) => -matrix[at] / matrix[0] / STUD)];
		}),
	);
}

const pngOf = ({ width, height, pixels }) =>
	sharp(pixels, { raw: { width, height, channels: 4 } })
		.png()
		.toBuffer();

const imageOf = ({ width, height, pixels }) => ({ width, height, pixels: base64(pixels) });

const mapped = (image, pixelOf) => {
	const pixels = Buffer.alloc(image.pixels.length);
	for (let at = 0; at < pixels.length; at += 4) pixels.set(pixelOf([...image.pixels.subarray(at, at + 4)]), at);
	return imageOf({ ...image, pixels });
};
const grey = (value) => [value, value, value, 255];
const flat = (...color) => imageOf({ width: 1, height: 1, pixels: Buffer.from([...color, 255]) });

/** What each material of the textured model must look like. */
function surfacesOf({ colors, data, relief, clear }) {
	const level = (light) => Math.round(255 * encode(light));
	const factor = [0.5, 0.25, 0.002];
	const matteMaps = { MetalnessMap: flat(0, 0, 0), RoughnessMap: flat(255, 255, 255) };
	return {
		Painted: { texture: imageOf(colors) },
		Tiled: { texture: imageOf(colors), doubleSided: true },
		Tinted: { maps: { ColorMap: imageOf(colors), ...matteMaps }, tint: factor.map(encode) },
		Metal: {
			maps: {
				ColorMap: imageOf(colors),
				MetalnessMap: mapped(data, ([, , blue]) => grey(Math.round(blue * 0.5))),
				RoughnessMap: mapped(data, ([, green]) => grey(Math.round(green * 0.75))),
				NormalMap: imageOf(relief),
			},
		},
		Leaf: {
			maps: { ColorMap: mapped(clear, ([r, g, b, a]) => [r, g, b, a / 255 >= 0.5 ? 255 : 0]), ...matteMaps },
			alphaMode: "Transparency",
		},
		Glass: { maps: { ColorMap: imageOf(clear), ...matteMaps }, alphaMode: "Transparency", transparency: 0.02 },
		Lamp: {
			maps: { ColorMap: flat(...[0.5, 0.5, 0.5].map(level)), EmissiveMask: flat(255, 255, 255), ...matteMaps },
			// The engine multiplies glow by the colour of the surface, so this is the file's glow divided by it.
			glow: { tint: [0.25, 1, 0].map(encode), strength: 1.6 },
		},
		Shiny: {
			maps: {
				ColorMap: flat(...factor.map(level)),
				MetalnessMap: flat(179, 179, 179),
				RoughnessMap: flat(102, 102, 102),
			},
		},
	};
}

/** Coordinates as KHR_texture_transform has them on an image whose rows go down: scaled, turned against the clock, moved. */
function transformed([u, v]) {
	const { offset, rotation, scale } = documents.TRANSFORM;
	const [x, up] = [u * scale[0], -v * scale[1]];
	const [cosine, sine] = [Math.cos(rotation), Math.sin(rotation)];
	return [cosine * x - sine * up + offset[0], -(sine * x + cosine * up) + offset[1]];
}

async function describeTextured(io) {
	const images = {
		colors: documents.picture(7, 5, 1),
		data: documents.picture(8, 3, 2),
		relief: documents.picture(4, 4, 3),
		clear: documents.picture(6, 9, 4, true),
	};
	const files = {};
	for (const [name, image] of Object.entries(images)) files[name] = await pngOf(image);
	const document = documents.textured(files);
	const result = await describe(io, await io.writeBinary(document));
	for (const primitive of result.primitives) {
		if (primitive.node !== "Tiled") continue;
		const read = new Float32Array(Uint8Array.from(Buffer.from(primitive.uvs, "base64")).buffer);
		primitive.uvs = floats(
			Array.from({ length: read.length / 2 }, (_, at) => transformed(read.slice(at * 2, at * 2 + 2))),
		);
	}
	return { ...result, surfaces: surfacesOf(images) };
}

/** What gltfpack made, and where the corners were before it: its triangles come in another order. */
async function describePacked(io) {
	const png = await pngOf(documents.picture(4, 4, 6));
	const original = await io.writeBinary(documents.forPacking(png));
	const packed = await pack(original, ["-cc", "-kn", "-km", "-kv"]);
	const document = await io.readBinary(packed);
	const used = document
		.getRoot()
		.listExtensionsUsed()
		.map(({ extensionName }) => extensionName);
	if (!used.includes("EXT_meshopt_compression")) throw new Error("the file is not packed");
	return { ...(await describe(io, packed)), original: (await describe(io, original)).primitives };
}

export async function generate(folder) {
	await MeshoptDecoder.ready;
	const io = createIO();
	const arm = documents.skinned();
	const suite = {
		plain: await describe(io, await io.writeBinary(documents.plain())),
		meshopt: await describePacked(io),
		skinned: { ...(await describe(io, await io.writeBinary(arm))), binds: bindsOf(arm), turns: documents.TURNS },
		textured: await describeTextured(io),
		animated: await describe(io, await io.writeBinary(documents.animated())),
	};
	writeFileSync(join(folder, "import-suite.json"), JSON.stringify(suite));
}
