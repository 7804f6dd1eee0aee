//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Channel, checkTail, codes, decodePlane } from "../../meshopt/attributes";
import { Control, Size } from "../../meshopt/groups";
import { checkEnd } from "../../meshopt/stream-end";
import { FRAME_SIZE } from "../frame";
import { columnSize, COLUMNS, isShort, LAST_SHORT, LENS, LOWER, Z, Z_TURN } from "./columns";

/**
 * The increment of a 16-bit code: `STEPS` of its low byte, and `SLOPES` of it times its high byte. Interpreted, a table
 * lookup takes a quarter of the time of bit operations.
 */
const STEPS = new Array<number>(256, 0);
const SLOPES = new Array<number>(256, 0);
for (const low of $range(0, 255)) {
	STEPS[low] = low % 2 === 0 ? low / 2 : -(low + 1) / 2;
	SLOPES[low] = low % 2 === 0 ? 128 : -128;
}

/** A multiple of 2^16 that keeps sums of 256 steps positive without changing the result. */
const ABOVE = 2 ** 24;

/**
 * Writes a column of 32-bit numbers, with their bits rotated left, from the codes of its differences: the lower halves
 * in the first two planes, the upper halves in the others.
 *
 * A lower half's step is signed, so the steps of both halves add up to the number's, including carries. Each difference
 * is added to the order below. The sums of 256 of them, and of those sums, are exact; only the third order and upper
 * halves need a remainder on the way. Adding 2^32 keeps sums positive; the low 32 bits are written.
 *
 * @param baseline the element before the first
 * @param first the first number, then its first and second difference; the order determines how many are used
 */
function addWords(
	count: number,
	hasHigh: boolean,
	hasUpper: boolean,
	baseline: number,
	order: number,
	first: number,
	firstStep: number,
	firstBend: number,
	turn: number,
	target: buffer,
	targetAt: number,
	targetStride: number,
): void {
	const steps = STEPS;
	const slopes = SLOPES;
	let to = targetAt;
	let difference = baseline + 2 ** 32;
	let value = first;
	let step = firstStep;
	let bend = firstBend;
	for (const at of $range(0, count - 1)) {
		const low = buffer.readu8(codes, at);
		let lower = steps[low];
		if (hasHigh) lower += slopes[low] * buffer.readu8(codes, at + Size.Plane);
		if (hasUpper) {
			const code = buffer.readu8(codes, at + 2 * Size.Plane);
			lower += LOWER * (steps[code] + slopes[code] * buffer.readu8(codes, at + 3 * Size.Plane));
			difference = (difference + lower) % 2 ** 32;
		} else {
			difference += lower;
		}
		if (order === 0) {
			value = difference;
			buffer.writeu32(target, to, turn === 0 ? value : bit32.lrotate(value, turn));
		} else {
			buffer.writeu32(target, to, turn === 0 ? value : bit32.lrotate(value, turn));
			if (order === 1) {
				value += difference;
			} else {
				value += step;
				if (order === 2) {
					step += difference;
				} else {
					step = (step + bend) % 2 ** 32;
					bend += difference;
				}
			}
		}
		to += targetStride;
	}
}

/** Does the same for a column of 16-bit numbers in frames; sums of any order are exact. */
function addShorts(
	count: number,
	hasHigh: boolean,
	baseline: number,
	order: number,
	first: number,
	firstStep: number,
	firstBend: number,
	target: buffer,
	targetAt: number,
): void {
	const steps = STEPS;
	const slopes = SLOPES;
	let to = targetAt;
	let difference = baseline + ABOVE;
	let value = first;
	let step = firstStep;
	let bend = firstBend;
	for (const at of $range(0, count - 1)) {
		const low = buffer.readu8(codes, at);
		difference += steps[low];
		if (hasHigh) difference += slopes[low] * buffer.readu8(codes, at + Size.Plane);
		if (order === 0) {
			buffer.writeu16(target, to, difference);
		} else {
			buffer.writeu16(target, to, value);
			if (order === 1) {
				value += difference;
			} else {
				value += step;
				if (order === 2) {
					step += difference;
				} else {
					step += bend;
					bend += difference;
				}
			}
		}
		to += FRAME_SIZE;
	}
}

function readNumber(source: buffer, at: number, size: number): number {
	return size === 2 ? buffer.readu16(source, at) : buffer.readu32(source, at);
}

/** Refuses channels that are not two 16-bit numbers: their planes are decoded directly. */
function checkModes(source: buffer, finish: number, channels: number, format: string): void {
	for (const at of $range(finish - channels, finish - 1)) {
		if (buffer.readu8(source, at) !== Channel.Shorts) fail(format, "a channel of a block is not of mode 1", at);
	}
}

/**
 * Decodes the stream of a block, which ends at `finish`, into frames and fields of view, without assembling its
 * elements first.
 *
 * @param orders two bits per column
 * @param firstSeed the offset of the columns' first numbers and differences, as many as each order has
 */
export function decodeColumns(
	source: buffer,
	stream: number,
	finish: number,
	count: number,
	stride: number,
	orders: number,
	firstSeed: number,
	target: buffer,
	targetAt: number,
	lenses: buffer | undefined,
	lensesAt: number,
	format: string,
): void {
	const channels = stride.idiv(4);
	checkModes(source, finish, channels, format);
	const limit = checkTail(source, finish, stride);
	const baseline = finish - channels - stride;
	let position = stream + 1 + channels;
	let seeds = firstSeed;
	for (const column of $range(0, lenses === undefined ? LENS - 1 : LENS)) {
		const place = COLUMNS[column];
		const isHalf = isShort(column);
		const size = columnSize(column);
		const controls = buffer.readu8(source, stream + 1 + place.idiv(4));
		// The second 16-bit number in a channel has the two upper planes.
		const planes = isHalf && place % 4 === 2 ? controls >>> 4 : controls;
		const low = planes & 3;
		const high = (planes >>> 2) & 3;
		position = decodePlane(source, position, limit, count, low, 0);
		position = decodePlane(source, position, limit, count, high, Size.Plane);
		let hasUpper = false;
		if (!isHalf) {
			position = decodePlane(source, position, limit, count, (planes >>> 4) & 3, 2 * Size.Plane);
			position = decodePlane(source, position, limit, count, planes >>> 6, 3 * Size.Plane);
			hasUpper = planes >>> 4 !== Control.Zeros + 4 * Control.Zeros;
		}
		const hasHigh = high !== Control.Zeros;
		const order = bit32.extract(orders, 2 * column, 2);
		const value = order > 0 ? readNumber(source, seeds, size) : 0;
		const step = order > 1 ? readNumber(source, seeds + size, size) : 0;
		const bend = order > 2 ? readNumber(source, seeds + 2 * size, size) : 0;
		seeds += order * size;
		const before = readNumber(source, baseline + place, size);
		if (isHalf) {
			addShorts(count, hasHigh, before, order, value, step, bend, target, targetAt + place);
		} else if (column === LENS) {
			addWords(count, hasHigh, hasUpper, before, order, value, step, bend, 0, lenses!, lensesAt, 4);
		} else {
			const turn = column === Z ? Z_TURN : 0;
			const to = targetAt + place;
			addWords(count, hasHigh, hasUpper, before, order, value, step, bend, turn, target, to, FRAME_SIZE);
		}
		// The two bytes after the last 16-bit number are unused, but may have planes.
		if (column === LAST_SHORT) {
			position = decodePlane(source, position, limit, count, (controls >>> 4) & 3, 0);
			position = decodePlane(source, position, limit, count, controls >>> 6, 0);
		}
	}
	checkEnd(position, limit);
}
