//!native
//!optimize 2
import { fail } from "../bytes/fail";

const WIDEST = 180;

/** Returns whether a number can be a vertical field of view in degrees. 0 means none, and NaN is invalid. */
export function isLens(degrees: number): boolean {
	return degrees >= 0 && degrees < WIDEST;
}

/**
 * Refuses `count` f32 from `offset` on, inside the buffer, unless all are fields of view.
 *
 * @param place the byte that the message names, if they come from other bytes
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
		if (!isLens(degrees))
			fail(
				format,
				`${what} is ${degrees} degrees in frame ${index}; expected 0 or more, below 180`,
				place ?? offset + index * 4,
			);
	}
}

/** Returns one number if every frame has the same field of view, undefined if none has one, or else the buffer. */
export function shortLens(lenses: buffer, count: number): number | buffer | undefined {
	const first = count > 0 ? buffer.readf32(lenses, 0) : 0;
	for (const frame of $range(1, count - 1)) {
		if (buffer.readf32(lenses, frame * 4) !== first) return lenses;
	}
	return first === 0 ? undefined : first;
}

/** Writes the fields of view of `count` frames from `first` on as one f32 each, 0 for none. */
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
