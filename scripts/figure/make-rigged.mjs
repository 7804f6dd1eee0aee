import { Document, NodeIO } from "@gltf-transform/core";
import { packGltf } from "../pack-gltf.mjs";
import { paintFigure } from "./paint.mjs";

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

function addMesh(document, accessor, { name, joints: skeleton, triangles, isTextured }) {
	const indices = new Map(skeleton.map((joint, index) => [joint.name, index]));
	const positions = [];
	const joints = [];
	const weights = [];
	for (const { corners } of triangles) {
		for (const { place, shares } of corners) {
			const carried = [...shares].filter(([, share]) => share > 0).slice(-4);
			const total = carried.reduce((sum, [, share]) => sum + share, 0);
			positions.push(...place);
			for (let slot = 0; slot < 4; slot++) {
				const [joint, share] = carried[slot] ?? [skeleton[0].name, 0];
				joints.push(indices.get(joint));
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
	return document.createMesh(name).addPrimitive(primitive);
}

function addClip(document, accessor, nodes, root, { name, seconds, moments }) {
	const last = moments.length - 1;
	const times = accessor(
		moments.map((_, key) => (key / last) * seconds),
		"SCALAR",
	);
	const animation = document.createAnimation(name);
	const animate = (node, path, values, type) => {
		const sampler = document.createAnimationSampler().setInput(times).setOutput(accessor(values, type));
		animation
			.addSampler(sampler)
			.addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler));
	};
	animate(
		nodes.get(root),
		"translation",
		moments.flatMap(({ hips }) => hips),
		"VEC3",
	);
	for (const [joint] of moments[0].turns) {
		animate(
			nodes.get(joint),
			"rotation",
			moments.flatMap(({ turns }) => turns.get(joint)),
			"VEC4",
		);
	}
}

/**
 * A GLB, compressed by gltfpack, of triangles on a skin of joints, with clips. Joints come parents first, each with its `place`; a
 * clip's moments are evenly spread over its seconds, and each says where the first joint is and how joints are turned. Colours are in
 * vertices, or in a texture.
 */
export async function makeRigged({ name, joints, triangles, clips, isTextured = false }) {
	const document = new Document();
	const buffer = document.createBuffer();
	const accessor = (values, type, array = Float32Array) =>
		document.createAccessor().setType(type).setArray(new array(values)).setBuffer(buffer);
	const scene = document.createScene(name);
	const skin = document.createSkin(name);
	const nodes = new Map();
	const places = new Map(joints.map((joint) => [joint.name, joint.place]));
	for (const joint of joints) {
		const from = places.get(joint.parent) ?? [0, 0, 0];
		const node = document.createNode(joint.name).setTranslation(joint.place.map((value, axis) => value - from[axis]));
		nodes.set(joint.name, node);
		skin.addJoint(node);
		if (joint.parent === undefined) scene.addChild(node);
		else nodes.get(joint.parent).addChild(node);
	}
	const binds = joints.flatMap(({ place: [x, y, z] }) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
	skin.setInverseBindMatrices(accessor(binds, "MAT4"));
	const mesh = addMesh(document, accessor, { name, joints, triangles, isTextured });
	scene.addChild(document.createNode(name).setMesh(mesh).setSkin(skin));
	for (const clip of clips) addClip(document, accessor, nodes, joints[0].name, clip);
	return packGltf(await new NodeIO().writeBinary(document), ["-c", "-kn"]);
}
