import { SceneMesh } from "../../scene/scene";
import { Skeleton } from "../../scene/skeleton";

/** The joints that become bones of a mesh's parts. */
export interface MeshRig {
	skeleton: Skeleton;
	/** Rising, so that parents come first; with every joint all those above it. */
	joints: Array<number>;
}

/** The joints that a skinned mesh needs; nothing for a mesh that is not skinned. */
export function meshRig(mesh: SceneMesh): MeshRig | undefined {
	const { skeleton, bones } = mesh;
	if (!skeleton || !mesh.joints || !mesh.weights) return undefined;
	if (!bones) return { skeleton, joints: skeleton.joints.map((_, index) => index) };
	const needed = new Set<number>();
	for (const bone of bones) {
		let joint = bone;
		while (joint >= 0 && !needed.has(joint)) {
			needed.add(joint);
			joint = skeleton.joints[joint].parent;
		}
	}
	const joints = new Array<number>();
	skeleton.joints.forEach((_, index) => {
		if (needed.has(index)) joints.push(index);
	});
	return { skeleton, joints };
}
