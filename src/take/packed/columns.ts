//!native
//!optimize 2
import { FRAME_SIZE } from "../frame";

/**
 * The columns of packed frames, in the order in which their numbers stand in an element of a block: X, Y and Z as the bits
 * of an f32, Z turned by two bits so that the index in its lowest bits is out of the way; the three numbers of the rotation;
 * and the lens, an f32, where there is one for each frame. All but the lens stand in an element where they stand in a frame.
 */
export const COLUMNS = [0, 4, 8, 12, 14, 16, 20];

/** The first column of 16 bits, and the first after those. */
const FIRST_SHORT = 3;
export const LENS = 6;

const Z = 2;

/** The bytes of an element: a frame's, rounded up to a multiple of 4. */
export const ELEMENT_SIZE = 20;
export const ELEMENT_SIZE_WITH_LENS = 24;

/** How far the bits of Z are turned. */
const Z_TURN = 2;

export function isShort(column: number): boolean {
	return column >= FIRST_SHORT && column < LENS;
}

/** The bytes of one number of a column. */
export function columnSize(column: number): number {
	return isShort(column) ? 2 : 4;
}

/** A column's number of the frame at `at`, as an unsigned integer. */
export function readColumn(frames: buffer, at: number, column: number): number {
	const place = at + COLUMNS[column];
	if (isShort(column)) return buffer.readu16(frames, place);
	const bits = buffer.readu32(frames, place);
	return column === Z ? bit32.rrotate(bits, Z_TURN) : bits;
}

/**
 * Puts a column of 32-bit numbers back together from its differences of some order, and writes it with its bits turned left.
 *
 * Each difference is added to the one of the order below. The sums of 256 of them, and of those sums, are exact; only the
 * third order needs a remainder on the way. What is written is the low 32 bits.
 *
 * @param first the first number, then its first and second difference; as many count as the order has
 */
function restoreWords(
	elements: buffer,
	at: number,
	stride: number,
	count: number,
	order: number,
	first: number,
	firstStep: number,
	firstBend: number,
	turn: number,
	target: buffer,
	targetAt: number,
	targetStride: number,
): void {
	let to = targetAt;
	let value = first;
	let step = firstStep;
	let bend = firstBend;
	const last = at + (count - 1) * stride;
	if (order === 0) {
		for (const from of $range(at, last, stride)) {
			buffer.writeu32(target, to, bit32.lrotate(buffer.readu32(elements, from), turn));
			to += targetStride;
		}
	} else if (order === 1) {
		for (const from of $range(at, last, stride)) {
			buffer.writeu32(target, to, bit32.lrotate(value, turn));
			value += buffer.readu32(elements, from);
			to += targetStride;
		}
	} else if (order === 2) {
		for (const from of $range(at, last, stride)) {
			buffer.writeu32(target, to, bit32.lrotate(value, turn));
			value += step;
			step += buffer.readu32(elements, from);
			to += targetStride;
		}
	} else {
		for (const from of $range(at, last, stride)) {
			buffer.writeu32(target, to, bit32.lrotate(value, turn));
			value += step;
			step = (step + bend) % 2 ** 32;
			bend += buffer.readu32(elements, from);
			to += targetStride;
		}
	}
}

/** The same for a column of 16-bit numbers in frames; sums of any order are exact. */
function restoreShorts(
	elements: buffer,
	at: number,
	stride: number,
	count: number,
	order: number,
	first: number,
	firstStep: number,
	firstBend: number,
	target: buffer,
	targetAt: number,
): void {
	let to = targetAt;
	let value = first;
	let step = firstStep;
	let bend = firstBend;
	const last = at + (count - 1) * stride;
	if (order === 0) {
		for (const from of $range(at, last, stride)) {
			buffer.writeu16(target, to, buffer.readu16(elements, from));
			to += FRAME_SIZE;
		}
	} else if (order === 1) {
		for (const from of $range(at, last, stride)) {
			buffer.writeu16(target, to, value);
			value += buffer.readu16(elements, from);
			to += FRAME_SIZE;
		}
	} else {
		for (const from of $range(at, last, stride)) {
			buffer.writeu16(target, to, value);
			value += step;
			const difference = buffer.readu16(elements, from);
			if (order === 2) {
				step += difference;
			} else {
				step += bend;
				bend += difference;
			}
			to += FRAME_SIZE;
		}
	}
}

/**
 * Writes a column of a block into frames, or into lenses.
 *
 * @param seeds where the column's first number and the first of its differences stand, as many as the order has
 * @param target the frames, or the lenses of 4 bytes each, and where the block's first one starts
 */
export function restoreColumn(
	elements: buffer,
	stride: number,
	count: number,
	column: number,
	order: number,
	source: buffer,
	seeds: number,
	target: buffer,
	targetAt: number,
): void {
	const at = COLUMNS[column];
	if (isShort(column)) {
		const value = order > 0 ? buffer.readu16(source, seeds) : 0;
		const step = order > 1 ? buffer.readu16(source, seeds + 2) : 0;
		const bend = order > 2 ? buffer.readu16(source, seeds + 4) : 0;
		restoreShorts(elements, at, stride, count, order, value, step, bend, target, targetAt + at);
		return;
	}
	const value = order > 0 ? buffer.readu32(source, seeds) : 0;
	const step = order > 1 ? buffer.readu32(source, seeds + 4) : 0;
	const bend = order > 2 ? buffer.readu32(source, seeds + 8) : 0;
	if (column === LENS) {
		restoreWords(elements, at, stride, count, order, value, step, bend, 0, target, targetAt, 4);
	} else {
		const turn = column === Z ? Z_TURN : 0;
		restoreWords(elements, at, stride, count, order, value, step, bend, turn, target, targetAt + at, FRAME_SIZE);
	}
}
