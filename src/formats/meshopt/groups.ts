//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** Elements in a group, whatever its codes' width. */
export const GROUP = 16;

/** How a group is stored: by the width of its codes, up to whole bytes. */
const ONE_BIT = 1;
const TWO_BITS = 2;
const FOUR_BITS = 3;

/** What the four 2-bit codes of a byte are, a byte each; most significant first. */
const quadTable = buffer.create(4 * 256);
/** What the two 4-bit codes of a byte are. */
const pairTable = buffer.create(2 * 256);
for (const byte of $range(0, 255)) {
	const [first, second, third, fourth] = [byte >>> 6, (byte >>> 4) & 3, (byte >>> 2) & 3, byte & 3];
	buffer.writeu32(quadTable, 4 * byte, first | (second << 8) | (third << 16) | (fourth << 24));
	buffer.writeu16(pairTable, 2 * byte, (byte >>> 4) | ((byte & 15) << 8));
}

/** Bytes of header bits for a plane of `count` elements: two bits a group. */
export function headerSize(count: number): number {
	return (count + 63).idiv(64);
}

/** The header bits of the groups of a plane, the first in the lowest bits; 16 groups, the most, fill a word. */
export function readHeader(source: buffer, start: number, limit: number, count: number): number {
	const size = headerSize(count);
	if (size > limit - start) fail("meshopt", `header bits need ${size} bytes but ${limit - start} are left`, start);
	// The tail, at least 24 bytes, makes reading a whole word safe.
	const header = buffer.readu32(source, start) & (0xffffffff >>> (32 - 8 * size));
	if (count <= 240 && header >>> (2 * (count + 15).idiv(GROUP)) !== 0) {
		fail("meshopt", "unused header bits are not zero", start + size - 1);
	}
	return header;
}

/** Sixteen single bits, least significant first: a set one stands for a byte after them. */
function readSingles(source: buffer, start: number, codes: buffer, at: number): number {
	let position = start + 2;
	let bits = buffer.readu16(source, start);
	buffer.writef64(codes, at, 0);
	buffer.writef64(codes, at + 8, 0);
	while (bits !== 0) {
		buffer.writeu8(codes, at + bit32.countrz(bits), buffer.readu8(source, position));
		position += 1;
		bits = bits & (bits - 1);
	}
	return position;
}

/**
 * Replaces codes that are all ones by the bytes from `start`. `marks` has one bit for each, in the place of its code's
 * lowest bit where the first code is in the top bits; codes are 2^`shift` bits wide.
 */
function replaceMarked(source: buffer, start: number, codes: buffer, at: number, marks: number, shift: number): number {
	let position = start;
	let left = marks;
	while (left !== 0) {
		const zeros = bit32.countlz(left);
		buffer.writeu8(codes, at + (zeros >>> shift), buffer.readu8(source, position));
		position += 1;
		left = left ^ (0x80000000 >>> zeros);
	}
	return position;
}

function readQuads(source: buffer, start: number, codes: buffer, at: number): number {
	const word = buffer.readu32(source, start);
	buffer.writeu32(codes, at, buffer.readu32(quadTable, (word & 255) << 2));
	buffer.writeu32(codes, at + 4, buffer.readu32(quadTable, (word >>> 6) & 0x3fc));
	buffer.writeu32(codes, at + 8, buffer.readu32(quadTable, (word >>> 14) & 0x3fc));
	buffer.writeu32(codes, at + 12, buffer.readu32(quadTable, (word >>> 22) & 0x3fc));
	const marks = word & (word >>> 1) & 0x55555555;
	if (marks === 0) return start + 4;
	return replaceMarked(source, start + 4, codes, at, bit32.byteswap(marks), 1);
}

/** A mark in the lowest bit of each 4-bit code of `word` that is 15. */
function marksOf(word: number): number {
	const half = word & (word >>> 1);
	return half & (half >>> 2) & 0x11111111;
}

function readNibbles(source: buffer, start: number, codes: buffer, at: number): number {
	const word = buffer.readu32(source, start);
	buffer.writeu16(codes, at, buffer.readu16(pairTable, (word & 255) << 1));
	buffer.writeu16(codes, at + 2, buffer.readu16(pairTable, (word >>> 7) & 0x1fe));
	buffer.writeu16(codes, at + 4, buffer.readu16(pairTable, (word >>> 15) & 0x1fe));
	buffer.writeu16(codes, at + 6, buffer.readu16(pairTable, (word >>> 23) & 0x1fe));
	const second = buffer.readu32(source, start + 4);
	buffer.writeu16(codes, at + 8, buffer.readu16(pairTable, (second & 255) << 1));
	buffer.writeu16(codes, at + 10, buffer.readu16(pairTable, (second >>> 7) & 0x1fe));
	buffer.writeu16(codes, at + 12, buffer.readu16(pairTable, (second >>> 15) & 0x1fe));
	buffer.writeu16(codes, at + 14, buffer.readu16(pairTable, (second >>> 23) & 0x1fe));
	const marks = marksOf(word);
	const more = marksOf(second);
	let position = start + 8;
	if (marks !== 0) position = replaceMarked(source, position, codes, at, bit32.byteswap(marks), 2);
	if (more !== 0) position = replaceMarked(source, position, codes, at + 8, bit32.byteswap(more), 2);
	return position;
}

/**
 * Decodes the groups of one plane to codes, a byte for each of `count` elements rounded up to whole groups, and returns
 * the position after them.
 *
 * @param start the byte after the header bits
 * @param limit where padding and tail start: at least 24 bytes that follow it can be read, as much as one group has
 * @param hasZeros whether header bits of zero mean a group of zeros, which is not stored
 * @param least how a group with header bits of zero is stored otherwise
 */
export function decodeGroups(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	header: number,
	hasZeros: boolean,
	least: number,
	codes: buffer,
	at: number,
): number {
	let position = start;
	let bits = header;
	for (const target of $range(at, at + count - 1, GROUP)) {
		if (position > limit) fail("meshopt", "a group starts after the last data byte", position);
		const kind = (bits & 3) + least;
		if (hasZeros && (bits & 3) === 0) {
			buffer.writef64(codes, target, 0);
			buffer.writef64(codes, target + 8, 0);
		} else if (kind === TWO_BITS) {
			position = readQuads(source, position, codes, target);
		} else if (kind === FOUR_BITS) {
			position = readNibbles(source, position, codes, target);
		} else if (kind === ONE_BIT) {
			position = readSingles(source, position, codes, target);
		} else {
			buffer.writeu32(codes, target, buffer.readu32(source, position));
			buffer.writeu32(codes, target + 4, buffer.readu32(source, position + 4));
			buffer.writeu32(codes, target + 8, buffer.readu32(source, position + 8));
			buffer.writeu32(codes, target + 12, buffer.readu32(source, position + 12));
			position += GROUP;
		}
		bits = bits >>> 2;
	}
	return position;
}
