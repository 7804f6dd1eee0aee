/** GLB files whose morph targets move, and where glTF's specification puts their vertices, worked out here. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createIO } from "./gltf.mjs";
import { base64, start, tube, turn } from "./imports.mjs";
import { sampleWeights, skinVertices } from "./skinning/skin-vertices.mjs";

const TIMES = [0, 0.3, 0.75, 1.2];

/** How far each vertex of a primitive goes, and turns, in each of two targets; the second moves a few vertices only. */
function addTargets(context, primitive, size, { normals = true } = {}) {
	const positions = primitive.getAttribute("POSITION");
	const count = positions.getCount();
	const every = (make) => Array.from({ length: count }, (_, vertex) => make(vertex)).flat();
	const swell = every((v) => [0.3 * Math.cos(v), 0.2 + 0.1 * Math.sin(3 * v), 0.25 * Math.sin(v)]);
	const bump = every((v) => (v % 5 === 2 ? [0.1, 0.4, -0.3] : [0, 0, 0]));
	const lean = every((v) => [0.4 * Math.sin(v), 0.5, 0.3 * Math.cos(2 * v)]);
	const scaled = (values) => values.map((value) => value * size);
	const first = context.document
		.createPrimitiveTarget("Swell")
		.setAttribute("POSITION", context.accessor(scaled(swell), "VEC3"));
	if (normals) first.setAttribute("NORMAL", context.accessor(lean, "VEC3"));
	const second = context.document
		.createPrimitiveTarget("Bump")
		.setAttribute("POSITION", context.accessor(scaled(bump), "VEC3").setSparse(true));
	return primitive.addTarget(first).addTarget(second);
}

function animateWeights(context, animation, node, times, weights, interpolation = "LINEAR") {
	const sampler = context.document
		.createAnimationSampler()
		.setInput(context.accessor(times, "SCALAR"))
		.setOutput(context.accessor(weights.flat(Infinity), "SCALAR"))
		.setInterpolation(interpolation);
	animation
		.addSampler(sampler)
		.addChannel(
			context.document.createAnimationChannel().setTargetNode(node).setTargetPath("weights").setSampler(sampler),
		);
}

const STRAIGHT = [
	[0, 0],
	[1, 0.5],
	[0.25, -1],
];

/** One mesh drawn by three nodes: morphed, stretched, mirrored; morphed from weights of its own; and left alone. */
function still() {
	const context = start("Still");
	const { document, scene } = context;
	const mesh = document
		.createMesh("Blob")
		.addPrimitive(addTargets(context, tube(context, { from: 0, to: 1, rings: 3, radius: 0.4 }), 1))
		.setWeights([0, 0]);
	const stretched = document
		.createNode("Stretched")
		.setMesh(mesh)
		.setTranslation([1, 2, 3])
		.setRotation(turn([0.6, 0, 0.8], 0.7))
		.setScale([2, 0.5, 1.5]);
	const mirrored = document.createNode("Mirrored").setMesh(mesh).setScale([-1, 1, 1.5]).setWeights([0.5, 0.75]);
	const alone = document.createNode("Alone").setMesh(mesh).setTranslation([0, 5, 0]);
	scene.addChild(stretched).addChild(mirrored).addChild(alone);
	const animation = document.createAnimation("Play");
	animateWeights(context, animation, stretched, [0, 0.5, 1.1], STRAIGHT);
	animateWeights(context, animation, mirrored, [0.1, 0.6, 1.2], STRAIGHT, "STEP");
	return document;
}

/** A mesh without normals whose weights go by a cubic spline, on a node that moves. */
function flat() {
	const context = start("Flat");
	const { document, scene, animate } = context;
	const primitive = tube(context, { from: 0, to: 1, rings: 2, radius: 0.4 });
	primitive.setAttribute("NORMAL", null);
	addTargets(context, primitive, 1, { normals: false });
	const node = document.createNode("Facets").setMesh(document.createMesh("Facets").addPrimitive(primitive));
	scene.addChild(node);
	const animation = document.createAnimation("Play");
	animate(
		animation,
		node,
		"translation",
		[0, 1],
		[
			[0, 0, 0],
			[0, 3, 1],
		],
	);
	const keys = STRAIGHT.map((weights) => [[0.5, -1], weights, [2, 0.5]]);
	animateWeights(context, animation, node, [0, 0.5, 1.1], keys, "CUBICSPLINE");
	return document;
}

/** A sleeve on two joints that bend, in centimetres below an armature, and a head that hangs on one: both morph. */
function boned() {
	const context = start("Boned");
	const { document, scene, accessor, animate } = context;
	const armature = document
		.createNode("Armature")
		.setScale([0.01, 0.01, 0.01])
		.setRotation(turn([1, 0, 0], -Math.PI / 2));
	const low = document.createNode("Low").setTranslation([0, 0, 20]);
	const high = document.createNode("High").setTranslation([0, 0, 100]);
	scene.addChild(armature.addChild(low.addChild(high)));
	const inverse = [0, 1].flatMap((y) => [100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, -100 * y, 0, 1]);
	const skin = document
		.createSkin("Skin")
		.addJoint(low)
		.addJoint(high)
		.setInverseBindMatrices(accessor(inverse, "MAT4"));
	const sleeve = tube(context, {
		from: 0,
		to: 2,
		rings: 4,
		radius: 0.3,
		jointAt: (t) => [
			[0, 1, 0, 0],
			[1 - t, t, 0, 0],
		],
	});
	const node = document
		.createNode("Sleeve")
		.setMesh(document.createMesh("Sleeve").addPrimitive(addTargets(context, sleeve, 1)))
		.setSkin(skin);
	scene.addChild(node);
	const head = document
		.createNode("Head")
		.setTranslation([0, 0, 30])
		.setRotation(turn([1, 0, 0], 0.8))
		.setScale([1, 1, 2])
		.setMesh(
			document
				.createMesh("Head")
				.addPrimitive(addTargets(context, tube(context, { from: 0, to: 40, rings: 2, radius: 20 }), 30)),
		);
	high.addChild(head);
	const animation = document.createAnimation("Play");
	animate(
		animation,
		high,
		"rotation",
		[0, 1.2],
		[0, 1].map((t) => turn([0.6, 0.8, 0], t)),
	);
	animateWeights(context, animation, node, [0, 0.5, 1.1], STRAIGHT);
	animateWeights(context, animation, head, [0, 0.6], STRAIGHT.slice(1));
	return document;
}

/** Two primitives that share their vertices: each draws half of them. */
function halves() {
	const context = start("Halves");
	const { document, scene, accessor } = context;
	const whole = addTargets(context, tube(context, { from: 0, to: 1, rings: 4, radius: 0.4 }), 1);
	const indices = Array.from(whole.getIndices().getArray());
	const half = indices.length / 2;
	const mesh = document.createMesh("Halves");
	for (const part of [indices.slice(half), indices.slice(0, half)]) {
		mesh.addPrimitive(whole.clone().setIndices(accessor(part, "SCALAR", Uint16Array)));
	}
	const node = document.createNode("Halves").setMesh(mesh).setScale([2, 2, 2]);
	scene.addChild(node);
	animateWeights(context, document.createAnimation("Play"), node, [0, 0.5, 1.1], STRAIGHT);
	return document;
}

const elements = (accessor) =>
	Array.from({ length: accessor.getCount() }, (_, index) => Array.from(accessor.getElement(index, [])));

/** Gives every node a mesh of its own, morphed as the animation says, or as the node does, or as its mesh does. */
function bake(document, animation, seconds) {
	for (const node of document.getRoot().listNodes()) {
		const mesh = node.getMesh();
		if (!mesh) continue;
		const channel = animation
			?.listChannels()
			.find((other) => other.getTargetNode() === node && other.getTargetPath() === "weights");
		const own = node.getWeights().length > 0 ? node.getWeights() : mesh.getWeights();
		const baked = document.createMesh(mesh.getName());
		for (const primitive of mesh.listPrimitives()) {
			const targets = primitive.listTargets();
			const weights = channel ? sampleWeights(channel.getSampler(), seconds, targets.length) : own;
			const copy = primitive.clone();
			for (const name of ["POSITION", "NORMAL"]) {
				const base = primitive.getAttribute(name);
				if (!base) continue;
				const values = elements(base);
				targets.forEach((target, index) => {
					const moves = target.getAttribute(name);
					if (!moves) return;
					elements(moves).forEach((move, vertex) =>
						move.forEach((value, axis) => (values[vertex][axis] += value * (weights[index] ?? 0))),
					);
				});
				copy.setAttribute(name, base.clone().setArray(new Float32Array(values.flat())));
			}
			baked.addPrimitive(copy);
		}
		node.setMesh(baked);
	}
}

async function describe(name, build) {
	const io = await createIO();
	const parts = new Map();
	const visit = (seconds) => {
		const document = build();
		const [animation] = seconds === undefined ? [] : document.getRoot().listAnimations();
		bake(document, animation, seconds);
		skinVertices(document, animation, seconds).forEach(({ node, points, normals, triangles }, index) => {
			const same = [...parts.values()].filter((other) => other.name === node.getName()).length;
			const name = node.getName();
			const part = parts.get(index) ?? { name, node: same ? `${name} ${same + 1}` : name, points: [], normals: [] };
			// Vertices that no triangle has are left out, and the others stand as triangles have them.
			const used = [...new Set(triangles)];
			const isAll = used.length * 3 === points.length;
			const shown = (values) => (isAll ? values : used.flatMap((vertex) => values.slice(vertex * 3, vertex * 3 + 3)));
			part.points.push(base64(new Float32Array(shown(points))));
			if (normals) part.normals.push(base64(new Float32Array(shown(normals))));
			parts.set(index, part);
		});
	};
	visit(undefined);
	for (const seconds of TIMES) visit(seconds);
	return { name, glb: base64(await io.writeBinary(build())), times: TIMES, parts: [...parts.values()] };
}

export async function generate(folder) {
	const fixtures = [];
	for (const build of [still, flat, boned, halves]) fixtures.push(await describe(build.name, build));
	writeFileSync(join(folder, "morphs.json"), JSON.stringify(fixtures));
}
