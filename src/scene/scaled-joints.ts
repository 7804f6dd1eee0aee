//!optimize 2
import { Clip } from "./clip";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";

/**
 * A joint that a clip scales, and the factor against rest that is farthest from 1.
 *
 * @example
 * const { scaled } = buildKeyframeSequence(clip);
 * scaled.forEach(({ joint, factor }: ScaledJoint) => warn(`${joint} should become ${factor} times as large`));
 */
export interface ScaledJoint {
	joint: string;
	/** The index in `Skeleton.joints`. */
	index: number;
	factor: number;
}

/** Looks per second at a channel. Shorter pulses may be missed; in clips over a minute, longer ones too. */
const RATE = 30;
const MOST_LOOKS = 60 * RATE;

/** Factors this close to 1 are rounding. */
const TOLERANCE = 1e-3;

/** Results by clip: a search through its channels takes milliseconds. */
const known = new WeakMap<Clip, { tracks: Clip["tracks"]; scaled: ReadonlyArray<ScaledJoint> }>();

/** Returns how often `scaledJoints` looks at a channel of the clip. */
function looksAt(clip: Clip): number {
	return math.min(math.ceil(clip.duration * RATE), MOST_LOOKS);
}

/** Returns the steps that `scaledJoints` takes. */
export function scaledJointsSteps(clip: Clip): number {
	let channels = 0;
	for (const { scale } of clip.tracks) if (scale) channels += 1;
	return channels * (looksAt(clip) + 1);
}

/**
 * Returns the joints that a clip scales. On a rig without scale, everything below such a joint moves as it should, but
 * neither the joint nor its attachments change size.
 */
export function scaledJoints(clip: Clip): ReadonlyArray<ScaledJoint> {
	const before = known.get(clip);
	if (before?.tracks === clip.tracks) return before.scaled;
	const scaled = findScaled(clip);
	known.set(clip, { tracks: clip.tracks, scaled });
	return scaled;
}

function findScaled(clip: Clip): Array<ScaledJoint> {
	const { skeleton } = clip;
	const result = new Array<ScaledJoint>();
	const scratch = buffer.create(12);
	const looks = looksAt(clip);
	const interval = math.max(1 / RATE, clip.duration / MOST_LOOKS);
	for (const { joint, scale } of clip.tracks) {
		if (!scale) continue;
		let farthest = 1;
		for (const look of $range(0, looks)) {
			scale.write(look === looks ? clip.duration : look * interval, scratch, 0);
			for (const axis of $range(0, 8, 4)) {
				const rest = buffer.readf32(skeleton.rest, joint * POSE_STRIDE + SCALE_OFFSET + axis);
				const factor = rest === 0 ? 1 : buffer.readf32(scratch, axis) / rest;
				if (math.abs(factor - 1) > math.abs(farthest - 1)) farthest = factor;
			}
		}
		if (math.abs(farthest - 1) > TOLERANCE) {
			result.push({ joint: skeleton.joints[joint].name, index: joint, factor: farthest });
		}
	}
	return result;
}
