//!native
//!optimize 2

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
