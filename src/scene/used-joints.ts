//!native
//!optimize 2
import { Budget } from "../bytes/budget";
import { Mesh } from "./mesh";

/** Vertices between two pause points. */
const VERTICES_A_STEP = 4096;

/** Returns the joints that a skinned mesh's vertices follow, with any weight. */
export function usedJoints({ joints, weights, vertexCount }: Mesh, budget: Budget, owner: string): Set<number> {
	const used = new Set<number>();
	if (!joints || !weights) return used;
	let last = -1;
	for (const first of $range(0, vertexCount - 1, VERTICES_A_STEP)) {
		const finish = math.min(first + VERTICES_A_STEP, vertexCount) * 4 - 1;
		for (const influence of $range(first * 4, finish)) {
			if (buffer.readf32(weights, influence * 4) === 0) continue;
			const joint = buffer.readu16(joints, influence * 2);
			// Most vertices follow the joint of the previous one.
			if (joint === last) continue;
			last = joint;
			used.add(joint);
		}
		budget.step((finish + 1) / 4 - first, owner);
	}
	return used;
}
