import { Budget } from "../../bytes/budget";
import { Skeleton } from "../../scene/skeleton";
import { MrnSkeletonMap } from "./skeleton-map";

/** Returns whether a list has a joint of the skeleton for each bone, and none twice. */
export function mapsBones(joints: ReadonlyArray<number>, boneCount: number, skeleton: Skeleton): boolean {
	if (joints.size() !== boneCount) return false;
	const taken = new Set<number>();
	for (const joint of joints) {
		if (skeleton.joints[joint] === undefined || taken.has(joint)) return false;
		taken.add(joint);
	}
	return true;
}

/**
 * Returns the skeleton's joint for each bone of an animation, by the first skeleton map that fits both; undefined if
 * none does, or if the animation has a bone for each joint.
 */
export function mappingFor(
	boneCount: number,
	skeleton: Skeleton,
	maps: ReadonlyArray<MrnSkeletonMap>,
	budget: Budget,
): Array<number> | undefined {
	const count = skeleton.joints.size();
	if (boneCount === count) return undefined;
	const found = maps.find((map) => {
		budget.step(1 + map.indices.size(), "mrn");
		const isFor = map.boneCount === 0 || map.boneCount === count || map.boneCount === boneCount;
		return isFor && mapsBones(map.indices, boneCount, skeleton);
	});
	return found?.indices;
}
