//!native
//!optimize 2

export const enum ColorModel {
	Gray,
	YCbCr,
	Rgb,
	/** Cyan, magenta, yellow and black, stored as the light that the ink leaves. */
	Cmyk,
	/** The same, with the first three as luma and chroma of the ink. */
	Ycck,
}

/** A row of samples: where it starts in a buffer. */
export interface SampleRow {
	samples: buffer;
	at: number;
}

const OPAQUE = 0xff000000;

/**
 * The contribution of each chroma sample, in libjpeg's 16-bit fractions: red and blue whole, green with its fraction.
 */
const RED_OF_CR = new Array<number>(256, 0);
const BLUE_OF_CB = new Array<number>(256, 0);
const GREEN_OF_CR = new Array<number>(256, 0);
const GREEN_OF_CB = new Array<number>(256, 0);
for (const value of $range(0, 255)) {
	const chroma = value - 128;
	RED_OF_CR[value] = math.floor((91881 * chroma + 32768) / 65536);
	BLUE_OF_CB[value] = math.floor((116130 * chroma + 32768) / 65536);
	GREEN_OF_CR[value] = (-46802 * chroma) / 65536;
	GREEN_OF_CB[value] = (-22554 * chroma + 32768) / 65536;
}

export function convertGray(gray: SampleRow, width: number, rows: buffer, at: number): void {
	const { samples, at: start } = gray;
	for (const x of $range(0, width - 1)) {
		buffer.writeu32(rows, at + x * 4, buffer.readu8(samples, start + x) * 0x010101 + OPAQUE);
	}
}

export function convertRgb(planes: Array<SampleRow>, width: number, rows: buffer, at: number): void {
	const [red, green, blue] = planes;
	for (const x of $range(0, width - 1)) {
		const low = buffer.readu8(red.samples, red.at + x) + buffer.readu8(green.samples, green.at + x) * 2 ** 8;
		buffer.writeu32(rows, at + x * 4, low + buffer.readu8(blue.samples, blue.at + x) * 2 ** 16 + OPAQUE);
	}
}

export function convertYCbCr(planes: Array<SampleRow>, width: number, rows: buffer, at: number): void {
	const [luma, cb, cr] = planes;
	const lumaSamples = luma.samples;
	const cbSamples = cb.samples;
	const crSamples = cr.samples;
	const lumaAt = luma.at;
	const cbAt = cb.at;
	const crAt = cr.at;
	const redOfCr = RED_OF_CR;
	const blueOfCb = BLUE_OF_CB;
	const greenOfCr = GREEN_OF_CR;
	const greenOfCb = GREEN_OF_CB;
	for (const x of $range(0, width - 1)) {
		const y = buffer.readu8(lumaSamples, lumaAt + x);
		const b = buffer.readu8(cbSamples, cbAt + x);
		const r = buffer.readu8(crSamples, crAt + x);
		let red = y + redOfCr[r];
		let green = math.floor(y + greenOfCb[b] + greenOfCr[r]);
		let blue = y + blueOfCb[b];
		if (red < 0) red = 0;
		else if (red > 255) red = 255;
		if (green < 0) green = 0;
		else if (green > 255) green = 255;
		if (blue < 0) blue = 0;
		else if (blue > 255) blue = 255;
		buffer.writeu32(rows, at + x * 4, red + green * 256 + blue * 65536 + OPAQUE);
	}
}

/**
 * Multiplies a row of red, green and blue by a fourth plane: the light that black ink leaves.
 *
 * @param isInk whether `rows` holds ink, of which 255 leaves no light
 */
export function multiplyByBlack(black: SampleRow, isInk: boolean, width: number, rows: buffer, at: number): void {
	const { samples, at: start } = black;
	for (const x of $range(0, width - 1)) {
		const light = buffer.readu8(samples, start + x);
		const to = at + x * 4;
		for (const channel of $range(to, to + 2)) {
			const value = buffer.readu8(rows, channel);
			// Writing a byte truncates.
			buffer.writeu8(rows, channel, ((isInk ? 255 - value : value) * light) / 255 + 0.5);
		}
	}
}
