/** The five models of the import suite, as documents: what a few parts need to show all that an import carries over. */
import { KHRTextureTransform } from "@gltf-transform/extensions";
import { scaled, start, translation, tube, turn } from "../imports.mjs";
import { hash } from "../images/contents.mjs";

const range = (count, valueOf) => Array.from({ length: count }, (_, index) => valueOf(index));

const WIDTHS = { POSITION: 3, NORMAL: 3, TEXCOORD_0: 2, COLOR_0: 4 };

/** A primitive of arrays of numbers by the names of attributes. */
function primitiveOf(context, attributes, indices) {
	const primitive = context.document.createPrimitive();
	for (const [name, values] of Object.entries(attributes)) {
		primitive.setAttribute(name, context.accessor(values.flat(), `VEC${WIDTHS[name]}`));
	}
	return primitive.setIndices(context.accessor(indices, "SCALAR", Uint16Array));
}

/** A patch of hills, `columns` by `rows` cells: every attribute that an import carries over, and no two corners alike. */
function hills(context, columns, rows) {
	const attributes = { POSITION: [], NORMAL: [], TEXCOORD_0: [], COLOR_0: [] };
	const indices = [];
	for (let row = 0; row <= rows; row++) {
		for (let column = 0; column <= columns; column++) {
			const [u, v] = [column / columns, row / rows];
			const [x, z] = [4 * u - 2, 3 * v - 1];
			// The height 0.5 sin(x) cos(1.3 z), and its slopes along X and Z.
			const [alongX, alongZ] = [0.5 * Math.cos(x) * Math.cos(1.3 * z), -0.65 * Math.sin(x) * Math.sin(1.3 * z)];
			const length = Math.hypot(alongX, 1, alongZ);
			attributes.POSITION.push([x, 0.5 * Math.sin(x) * Math.cos(1.3 * z), z]);
			attributes.NORMAL.push([-alongX / length, 1 / length, -alongZ / length]);
			attributes.TEXCOORD_0.push([0.1 + 0.8 * u, 1 - 0.9 * v]);
			attributes.COLOR_0.push([u, v, 1 - u, 0.25 + 0.5 * v]);
			if (row < rows && column < columns) {
				const at = row * (columns + 1) + column;
				indices.push(at, at + columns + 1, at + 1, at + 1, at + columns + 1, at + columns + 2);
			}
		}
	}
	return primitiveOf(context, attributes, indices);
}

/** The sides of a box: where each looks, and the directions in which its texture coordinates grow. */
const SIDES = [
	[
		[1, 0, 0],
		[0, 0, -1],
		[0, -1, 0],
	],
	[
		[-1, 0, 0],
		[0, 0, 1],
		[0, -1, 0],
	],
	[
		[0, 1, 0],
		[1, 0, 0],
		[0, 0, 1],
	],
	[
		[0, -1, 0],
		[1, 0, 0],
		[0, 0, -1],
	],
	[
		[0, 0, 1],
		[1, 0, 0],
		[0, -1, 0],
	],
	[
		[0, 0, -1],
		[-1, 0, 0],
		[0, -1, 0],
	],
];

/** A box whose sides have corners of their own, with normals and texture coordinates. */
function box(context, [width, height, depth]) {
	const half = [width / 2, height / 2, depth / 2];
	const attributes = { POSITION: [], NORMAL: [], TEXCOORD_0: [] };
	const indices = [];
	SIDES.forEach(([normal, right, down], side) => {
		for (const [u, v] of [
			[0, 0],
			[0, 1],
			[1, 1],
			[1, 0],
		]) {
			const corner = normal.map((value, axis) => value + (2 * u - 1) * right[axis] + (2 * v - 1) * down[axis]);
			attributes.POSITION.push(corner.map((value, axis) => value * half[axis]));
			attributes.NORMAL.push(normal);
			// Another piece of the image on each side.
			attributes.TEXCOORD_0.push([(side + u) / 8, (side + v) / 7]);
		}
		indices.push(...[0, 1, 2, 0, 2, 3].map((corner) => side * 4 + corner));
	});
	return primitiveOf(context, attributes, indices);
}

/** A box of eight corners without normals, as some exporters write it: every side is to look flat. */
function bareBox(context, [width, height, depth]) {
	const corners = range(8, (at) => [
		(at & 1 ? width : -width) / 2,
		(at & 2 ? height : -height) / 2,
		(at & 4 ? depth : -depth) / 2,
	]);
	const quads = [
		[0, 4, 6, 2],
		[1, 3, 7, 5],
		[0, 1, 5, 4],
		[2, 6, 7, 3],
		[0, 2, 3, 1],
		[4, 5, 7, 6],
	];
	return primitiveOf(
		context,
		{ POSITION: corners },
		quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
	);
}

/** A node that draws primitives, under `parent`. */
function draw(context, parent, name, primitives, { at, turned, scale } = {}) {
	const mesh = context.document.createMesh(`${name} mesh`);
	for (const primitive of [primitives].flat()) mesh.addPrimitive(primitive);
	return place(context, parent, name, { at, turned, scale }).setMesh(mesh);
}

function place(context, parent, name, { at, turned, scale } = {}) {
	const node = context.document.createNode(name);
	if (at) node.setTranslation(at);
	if (turned) node.setRotation(turned);
	if (scale) node.setScale(scale);
	parent.addChild(node);
	return node;
}

/** A material that is no metal and not shiny. */
const matte = (context, name) => context.document.createMaterial(name).setMetallicFactor(0).setRoughnessFactor(1);

/** Nothing that moves, and nothing that is packed. */
export function plain() {
	const context = start("Yard");
	const { scene } = context;
	draw(context, scene, "Hill", hills(context, 6, 5), {
		at: [1, 0.5, -2],
		turned: turn([0, 1, 0], 0.6),
		scale: [1.5, 1.5, 1.5],
	});
	const red = matte(context, "Red").setBaseColorFactor([0.8, 0.1, 0.05, 1]).setDoubleSided(true);
	draw(context, scene, "Crate", bareBox(context, [1, 0.8, 0.6]).setMaterial(red), {
		at: [-2, 0.4, 1],
		turned: turn([0.6, 0, 0.8], 0.9),
	});
	const post = context.document
		.createMesh("Post mesh")
		.addPrimitive(tube(context, { from: 0, to: 2, rings: 3, radius: 0.3 }));
	const fence = place(context, scene, "Fence", { at: [0, 0, 3], turned: turn([0, 1, 0], -0.5) });
	place(context, fence, "Post", { at: [-1, 0, 0] }).setMesh(post);
	place(context, fence, "Thick post", { at: [1, 0, 0], turned: turn([1, 0, 0], 0.2), scale: [2, 1, 0.5] }).setMesh(
		post,
	);
	place(context, scene, "Mirrored post", { at: [3, 0, 3], scale: [-1, 1, 1] }).setMesh(post);
	const blue = matte(context, "Blue").setBaseColorFactor([0.05, 0.2, 0.7, 0.25]).setAlphaMode("BLEND");
	const gold = matte(context, "Gold").setBaseColorFactor([0.9, 0.6, 0.1, 1]);
	draw(
		context,
		scene,
		"Sign",
		[box(context, [1.5, 0.5, 0.25]).setMaterial(blue), box(context, [0.2, 2, 0.2]).setMaterial(gold)],
		{ at: [-1, 1.5, -3] },
	);
	place(context, scene, "Nothing", { at: [9, 9, 9] });
	return context.document;
}

/** Hills and a moon for gltfpack: it keeps texture coordinates only if there is a texture. */
export function forPacking(png) {
	const context = start("Landscape");
	const { document, scene } = context;
	const image = document.createTexture("Grass").setImage(png).setMimeType("image/png");
	const grass = matte(context, "Grass").setBaseColorTexture(image).setAlphaMode("BLEND");
	draw(context, scene, "Hills", hills(context, 12, 9).setMaterial(grass), {
		at: [2, 1, -4],
		turned: turn([0, 1, 0], 2.2),
	});
	draw(context, scene, "Moon", tube(context, { from: -1, to: 1, rings: 6, radius: 0.6 }), {
		at: [0, 6, 0],
		turned: turn([0.6, 0.8, 0], 1.1),
		scale: [1.25, 1.25, 1.25],
	});
	return document;
}

/** Four shares along a sleeve: most of the two joints nearest, a little of the others. */
function fourShares(alpha) {
	const distances = [0, 0.5, 1].map((height) => 1 / (0.05 + (alpha - height) ** 2));
	const total = distances.reduce((sum, value) => sum + value, 0);
	return [
		[0, 1, 2, 3],
		[...distances.map((value) => (value / total) * 0.9), 0.1],
	];
}

/** Turns of the arm's joints about an axis of each, in radians: at rest, and more of it every second. */
export const TURNS = {
	Shoulder: { axis: [0, 0, 1], rest: 0.3, speed: 0.8 },
	Elbow: { axis: [0.6, 0.8, 0], rest: 0.7, speed: -1.5 },
	Hand: { axis: [1, 0, 0], rest: -0.4, speed: 2 },
};

/** How long the clips of the suite are, and where their keys are. */
export const SECONDS = 1.5;
const KEYS = [0, 0.4, 0.9, SECONDS];

function spin(context, animation, node, { axis, rest, speed }) {
	context.animate(
		animation,
		node,
		"rotation",
		KEYS,
		KEYS.map((seconds) => turn(axis, rest + speed * seconds)),
	);
}

/**
 * A sleeve on an arm that was bound upright and straight and rests bent, under an armature of centimetres that lies on its
 * back; a sword in its hand; and a joint beside it that carries nothing.
 */
export function skinned() {
	const context = start("Arm");
	const { document, scene, accessor } = context;
	const armature = place(context, scene, "Armature", {
		at: [0.5, 0.25, -1],
		turned: turn([1, 0, 0], -Math.PI / 2),
		scale: [0.01, 0.01, 0.01],
	});
	const nodes = {};
	let above = armature;
	for (const [name, height] of [
		["Shoulder", 20],
		["Elbow", 60],
		["Hand", 50],
	]) {
		const { axis, rest } = TURNS[name];
		above = nodes[name] = place(context, above, name, { at: [0, 0, height], turned: turn(axis, rest) });
	}
	nodes.Watch = place(context, nodes.Elbow, "Watch", { at: [5, 0, 10] });
	nodes.Grip = place(context, nodes.Hand, "Grip", { at: [0, 4, 8] });
	const joints = ["Shoulder", "Elbow", "Hand", "Watch", "Grip"];
	const heights = [0, 1, 2, 1.2, 2.2];
	const skin = document.createSkin("Arm skin");
	for (const name of joints) skin.addJoint(nodes[name]);
	skin.setInverseBindMatrices(
		accessor(
			heights.flatMap((height) => scaled([100, 100, 100], translation(0, -height, 0))),
			"MAT4",
		),
	);
	const sleeve = tube(context, { from: 0, to: 2, rings: 8, radius: 0.2, jointAt: fourShares });
	draw(context, scene, "Sleeve", sleeve).setSkin(skin);
	draw(context, nodes.Hand, "Sword", tube(context, { from: 0, to: 80, rings: 2, radius: 3, sides: 4 }), {
		at: [0, 0, 10],
		turned: turn([1, 0, 0], 0.8),
		scale: [1, 1, 2],
	});
	const wave = document.createAnimation("Wave");
	for (const [name, spinning] of Object.entries(TURNS)) spin(context, wave, nodes[name], spinning);
	context.animate(
		wave,
		nodes.Shoulder,
		"translation",
		KEYS,
		KEYS.map((seconds) => [10 * seconds, 0, 20 + 15 * seconds]),
	);
	return document;
}

/** A picture of noise; with alpha if it is asked for. */
export function picture(width, height, seed, hasAlpha = false) {
	const pixels = Buffer.alloc(width * height * 4);
	for (let at = 0; at < pixels.length; at++) {
		pixels[at] = at % 4 === 3 && !hasAlpha ? 255 : Math.floor(hash(at, seed, 5) * 256);
	}
	return { width, height, pixels };
}

export const TRANSFORM = { offset: [0.25, -0.5], rotation: 0.6, scale: [2, 0.75] };

/** Boxes of eight materials; `files` are the PNG files of their textures. */
export function textured(files) {
	const context = start("Shelf");
	const { document, scene } = context;
	const textures = {};
	for (const [name, file] of Object.entries(files)) {
		textures[name] = document.createTexture(name).setImage(file).setMimeType("image/png");
	}
	const painted = matte(context, "Painted").setBaseColorTexture(textures.colors);
	const tinted = matte(context, "Tinted")
		.setBaseColorTexture(textures.colors)
		.setBaseColorFactor([0.5, 0.25, 0.002, 1]);
	const metal = document
		.createMaterial("Metal")
		.setBaseColorTexture(textures.colors)
		.setMetallicRoughnessTexture(textures.data)
		.setNormalTexture(textures.relief)
		.setMetallicFactor(0.5)
		.setRoughnessFactor(0.75);
	const leaf = matte(context, "Leaf").setBaseColorTexture(textures.clear).setAlphaMode("MASK").setAlphaCutoff(0.5);
	const glass = matte(context, "Glass").setBaseColorTexture(textures.clear).setAlphaMode("BLEND");
	const lamp = matte(context, "Lamp").setBaseColorFactor([0.5, 0.5, 0.5, 1]).setEmissiveFactor([0.2, 0.8, 0]);
	const shiny = document
		.createMaterial("Shiny")
		.setBaseColorFactor([0.5, 0.25, 0.002, 1])
		.setMetallicFactor(0.7)
		.setRoughnessFactor(0.4);
	const tiled = matte(context, "Tiled").setBaseColorTexture(textures.colors).setDoubleSided(true);
	const transform = document.createExtension(KHRTextureTransform).createTransform();
	transform.setOffset(TRANSFORM.offset).setRotation(TRANSFORM.rotation).setScale(TRANSFORM.scale);
	tiled.getBaseColorTextureInfo().setExtension("KHR_texture_transform", transform);
	[painted, tinted, metal, leaf, glass, lamp, shiny, tiled].forEach((material, index) => {
		// None as large as another, so that each box is known by its size.
		const size = [0.5 + 0.1 * index, 0.6, 0.4];
		draw(context, scene, material.getName(), box(context, size).setMaterial(material), { at: [1.5 * index, 1, 0] });
	});
	return document;
}

/** A crane whose parts hang on each other, and a wheel that changes its size; a second clip holds and curves. */
export function animated() {
	const context = start("Crane");
	const { document, scene, animate } = context;
	const pillar = (from, to, radius) => tube(context, { from, to, rings: 2, radius });
	draw(context, scene, "Floor", pillar(-0.1, 0, 3), { turned: turn([0, 1, 0], 0.2) });
	const base = place(context, scene, "Base", { at: [0, 0.5, 0] });
	const mast = draw(context, base, "Mast", pillar(0, 3, 0.3), { turned: turn([0, 1, 0], 0.4), scale: [1.5, 1.5, 1.5] });
	// A node between that stands still, and one without a mesh that moves.
	const spacer = draw(context, mast, "Spacer", pillar(-0.1, 0.15, 0.25), { at: [0, 2.8, 0] });
	const pivot = place(context, spacer, "Pivot", { turned: turn([0, 0, 1], 0.3) });
	draw(context, pivot, "Boom", pillar(0, 2, 0.2), { turned: turn([0, 0, 1], -1.2) });
	const hook = draw(context, pivot, "Hook", pillar(-0.5, 0, 0.1), { at: [1.8, 0.7, 0] });
	const wheel = draw(context, base, "Wheel", pillar(0.1, 0.6, 0.4), { at: [2, 0, 0] });
	const work = document.createAnimation("Work");
	const along = (animation, node, placeAt) => animate(animation, node, "translation", KEYS, KEYS.map(placeAt));
	along(work, base, (seconds) => [seconds, 0.5, 2 * seconds]);
	along(work, hook, (seconds) => [1.8, 0.7 - seconds, 0]);
	spin(context, work, mast, { axis: [0, 1, 0], rest: 0.4, speed: 1 });
	spin(context, work, pivot, { axis: [0, 0, 1], rest: 0.3, speed: 0.5 });
	spin(context, work, wheel, { axis: [0, 1, 0], rest: 0, speed: 2 });
	animate(
		work,
		wheel,
		"scale",
		KEYS,
		KEYS.map((seconds) => [1 + seconds, 1 + 0.5 * seconds, 1 + seconds]),
	);
	const shake = document.createAnimation("Shake");
	const turns = KEYS.map((seconds) => turn([0, 1, 0], 0.4 + 1.3 * seconds));
	animate(shake, mast, "rotation", KEYS, turns, "STEP");
	const tangent = [0, -0.8, 0.4];
	animate(
		shake,
		hook,
		"translation",
		KEYS,
		KEYS.flatMap((seconds) => [tangent, [1.8 + 0.2 * seconds, 0.7 - seconds * seconds, 0], tangent]),
		"CUBICSPLINE",
	);
	return document;
}
