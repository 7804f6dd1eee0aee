import { Budget } from "../../bytes/budget";
import { normalise } from "../../rotation/quaternion";
import { GltfNode, GltfScene } from "./gltf";
import {
	arrayIn,
	booleanIn,
	extensionIn,
	failAt,
	indexIn,
	indicesIn,
	JsonObject,
	numbersIn,
	objectsIn,
	stringIn,
} from "./json";
import { lightOf } from "./lights";
import { decompose } from "./matrix";

/** The number of items of each kind that nodes can refer to. */
export interface NodeTargets {
	meshes: number;
	skins: number;
	cameras: number;
	lights: number;
}

/** Rotations whose length is further from 1 than this are not merely rounded. */
const ROTATION_TOLERANCE = 0.1;
const MATRIX_TOLERANCE = 1e-3;

function readTransform(json: JsonObject, node: GltfNode, path: string, budget: Budget): void {
	const matrix = numbersIn(json, "matrix", path, 16);
	const translation = numbersIn(json, "translation", path, 3);
	const rotation = numbersIn(json, "rotation", path, 4);
	const scale = numbersIn(json, "scale", path, 3);
	if (matrix !== undefined) {
		if (translation !== undefined || rotation !== undefined || scale !== undefined) {
			budget.warn("a node has a matrix beside translation, rotation or scale: the matrix is used", path);
		}
		for (const [at, wanted] of [
			[3, 0],
			[7, 0],
			[11, 0],
			[15, 1],
		]) {
			if (math.abs(matrix[at] - wanted) > MATRIX_TOLERANCE) {
				failAt(`${matrix[at]} is not affine; expected ${wanted}`, `${path}.matrix[${at}]`);
			}
		}
		const parts = decompose(matrix);
		node.translation = parts.translation;
		node.rotation = parts.rotation;
		node.scale = parts.scale;
		if (parts.isSheared) budget.warn("a matrix shears, which is left out", path);
		return;
	}
	if (translation !== undefined) node.translation = [translation[0], translation[1], translation[2]];
	if (scale !== undefined) node.scale = [scale[0], scale[1], scale[2]];
	if (rotation !== undefined) {
		const [qx, qy, qz, qw] = [rotation[0], rotation[1], rotation[2], rotation[3]];
		const length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
		if (!(length > 0)) failAt("the rotation has length 0", `${path}.rotation`);
		if (math.abs(length - 1) > ROTATION_TOLERANCE) budget.warn("rotations are scaled to length 1", path);
		const [x, y, z, w] = normalise(qx, qy, qz, qw);
		node.rotation = [x, y, z, w];
	}
}

function readNode(json: JsonObject, index: number, targets: NodeTargets, count: number, budget: Budget): GltfNode {
	const path = `nodes[${index}]`;
	const weights = arrayIn(json, "weights", path);
	const node: GltfNode = {
		name: stringIn(json, "name", path) ?? `node ${index}`,
		parent: -1,
		children: indicesIn(json, "children", path, count),
		translation: [0, 0, 0],
		rotation: [0, 0, 0, 1],
		scale: [1, 1, 1],
		mesh: indexIn(json, "mesh", path, targets.meshes),
		meshes: [],
		skin: indexIn(json, "skin", path, targets.skins),
		camera: indexIn(json, "camera", path, targets.cameras),
		light: lightOf(json, path, targets.lights),
		isHidden: !booleanIn(extensionIn(json, "KHR_node_visibility", path) ?? {}, "visible", path, true),
		weights: weights.isEmpty() ? undefined : numbersIn(json, "weights", path, weights.size()),
	};
	readTransform(json, node, path, budget);
	return node;
}

/** Reads the nodes: a forest, in which no node is its own ancestor or has two parents. */
export function readNodes(root: JsonObject, targets: NodeTargets, budget: Budget): Array<GltfNode> {
	const definitions = objectsIn(root, "nodes");
	const count = definitions.size();
	const nodes = definitions.map((json, index) => readNode(json, index, targets, count, budget));
	nodes.forEach((node, index) => {
		for (const child of node.children) {
			const { parent } = nodes[child];
			if (parent >= 0) failAt(`node ${child} is a child of node ${parent} already`, `nodes[${index}].children`);
			nodes[child].parent = index;
		}
	});
	// With one parent each at most, the nodes that no root reaches are those on cycles and below them.
	const order = new Array<number>();
	nodes.forEach((node, index) => {
		if (node.parent < 0) order.push(index);
	});
	const isReached = new Array<boolean>(count, false);
	let position = 0;
	while (position < order.size()) {
		isReached[order[position]] = true;
		for (const child of nodes[order[position]].children) order.push(child);
		position += 1;
	}
	isReached.forEach((reached, index) => {
		if (!reached) failAt("the node is its own ancestor, or below one that is", `nodes[${index}]`);
	});
	return nodes;
}

/** Reads the scenes. A node that has a parent is drawn below that parent, even if a scene lists it too. */
export function readScenes(root: JsonObject, nodes: Array<GltfNode>, budget: Budget): Array<GltfScene> {
	return objectsIn(root, "scenes").map((json, index) => {
		const path = `scenes[${index}]`;
		const listed = indicesIn(json, "nodes", path, nodes.size());
		const tops = listed.filter((node) => nodes[node].parent < 0);
		if (tops.size() < listed.size()) {
			budget.warn("a scene lists nodes that have a parent: they are drawn below it", path);
		}
		return { name: stringIn(json, "name", path) ?? `scene ${index}`, nodes: tops };
	});
}
