//!native
//!optimize 2
import { crc32 } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { ATTRIBUTES_HEADER, Channel, minimumAttributesSize } from "../../meshopt/attributes";
import { encodeAttributes, maximumAttributesSize, measureShorts } from "../../meshopt/encode-attributes";
import { checkFrames, FRAME_SIZE } from "../frame";
import { checkLenses } from "../lens";
import {
	columnSize,
	COLUMNS,
	dropCarries,
	ELEMENT_SIZE,
	ELEMENT_SIZE_WITH_LENS,
	isShort,
	LENS,
	readColumn,
} from "./columns";
import { decodeColumns } from "./decode-columns";

/** The frames of every block but the last: as many elements as one block of an ATTRIBUTES stream has. */
export const BLOCK_FRAMES = 256;

/** A block starts with u32 checksum of all that follows in it, u16 size of it all, u16 orders, two bits a column. */
const SIZE = 4;
const ORDERS = 6;
const HEAD_SIZE = 8;

const MAX_ORDER = 3;

/** The version of the ATTRIBUTES streams. */
const STREAM_VERSION = 1;

/** The modes of a stream's channels, all two 16-bit numbers: choosing them would save 0.02 % and take half of the time. */
const MODES = buffer.create(ELEMENT_SIZE_WITH_LENS / 4);
buffer.fill(MODES, 0, Channel.Shorts);

/** The first numbers that a block may store beside its stream: three for each column. */
const MOST_SEED_BYTES = MAX_ORDER * (4 * 4 + 3 * 2);

/** The most bytes that a block takes. */
export const MAX_BLOCK_SIZE =
	HEAD_SIZE + MOST_SEED_BYTES + maximumAttributesSize(STREAM_VERSION, BLOCK_FRAMES, ELEMENT_SIZE_WITH_LENS);

/** Elements of a block, and one column of it in each order of differences. Nothing yields while they are in use. */
const elements = buffer.create(BLOCK_FRAMES * ELEMENT_SIZE_WITH_LENS);
const differences = [0, 1, 2, 3].map(() => buffer.create(BLOCK_FRAMES * 4));
/** Numbers as they stand in elements: of 32 bits, or of 16 bits in two orders at once, one in each half. */
const words = buffer.create(BLOCK_FRAMES * 4);

function strideOf(hasLens: boolean): number {
	return hasLens ? ELEMENT_SIZE_WITH_LENS : ELEMENT_SIZE;
}

function columnsOf(hasLens: boolean): number {
	return hasLens ? LENS + 1 : LENS;
}

/** The fewest bytes that a block of `count` frames takes. */
export function minimumBlockSize(count: number, hasLens: boolean): number {
	return HEAD_SIZE + minimumAttributesSize(STREAM_VERSION, count, strideOf(hasLens));
}

/**
 * Fills `differences[order]` from the order below. A difference is the next number less this one; the last ones, which have no
 * next, repeat the one before, which costs nothing.
 */
function fillDifferences(order: number, count: number): void {
	const from = differences[order - 1];
	const to = differences[order];
	const final = 4 * (count - order - 1);
	let value = buffer.readu32(from, 0);
	for (const at of $range(0, final, 4)) {
		const following = buffer.readu32(from, at + 4);
		buffer.writeu32(to, at, (following - value) % 2 ** 32);
		value = following;
	}
	const last = buffer.readu32(to, final);
	for (const at of $range(final + 4, 4 * (count - 1), 4)) buffer.writeu32(to, at, last);
}

/** The bytes that a column's differences of one order, of 32 bits, take in a stream. */
function measure(order: number, count: number): number {
	dropCarries(differences[order], count, words);
	const [lower, upper] = measureShorts(words, 0, 4, count);
	return lower + upper;
}

/** The same for differences of 16-bit numbers, of two orders at once, which are lower and upper halves. */
function measureHalves(order: number, count: number) {
	const [lower, upper] = [differences[order], differences[order + 1]];
	for (const at of $range(0, 4 * (count - 1), 4)) {
		buffer.writeu16(words, at, buffer.readu32(lower, at));
		buffer.writeu16(words, at + 2, buffer.readu32(upper, at));
	}
	return measureShorts(words, 0, 4, count);
}

/** The order in which the 32-bit column in `differences[0]` takes the fewest bytes; the orders up to it are filled. */
function chooseWordOrder(most: number, count: number): number {
	let least = measure(0, count);
	let best = 0;
	if (least === 0) return 0;
	for (const order of $range(1, most)) {
		fillDifferences(order, count);
		const size = measure(order, count) + 4 * order;
		if (size < least) {
			best = order;
			least = size;
		}
	}
	return best;
}

/** The same for a 16-bit column. */
function chooseShortOrder(most: number, count: number): number {
	let least = math.huge;
	let best = 0;
	for (const order of $range(0, most, 2)) {
		for (const filled of $range(math.max(order, 1), math.min(order + 1, most))) fillDifferences(filled, count);
		const [even, odd] = measureHalves(order, count);
		if (even + 2 * order < least) {
			best = order;
			least = even + 2 * order;
		}
		if (order < most && odd + 2 * (order + 1) < least) {
			best = order + 1;
			least = odd + 2 * (order + 1);
		}
		if (least === 0) return 0;
	}
	return best;
}

/** Writes the differences of the chosen order into the elements. */
function placeColumn(column: number, order: number, count: number, stride: number): void {
	let to = COLUMNS[column];
	if (isShort(column)) {
		for (const at of $range(0, 4 * (count - 1), 4)) {
			buffer.writeu16(elements, to, buffer.readu32(differences[order], at));
			to += stride;
		}
	} else {
		dropCarries(differences[order], count, words);
		for (const at of $range(0, 4 * (count - 1), 4)) {
			buffer.writeu32(elements, to, buffer.readu32(words, at));
			to += stride;
		}
	}
}

/**
 * Writes a block of up to 256 frames, and of their lenses where there are any, into `target`, which has room for
 * `MAX_BLOCK_SIZE` from its start on. Gives the block's size.
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
	const stride = strideOf(hasLens);
	buffer.fill(elements, 0, 0);
	let orders = 0;
	let position = HEAD_SIZE;
	for (const column of $range(0, columnsOf(hasLens) - 1)) {
		const values = differences[0];
		for (const frame of $range(0, count - 1)) {
			const value =
				column === LENS
					? buffer.readu32(lenses!, (first + frame) * 4)
					: readColumn(frames, (first + frame) * FRAME_SIZE, column);
			buffer.writeu32(values, frame * 4, value);
		}
		const most = math.min(MAX_ORDER, count - 1);
		const order = isShort(column) ? chooseShortOrder(most, count) : chooseWordOrder(most, count);
		orders += order * 4 ** column;
		for (const lower of $range(0, order - 1)) {
			const seed = buffer.readu32(differences[lower], 0);
			if (isShort(column)) buffer.writeu16(target, position, seed);
			else buffer.writeu32(target, position, seed);
			position += columnSize(column);
		}
		placeColumn(column, order, count, stride);
	}
	position = encodeAttributes(elements, 0, count, stride, STREAM_VERSION, target, position, MODES);
	buffer.writeu16(target, SIZE, position);
	buffer.writeu16(target, ORDERS, orders);
	buffer.writeu32(target, 0, crc32(target, SIZE, position));
	return position;
}

/** Refuses a block, at `start`, that cannot be one of `count` frames, and gives its size. Its bytes are not looked at. */
export function checkBlockHead(source: buffer, start: number, count: number, hasLens: boolean, format: string): number {
	const left = buffer.len(source) - start;
	const least = minimumBlockSize(count, hasLens);
	if (left < least) fail(format, `a block of ${count} frames needs ${least} bytes but ${left} are left`, start);
	const size = buffer.readu16(source, start + SIZE);
	if (size < least || size > left) {
		fail(format, `a block of ${count} frames has ${size} bytes; ${least} to ${left} are possible`, start + SIZE);
	}
	return size;
}

/** Refuses a block whose bytes are not those that were written. */
export function checkBlockSum(source: buffer, start: number, format: string): void {
	const finish = start + buffer.readu16(source, start + SIZE);
	if (crc32(source, start + SIZE, finish) !== buffer.readu32(source, start)) {
		fail(format, "the checksum of a block does not match", start);
	}
}

/** Decodes a block whose head was checked into `target` from byte `targetAt` on, and its lenses into `lenses`. */
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
	if (orders >>> (2 * columns) !== 0) fail(format, "a block has orders of columns that it has not", start + ORDERS);
	const least = minimumAttributesSize(STREAM_VERSION, count, stride);
	if (finish - stream < least) {
		fail(format, `a stream of ${count} frames needs ${least} bytes but has ${finish - stream}`, stream);
	}
	if (buffer.readu8(source, stream) !== ATTRIBUTES_HEADER + STREAM_VERSION) {
		fail(format, "a block does not hold an ATTRIBUTES stream of version 1", stream);
	}
	const seeds = start + HEAD_SIZE;
	decodeColumns(source, stream, finish, count, stride, orders, seeds, target, targetAt, lenses, lensesAt, format);
	checkFrames(target, targetAt, count, format, start);
	if (lenses !== undefined) checkLenses(lenses, lensesAt, count, format, "a lens", start);
}
