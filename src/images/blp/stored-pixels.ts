//!native
//!optimize 2
import { Budget } from "../../bytes/budget";

const OPAQUE = 0xff000000;

/** Converts blue, green, red and alpha to red, green, blue and alpha. */
function swapped(color: number): number {
	return (bit32.byteswap(color) >>> 8) + (color & OPAQUE);
}

export function decodeRaw(
	source: buffer,
	start: number,
	width: number,
	height: number,
	hasAlpha: boolean,
	pixels: buffer,
	budget: Budget,
): void {
	const opacity = hasAlpha ? 0 : OPAQUE;
	for (const y of $range(0, height - 1)) {
		budget.step(width, "blp");
		for (const at of $range(y * width * 4, (y + 1) * width * 4 - 4, 4)) {
			buffer.writeu32(pixels, at, swapped(buffer.readu32(source, start + at) | opacity));
		}
	}
}

/**
 * Decodes one byte per pixel, the index of its colour in the palette, followed by `alphaDepth` bits of alpha per pixel,
 * the first lowest.
 */
export function decodePaletted(
	source: buffer,
	start: number,
	width: number,
	height: number,
	paletteAt: number,
	alphaDepth: number,
	pixels: buffer,
	budget: Budget,
): void {
	const colors = new Array<number>(256, 0);
	for (const index of $range(0, 255)) {
		// The palette's alpha is unused.
		colors[index] = bit32.byteswap(buffer.readu32(source, paletteAt + index * 4)) >>> 8;
	}
	const alphaAt = start + width * height;
	const most = 2 ** alphaDepth - 1;
	const unit = alphaDepth === 0 ? 0 : (255 / most) * 2 ** 24;
	for (const y of $range(0, height - 1)) {
		budget.step(width, "blp");
		for (const index of $range(y * width, (y + 1) * width - 1)) {
			let alpha = OPAQUE;
			if (alphaDepth > 0) {
				const bit = index * alphaDepth;
				alpha = ((buffer.readu8(source, alphaAt + (bit >>> 3)) >>> (bit & 7)) & most) * unit;
			}
			buffer.writeu32(pixels, index * 4, colors[buffer.readu8(source, start + index)] + alpha);
		}
	}
}
