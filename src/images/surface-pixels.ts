//!native
//!optimize 2
/** Each writes to `target` what it makes of the RGBA pixels from byte `start` to `finish`, `finish` excluded. */

/** The same without their alpha: all opaque. */
export function opaquePixels(pixels: buffer, target: buffer, start: number, finish: number): void {
	for (const at of $range(start, finish - 4, 4)) {
		buffer.writeu32(target, at, buffer.readu32(pixels, at) | 0xff000000);
	}
}

/** The same, opaque where their alpha times `factor` reaches `cutoff`, and clear elsewhere. */
export function maskedPixels(
	pixels: buffer,
	target: buffer,
	start: number,
	finish: number,
	factor: number,
	cutoff: number,
): void {
	for (const at of $range(start, finish - 4, 4)) {
		const color = buffer.readu32(pixels, at) & 0xffffff;
		const isOpaque = (buffer.readu8(pixels, at + 3) / 255) * factor >= cutoff;
		buffer.writeu32(target, at, isOpaque ? color | 0xff000000 : color);
	}
}

/** One channel (0 red to 3 alpha) times `factor`, as opaque grey. */
export function greyPixels(
	pixels: buffer,
	target: buffer,
	start: number,
	finish: number,
	channel: number,
	factor: number,
): void {
	for (const at of $range(start, finish - 4, 4)) {
		const value = math.round(math.clamp(buffer.readu8(pixels, at + channel) * factor, 0, 255));
		buffer.writeu32(target, at, value * 0x10101 + 0xff000000);
	}
}
