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

const turn = (axis, angle) => [...axis.map((c) => c * Math.sin(angle / 2)), Math.cos(angle / 2)];

function start(name) {
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
function tube(context, { from, to, rings, radius, sides = 8, jointAt }) {
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

const translation = (x, y, z) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];

/** Three joints under an armature that scales by 0.01 and stands on its side, as common exporters write it; bound upright
 * and straight, resting bent. */
function arm(context, name, at) {
	const { document, scene, accessor } = context;
	const armature = document
		.createNode(`${name} armature`)
		.setScale([0.01, 0.01, 0.01])
		.setRotation(turn([1, 0, 0], -Math.PI / 2))
		.setTranslation(at);
	const shoulder = document
		.createNode(`${name} shoulder`)
		.setTranslation([0, 0, 20])
		.setRotation(turn([0, 0, 1], 0.3));
	const elbow = document
		.createNode(`${name} elbow`)
		.setTranslation([0, 0, 60])
		.setRotation(turn([0.6, 0.8, 0], 0.7));
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
				[0, 1, 2].flatMap((y) => scaled(100, translation(0, -y, 0))),
				"MAT4",
			),
		);
	return { armature, shoulder, elbow, hand, skin };
}

/** A matrix that scales after another: joints live in centimetres, vertices in metres. */
function scaled(factor, matrix) {
	return matrix.map((value, index) => (index % 4 === 3 ? value : value * factor));
}

function wave(context, joints, name = "Walk") {
	const { document, animate } = context;
	const walk = document.createAnimation(name);
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
				[2, 1, 0].flatMap((y) => scaled(100, translation(0, -y - 0.5, 0))),
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

async function pack(input, options) {
	const files = { "in.glb": input };
	await runGltfpack(["-i", "in.glb", "-o", "out.glb", ...options], {
		read: (path) => files[path],
		write: (path, data) => (files[path] = Uint8Array.from(data)),
	});
	return files["out.glb"];
}

const base64 = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");

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
	return {
		name,
		glb: base64(glb),
		clip: animation?.getName(),
		times: animation ? TIMES : [],
		/** For each primitive its vertices at rest, then at each time. */
		primitives: moments[0].map((_, index) => moments.map((moment) => base64(new Float32Array(moment[index])))),
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
	for (const make of [skinned, still, nodeAnimated]) {
		const document = make();
		await document.transform(quantize());
		fixtures.push(await describe(io, `${make.name}, quantised`, await io.writeBinary(document)));
	}
	writeFileSync(join(folder, "imports.json"), JSON.stringify(fixtures));
}
