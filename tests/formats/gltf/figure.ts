import { Mesh } from "../../../src/scene/mesh";
import { bytes } from "../../buffers";
import { floats, joined, Parts } from "./documents";

const U8 = 5121;
const F32 = 5126;

/**
 * A skinned triangle, with what `changes` replace.
 * Nodes: 0 Head below 1 Chest below 2 (nothing) below 3 Hips below 4 Armature below 5 Root; 6 Body below Root; 7 Lamp.
 */
export function figureParts(changes: Parts = {}): Parts {
	return {
		buffers: [{ byteLength: 164 }],
		bufferViews: [
			{ buffer: 0, byteLength: 36 },
			{ buffer: 0, byteOffset: 36, byteLength: 12 },
			{ buffer: 0, byteOffset: 48, byteLength: 48 },
			{ buffer: 0, byteOffset: 96, byteLength: 12 },
			{ buffer: 0, byteOffset: 108, byteLength: 36 },
		],
		accessors: [
			{ bufferView: 0, componentType: F32, count: 3, type: "VEC3" },
			{ bufferView: 1, componentType: U8, count: 3, type: "VEC4" },
			{ bufferView: 2, componentType: F32, count: 3, type: "VEC4" },
			{ bufferView: 3, componentType: F32, count: 3, type: "SCALAR" },
			{ bufferView: 4, componentType: F32, count: 3, type: "VEC3" },
		],
		nodes: figureNodes(),
		skins: [{ name: "Rig", joints: [0, 3, 1] }],
		meshes: [
			{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }] },
			{ name: "Rigid", primitives: [{ attributes: { POSITION: 0 } }] },
		],
		...changes,
	};
}

/** The figure's nodes, with more behind them, and more fields for those that there are. */
export function figureNodes(changes: Map<number, Parts> = new Map(), ...more: Array<Parts>): Array<Parts> {
	const nodes: Array<Parts> = [
		{ name: "Head", translation: [0, 1, 0] },
		{ name: "Chest", translation: [0, 2, 0], children: [0] },
		{ children: [1] },
		{ name: "Hips", translation: [0, 3, 0], children: [2] },
		{ name: "Armature", scale: [2, 2, 2], children: [3] },
		{ name: "Root", children: [4, 6] },
		{ name: "Body", mesh: 0, skin: 0 },
		{ name: "Lamp" },
	];
	return [...nodes.map((node, index) => ({ ...node, ...changes.get(index) })), ...more];
}

/** The figure's one buffer: positions (0 0 0), (1 0 0), (0 1 0), joints, weights, key times, values. */
export const FIGURE_DATA = [
	joined(
		floats(0, 0, 0, 1, 0, 0, 0, 1, 0),
		bytes(0, 1, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0),
		floats(0.5, 0.25, 0.25, 0, 1, 0, 0, 0, 1, 0, 0, 0),
		floats(0, 1, 2),
		floats(0, 0, 0, 2, 0, 0, 4, 0, 0),
		buffer.create(20),
	),
];

/** An animation that moves each of `nodes` along X: 0, 2 and 4 at 0, 1 and 2 seconds. */
export function moving(name: string, ...nodes: Array<number>): Parts {
	return {
		name,
		samplers: [{ input: 3, output: 4 }],
		channels: nodes.map((node) => ({ sampler: 0, target: { node, path: "translation" } })),
	};
}

/** The joints of a mesh's vertices, four each. */
export function jointsOf(mesh: Mesh): string {
	const joints = new Array<number>();
	for (const at of $range(0, buffer.len(mesh.joints!) - 2, 2)) joints.push(buffer.readu16(mesh.joints!, at));
	return joints.join(" ");
}
