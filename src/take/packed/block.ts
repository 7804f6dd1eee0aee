//!native
//!optimize 2
import { crc32 } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { ATTRIBUTES_HEADER, minimumAttributesSize } from "../../meshopt/attributes";
import { maximumAttributesSize } from "../../meshopt/encode-attributes";
import { newNumbers, Sums, weighSteps } from "../../meshopt/encode-channels";
import { chooseControl } from "../../meshopt/encode-groups";
import { ShortsStream } from "../../meshopt/encode-shorts";
import { FRAME_SIZE } from "../frame";
import { checkLenses } from "../lens";
import { columnSize, COLUMNS, ELEMENT_SIZE, ELEMENT_SIZE_WITH_LENS, isShort, LENS, LOWER, Z, Z_TURN } from "./columns";
import { decodeColumns } from "./decode-columns";

/** The frames of every block but the last: the elements in one block of an ATTRIBUTES stream. */
export const BLOCK_FRAMES = 256;

/**
 * A block starts with the u32 checksum of everything after it, the u16 size of the block, and u16 orders, two bits per
 * column.
 */
const SIZE = 4;
const ORDERS = 6;
const HEAD_SIZE = 8;

const MAX_ORDER = 3;

const STREAM_VERSION = 1;

/** The first numbers that a block may store beside its stream: three per column. */
const MOST_SEED_BYTES = MAX_ORDER * (4 * 4 + 3 * 2);

export const MAX_BLOCK_SIZE =
	HEAD_SIZE + MOST_SEED_BYTES + maximumAttributesSize(STREAM_VERSION, BLOCK_FRAMES, ELEMENT_SIZE_WITH_LENS);

/**
 * A column of a block, counted from 1, as it is and in each order of differences. Nothing yields while they are in use.
 */
const differences = [0, 1, 2, 3, 4].map(() => newNumbers(BLOCK_FRAMES));
/** The sums of the groups of a column's planes. */
const sums = newNumbers(4 * Sums.Plane);
/** Steps of lower and of upper halves, and the stream being written. */
const lows = newNumbers(BLOCK_FRAMES);
const highs = newNumbers(BLOCK_FRAMES);
const stream = buffer.create(maximumAttributesSize(STREAM_VERSION, BLOCK_FRAMES, ELEMENT_SIZE_WITH_LENS));
const shorts = new ShortsStream();

/** The columns of 16 bits in the elements of frames, and of frames with fields of view. */
const FRAME_SHORTS = FRAME_SIZE / 2;
const LENS_SHORTS = ELEMENT_SIZE_WITH_LENS / 2;

function strideOf(hasLens: boolean): number {
	return hasLens ? ELEMENT_SIZE_WITH_LENS : ELEMENT_SIZE;
}

function columnsOf(hasLens: boolean): number {
	return hasLens ? LENS + 1 : LENS;
}

/** Returns the min bytes of a block of `count` frames. */
export function minimumBlockSize(count: number, hasLens: boolean): number {
	return HEAD_SIZE + minimumAttributesSize(STREAM_VERSION, count, strideOf(hasLens));
}

/** Returns the bytes of a plane whose sums begin at `first`. */
function planeSize(first: number, count: number): number {
	const [, size] = chooseControl(sums, first, count);
	return size;
}

/**
 * Returns the order, up to `most`, in which the column in `differences[0]` takes the fewest bytes. Fills the orders up
 * to the one after it. A difference is the next number minus this one; the last ones, which have no next, repeat the
 * previous one, which costs nothing.
 */
function chooseOrder(most: number, count: number, isColumnShort: boolean): number {
	const seedSize = isColumnShort ? 2 : 4;
	let least = math.huge;
	let best = 0;
	for (const order of $range(0, most)) {
		const numbers = differences[order];
		const isWide = weighSteps(numbers, count - order, count, isColumnShort, differences[order + 1], sums);
		let size = planeSize(1, count) + order * seedSize;
		if (isWide) {
			size += planeSize(Sums.Plane + 1, count);
			if (!isColumnShort) size += planeSize(2 * Sums.Plane + 1, count) + planeSize(3 * Sums.Plane + 1, count);
		}
		if (size < least) {
			best = order;
			least = size;
			if (size === 0) return 0;
		}
	}
	return best;
}

/**
 * Writes the numbers of an order, of 32 bits, as two columns: lower halves, which wrap, and upper halves without the
 * carry. Upper halves only change if a number moves further than a lower half can.
 */
function addWord(order: number, count: number): void {
	const steps = differences[order + 1];
	const start = differences[order][1];
	const known = count - order;
	let isFar = false;
	for (const index of $range(1, known - 1)) {
		const step = steps[index];
		if (step < -LOWER / 2 || step >= LOWER / 2) isFar = true;
	}
	if (!isFar) {
		shorts.addSteps(steps, known, start);
		shorts.addConstant(start.idiv(LOWER));
		return;
	}
	for (const index of $range(1, known - 1)) {
		const step = steps[index];
		const lower = ((step + LOWER / 2) % LOWER) - LOWER / 2;
		lows[index] = lower;
		highs[index] = (step - lower) / LOWER;
	}
	shorts.addSteps(lows, known, start);
	shorts.addSteps(highs, known, start.idiv(LOWER));
}

/** Reads a column of `count` frames, or of their fields of view, from byte `at` on. */
function readColumn(source: buffer, at: number, count: number, column: number): void {
	const values = differences[0];
	const stride = column === LENS ? 4 : FRAME_SIZE;
	let place = column === LENS ? at : at + COLUMNS[column];
	if (isShort(column)) {
		for (const index of $range(1, count)) {
			values[index] = buffer.readu16(source, place);
			place += stride;
		}
	} else if (column === Z) {
		for (const index of $range(1, count)) {
			values[index] = bit32.rrotate(buffer.readu32(source, place), Z_TURN);
			place += stride;
		}
	} else {
		for (const index of $range(1, count)) {
			values[index] = buffer.readu32(source, place);
			place += stride;
		}
	}
}

/**
 * Writes a block of up to 256 frames, and of their fields of view if any, to the start of `target`, which has room for
 * `MAX_BLOCK_SIZE`. Returns the block's size.
 *
 * @param first the block's first frame
 */
export function encodeBlock(
	frames: buffer,
	lenses: buffer | undefined,
	first: number,
	count: number,
	target: buffer,
): number {
	const hasLens = lenses !== undefined;
	const most = math.min(MAX_ORDER, count - 1);
	// The stream follows the first numbers; the orders determine their count.
	let orders = 0;
	let position = HEAD_SIZE;
	shorts.begin(hasLens ? LENS_SHORTS : FRAME_SHORTS, count, stream, 0);
	for (const column of $range(0, columnsOf(hasLens) - 1)) {
		if (column === LENS) {
			// The bytes between the rotation and the field of view are zeros.
			shorts.addConstant(0);
			readColumn(lenses!, first * 4, count, column);
		} else {
			readColumn(frames, first * FRAME_SIZE, count, column);
		}
		const isColumnShort = isShort(column);
		const order = chooseOrder(most, count, isColumnShort);
		orders += order * 4 ** column;
		for (const lower of $range(0, order - 1)) {
			const seed = differences[lower][1];
			if (isColumnShort) buffer.writeu16(target, position, seed);
			else buffer.writeu32(target, position, seed);
			position += columnSize(column);
		}
		if (isColumnShort) shorts.addSteps(differences[order + 1], count - order, differences[order][1]);
		else addWord(order, count);
	}
	const size = shorts.finish();
	buffer.copy(target, position, stream, 0, size);
	position += size;
	buffer.writeu16(target, SIZE, position);
	buffer.writeu16(target, ORDERS, orders);
	buffer.writeu32(target, 0, crc32(target, SIZE, position));
	return position;
}

/** Refuses a block at `start` that cannot have `count` frames. Returns its size, without reading its contents. */
export function checkBlockHead(source: buffer, start: number, count: number, hasLens: boolean, format: string): number {
	const left = buffer.len(source) - start;
	const least = minimumBlockSize(count, hasLens);
	if (left < least) fail(format, `a block of ${count} frames needs ${least} bytes but ${left} are left`, start);
	const size = buffer.readu16(source, start + SIZE);
	if (size < least || size > left) {
		fail(format, `a block of ${count} frames has ${size} bytes; expected ${least} to ${left}`, start + SIZE);
	}
	return size;
}

/** Refuses a block whose checksum does not match. */
export function checkBlockSum(source: buffer, start: number, format: string): void {
	const finish = start + buffer.readu16(source, start + SIZE);
	if (crc32(source, start + SIZE, finish) !== buffer.readu32(source, start)) {
		fail(format, "the checksum of a block does not match", start);
	}
}

/**
 * Decodes a block with a checked head into `target` from byte `targetAt` on, and its fields of view into `lenses`. The
 * frames are left unchecked.
 */
export function decodeBlock(
	source: buffer,
	start: number,
	count: number,
	target: buffer,
	targetAt: number,
	lenses: buffer | undefined,
	lensesAt: number,
	format: string,
): void {
	const hasLens = lenses !== undefined;
	const stride = strideOf(hasLens);
	const columns = columnsOf(hasLens);
	const finish = start + buffer.readu16(source, start + SIZE);
	const orders = buffer.readu16(source, start + ORDERS);
	let stream = start + HEAD_SIZE;
	for (const column of $range(0, columns - 1)) stream += columnSize(column) * bit32.extract(orders, 2 * column, 2);
	if (orders >>> (2 * columns) !== 0) fail(format, "a block has orders of absent columns", start + ORDERS);
	const least = minimumAttributesSize(STREAM_VERSION, count, stride);
	if (finish - stream < least) {
		fail(format, `a stream of ${count} frames needs ${least} bytes but has ${finish - stream}`, stream);
	}
	if (buffer.readu8(source, stream) !== ATTRIBUTES_HEADER + STREAM_VERSION) {
		fail(format, "a block does not hold an ATTRIBUTES stream of version 1", stream);
	}
	const seeds = start + HEAD_SIZE;
	decodeColumns(source, stream, finish, count, stride, orders, seeds, target, targetAt, lenses, lensesAt, format);
	if (lenses !== undefined) checkLenses(lenses, lensesAt, count, format, "a field of view", start);
}
