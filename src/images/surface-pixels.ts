//!native
//!optimize 2

/** A copy of RGBA pixels without their alpha: all opaque. */
export function opaquePixels(pixels: buffer): buffer {
	const size = buffer.len(pixels);
	const result = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) {
		buffer.writeu32(result, at, buffer.readu32(pixels, at) | 0xff000000);
	}
	return result;
}

/** A copy of RGBA pixels that are opaque where their alpha times `factor` reaches `cutoff`, and clear elsewhere. */
export function maskedPixels(pixels: buffer, factor: number, cutoff: number): buffer {
	const size = buffer.len(pixels);
	const result = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) {
		const color = buffer.readu32(pixels, at) & 0xffffff;
		const isOpaque = (buffer.readu8(pixels, at + 3) / 255) * factor >= cutoff;
		buffer.writeu32(result, at, isOpaque ? color | 0xff000000 : color);
	}
	return result;
}

/** One channel (0 red to 3 alpha) of RGBA pixels times `factor`, as opaque grey. */
export function greyPixels(pixels: buffer, channel: number, factor: number): buffer {
	const size = buffer.len(pixels);
	const result = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) {
		const value = math.round(math.min(buffer.readu8(pixels, at + channel) * factor, 255));
		buffer.writeu32(result, at, value * 0x10101 + 0xff000000);
	}
	return result;
}

/** How bright RGBA pixels are, each the largest of its colours, as opaque grey. */
export function brightnessPixels(pixels: buffer): buffer {
	const size = buffer.len(pixels);
	const result = buffer.create(size);
	for (const at of $range(0, size - 4, 4)) {
		const value = math.max(buffer.readu8(pixels, at), buffer.readu8(pixels, at + 1), buffer.readu8(pixels, at + 2));
		buffer.writeu32(result, at, value * 0x10101 + 0xff000000);
	}
	return result;
}

/** One RGBA pixel of numbers from 0 to 1. */
export function onePixel(red: number, green: number, blue: number, alpha: number): buffer {
	const pixel = buffer.create(4);
	[red, green, blue, alpha].forEach((value, index) =>
		buffer.writeu8(pixel, index, math.round(math.clamp(value, 0, 1) * 255)),
	);
	return pixel;
}
