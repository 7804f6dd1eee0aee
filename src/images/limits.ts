import { fail } from "../bytes/fail";

/** The max pixels of a side. */
export const MAX_SIDE = 4096;

/** Refuses a picture without pixels, or with more than the limit. */
export function checkSize(width: number, height: number, format: string, place: number): void {
	if (width === 0 || height === 0) fail(format, `a picture of ${width} × ${height} has no pixels`, place);
	if (width > MAX_SIDE || height > MAX_SIDE) {
		fail(format, `a picture of ${width} × ${height} exceeds ${MAX_SIDE} × ${MAX_SIDE}`, place);
	}
}
