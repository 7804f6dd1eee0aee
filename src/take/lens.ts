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
