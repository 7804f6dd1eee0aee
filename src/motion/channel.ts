import type { Budget } from "../bytes/budget";
import type { KeyedChannel } from "./keyed-channel";

/**
 * One animated property of one joint. `KeyedChannel` and `UniformChannel` implement it; a format may have its own,
 * which reads its quantised data in place.
 *
 * @example
 * const turn: Channel | undefined = clip.tracks[0].rotation;
 * if (turn) turn.write(0.5, pose, clip.tracks[0].joint * POSE_STRIDE + ROTATION_OFFSET);
 */
export interface Channel {
	/**
	 * Writes the value at `seconds` into `pose` at byte `offset`: three f32 for a translation or a scale, four (x y z
	 * w, unit length) for a rotation. Times outside the channel return its first or last value.
	 */
	write(seconds: number, pose: buffer, offset: number): void;
	/**
	 * Returns keys per second if all keys up to `finish` seconds are at multiples of one interval from second 0, or 0
	 * if there are none after it. Returns undefined if they are not, or if it is unknown.
	 */
	keyRate?(finish: number): number | undefined;
	/** Returns an upper bound of the absolute values that it writes, or undefined if it is unknown. May scan them. */
	reach?(budget: Budget): number | undefined;
	/** Returns whether it writes the same value at all times, apart from rounding. May read all of its data. */
	isConstant?(budget: Budget, format: string): boolean;
	/**
	 * Returns whether it runs on the model's own clock, which no clip restarts. The model's ambient clip then has it
	 * too.
	 */
	isAmbient?(): boolean;
	/**
	 * Returns the same values as keys, which players follow from piece to piece, or undefined if it has no keys.
	 *
	 * @internal
	 */
	asKeyed?(): KeyedChannel | undefined;
}
