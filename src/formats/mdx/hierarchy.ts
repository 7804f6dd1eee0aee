import { Budget } from "../../bytes/budget";
import { fail } from "../../bytes/fail";
import { Change, changeOf } from "../../scene/axes";
import { convertSkeleton } from "../../scene/convert-scene";
import { createSkeleton } from "../../scene/create-skeleton";
import { createPose, POSE_STRIDE } from "../../scene/pose";
import { Billboard, Detachment, Joint, Skeleton } from "../../scene/skeleton";
import { FORMAT, Vector } from "./fields";
import { MdxFile } from "./file";
import { MdxNode, NodeFlag } from "./nodes";

/**
 * Models are upright on X and Y with Z up. One unit is taken for one stud. Everything here is made in the file's axes
 * and converted last.
 */
export const UPRIGHT: Change = changeOf({ axes: "zUp" }, "readMdx");

/** The objects of a model, and the joints of some of them. */
export interface Hierarchy {
	/** In Dolly's axes. */
	skeleton: Skeleton;
	nodes: Map<number, MdxNode>;
	/** The node of each joint. */
	jointNodes: Array<MdxNode>;
	/** The joint of an object id. */
	jointOf: Map<number, number>;
	/** The joint that moves exactly like a joint: itself, or the nearest above it that moves by itself, or -1. */
	moverOf: Array<number>;
	/** Returns a joint's translation at rest, in the file's axes. */
	restOf: (node: MdxNode) => Vector;
	pivotOf: (objectId: number) => Vector;
}

function allNodes(file: MdxFile): Array<MdxNode> {
	const nodes = new Array<MdxNode>();
	for (const bone of file.bones) nodes.push(bone);
	for (const helper of file.helpers) nodes.push(helper);
	const owners: Array<Array<{ node: MdxNode }>> = [
		file.lights,
		file.attachments,
		file.particleEmitters,
		file.particleEmitters2,
		file.ribbonEmitters,
		file.events,
		file.hitTests,
	];
	for (const list of owners) for (const { node } of list) nodes.push(node);
	return nodes;
}

/** Refuses duplicate ids, missing parents, and objects that are their own ancestors. */
function mapNodes(nodes: ReadonlyArray<MdxNode>): Map<number, MdxNode> {
	const byId = new Map<number, MdxNode>();
	for (const node of nodes) {
		const { name, objectId, offset } = node;
		if (objectId < 0) fail(FORMAT, `object "${name}" has id ${objectId}`, offset);
		const other = byId.get(objectId);
		if (other) fail(FORMAT, `objects "${other.name}" and "${name}" both have id ${objectId}`, offset);
		byId.set(objectId, node);
	}
	// Ids that lead to a root.
	const rooted = new Set<number>();
	for (const node of nodes) {
		const climbed = new Set<number>();
		let current = node;
		while (!rooted.has(current.objectId)) {
			if (climbed.has(current.objectId)) fail(FORMAT, `object "${current.name}" is its own ancestor`, current.offset);
			climbed.add(current.objectId);
			if (current.parentId === -1) break;
			const parent = byId.get(current.parentId);
			if (parent === undefined) {
				fail(FORMAT, `object "${current.name}" has parent ${current.parentId}, which does not exist`, current.offset);
			}
			current = parent;
		}
		for (const id of climbed) rooted.add(id);
	}
	return byId;
}

/** Bits of flags that make an object move unlike its parent. */
const MOVING_FLAGS = 0x7f;

function movesItself({ flags, tracks }: MdxNode): boolean {
	return !tracks.isEmpty() || (flags & MOVING_FLAGS) !== 0;
}

/** Returns bones, helpers and attachments that move, and everything above them, so that no joint lacks its parent. */
function chooseJoints(file: MdxFile, nodes: ReadonlyMap<number, MdxNode>): Array<MdxNode> {
	const chosen = new Set<number>();
	const joints = new Array<MdxNode>();
	function add(first: MdxNode): void {
		let node: MdxNode | undefined = first;
		while (node !== undefined && !chosen.has(node.objectId)) {
			chosen.add(node.objectId);
			joints.push(node);
			node = nodes.get(node.parentId);
		}
	}
	for (const bone of file.bones) add(bone);
	for (const helper of file.helpers) add(helper);
	for (const { node } of file.attachments) if (movesItself(node)) add(node);
	return joints;
}

function billboardOf(flags: number): Billboard | undefined {
	if ((flags & NodeFlag.Billboard) !== 0) return "full";
	if ((flags & NodeFlag.BillboardX) !== 0) return "lockX";
	if ((flags & NodeFlag.BillboardY) !== 0) return "lockY";
	if ((flags & NodeFlag.BillboardZ) !== 0) return "lockZ";
	return undefined;
}

/** Returns the parts of its parent's transform that an object ignores, if any. The parent rests at `origin`. */
function detachmentOf(flags: number, origin: Vector): Detachment | undefined {
	const translation = (flags & NodeFlag.NoTranslation) !== 0;
	const scale = (flags & NodeFlag.NoScale) !== 0;
	const rotation = (flags & NodeFlag.NoRotation) !== 0;
	return translation || scale || rotation ? { translation, scale, rotation, origin } : undefined;
}

/** Warns of wrong counts, which do not affect the model. */
function warnOfCounts(file: MdxFile, nodes: ReadonlyMap<number, MdxNode>, budget: Budget): void {
	const pivotCount = buffer.len(file.pivots).idiv(12);
	let highest = -1;
	for (const [id] of nodes) highest = math.max(highest, id);
	if (file.info && file.info.objectCount !== nodes.size()) {
		budget.warn(`MODL counts ${file.info.objectCount} objects, but the model has ${nodes.size()}`);
	}
	if (highest + 1 > nodes.size()) budget.warn(`object ids go up to ${highest}, but there are ${nodes.size()} objects`);
	if (highest >= pivotCount) {
		budget.warn(`PIVT has ${pivotCount} pivots, but object ids go up to ${highest}: the others are at the origin`);
	}
}

/**
 * Builds the skeleton. A node rotates and scales about its pivot: moved there, rotated, scaled and moved back, then the
 * same for its parent. That is a joint whose rest translation is its pivot minus its parent's.
 */
export function buildHierarchy(file: MdxFile, budget: Budget): Hierarchy {
	const nodes = mapNodes(allNodes(file));
	const joints = chooseJoints(file, nodes);
	warnOfCounts(file, nodes, budget);

	function pivotOf(objectId: number): Vector {
		const at = objectId * 12;
		if (at + 12 > buffer.len(file.pivots)) return [0, 0, 0];
		const { pivots } = file;
		return [buffer.readf32(pivots, at), buffer.readf32(pivots, at + 4), buffer.readf32(pivots, at + 8)];
	}

	function restOf(node: MdxNode): Vector {
		const pivot = pivotOf(node.objectId);
		if (node.parentId < 0) return pivot;
		const parent = pivotOf(node.parentId);
		return [pivot[0] - parent[0], pivot[1] - parent[1], pivot[2] - parent[2]];
	}

	const positions = new Map<number, number>();
	joints.forEach(({ objectId }, index) => positions.set(objectId, index));
	const rest = createPose(joints.size());
	const drafts = joints.map((node, index): Joint => {
		const [x, y, z] = restOf(node);
		buffer.writef32(rest, index * POSE_STRIDE, x);
		buffer.writef32(rest, index * POSE_STRIDE + 4, y);
		buffer.writef32(rest, index * POSE_STRIDE + 8, z);
		return {
			name: node.name,
			parent: positions.get(node.parentId) ?? -1,
			billboard: billboardOf(node.flags),
			detached: node.parentId < 0 ? undefined : detachmentOf(node.flags, pivotOf(node.parentId)),
		};
	});
	const { skeleton, mapping } = createSkeleton(file.info?.name ?? "", drafts, { rest, format: FORMAT });
	const jointNodes = new Array<MdxNode>();
	const jointOf = new Map<number, number>();
	joints.forEach((node, index) => {
		jointNodes[mapping[index]] = node;
		jointOf.set(node.objectId, mapping[index]);
	});
	const moverOf = new Array<number>();
	skeleton.joints.forEach(({ parent }, joint) => {
		moverOf.push(movesItself(jointNodes[joint]) ? joint : parent < 0 ? -1 : moverOf[parent]);
	});
	return { skeleton: convertSkeleton(skeleton, UPRIGHT), nodes, jointNodes, jointOf, moverOf, restOf, pivotOf };
}
