//!native
//!optimize 2

/** Writes a row of RGBA pixels with each of them `times` times, in `times` rows. */
export function repeatRow(pixels: buffer, row: number, width: number, times: number, target: buffer): void {
	const stride = width * times * 4;
	const start = row * times * stride;
	let to = start;
	for (const at of $range(row * width * 4, (row + 1) * width * 4 - 4, 4)) {
		const pixel = buffer.readu32(pixels, at);
		for (const _ of $range(1, times)) {
			buffer.writeu32(target, to, pixel);
			to += 4;
		}
	}
	for (const copy of $range(1, times - 1)) buffer.copy(target, start + copy * stride, target, start, stride);
}
