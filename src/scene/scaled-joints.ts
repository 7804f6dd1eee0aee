//!optimize 2
import { Clip } from "./clip";
import { POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { Skeleton } from "./skeleton";

/**
 * A joint that a clip scales, with how far: the factor, against rest, that is farthest from 1.
 *
 * @example
 * const { scaled } = new ClipPlayer(clip, { skeleton, instance: part });
 * scaled.forEach(({ joint, factor }: ScaledJoint) => warn(`${joint} should become ${factor} times as large`));
 */
export interface ScaledJoint {
	joint: string;
	/** Its place in `Skeleton.joints`. */
	index: number;
	factor: number;
}

/** How often channels are looked at, a second; shorter pulses than this may be missed. */
const RATE = 30;

/** Factors within this of 1 are rounding. */
const TOLERANCE = 1e-3;

/**
 * The joints whose size a clip changes. A rig that knows no scale moves what stands below them as it should, but does not
 * make them, or what hangs on them, larger or smaller.
 */
export function scaledJoints(clip: Clip, skeleton: Skeleton): Array<ScaledJoint> {
	const result = new Array<ScaledJoint>();
	const scratch = buffer.create(12);
	const steps = math.ceil(clip.duration * RATE);
	for (const { joint, scale } of clip.tracks) {
		if (!scale) continue;
		let farthest = 1;
		for (const step of $range(0, steps)) {
			scale.write(math.min(step / RATE, clip.duration), scratch, 0);
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
