//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { Channel } from "../motion/channel";
import { Clip } from "./clip";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { Scene } from "./scene";
import { Skeleton } from "./skeleton";

/** A quarter of the largest f32: transforms are also subtracted from each other, and turned. */
export const FARTHEST = 8.5e37;

/** How much longer a vector can be than its largest number. */
const DIAGONAL = math.sqrt(3);

/** The max of a skeleton at rest: its longest translation, its largest scale, at least 1, and its depth. */
interface Rest {
	translation: number;
	scale: number;
	depth: number;
}

function largestAt(pose: buffer, at: number): number {
	return math.max(
		math.abs(buffer.readf32(pose, at)),
		math.abs(buffer.readf32(pose, at + 4)),
		math.abs(buffer.readf32(pose, at + 8)),
	);
}

/** Returns the distance of a joint at rest from its parent, or from its parent's rest position. */
function restingAt({ joints }: Skeleton, pose: buffer, joint: number): number {
	const detached = joints[joint].detached;
	const origin = detached ? math.max(...detached.origin.map((value) => math.abs(value))) : 0;
	return largestAt(pose, joint * POSE_STRIDE) + origin;
}

function restOf(skeleton: Skeleton): Rest {
	const rest = { translation: 0, scale: 1, depth: 0 };
	const depths = new Array<number>();
	skeleton.joints.forEach(({ parent }, joint) => {
		depths[joint] = (parent < 0 ? 0 : depths[parent]) + 1;
		rest.depth = math.max(rest.depth, depths[joint]);
		rest.translation = math.max(rest.translation, restingAt(skeleton, skeleton.rest, joint));
		rest.scale = math.max(rest.scale, largestAt(skeleton.rest, joint * POSE_STRIDE + SCALE_OFFSET));
	});
	return rest;
}

function reachOf(channel: Channel | undefined, budget: Budget): number {
	return channel?.reach?.(budget) ?? 0;
}

/** Returns whether joints within these limits can leave the range of numbers at all. */
function mayLeave({ translation, scale, depth }: Rest): boolean {
	// Written so that NaN may, too.
	return !(translation * DIAGONAL * depth * scale ** depth <= FARTHEST);
}

/** Adds up, joint by joint, how far each can reach. Refuses the first that can leave the range of numbers. */
function walk(
	skeleton: Skeleton,
	clip: Clip | undefined,
	budget: Budget,
	format: string,
	place?: number | string,
): void {
	const count = skeleton.joints.size();
	const { rest } = skeleton;
	const distances = new Array<number>(count, 0);
	const scales = new Array<number>(count, 1);
	for (const joint of $range(0, count - 1)) {
		distances[joint] = restingAt(skeleton, rest, joint);
		scales[joint] = largestAt(rest, joint * POSE_STRIDE + SCALE_OFFSET);
	}
	for (const { joint, translation, scale } of clip?.tracks ?? []) {
		distances[joint] += reachOf(translation, budget);
		if (scale) scales[joint] = math.max(scales[joint], reachOf(scale, budget));
	}
	for (const joint of $range(0, count - 1)) {
		const { name, parent } = skeleton.joints[joint];
		distances[joint] *= DIAGONAL;
		if (parent >= 0) {
			distances[joint] = distances[parent] + scales[parent] * distances[joint];
			scales[joint] *= scales[parent];
		}
		if (!(distances[joint] <= FARTHEST && scales[joint] <= FARTHEST)) {
			const when = clip ? `in clip "${clip.name}"` : "at rest";
			fail(format, `joint "${name}" of "${skeleton.name}" can leave the range of numbers ${when}`, place);
		}
	}
}

/**
 * Refuses joints whose positions can leave the range of numbers, at rest or in a clip: finite translations and scales
 * multiply down the chain. `place` is their location in the file, if known.
 */
export function checkReach({ skeletons, clips }: Scene, budget: Budget, format: string, place?: number | string): void {
	const rests = new Map<Skeleton, Rest>();
	const known = (skeleton: Skeleton): Rest => {
		const before = rests.get(skeleton);
		if (before !== undefined) return before;
		budget.step(skeleton.joints.size(), format, place);
		const rest = restOf(skeleton);
		if (mayLeave(rest)) walk(skeleton, undefined, budget, format, place);
		rests.set(skeleton, rest);
		return rest;
	};
	for (const skeleton of skeletons) known(skeleton);
	for (const clip of clips) {
		const rest = known(clip.skeleton);
		budget.step(clip.tracks.size(), format, place);
		let translation = 0;
		let scale = rest.scale;
		for (const track of clip.tracks) {
			translation = math.max(translation, reachOf(track.translation, budget));
			scale = math.max(scale, reachOf(track.scale, budget));
		}
		const most = { translation: rest.translation + translation, scale, depth: rest.depth };
		if (!mayLeave(most)) continue;
		budget.step(clip.skeleton.joints.size(), format, place);
		walk(clip.skeleton, clip, budget, format, place);
	}
}
