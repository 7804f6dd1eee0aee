/** GLB files as people export and compress them, and where an independent skinner has their vertices. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Document } from "@gltf-transform/core";
import { quantize } from "@gltf-transform/functions";
import { pack as runGltfpack } from "gltfpack";
import { MeshoptDecoder } from "meshoptimizer";
import { decodeViews, joinGlb, splitGlb } from "./containers/glb.mjs";
import { createIO } from "./gltf.mjs";
import { skinVertices } from "./skinning/skin-vertices.mjs";

export const turn = (axis, angle) => [...axis.map((c) => c * Math.sin(angle / 2)), Math.cos(angle / 2)];

/** A document with one scene, and what adds to it. */
export function start(name) {
	const document = new Document();
	const scene = document.createScene(name);
	document.getRoot().setDefaultScene(scene);
	const buffer = document.createBuffer();
	const accessor = (values, type, array = Float32Array) =>
		document.createAccessor().setType(type).setArray(new array(values)).setBuffer(buffer);
	const animate = (animation, node, path, times, values, interpolation = "LINEAR") => {
		const sampler = document
			.createAnimationSampler()
			.setInput(accessor(times, "SCALAR"))
			.setOutput(accessor(values.flat(), path === "rotation" ? "VEC4" : "VEC3"))
			.setInterpolation(interpolation);
		animation
			.addSampler(sampler)
			.addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler));
	};
	return { document, scene, accessor, animate };
}

/** A tube along Y of rings, each vertex bound to the joints at the nearest heights. */
export function tube(context, { from, to, rings, radius, sides = 8, jointAt }) {
	const positions = [];
	const normals = [];
	const joints = [];
	const weights = [];
	const indices = [];
	for (let ring = 0; ring <= rings; ring++) {
		const y = from + ((to - from) * ring) / rings;
		for (let side = 0; side < sides; side++) {
			const angle = (side / sides) * 2 * Math.PI;
			// Not round, so that no turn looks like another.
			const r = radius * (1 + 0.3 * Math.cos(angle) + 0.1 * ring);
			positions.push(r * Math.cos(angle), y, r * Math.sin(angle));
			normals.push(Math.cos(angle), 0, Math.sin(angle));
			if (jointAt) {
				const [set, shares] = jointAt((y - from) / (to - from));
				joints.push(...set);
				weights.push(...shares);
			}
			if (ring < rings) {
				const a = ring * sides + side;
				const b = ring * sides + ((side + 1) % sides);
				indices.push(a, a + sides, b, b, a + sides, b + sides);
			}
		}
	}
	const primitive = context.document
		.createPrimitive()
		.setAttribute("POSITION", context.accessor(positions, "VEC3"))
		.setAttribute("NORMAL", context.accessor(normals, "VEC3"))
		.setIndices(context.accessor(indices, "SCALAR", Uint16Array));
	if (jointAt) {
		primitive
			.setAttribute("JOINTS_0", context.accessor(joints, "VEC4", Uint8Array))
			.setAttribute("WEIGHTS_0", context.accessor(weights, "VEC4"));
	}
	return primitive;
}

/** Shares of three joints along a tube. */
const alongThree = (t) => {
	const place = t * 2;
	const low = Math.min(1, Math.floor(place));
	const share = place - low;
	return [
		[low, low + 1, 0, 0],
		[1 - share, share, 0, 0],
	];
};

export const translation = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** Three joints under an armature that scales by 0.01 and stands on its side, as common exporters write it; bound upright
 * and straight, resting bent. It may be mirrored above the joints, and from the elbow on. */
function arm(context, name, at, { above = [1, 1, 1], inside = [1, 1, 1] } = {}) {
	const { document, scene, accessor } = context;
	const armature = document
		.createNode(`${name} armature`)
		.setScale(above.map((sign) => 0.01 * sign))
		.setRotation(turn([1, 0, 0], -Math.PI / 2))
		.setTranslation(at);
	const shoulder = document
		.createNode(`${name} shoulder`)
		.setTranslation([0, 0, 20])
		.setRotation(turn([0, 0, 1], 0.3));
	const elbow = document
		.createNode(`${name} elbow`)
		.setTranslation([0, 0, 60])
		.setRotation(turn([0.6, 0.8, 0], 0.7))
		.setScale(inside);
	const hand = document
		.createNode(`${name} hand`)
		.setTranslation([0, 0, 50])
		.setRotation(turn([1, 0, 0], -0.4));
	scene.addChild(armature.addChild(shoulder.addChild(elbow.addChild(hand))));
	// Bound in metres: the joints stood upright at 0, 1 and 2.
	const skin = document
		.createSkin(name)
		.addJoint(shoulder)
		.addJoint(elbow)
		.addJoint(hand)
		.setInverseBindMatrices(
			accessor(
				// What is mirrored from the elbow on was so when it was bound.
				[0, 1, 2].flatMap((y) => scaled(y === 0 ? [100, 100, 100] : inside.map((s) => s * 100), translation(0, -y, 0))),
				"MAT4",
			),
		);
	return { armature, shoulder, elbow, hand, skin };
}

/** A matrix that scales after another: joints live in centimetres, vertices in metres. */
export function scaled(factors, matrix) {
	return matrix.map((value, index) => (index % 4 === 3 ? value : value * factors[index % 4]));
}

function wave(context, joints, walk = context.document.createAnimation("Walk")) {
	const { animate } = context;
	const keys = [0, 0.4, 0.9, 1.5];
	animate(
		walk,
		joints.shoulder,
		"rotation",
		keys,
		keys.map((t) => turn([0, 0, 1], 0.3 + t)),
	);
	animate(
		walk,
		joints.shoulder,
		"translation",
		keys,
		keys.map((t) => [10 * t, 0, 20 + 15 * t]),
	);
	animate(
		walk,
		joints.elbow,
		"rotation",
		keys,
		keys.map((t) => turn([0.6, 0.8, 0], 0.7 - 1.5 * t)),
	);
	animate(
		walk,
		joints.hand,
		"rotation",
		keys,
		keys.map((t) => turn([1, 0, 0], -0.4 + 2 * t)),
	);
	return walk;
}

function skinned() {
	const context = start("Skinned");
	const joints = arm(context, "Arm", [0.5, 0.25, -1]);
	const mesh = context.document
		.createMesh("Sleeve")
		.addPrimitive(tube(context, { from: 0, to: 2, rings: 8, radius: 0.2, jointAt: alongThree }));
	context.scene.addChild(context.document.createNode("Sleeve node").setMesh(mesh).setSkin(joints.skin));
	wave(context, joints);
	return context.document;
}

/** Two arms, the second with two meshes on skins of their own that share its joints, and a rigid sword in its hand. */
function twoSkins() {
	const context = start("Two skins");
	const { document, scene, accessor } = context;
	const left = arm(context, "Left", [-1, 0, 0]);
	const right = arm(context, "Right", [1, 0, 0.5]);
	const add = (name, skin, options) => {
		const mesh = document
			.createMesh(name)
			.addPrimitive(tube(context, { from: 0, to: 2, jointAt: alongThree, ...options }));
		scene.addChild(document.createNode(`${name} node`).setMesh(mesh).setSkin(skin));
	};
	add("Left sleeve", left.skin, { rings: 5, radius: 0.2 });
	add("Right sleeve", right.skin, { rings: 6, radius: 0.15 });
	// The same joints in another order, bound half a metre higher.
	const band = document
		.createSkin("Band")
		.addJoint(right.hand)
		.addJoint(right.elbow)
		.addJoint(right.shoulder)
		.setInverseBindMatrices(
			accessor(
				[2, 1, 0].flatMap((y) => scaled([100, 100, 100], translation(0, -y - 0.5, 0))),
				"MAT4",
			),
		);
	add("Right band", band, { rings: 3, radius: 0.3 });
	const sword = document
		.createMesh("Sword")
		.addPrimitive(tube(context, { from: 0, to: 80, rings: 2, radius: 3, sides: 4 }));
	right.hand.addChild(
		document
			.createNode("Sword node")
			.setMesh(sword)
			.setTranslation([0, 0, 10])
			.setRotation(turn([1, 0, 0], 0.8))
			.setScale([1, 1, 2]),
	);
	const walk = wave(context, left);
	const keys = [0, 0.7, 1.5];
	context.animate(
		walk,
		right.elbow,
		"rotation",
		keys,
		keys.map((t) => turn([0, 1, 0], 2 * t)),
	);
	return document;
}

const MIRRORS = { one: [-1, 1, 1], two: [1, -1, -1], three: [-1, -1, -1] };

/** Arms that are mirrored along one, two and three axes, above and inside the skeleton, each with a sword in its hand. */
function mirroredSkins() {
	const context = start("Mirrored skins");
	const { document, scene } = context;
	const walk = document.createAnimation("Walk");
	const sword = document
		.createMesh("Sword")
		.addPrimitive(tube(context, { from: 0, to: 80, rings: 2, radius: 3, sides: 4 }));
	const kinds = Object.entries(MIRRORS).flatMap(([name, signs]) => [
		[`above ${name}`, { above: signs }],
		[`inside ${name}`, { inside: signs }],
		[`both ${name}`, { above: signs, inside: [1, 1, -1] }],
	]);
	kinds.forEach(([name, mirror], index) => {
		const joints = arm(context, name, [index, 0, 0.1 * index], mirror);
		const mesh = document
			.createMesh(`${name} sleeve`)
			.addPrimitive(tube(context, { from: 0, to: 2, rings: 4 + index, radius: 0.2, jointAt: alongThree }));
		scene.addChild(document.createNode(`${name} sleeve node`).setMesh(mesh).setSkin(joints.skin));
		joints.hand.addChild(
			document
				.createNode(`${name} sword`)
				.setMesh(sword)
				.setTranslation([0, 0, 10])
				.setRotation(turn([1, 0, 0], 0.8))
				.setScale([1, 1, 2]),
		);
		wave(context, joints, walk);
	});
	return document;
}

/**
 * An arm that was not mirrored when it was bound and is from the elbow on, at rest. Bones cannot be at both ends of a
 * crease, so each ring follows one joint.
 */
function mirroredSinceBinding() {
	const context = start("Mirrored since binding");
	const { document, scene } = context;
	const joints = arm(context, "Arm", [0, 0, 0]);
	joints.elbow.setScale([1, -1, 1]);
	const jointAt = (t) => [
		[t < 0.3 ? 0 : t < 0.7 ? 1 : 2, 0, 0, 0],
		[1, 0, 0, 0],
	];
	for (const [from, to] of [
		[0, 0.5],
		[0.7, 2],
	]) {
		const primitive = tube(context, {
			from,
			to,
			rings: 4,
			radius: 0.2,
			jointAt: (t) => jointAt(from / 2 + (t * (to - from)) / 2),
		});
		const mesh = document.createMesh(`Sleeve ${from}`).addPrimitive(primitive);
		scene.addChild(document.createNode(`Sleeve ${from} node`).setMesh(mesh).setSkin(joints.skin));
	}
	wave(context, joints);
	return document;
}

/** Mirrors among nodes that move as a whole, and one that appears while they do. */
function mirroredNodes() {
	const context = start("Mirrored nodes");
	const { document, scene, animate } = context;
	const walk = document.createAnimation("Walk");
	const keys = [0, 0.5, 1.5];
	const part = (parent, name, length, signs) => {
		const mesh = document
			.createMesh(`${name} mesh`)
			.addPrimitive(tube(context, { from: 0, to: length, rings: 2, radius: 0.2 }));
		const node = document
			.createNode(name)
			.setMesh(mesh)
			.setTranslation([0.3, 1, 0.2])
			.setRotation(turn([0.6, 0, 0.8], 0.4))
			.setScale(signs.map((sign) => sign * 1.25));
		parent.addChild(node);
		animate(
			walk,
			node,
			"rotation",
			keys,
			keys.map((t) => turn([0.6, 0, 0.8], 0.4 + t)),
		);
		animate(
			walk,
			node,
			"translation",
			keys,
			keys.map((t) => [0.3 + t, 1, 0.2 - 0.5 * t]),
		);
		return node;
	};
	for (const [name, signs] of Object.entries(MIRRORS)) {
		const group = document.createNode(`${name} group`).setTranslation([0, 0, 2]).setScale(signs);
		scene.addChild(group);
		const low = part(group, `${name} low`, 1, [1, 1, 1]);
		const middle = part(low, `${name} middle`, 1.1, signs);
		part(middle, `${name} high`, 1.2, [1, -1, 1]);
	}
	// Flips over onto its other side at once: half a turn.
	const flipped = document
		.createNode("Flipped")
		.setMesh(
			document.createMesh("Flipped mesh").addPrimitive(tube(context, { from: 0, to: 1, rings: 1, radius: 0.4 })),
		);
	scene.addChild(flipped);
	animate(
		walk,
		flipped,
		"scale",
		[0, 0.5],
		[
			[1, 1, 1],
			[-1, 1, -1],
		],
		"STEP",
	);
	return document;
}

/** Nodes that move as a whole: a crane whose parts hang on each other, and a wheel that changes its size. */
function nodeAnimated() {
	const context = start("Crane");
	const { document, scene, animate } = context;
	const part = (name, parent, options) => {
		const node = document.createNode(name);
		if (options.tube) node.setMesh(document.createMesh(`${name} mesh`).addPrimitive(tube(context, options.tube)));
		if (options.translation) node.setTranslation(options.translation);
		if (options.rotation) node.setRotation(options.rotation);
		if (options.scale) node.setScale(options.scale);
		parent.addChild(node);
		return node;
	};
	part("Floor", scene, { tube: { from: -0.1, to: 0, rings: 1, radius: 4 }, rotation: turn([0, 1, 0], 0.2) });
	const base = part("Base", scene, { translation: [0, 0.5, 0] });
	const mast = part("Mast", base, {
		tube: { from: 0, to: 3, rings: 2, radius: 0.3 },
		rotation: turn([0, 1, 0], 0.4),
		scale: [1.5, 1.5, 1.5],
	});
	// A node between that stands still, and one without a mesh that moves.
	const boom = part("Boom pivot", part("Spacer", mast, { translation: [0, 2.8, 0] }), {
		rotation: turn([0, 0, 1], 0.3),
	});
	part("Boom", boom, { tube: { from: 0, to: 2, rings: 2, radius: 0.2 }, rotation: turn([0, 0, 1], -1.2) });
	const hook = part("Hook", boom, {
		tube: { from: -0.5, to: 0, rings: 1, radius: 0.1 },
		translation: [1.8, 0.7, 0],
	});
	const wheel = part("Wheel", base, { tube: { from: 0.1, to: 0.6, rings: 1, radius: 0.4 }, translation: [2, 0, 0] });
	const walk = document.createAnimation("Walk");
	const keys = [0, 0.5, 1.5];
	animate(
		walk,
		base,
		"translation",
		keys,
		keys.map((t) => [t, 0.5, 2 * t]),
	);
	animate(
		walk,
		mast,
		"rotation",
		keys,
		keys.map((t) => turn([0, 1, 0], 0.4 + t)),
	);
	animate(
		walk,
		boom,
		"rotation",
		keys,
		keys.map((t) => turn([0, 0, 1], 0.3 + 0.5 * t)),
	);
	animate(
		walk,
		hook,
		"translation",
		keys,
		keys.map((t) => [1.8, 0.7 - t, 0]),
	);
	animate(
		walk,
		wheel,
		"rotation",
		keys,
		keys.map((t) => turn([0, 1, 0], 3 * t)),
	);
	animate(
		walk,
		wheel,
		"scale",
		keys,
		keys.map((t) => [1 + t, 1 + 0.5 * t, 1 + t]),
	);
	return document;
}

/** A toy that pops up: parts that stand askew and parts that move hang on a node that grows; one is stretched, with one upright on it. */
function scaledNodes() {
	const context = start("Toy");
	const { document, scene, animate } = context;
	const part = (parent, name, length, at, rotation = [0, 0, 0, 1]) => {
		const primitive = tube(context, { from: 0.2, to: length, rings: 2, radius: 0.3 });
		const node = document
			.createNode(name)
			.setMesh(document.createMesh(`${name} mesh`).addPrimitive(primitive))
			.setTranslation(at)
			.setRotation(rotation);
		parent.addChild(node);
		return node;
	};
	const body = part(scene, "Body", 1, [1, 0, 0.5], turn([0, 1, 0], 0.4));
	part(body, "Ear", 0.5, [0, 1, 0.3], turn([0.6, 0.8, 0], 0.9));
	const arm = part(body, "Arm", 1.1, [0.4, 0.8, 0], turn([0, 0, 1], -1.1));
	part(arm, "Hand", 0.6, [0, 1.1, 0], turn([1, 0, 0], 0.7));
	const spring = part(scene, "Spring", 1.2, [-2, 0, 0]);
	const lid = part(spring, "Lid", 0.7, [0, 1.2, 0]);
	const walk = document.createAnimation("Walk");
	const keys = [0, 0.5, 1.5];
	animate(
		walk,
		body,
		"scale",
		keys,
		[0.25, 1.5, 0.5].map((size) => [size, size, size]),
	);
	animate(
		walk,
		arm,
		"rotation",
		keys,
		keys.map((t) => turn([0, 0, 1], t - 1.1)),
	);
	animate(
		walk,
		spring,
		"scale",
		keys,
		keys.map((t) => [1 + t, 1 - 0.5 * t, 1]),
	);
	animate(
		walk,
		lid,
		"translation",
		keys,
		keys.map((t) => [0, 1.2 + t, t]),
	);
	return document;
}

/** Nothing that moves: nodes that turn and scale meshes, one of them drawn three times. */
function still() {
	const context = start("Still");
	const { document, scene } = context;
	const mesh = document.createMesh("Post").addPrimitive(tube(context, { from: 0, to: 2, rings: 3, radius: 0.5 }));
	const group = document
		.createNode("Group")
		.setTranslation([3, 0, -2])
		.setRotation(turn([0, 1, 0], 1))
		.setScale([2, 2, 2]);
	scene.addChild(group);
	group.addChild(document.createNode("Post A").setMesh(mesh).setTranslation([1, 0, 0]));
	group.addChild(
		document
			.createNode("Post B")
			.setMesh(mesh)
			.setTranslation([-1, 0, 0])
			.setRotation(turn([0, 0, 1], 0.5)),
	);
	scene.addChild(
		document
			.createNode("Post C")
			.setMesh(mesh)
			.setScale([1, 0.5, 3])
			.setRotation(turn([1, 0, 0], 0.3)),
	);
	return document;
}

/** An arm and rigid parts whose tracks hold, go straight and curve. */
function interpolations() {
	const context = start("Interpolations");
	const { document, scene, animate } = context;
	const joints = arm(context, "Arm", [0, 0, 0]);
	const mesh = document
		.createMesh("Sleeve")
		.addPrimitive(tube(context, { from: 0, to: 2, rings: 6, radius: 0.2, jointAt: alongThree }));
	scene.addChild(document.createNode("Sleeve node").setMesh(mesh).setSkin(joints.skin));
	const walk = document.createAnimation("Walk");
	const keys = [0, 0.4, 0.9, 1.5];
	const spline = (values, tangent) => values.flatMap((value) => [tangent, value, tangent]);
	const move = (node, name, size) => {
		const places = keys.map((t) => [size * t, size * (1 - t * t), 0.3 * size]);
		const turns = keys.map((t) => turn([0.6, 0, 0.8], 0.4 + 1.3 * t));
		const isCurved = name === "CUBICSPLINE";
		animate(walk, node, "translation", keys, isCurved ? spline(places, [size, -size, 0.5 * size]) : places, name);
		animate(walk, node, "rotation", keys, isCurved ? spline(turns, [0.4, 0.3, -0.2, 0.1]) : turns, name);
	};
	move(joints.shoulder, "STEP", 20);
	move(joints.elbow, "LINEAR", 30);
	move(joints.hand, "CUBICSPLINE", 25);
	["STEP", "LINEAR", "CUBICSPLINE"].forEach((name, index) => {
		const post = document
			.createMesh(`${name} mesh`)
			.addPrimitive(tube(context, { from: 0, to: 1, rings: 1 + index, radius: 0.2 }));
		const node = document.createNode(name).setMesh(post);
		scene.addChild(node);
		move(node, name, 1);
	});
	return document;
}

/** One mesh drawn by many nodes, some of them mirrored, under one that is mirrored itself and may move. */
function forest(moves) {
	const context = start("Forest");
	const { document, scene, animate } = context;
	const mesh = document.createMesh("Tree").addPrimitive(tube(context, { from: 0, to: 2, rings: 2, radius: 0.3 }));
	const ground = document.createNode("Ground").setScale([1, 1, -1]);
	scene.addChild(ground);
	for (let tree = 0; tree < 12; tree++) {
		ground.addChild(
			document
				.createNode(`Tree ${tree}`)
				.setMesh(mesh)
				.setTranslation([tree % 4, 0, Math.floor(tree / 4)])
				.setRotation(turn([0, 0.6, 0.8], 0.4 * tree))
				.setScale([tree % 3 === 2 ? -0.5 : 0.5, 0.5, 0.5]),
		);
	}
	if (moves) {
		const walk = document.createAnimation("Walk");
		animate(
			walk,
			ground,
			"rotation",
			[0, 1.5],
			[0, 1].map((angle) => turn([0, 1, 0], angle)),
		);
	}
	return document;
}

/** A GLB as gltfpack writes it. */
export async function pack(input, options) {
	const files = { "in.glb": input };
	await runGltfpack(["-i", "in.glb", "-o", "out.glb", ...options], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files["out.glb"];
}

export const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

/** When vertices are compared, in seconds; the animations last 1.5. */
const TIMES = [0.2, 0.75, 1.3];

async function read(io, glb) {
	const { json, binary } = splitGlb(glb);
	const isKhr = (json.extensionsUsed ?? []).includes("KHR_meshopt_compression");
	return io.readBinary(isKhr ? joinGlb(...decodeViews(json, binary, MeshoptDecoder)) : glb);
}

async function describe(io, name, glb) {
	const document = await read(io, glb);
	const animation = document.getRoot().listAnimations()[0];
	const moments = [skinVertices(document, undefined, 0)];
	if (animation) for (const time of TIMES) moments.push(skinVertices(document, animation, time));
	const encode = (part) =>
		moments[0].map((_, index) => moments.map((moment) => base64(new Float32Array(moment[index][part]))));
	return {
		name,
		glb: base64(glb),
		clip: animation?.getName(),
		times: animation ? TIMES : [],
		/** For each primitive its vertices at rest, then at each time, and so its normals; its triangles at rest. */
		primitives: encode("points"),
		normals: encode("normals"),
		triangles: moments[0].map(({ triangles }) => base64(new Uint32Array(triangles))),
	};
}

export async function generate(folder) {
	await MeshoptDecoder.ready;
	const io = createIO();
	const plain = {
		skinned: await io.writeBinary(skinned()),
		"two skins": await io.writeBinary(twoSkins()),
		"node-animated": await io.writeBinary(nodeAnimated()),
		"without a skin": await io.writeBinary(still()),
		"mirrored skins": await io.writeBinary(mirroredSkins()),
		"mirrored since binding": await io.writeBinary(mirroredSinceBinding()),
		"mirrored nodes": await io.writeBinary(mirroredNodes()),
	};
	const fixtures = [];
	for (const [name, glb] of Object.entries(plain)) {
		fixtures.push(await describe(io, name, glb));
		for (const options of [["-c"], ["-c", "-ce", "khr"], ["-cc"], ["-noq"]]) {
			// Key frames stay exact enough to compare: positions of animation tracks are not quantised below a millimetre.
			const packed = await pack(glb, [...options, "-at", "24", "-ar", "16", "-as", "24"]);
			fixtures.push(await describe(io, `${name}, gltfpack ${options.join(" ")}`, packed));
		}
	}
	fixtures.push(await describe(io, "scaled nodes", await io.writeBinary(scaledNodes())));
	fixtures.push(await describe(io, "interpolations", await io.writeBinary(interpolations())));
	fixtures.push(await describe(io, "forest that moves", await io.writeBinary(forest(true))));
	const trees = await io.writeBinary(forest(false));
	fixtures.push(await describe(io, "forest", trees));
	for (const options of [["-mi"], ["-mi", "-c"]]) {
		const packed = await pack(trees, options);
		if (!splitGlb(packed).json.extensionsUsed.includes("EXT_mesh_gpu_instancing")) throw new Error("no instances");
		fixtures.push(await describe(io, `forest, gltfpack ${options.join(" ")}`, packed));
	}
	for (const make of [skinned, still, nodeAnimated]) {
		const document = make();
		await document.transform(quantize());
		fixtures.push(await describe(io, `${make.name}, quantised`, await io.writeBinary(document)));
	}
	writeFileSync(join(folder, "imports.json"), JSON.stringify(fixtures));
}
