//!native
//!optimize 2

/** The first of `count` f32 from byte `from` on that is NaN or infinite, or -1. */
export function findNonFinite(values: buffer, from: number, count: number): number {
	for (const index of $range(0, count - 1)) {
		const value = buffer.readf32(values, from + index * 4);
		// NaN for NaN and for both infinities.
		if (value - value !== 0) return index;
	}
	return -1;
}
