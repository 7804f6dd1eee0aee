//!native
//!optimize 2
import { Budget } from "../../bytes/budget";

/** How a block of 4 × 4 pixels is stored: two colours and two bits per pixel, with alpha in one of two ways. */
export const enum DxtKind {
	/** 8 bytes: no alpha, or one transparent colour. */
	Dxt1,
	/** 16 bytes: four bits of alpha per pixel, then the colours. */
	Dxt3,
	/** 16 bytes: two levels of alpha and three bits per pixel, then the colours. */
	Dxt5,
}

const OPAQUE = 0xff000000;
const ALPHA = 2 ** 24;

/** Levels of 5 and 6 bits as levels of 8, rounded. */
const FIVE = new Array<number>(32, 0);
const SIX = new Array<number>(64, 0);
for (const level of $range(0, 31)) FIVE[level] = math.round((level * 255) / 31);
for (const level of $range(0, 63)) SIX[level] = math.round((level * 255) / 63);

export function dxtBlockSize(kind: DxtKind): number {
	return kind === DxtKind.Dxt1 ? 8 : 16;
}

/** Reads the four colours of a block, without alpha, into `colors`. */
function readColors(source: buffer, at: number, isThree: boolean, colors: Array<number>): void {
	const first = buffer.readu16(source, at);
	const second = buffer.readu16(source, at + 2);
	const [r0, g0, b0] = [FIVE[first >>> 11], SIX[(first >>> 5) & 63], FIVE[first & 31]];
	const [r1, g1, b1] = [FIVE[second >>> 11], SIX[(second >>> 5) & 63], FIVE[second & 31]];
	colors[0] = r0 + g0 * 256 + b0 * 65536;
	colors[1] = r1 + g1 * 256 + b1 * 65536;
	if (isThree) {
		colors[2] = (r0 + r1 + 1).idiv(2) + (g0 + g1 + 1).idiv(2) * 256 + (b0 + b1 + 1).idiv(2) * 65536;
		colors[3] = 0;
		return;
	}
	// The added 1 rounds thirds to the nearest.
	const near = (r0 * 2 + r1 + 1).idiv(3) + (g0 * 2 + g1 + 1).idiv(3) * 256 + (b0 * 2 + b1 + 1).idiv(3) * 65536;
	const far = (r0 + r1 * 2 + 1).idiv(3) + (g0 + g1 * 2 + 1).idiv(3) * 256 + (b0 + b1 * 2 + 1).idiv(3) * 65536;
	colors[2] = near;
	colors[3] = far;
}

/** Reads the eight levels of alpha of a DXT5 block into `levels`. */
function readLevels(source: buffer, at: number, levels: Array<number>): void {
	const first = buffer.readu8(source, at);
	const second = buffer.readu8(source, at + 1);
	levels[0] = first;
	levels[1] = second;
	const steps = first > second ? 7 : 5;
	for (const step of $range(1, steps - 1)) {
		levels[step + 1] = math.round((first * (steps - step) + second * step) / steps);
	}
	if (first > second) return;
	levels[6] = 0;
	levels[7] = 255;
}

/**
 * Decodes a picture of DXT blocks, row by row from the top left. Pixels beyond the picture's edge are dropped.
 *
 * @param hasAlpha whether to read alpha; without it every pixel is opaque
 */
export function decodeDxt(
	source: buffer,
	start: number,
	width: number,
	height: number,
	kind: DxtKind,
	hasAlpha: boolean,
	pixels: buffer,
	budget: Budget,
): void {
	const blockSize = dxtBlockSize(kind);
	const colors = new Array<number>(4, 0);
	const levels = new Array<number>(8, 0);
	let at = start;
	for (const top of $range(0, height - 1, 4)) {
		budget.step(width * 4, "blp");
		for (const left of $range(0, width - 1, 4)) {
			const colorsAt = at + blockSize - 8;
			// Only DXT1 has blocks of three colours: if the first is not above the second, as numbers.
			const isThree = kind === DxtKind.Dxt1 && buffer.readu16(source, colorsAt) <= buffer.readu16(source, colorsAt + 2);
			readColors(source, colorsAt, isThree, colors);
			if (kind === DxtKind.Dxt5) readLevels(source, at, levels);
			const lastColumn = math.min(left + 3, width - 1);
			for (const y of $range(top, math.min(top + 3, height - 1))) {
				const row = y - top;
				let picks = buffer.readu8(source, colorsAt + 4 + row);
				let alphas = 0;
				if (kind === DxtKind.Dxt3) alphas = buffer.readu16(source, at + row * 2);
				else if (kind === DxtKind.Dxt5) alphas = buffer.readu32(source, at + 2 + row.idiv(2) * 3) >>> ((row % 2) * 12);
				let to = (y * width + left) * 4;
				for (const _ of $range(left, lastColumn)) {
					const pick = picks % 4;
					let alpha = OPAQUE;
					if (hasAlpha) {
						if (kind === DxtKind.Dxt3) alpha = (alphas % 16) * 17 * ALPHA;
						else if (kind === DxtKind.Dxt5) alpha = levels[alphas & 7] * ALPHA;
						else if (isThree && pick === 3) alpha = 0;
					}
					buffer.writeu32(pixels, to, colors[pick] + alpha);
					picks = picks.idiv(4);
					alphas = kind === DxtKind.Dxt3 ? alphas.idiv(16) : alphas >>> 3;
					to += 4;
				}
			}
			at += blockSize;
		}
	}
}
