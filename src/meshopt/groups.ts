//!native
//!optimize 2
import { fail } from "../bytes/fail";

/** Elements in a group, whatever its codes' width; the max in a block, and so in a plane. */
export const enum Size {
	Group = 16,
	Plane = 256,
}

/** How a group is stored: by the width of its codes, up to whole bytes. */
export const enum Width {
	OneBit = 1,
	TwoBits = 2,
	FourBits = 3,
	WholeBytes = 4,
}

/**
 * How a plane of version 1 is stored: in groups of four widths from nothing or from one bit on, not at all, or as
 * bytes.
 */
export const enum Control {
	WithZeros = 0,
	WithBytes = 1,
	Zeros = 2,
	Literal = 3,
}

/** Added by a table for a code of all ones, which stands for a byte after the codes. No four words reach it. */
export const enum Mark {
	More = 0x400000000,
}

/**
 * The values of codes, a byte each, by the byte that contains them. They are lists, because interpreted code reads
 * those four times as fast as buffers.
 */
export interface CodeTables {
	/** Of its four 2-bit codes, the most significant first. */
	quads: Array<number>;
	/** Of its two 4-bit codes. */
	nibbles: Array<number>;
	/** Of itself as one code. */
	bytes: Array<number>;
	/** The value of four codes of zero. */
	zeros: number;
}

/** Returns the tables of codes for the values of `meaning`. */
export function codeTables(meaning: (code: number) => number): CodeTables {
	const quads = new Array<number>(256, 0);
	const nibbles = new Array<number>(256, 0);
	const bytes = new Array<number>(256, 0);
	for (const byte of $range(0, 255)) {
		let isMarked = false;
		for (const place of $range(0, 3)) {
			const code = (byte >>> (6 - 2 * place)) & 3;
			quads[byte] += meaning(code) * 256 ** place;
			isMarked = isMarked || code === 3;
		}
		if (isMarked) quads[byte] += Mark.More;
		const high = byte >>> 4;
		const low = byte & 15;
		nibbles[byte] = meaning(high) + 256 * meaning(low) + (high === 15 || low === 15 ? Mark.More : 0);
		bytes[byte] = meaning(byte);
	}
	return { quads, nibbles, bytes, zeros: meaning(0) * 0x01010101 };
}

/** Codes that stand for themselves. */
export const plainCodes = codeTables((code) => code);

/** Returns the bytes of header bits for a plane of `count` elements: two bits per group. */
export function headerSize(count: number): number {
	return (count + 63).idiv(64);
}

/** Reads the header bits of the groups of a plane, the first in the lowest bits. 16 groups, the max, fill a word. */
export function readHeader(source: buffer, start: number, limit: number, count: number): number {
	const size = headerSize(count);
	if (size > limit - start) fail("meshopt", `header bits need ${size} bytes but ${limit - start} are left`, start);
	// The tail, at least 24 bytes, makes reading a whole word safe.
	const header = buffer.readu32(source, start) & (0xffffffff >>> (32 - 8 * size));
	if (count <= 240 && header >>> (2 * (count + 15).idiv(Size.Group)) !== 0) {
		fail("meshopt", "unused header bits are not zero", start + size - 1);
	}
	return header;
}

/**
 * Decodes the groups of one plane to codes, a byte for each of `count` elements rounded up to whole groups, and returns
 * the position after them.
 *
 * @param start the byte after the header bits
 * @param limit the start of padding and tail; at least 24 bytes after it can be read, the size of the largest group
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
	// Locals are faster than upvalues, and a call for each group would cost as much as the group.
	const { quads, nibbles } = plainCodes;
	let position = start;
	let bits = header;
	for (const target of $range(at, at + count - 1, Size.Group)) {
		if (position > limit) fail("meshopt", "a group starts after the last data byte", position);
		const width = bits & 3;
		bits = (bits - width) / 4;
		const kind = width + least;
		if (width === 0 && hasZeros) {
			buffer.writef64(codes, target, 0);
			buffer.writef64(codes, target + 8, 0);
		} else if (kind === Width.TwoBits) {
			const word = buffer.readu32(source, position);
			position += 4;
			const first = quads[word & 255];
			const second = quads[bit32.extract(word, 8, 8)];
			const third = quads[bit32.extract(word, 16, 8)];
			const fourth = quads[word >>> 24];
			buffer.writeu32(codes, target, first);
			buffer.writeu32(codes, target + 4, second);
			buffer.writeu32(codes, target + 8, third);
			buffer.writeu32(codes, target + 12, fourth);
			if (first + second + third + fourth >= Mark.More) {
				// Keeps the lowest bit of each code of all ones, and puts the first code on top.
				let marks = bit32.byteswap(word & (word >>> 1) & 0x55555555);
				while (marks !== 0) {
					const zeros = bit32.countlz(marks);
					buffer.writeu8(codes, target + (zeros >>> 1), buffer.readu8(source, position));
					position += 1;
					marks = marks ^ (0x80000000 >>> zeros);
				}
			}
		} else if (kind === Width.FourBits) {
			let word = buffer.readu32(source, position);
			let later = buffer.readu32(source, position + 4);
			position += 8;
			const first = nibbles[word & 255] + 65536 * nibbles[bit32.extract(word, 8, 8)];
			const second = nibbles[bit32.extract(word, 16, 8)] + 65536 * nibbles[word >>> 24];
			const third = nibbles[later & 255] + 65536 * nibbles[bit32.extract(later, 8, 8)];
			const fourth = nibbles[bit32.extract(later, 16, 8)] + 65536 * nibbles[later >>> 24];
			buffer.writeu32(codes, target, first);
			buffer.writeu32(codes, target + 4, second);
			buffer.writeu32(codes, target + 8, third);
			buffer.writeu32(codes, target + 12, fourth);
			if (first + second + third + fourth >= Mark.More) {
				// As above, in two words.
				word = word & (word >>> 1);
				later = later & (later >>> 1);
				word = bit32.byteswap(word & (word >>> 2) & 0x11111111);
				later = bit32.byteswap(later & (later >>> 2) & 0x11111111);
				while (word !== 0) {
					const zeros = bit32.countlz(word);
					buffer.writeu8(codes, target + (zeros >>> 2), buffer.readu8(source, position));
					position += 1;
					word = word ^ (0x80000000 >>> zeros);
				}
				while (later !== 0) {
					const zeros = bit32.countlz(later);
					buffer.writeu8(codes, target + 8 + (zeros >>> 2), buffer.readu8(source, position));
					position += 1;
					later = later ^ (0x80000000 >>> zeros);
				}
			}
		} else if (kind === Width.OneBit) {
			// Least significant first, unlike wider codes.
			let marks = buffer.readu16(source, position);
			position += 2;
			buffer.writef64(codes, target, 0);
			buffer.writef64(codes, target + 8, 0);
			while (marks !== 0) {
				buffer.writeu8(codes, target + bit32.countrz(marks), buffer.readu8(source, position));
				position += 1;
				marks = marks & (marks - 1);
			}
		} else {
			buffer.writeu32(codes, target, buffer.readu32(source, position));
			buffer.writeu32(codes, target + 4, buffer.readu32(source, position + 4));
			buffer.writeu32(codes, target + 8, buffer.readu32(source, position + 8));
			buffer.writeu32(codes, target + 12, buffer.readu32(source, position + 12));
			position += Size.Group;
		}
	}
	return position;
}
