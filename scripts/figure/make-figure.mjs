import { Document, NodeIO } from "@gltf-transform/core";
import { packGltf } from "../pack-gltf.mjs";
import { makeBody } from "./body.mjs";
import { paintFigure } from "./paint.mjs";
import { JOINTS, offsetOf } from "./skeleton.mjs";
import { CYCLE, walkAt } from "./walk.mjs";

/** How many cycles the clip lasts, and how many keys a cycle has. */
export const CYCLES = 4;
const KEYS = 30;

/** Vertex colours of glTF are linear. */
const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Colours as vertices have them, or in a texture. */
function addColors(document, primitive, triangles, isTextured, accessor) {
	const material = document.createMaterial("Cloth").setRoughnessFactor(1).setMetallicFactor(0);
	primitive.setMaterial(material);
	const corners = triangles.flatMap(({ corners, color }) => corners.map(({ place }) => ({ place, color })));
	if (!isTextured) {
		primitive.setAttribute(
			"COLOR_0",
			accessor(
				corners.flatMap(({ color }) => color.map(toLinear)),
				"VEC3",
			),
		);
		return;
	}
	const { png, coordinatesOf } = paintFigure(triangles);
	material.setBaseColorTexture(document.createTexture("Cloth").setImage(png).setMimeType("image/png"));
	const coordinates = corners.flatMap(({ color, place }) => coordinatesOf(color, place));
	primitive.setAttribute("TEXCOORD_0", accessor(coordinates, "VEC2"));
}

function addMesh(document, accessor, isTextured) {
	const indices = new Map(JOINTS.map(({ name }, index) => [name, index]));
	const triangles = makeBody();
	const positions = [];
	const joints = [];
	const weights = [];
	for (const { corners } of triangles) {
		for (const { place, shares } of corners) {
			const carried = [...shares].filter(([, share]) => share > 0).slice(-4);
			const total = carried.reduce((sum, [, share]) => sum + share, 0);
			positions.push(...place);
			for (let slot = 0; slot < 4; slot++) {
				const [name, share] = carried[slot] ?? [JOINTS[0].name, 0];
				joints.push(indices.get(name));
				weights.push(share / total);
			}
		}
	}
	const primitive = document
		.createPrimitive()
		.setAttribute("POSITION", accessor(positions, "VEC3"))
		.setAttribute("JOINTS_0", accessor(joints, "VEC4", Uint8Array))
		.setAttribute("WEIGHTS_0", accessor(weights, "VEC4"));
	addColors(document, primitive, triangles, isTextured, accessor);
	return document.createMesh("Walker").addPrimitive(primitive);
}

function addWalk(document, accessor, nodes) {
	const count = CYCLES * KEYS + 1;
	const moments = Array.from({ length: count }, (_, key) => walkAt(key / KEYS));
	const times = accessor(
		moments.map((_, key) => (key / KEYS) * CYCLE),
		"SCALAR",
	);
	const animation = document.createAnimation("Walk");
	const animate = (node, path, values, type) => {
		const sampler = document.createAnimationSampler().setInput(times).setOutput(accessor(values, type));
		animation
			.addSampler(sampler)
			.addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler));
	};
	animate(
		nodes.get("Hips"),
		"translation",
		moments.flatMap(({ hips }) => hips),
		"VEC3",
	);
	for (const [name] of moments[0].turns) {
		animate(
			nodes.get(name),
			"rotation",
			moments.flatMap(({ turns }) => turns.get(name)),
			"VEC4",
		);
	}
}

/**
 * A GLB, compressed by gltfpack, of a low-poly figure on a skin of 19 joints, with a clip "Walk" that goes ahead. Its colours are in
 * its vertices, or in a texture.
 */
export async function makeFigure({ isTextured = false } = {}) {
	const document = new Document();
	const buffer = document.createBuffer();
	const accessor = (values, type, array = Float32Array) =>
		document.createAccessor().setType(type).setArray(new array(values)).setBuffer(buffer);
	const scene = document.createScene("Walker");
	const skin = document.createSkin("Walker");
	const nodes = new Map();
	for (const joint of JOINTS) {
		const node = document.createNode(joint.name).setTranslation(offsetOf(joint));
		nodes.set(joint.name, node);
		skin.addJoint(node);
		if (joint.parent === undefined) scene.addChild(node);
		else nodes.get(joint.parent).addChild(node);
	}
	const binds = JOINTS.flatMap(({ place: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
	skin.setInverseBindMatrices(accessor(binds, "MAT4"));
	scene.addChild(
		document
			.createNode("Walker")
			.setMesh(addMesh(document, accessor, isTextured))
			.setSkin(skin),
	);
	addWalk(document, accessor, nodes);
	return packGltf(await new NodeIO().writeBinary(document), ["-c", "-kn"]);
}
