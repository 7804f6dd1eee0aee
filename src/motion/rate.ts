import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

export const DEFAULT_RATE = 60;

/** The max frames per second, more than any display shows. A higher rate has wrong units or is forged. */
const HIGHEST = 1000;

/** One frame in 17 minutes. Below it, a few frames would last for years. */
const LOWEST = 0.001;

/** How far a time may be from a frame, in frames, to mean that frame: seconds × rate is seldom a whole number. */
export const ON_FRAME = 1e-6;

/** Returns whether a value is a valid frame rate; NaN is not. */
export function isRate(rate: unknown): rate is number {
	return typeIs(rate, "number") && rate >= LOWEST && rate <= HIGHEST;
}

/** Refuses a value that is not a valid frame rate. */
export function checkRate(rate: unknown, caller: string, argument = "rate"): void {
	if (!isRate(rate)) {
		fail(
			caller,
			`${argument} is ${describeValue(rate)}; expected a number of frames per second, ${LOWEST} to ${HIGHEST}`,
		);
	}
}

/** Returns the last frame that is not after `seconds`, counted from 0. */
export function frameBefore(seconds: number, rate: number): number {
	return math.floor(seconds * rate + ON_FRAME);
}

/** Returns the first frame that is not before `seconds`, counted from 0. */
export function frameAfter(seconds: number, rate: number): number {
	return math.ceil(seconds * rate - ON_FRAME);
}
