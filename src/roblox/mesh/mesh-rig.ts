import { RIGID_STRIDE } from "../../scene/rigid-pose";
import { SceneMesh } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";
import { rigidCFrame } from "../rig/rigid-cframe";
import { restOf } from "../../scene/rest";

/** The joints that become bones of a mesh's parts. */
export interface MeshRig {
	skeleton: Skeleton;
	/** Rising, so that parents come first. Every joint's ancestors are included. */
	joints: Array<number>;
	/** The transform of each joint when the mesh was bound, in the space of its vertices. */
	bindOf: Map<number, CFrame>;
}

/**
 * Returns the joints that a skinned mesh needs: those that its vertices follow, those of `extra`, and their ancestors.
 * Undefined for a mesh that is not skinned.
 */
export function meshRig(
	mesh: SceneMesh,
	used: ReadonlySet<number>,
	extra: ReadonlyArray<number> = [],
): MeshRig | undefined {
	const { skeleton, bind } = mesh;
	if (!skeleton || !mesh.joints || !mesh.weights) return undefined;
	const bones = mesh.bones ?? skeleton.joints.map((_, index) => index);
	const needed = new Set<number>();
	for (const bone of [...bones.filter((joint) => used.has(joint)), ...extra]) {
		let joint = bone;
		while (joint >= 0 && !needed.has(joint)) {
			needed.add(joint);
			joint = skeleton.joints[joint].parent;
		}
	}
	const rest = restOf(skeleton).inWorld;
	const joints = new Array<number>();
	const bindOf = new Map<number, CFrame>();
	skeleton.joints.forEach((_, joint) => {
		if (!needed.has(joint)) return;
		joints.push(joint);
		bindOf.set(joint, rigidCFrame(rest, joint * RIGID_STRIDE));
	});
	if (bind) bones.forEach((joint, index) => bindOf.set(joint, rigidCFrame(bind, index * RIGID_STRIDE)));
	return { skeleton, joints, bindOf };
}
