import { Budget } from "../../bytes/budget";
import { createSkeleton } from "../../scene/create-skeleton";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "../../scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../scene/pose-to-world";
import { Joint, Skeleton } from "../../scene/skeleton";
import { GltfNode } from "./gltf";
import { failAt } from "./json";

/** Approximate bytes of a joint: its pose, its matrices, its table and references to it. */
const JOINT_BYTES = 512;

/** Vertices refer to joints by u16. */
const MAX_JOINTS = 65536;

/** The skeleton of a document: the nodes that move something, and the joint of each. */
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

/**
 * Returns the nodes that the skeleton needs: those given, in their order, then those above and between them that do
 * something, at rest or in an animation. Returns the nearest of them above each, too.
 */
function collectMembers(
	nodes: ReadonlyArray<GltfNode>,
	seeds: ReadonlyArray<number>,
	animated: ReadonlySet<number>,
	budget: Budget,
): [Array<number>, Array<number>] {
	const members = [...seeds];
	const parents = new Array<number>();
	// For every visited node: the position of the nearest member at or above it, -1 for none.
	const nearest = new Map<number, number>();
	members.forEach((node, index) => nearest.set(node, index));
	let position = 0;
	while (position < members.size()) {
		budget.spendBytes(JOINT_BYTES, "gltf", `nodes[${members[position]}]`);
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

/**
 * Makes one skeleton of everything that moves in a document: the nodes given, and those above them. It includes skins
 * that share joints, and nodes that animations move beside them, so that an animation is one clip.
 */
export function nodeSkeleton(
	name: string,
	nodes: ReadonlyArray<GltfNode>,
	seeds: ReadonlyArray<number>,
	animated: ReadonlySet<number>,
	budget: Budget,
): NodeSkeleton {
	const [members, parents] = collectMembers(nodes, seeds, animated, budget);
	if (members.size() > MAX_JOINTS) failAt(`${members.size()} joints are more than ${MAX_JOINTS}`, "skins");
	const rest = buffer.create(members.size() * POSE_STRIDE);
	const list = members.map((node, index): Joint => {
		writeNodePose(nodes[node], rest, index);
		return { name: nodes[node].name, parent: parents[index] };
	});
	const { skeleton, mapping } = createSkeleton(name, list, { rest, format: "gltf" });
	const world = buffer.create(members.size() * WORLD_STRIDE);
	poseToWorld(skeleton, skeleton.rest, world);
	const joints = new Map<number, number>();
	members.forEach((node, index) => {
		const joint = mapping[index];
		joints.set(node, joint);
		for (const at of $range(joint * WORLD_STRIDE, (joint + 1) * WORLD_STRIDE - 4, 4)) {
			const value = buffer.readf32(world, at);
			if (value - value !== 0) failAt("the transforms down to here leave the range of numbers", `nodes[${node}]`);
		}
	});
	return { skeleton, joints };
}
