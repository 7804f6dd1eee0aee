import type { Budget } from "../bytes/budget";
import type { KeyedChannel } from "./keyed-channel";

/**
 * One animated property of one joint. Keyed and uniformly sampled channels live beside this file; a format may bring its
 * own, which reads its quantised data in place.
 *
 * @example
 * const turn: Channel | undefined = clip.tracks[0].rotation;
 * if (turn) turn.write(0.5, pose, clip.tracks[0].joint * POSE_STRIDE + ROTATION_OFFSET);
 */
export interface Channel {
	/**
	 * Writes the value at `seconds` into `pose` at byte `offset`: three f32 for a translation or a scale, four
	 * (x y z w, unit length) for a rotation. Times outside the channel give its first or last value.
	 */
	write(seconds: number, pose: buffer, offset: number): void;
	/**
	 * Keys a second, where all keys up to `finish` seconds stand at multiples of one interval from second 0; 0 where there
	 * are none after it. Undefined where they do not, or nobody knows.
	 */
	keyRate?(finish: number): number | undefined;
	/** A bound of the numbers that it writes, whatever their sign; undefined where nobody knows. May look through them. */
	reach?(budget: Budget): number | undefined;
	/** Whether it writes the same, but for rounding, at all times. May look through all that it holds. */
	isConstant?(budget: Budget, format: string): boolean;
	/** Whether it runs on the model's own clock, which no clip starts again: then the model's ambient clip has it too. */
	isAmbient?(): boolean;
	/**
	 * The same values as keys, which players follow from piece to piece; undefined where there are none.
	 *
	 * @internal
	 */
	asKeyed?(): KeyedChannel | undefined;
}
