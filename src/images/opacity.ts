//!native
//!optimize 2

const OPAQUE = 0xff000000;

/** Returns whether all pixels from byte `start` up to, but not including, `finish` are opaque. */
export function isOpaque(pixels: buffer, start: number, finish: number): boolean {
	for (const at of $range(start, finish - 4, 4)) {
		if (buffer.readu32(pixels, at) < OPAQUE) return false;
	}
	return true;
}
