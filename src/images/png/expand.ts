//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { ColorType, PngFile } from "./chunks";

const OPAQUE = 255 * 2 ** 24;

/** An opaque pixel of a grey level is the level times this, plus OPAQUE. */
const GRAY = 0x010101;

export function channelsOf(colorType: ColorType): number {
	if (colorType === ColorType.Rgb) return 3;
	if (colorType === ColorType.GrayAlpha) return 2;
	return colorType === ColorType.Rgba ? 4 : 1;
}

/** Reads a big-endian u16. */
function deep(source: buffer, at: number): number {
	return buffer.readu8(source, at) * 256 + buffer.readu8(source, at + 1);
}

/** Returns the nearest of 256 levels to one of 65,536. */
function narrow(value: number): number {
	return math.floor((value * 255 + 32895) / 65536);
}

/** Returns the pixel of each value, if a pixel is one number of at most 8 bits; undefined otherwise. */
export function colorsOf(png: PngFile, source: buffer): Array<number> | undefined {
	const { depth, colorType, paletteAt, transparencyAt, transparencySize } = png;
	const colors = new Array<number>();
	if (colorType === ColorType.Palette) {
		for (const index of $range(0, png.paletteCount - 1)) {
			const at = paletteAt + index * 3;
			const alpha = index < transparencySize ? buffer.readu8(source, transparencyAt + index) : 255;
			const blue = buffer.readu8(source, at + 2);
			colors.push(buffer.readu16(source, at) + blue * 2 ** 16 + alpha * 2 ** 24);
		}
		return colors;
	}
	if (colorType !== ColorType.Gray || depth > 8) return undefined;
	const most = 2 ** depth - 1;
	const transparent = transparencySize > 0 ? deep(source, transparencyAt) % 2 ** depth : -1;
	for (const value of $range(0, most)) {
		colors.push(value * (255 / most) * GRAY + (value === transparent ? 0 : OPAQUE));
	}
	return colors;
}

/** Makes pixels from a row of values with `depth` bits, the first highest. */
export function expandIndexed(
	row: buffer,
	depth: number,
	width: number,
	colors: Array<number>,
	rows: buffer,
	at: number,
): void {
	const mask = 2 ** depth - 1;
	const fours = depth === 8 && colors.size() === 256 ? width.idiv(4) * 4 : 0;
	// If every byte is a colour, none needs a check.
	for (const x of $range(0, fours - 4, 4)) {
		const to = at + x * 4;
		buffer.writeu32(rows, to, colors[buffer.readu8(row, x)]);
		buffer.writeu32(rows, to + 4, colors[buffer.readu8(row, x + 1)]);
		buffer.writeu32(rows, to + 8, colors[buffer.readu8(row, x + 2)]);
		buffer.writeu32(rows, to + 12, colors[buffer.readu8(row, x + 3)]);
	}
	for (const x of $range(fours, width - 1)) {
		let value: number;
		if (depth === 8) {
			value = buffer.readu8(row, x);
		} else {
			const bit = x * depth;
			value = (buffer.readu8(row, bit >>> 3) >>> (8 - depth - (bit & 7))) & mask;
		}
		const color = colors[value];
		if (color === undefined) fail("png", `a pixel has colour ${value} of ${colors.size()}`);
		buffer.writeu32(rows, at + x * 4, color);
	}
}

/** Makes pixels from a row of 8-bit grey levels with alpha. */
export function expandGrayAlpha(row: buffer, width: number, rows: buffer, at: number): void {
	for (const x of $range(0, width - 1)) {
		const gray = buffer.readu8(row, x * 2);
		buffer.writeu32(rows, at + x * 4, gray * GRAY + buffer.readu8(row, x * 2 + 1) * 2 ** 24);
	}
}

/** Makes pixels from a row of 16-bit numbers. The colour of tRNS is transparent only if all 16 bits match. */
export function expandDeep(png: PngFile, source: buffer, row: buffer, width: number, rows: buffer, at: number): void {
	const { colorType, transparencyAt, transparencySize } = png;
	const channels = channelsOf(colorType);
	const isGray = channels < 3;
	const hasAlpha = channels % 2 === 0;
	const key0 = transparencySize > 0 ? deep(source, transparencyAt) : -1;
	const key1 = transparencySize > 2 ? deep(source, transparencyAt + 2) : key0;
	const key2 = transparencySize > 2 ? deep(source, transparencyAt + 4) : key0;
	for (const x of $range(0, width - 1)) {
		const from = x * channels * 2;
		const red = deep(row, from);
		const green = isGray ? red : deep(row, from + 2);
		const blue = isGray ? red : deep(row, from + 4);
		const isKey = red === key0 && green === key1 && blue === key2;
		const alpha = hasAlpha ? narrow(deep(row, from + channels * 2 - 2)) : isKey ? 0 : 255;
		const color = narrow(red) + narrow(green) * 2 ** 8 + narrow(blue) * 2 ** 16 + alpha * 2 ** 24;
		buffer.writeu32(rows, at + x * 4, color);
	}
}

/** Makes the pixels of the 8-bit colour of tRNS transparent. */
export function clearKey(png: PngFile, source: buffer, width: number, rows: buffer, at: number): void {
	const { transparencyAt } = png;
	const [red, green, blue] = [0, 2, 4].map((offset) => deep(source, transparencyAt + offset) & 255);
	const key = red + green * 2 ** 8 + blue * 2 ** 16;
	for (const to of $range(at, at + width * 4 - 4, 4)) {
		if (buffer.readu32(rows, to) === key + OPAQUE) buffer.writeu32(rows, to, key);
	}
}
