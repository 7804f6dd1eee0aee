//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { Channel } from "../motion/channel";
import { Clip } from "./clip";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { Scene } from "./scene";
import { Skeleton } from "./skeleton";

/** A quarter of the largest f32: transforms are also taken from one another, and turned. */
export const FARTHEST = 8.5e37;

/** How much longer a vector can be than the largest of its numbers. */
const DIAGONAL = math.sqrt(3);

/** What a skeleton comes to at rest: its longest translation and largest scale, 1 at least, and how deep it goes. */
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

/** How far from its parent a joint that is not animated stands, or from where its parent rests. */
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

/** Whether joints that come to no more than this can leave the range of numbers at all. */
function mayLeave({ translation, scale, depth }: Rest): boolean {
	// Written so that NaN may, too.
	return !(translation * DIAGONAL * depth * scale ** depth <= FARTHEST);
}

/** Adds up, joint by joint, how far each can be at most; refuses the first that can be out of the range of numbers. */
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
 * Refuses joints whose places can become more than numbers hold, at rest or in a clip: translations and scales that are
 * finite one by one multiply down the chain. `place` is where the file has them, as far as that is known.
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
