import { createSkeleton } from "../../scene/create-skeleton";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "../../scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../scene/pose-to-world";
import { Joint, Skeleton } from "../../scene/skeleton";
import { Accessors } from "./accessors";
import { Budget } from "./budget";
import { ComponentType, findNonFinite } from "./convert";
import { GltfNode, GltfSkin } from "./gltf";
import { failAt, indexIn, indicesIn, JsonObject, objectsIn, stringIn } from "./json";
import { invertMatrix, rowsOfMatrix } from "./bind-matrices";

/** About what one joint takes: its pose, its matrices, its table and what refers to it. */
const JOINT_BYTES = 512;

/** Vertices refer to joints by u16. */
const MAX_JOINTS = 65536;

/** A skeleton, and which joint of it each of the file's nodes is. */
export interface NodeSkeleton {
	skeleton: Skeleton;
	joints: Map<number, number>;
}

/** Writes a node's transform into a pose. */
export function writeNodePose(node: GltfNode, pose: buffer, joint: number): void {
	const at = joint * POSE_STRIDE;
	node.translation.forEach((value, index) => buffer.writef32(pose, at + index * 4, value));
	node.rotation.forEach((value, index) => buffer.writef32(pose, at + ROTATION_OFFSET + index * 4, value));
	node.scale.forEach((value, index) => buffer.writef32(pose, at + SCALE_OFFSET + index * 4, value));
}

function isIdentity({ translation, rotation, scale }: GltfNode): boolean {
	return (
		translation.every((value) => value === 0) &&
		scale.every((value) => value === 1) &&
		rotation[0] === 0 &&
		rotation[1] === 0 &&
		rotation[2] === 0
	);
}

/** A skeleton of `members`, whose parents are given as positions in it. */
function skeletonOf(
	name: string,
	nodes: ReadonlyArray<GltfNode>,
	members: ReadonlyArray<number>,
	parents: ReadonlyArray<number>,
	inverseBind: buffer | undefined,
	path: string,
): [NodeSkeleton, Array<number>] {
	const rest = buffer.create(members.size() * POSE_STRIDE);
	const list = members.map((node, index): Joint => {
		writeNodePose(nodes[node], rest, index);
		return { name: nodes[node].name, parent: parents[index] };
	});
	const { skeleton, mapping } = createSkeleton(name, list, { rest, inverseBind, format: "gltf" });
	const world = buffer.create(members.size() * WORLD_STRIDE);
	poseToWorld(skeleton, skeleton.rest, world);
	const joints = new Map<number, number>();
	members.forEach((node, index) => {
		const joint = mapping[index];
		joints.set(node, joint);
		for (const at of $range(joint * WORLD_STRIDE, (joint + 1) * WORLD_STRIDE - 4, 4)) {
			const value = buffer.readf32(world, at);
			if (value - value !== 0) failAt(`the transforms down to node ${node} leave the range of numbers`, path);
		}
	});
	return [{ skeleton, joints }, mapping];
}

/**
 * The nodes that a skin's skeleton needs: its joints in their order, then those above and between them that do
 * something, at rest or in an animation. Gives each one's nearest above it among them too.
 */
function collectMembers(
	nodes: ReadonlyArray<GltfNode>,
	joints: ReadonlyArray<number>,
	animated: ReadonlySet<number>,
	budget: Budget,
	path: string,
): [Array<number>, Array<number>] {
	const members = [...joints];
	const parents = new Array<number>();
	// For every node looked at: the position of the nearest member at or above it, -1 for none.
	const nearest = new Map<number, number>();
	members.forEach((node, index) => nearest.set(node, index));
	let position = 0;
	while (position < members.size()) {
		budget.spend(JOINT_BYTES, path);
		const passed = new Array<number>();
		let above = nodes[members[position]].parent;
		let found = -1;
		while (above >= 0) {
			const known = nearest.get(above);
			if (known !== undefined) {
				found = known;
				break;
			}
			passed.push(above);
			if (animated.has(above) || !isIdentity(nodes[above])) {
				found = members.size();
				members.push(above);
				break;
			}
			above = nodes[above].parent;
		}
		for (const node of passed) nearest.set(node, found);
		parents.push(found);
		position += 1;
	}
	return [members, parents];
}

function readInverseBind(
	json: JsonObject,
	jointCount: number,
	memberCount: number,
	accessors: Accessors,
	path: string,
): buffer {
	const rows = buffer.create(memberCount * WORLD_STRIDE);
	const index = indexIn(json, "inverseBindMatrices", path, accessors.all.size());
	if (index === undefined) {
		// The specification's default: vertices are stored relative to their joints already.
		for (const joint of $range(0, jointCount - 1)) {
			for (const diagonal of $range(0, 2)) buffer.writef32(rows, joint * WORLD_STRIDE + diagonal * 20, 1);
		}
		return rows;
	}
	const { count } = accessors.expect(index, "inverseBindMatrices", ["MAT4"], [ComponentType.F32]);
	if (count < jointCount) failAt(`${count} matrices are too few for ${jointCount} joints`, `accessors[${index}].count`);
	const wrong = rowsOfMatrix(accessors.floats(index), jointCount, rows);
	if (wrong >= 0) failAt(`inverse bind matrix ${wrong} is not affine`, `accessors[${index}]`);
	return rows;
}

/** Reads every skin and makes a skeleton of each. */
export function readSkins(
	root: JsonObject,
	nodes: ReadonlyArray<GltfNode>,
	animated: ReadonlySet<number>,
	accessors: Accessors,
	budget: Budget,
): [Array<GltfSkin>, Array<NodeSkeleton>] {
	const skins = new Array<GltfSkin>();
	const skeletons = new Array<NodeSkeleton>();
	objectsIn(root, "skins").forEach((json, index) => {
		const path = `skins[${index}]`;
		const joints = indicesIn(json, "joints", path, nodes.size());
		if (joints.isEmpty()) failAt("a skin needs joints", `${path}.joints`);
		indexIn(json, "skeleton", path, nodes.size());
		const name = stringIn(json, "name", path) ?? `skin ${index}`;
		const [members, parents] = collectMembers(nodes, joints, animated, budget, path);
		if (members.size() > MAX_JOINTS) failAt(`${members.size()} joints are more than ${MAX_JOINTS}`, `${path}.joints`);
		const inverseBind = readInverseBind(json, joints.size(), members.size(), accessors, path);
		const [made, mapping] = skeletonOf(name, nodes, members, parents, inverseBind, path);
		bindExtraJoints(made.skeleton, mapping, joints.size(), path);
		skins.push({ name, joints, skeleton: index, mapping: joints.map((_, joint) => mapping[joint]) });
		skeletons.push(made);
	});
	return [skins, skeletons];
}

/** Joints that are no joints of the skin have no matrix in the file: they are bound as they rest. */
function bindExtraJoints(skeleton: Skeleton, mapping: ReadonlyArray<number>, jointCount: number, path: string): void {
	const world = buffer.create(mapping.size() * WORLD_STRIDE);
	poseToWorld(skeleton, skeleton.rest, world);
	for (const extra of $range(jointCount, mapping.size() - 1)) {
		const at = mapping[extra] * WORLD_STRIDE;
		invertMatrix(world, at, skeleton.inverseBind!, at);
		if (findNonFinite(skeleton.inverseBind!, at, WORLD_STRIDE / 4) >= 0) {
			failAt(`the inverse of where "${skeleton.joints[mapping[extra]].name}" rests leaves the range of numbers`, path);
		}
	}
}

/** A skeleton of all nodes, for animations of what no skin has. */
export function nodeSkeleton(name: string, nodes: ReadonlyArray<GltfNode>, budget: Budget): NodeSkeleton {
	budget.spend(nodes.size() * JOINT_BYTES, "nodes");
	const [made] = skeletonOf(
		name,
		nodes,
		nodes.map((_, index) => index),
		nodes.map(({ parent }) => parent),
		undefined,
		"nodes",
	);
	return made;
}
