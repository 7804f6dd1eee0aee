//!native
//!optimize 2
import { inSlices } from "../../bytes/in-slices";
import { quoteBytes } from "../../bytes/quote-bytes";
import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";

/** The word after `[dolly]` in every message of this reader. */
export const FORMAT = "mdx";

/**
 * The max absolute value of a model's numbers: far beyond any real model, and low enough that results from two of them
 * still fit single precision.
 */
export const LARGEST = 1e30;

export type Vector = [number, number, number];

/**
 * A radius and a box, in this order on disk.
 *
 * @example
 * const box: MdxBounds = mdx.file.geosets[0].bounds;
 * const height = box.maximum[2] - box.minimum[2]; // Z is up in the file
 */
export interface MdxBounds {
	radius: number;
	minimum: Vector;
	maximum: Vector;
}

/** Bytes of bounds: seven f32. */
export const BOUNDS_SIZE = 28;

/** Reads an f32. Refuses NaN, infinities and numbers that no model has. */
export function readNumber(reader: Reader, what: string): number {
	const value = reader.f32(what);
	// Written so that NaN fails too.
	if (!(value >= -LARGEST && value <= LARGEST)) reader.fail(`${what} is ${value}`, reader.position - 4);
	return value;
}

export function readVector(reader: Reader, what: string): Vector {
	return [readNumber(reader, what), readNumber(reader, what), readNumber(reader, what)];
}

export function readNumbers(reader: Reader, count: number, what: string): Array<number> {
	reader.need(count * 4, what);
	const numbers = new Array<number>();
	for (const _ of $range(1, count)) numbers.push(readNumber(reader, what));
	return numbers;
}

export function readBounds(reader: Reader, what: string): MdxBounds {
	return {
		radius: readNumber(reader, what),
		minimum: readVector(reader, what),
		maximum: readVector(reader, what),
	};
}

/** Numbers between two pause points. */
const NUMBERS_A_STEP = 16384;

/** Returns the offset of the first of `count` f32 that no model has, or -1. */
function findStrange(source: buffer, at: number, count: number): number {
	for (const offset of $range(at, at + count * 4 - 4, 4)) {
		const value = buffer.readf32(source, offset);
		if (!(value >= -LARGEST && value <= LARGEST)) return offset;
	}
	return -1;
}

/** Copies `count` f32, each checked like `readNumber`. */
export function readFloats(reader: Reader, count: number, what: string, budget: Budget): buffer {
	const at = reader.position;
	const copy = reader.bytes(count * 4, what);
	for (const first of $range(0, count - 1, NUMBERS_A_STEP)) {
		const size = math.min(NUMBERS_A_STEP, count - first);
		const strange = findStrange(reader.source, at + first * 4, size);
		if (strange >= 0) reader.fail(`${what} holds ${buffer.readf32(reader.source, strange)}`, strange);
		budget.step(size / 4, FORMAT, at);
	}
	return copy;
}

/**
 * Reads the count at the start of a chunk, checked against the remaining bytes: each item takes at least `smallest`
 * bytes. An empty chunk has no items.
 */
export function readCount(reader: Reader, smallest: number, what: string): number {
	if (reader.remaining() === 0) return 0;
	const at = reader.position;
	const count = reader.u32(what);
	if (count * smallest > reader.remaining()) {
		reader.fail(`${what} is ${count}, but ${reader.remaining()} bytes cannot hold that many`, at);
	}
	return count;
}

/** Returns a window on the rest of an object whose first word is its own size, including that word. */
export function readSized(reader: Reader, smallest: number, what: string): Reader {
	const at = reader.position;
	const size = reader.u32(what + "'s size");
	if (size < smallest) reader.fail(`${what} says it has ${size} bytes, but it takes at least ${smallest}`, at);
	if (size - 4 > reader.remaining()) {
		reader.fail(`${what} says it has ${size} bytes, but its chunk ends in ${reader.remaining() + 4}`, at);
	}
	return reader.window(size - 4, what);
}

/** The cost of a list's item, in steps of a vertex, and its approximate bytes, including temporary ones. */
const STEPS_AN_ITEM = 16;
const BYTES_AN_ITEM = 1280;

/** Charges for an item of a list before it is read: the smallest have four bytes. */
export function spendItem(budget: Budget, place: number): void {
	budget.spendBytes(BYTES_AN_ITEM, FORMAT, place);
	budget.step(STEPS_AN_ITEM, FORMAT, place);
}

/** Reads a counted list to the last byte of its chunk. */
export function readList<T extends defined>(
	reader: Reader,
	smallest: number,
	what: string,
	budget: Budget,
	readOne: (index: number) => T,
): Array<T> {
	const count = readCount(reader, smallest, `${what} count`);
	const list = new Array<T>();
	for (const index of $range(0, count - 1)) {
		spendItem(budget, reader.position);
		list.push(readOne(index));
	}
	reader.expectEnd(what);
	return list;
}

/** Reads the count of a list that starts with its tag. The list must fit. */
export function readTaggedCount(reader: Reader, tag: string, itemSize: number, owner: string): number {
	const at = reader.position;
	const found = reader.text(4, `${owner}: ${tag}`);
	if (found !== tag) reader.fail(`${owner}: expected ${tag}, but it is ${quoteBytes(found)}`, at);
	const count = reader.u32(`${owner}: ${tag} count`);
	if (count * itemSize > reader.remaining()) {
		reader.fail(
			`${owner}: ${tag} has ${count} items (${count * itemSize} bytes) but ${reader.remaining()} are left`,
			at,
		);
	}
	return count;
}

/** Reads `count` u32. */
export function readWords(reader: Reader, count: number, what: string, budget: Budget): Array<number> {
	const words = new Array<number>();
	inSlices(count, budget, FORMAT, reader.position, (first, size) => {
		for (const _ of $range(first, first + size - 1)) words.push(reader.u32(what));
	});
	return words;
}
