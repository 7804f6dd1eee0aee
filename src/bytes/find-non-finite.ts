//!native
//!optimize 2

/** Returns the first of `count` f32 from byte `from` on that is NaN or infinite, or -1. */
export function findNonFinite(values: buffer, from: number, count: number): number {
	// A number minus itself is NaN for NaN and for both infinities. Four at a time, until one is wrong.
	const whole = count - (count % 4);
	let first = whole;
	for (const index of $range(0, whole - 4, 4)) {
		const at = from + index * 4;
		const a = buffer.readf32(values, at);
		const b = buffer.readf32(values, at + 4);
		const c = buffer.readf32(values, at + 8);
		const d = buffer.readf32(values, at + 12);
		if (a - a + (b - b) + (c - c) + (d - d) !== 0) {
			first = index;
			break;
		}
	}
	for (const index of $range(first, count - 1)) {
		const value = buffer.readf32(values, from + index * 4);
		if (value - value !== 0) return index;
	}
	return -1;
}
