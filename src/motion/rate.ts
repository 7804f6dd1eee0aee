import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** Frames a second, where nothing else is said. */
export const DEFAULT_RATE = 60;

/** More frames a second than any display shows: a rate above it is a slip of units, or a forged number. */
const HIGHEST = 1000;

/** A frame in 17 minutes; below, a few frames would last for years. */
const LOWEST = 0.001;

/** How far from a frame, in frames, a time may be and still mean that frame: seconds × rate is seldom a whole number. */
export const ON_FRAME = 1e-6;

/** Whether a value can be a rate of frames; NaN cannot. */
export function isRate(rate: unknown): rate is number {
	return typeIs(rate, "number") && rate >= LOWEST && rate <= HIGHEST;
}

/** Refuses what cannot be a rate of frames. */
export function checkRate(rate: unknown, caller: string, argument = "rate"): void {
	if (!isRate(rate)) {
		fail(
			caller,
			`${argument} is ${describeValue(rate)}; it must be a number of frames a second, ${LOWEST} to ${HIGHEST}`,
		);
	}
}

/** The last frame that is not after `seconds`, counted from 0. */
export function frameBefore(seconds: number, rate: number): number {
	return math.floor(seconds * rate + ON_FRAME);
}

/** The first frame that is not before `seconds`, counted from 0. */
export function frameAfter(seconds: number, rate: number): number {
	return math.ceil(seconds * rate - ON_FRAME);
}
