//!native
//!optimize 2
import { fail } from "../bytes/fail";

/** The widest lens that means anything, in degrees. */
const WIDEST = 180;

/** Whether a number can be a vertical field of view in degrees; 0 is none, and NaN cannot. */
export function isLens(degrees: number): boolean {
	return degrees >= 0 && degrees < WIDEST;
}

/**
 * Refuses `count` f32 from `offset` on, inside the buffer, that are not all lenses.
 *
 * @param place the byte that the message names, where they were made of other bytes
 */
export function checkLenses(
	lenses: buffer,
	offset: number,
	count: number,
	format: string,
	what: string,
	place?: number,
): void {
	for (const index of $range(0, count - 1)) {
		const degrees = buffer.readf32(lenses, offset + index * 4);
		if (!isLens(degrees)) fail(format, `${what} is ${degrees} degrees in frame ${index}`, place ?? offset + index * 4);
	}
}

/** One number where every frame has the same lens, nothing where none has one. */
export function shortLens(lenses: buffer, count: number): number | buffer | undefined {
	const first = count > 0 ? buffer.readf32(lenses, 0) : 0;
	for (const frame of $range(1, count - 1)) {
		if (buffer.readf32(lenses, frame * 4) !== first) return lenses;
	}
	return first === 0 ? undefined : first;
}

/** Writes the lenses of `count` frames from `first` on as one f32 each, 0 where there is none. */
export function copyLenses(
	fieldOfView: number | buffer | undefined,
	first: number,
	count: number,
	target: buffer,
	to: number,
): void {
	if (typeIs(fieldOfView, "buffer")) {
		buffer.copy(target, to * 4, fieldOfView, first * 4, count * 4);
		return;
	}
	for (const frame of $range(to, to + count - 1)) buffer.writef32(target, frame * 4, fieldOfView ?? 0);
}
