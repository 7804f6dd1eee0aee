//!native
//!optimize 2
import { fail } from "../bytes/fail";

/** Elements in a group, whatever its codes' width; the most in a block, and so in a plane. */
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

/** How a plane of version 1 is stored: in groups of four widths from nothing or from one bit on, not at all, or as bytes. */
export const enum Control {
	WithZeros = 0,
	WithBytes = 1,
	Zeros = 2,
	Literal = 3,
}

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
	// Locals are cheaper to reach than what lies outside, and a call for each group would cost as much as the group.
	const quads = quadTable;
	const nibbles = pairTable;
	let position = start;
	let bits = header;
	for (const target of $range(at, at + count - 1, Size.Group)) {
		if (position > limit) fail("meshopt", "a group starts after the last data byte", position);
		const kind = (bits & 3) + least;
		if (hasZeros && (bits & 3) === 0) {
			buffer.writef64(codes, target, 0);
			buffer.writef64(codes, target + 8, 0);
		} else if (kind === Width.TwoBits) {
			const word = buffer.readu32(source, position);
			position += 4;
			buffer.writeu32(codes, target, buffer.readu32(quads, (word & 255) << 2));
			buffer.writeu32(codes, target + 4, buffer.readu32(quads, (word >>> 6) & 0x3fc));
			buffer.writeu32(codes, target + 8, buffer.readu32(quads, (word >>> 14) & 0x3fc));
			buffer.writeu32(codes, target + 12, buffer.readu32(quads, (word >>> 22) & 0x3fc));
			// A code of all ones stands for a byte after the codes: its lowest bit stays, and the first code is put on top.
			let marks = bit32.byteswap(word & (word >>> 1) & 0x55555555);
			while (marks !== 0) {
				const zeros = bit32.countlz(marks);
				buffer.writeu8(codes, target + (zeros >>> 1), buffer.readu8(source, position));
				position += 1;
				marks = marks ^ (0x80000000 >>> zeros);
			}
		} else if (kind === Width.FourBits) {
			let word = buffer.readu32(source, position);
			let second = buffer.readu32(source, position + 4);
			position += 8;
			buffer.writeu16(codes, target, buffer.readu16(nibbles, (word & 255) << 1));
			buffer.writeu16(codes, target + 2, buffer.readu16(nibbles, (word >>> 7) & 0x1fe));
			buffer.writeu16(codes, target + 4, buffer.readu16(nibbles, (word >>> 15) & 0x1fe));
			buffer.writeu16(codes, target + 6, buffer.readu16(nibbles, (word >>> 23) & 0x1fe));
			buffer.writeu16(codes, target + 8, buffer.readu16(nibbles, (second & 255) << 1));
			buffer.writeu16(codes, target + 10, buffer.readu16(nibbles, (second >>> 7) & 0x1fe));
			buffer.writeu16(codes, target + 12, buffer.readu16(nibbles, (second >>> 15) & 0x1fe));
			buffer.writeu16(codes, target + 14, buffer.readu16(nibbles, (second >>> 23) & 0x1fe));
			// As above, in two words.
			word = word & (word >>> 1);
			second = second & (second >>> 1);
			word = bit32.byteswap(word & (word >>> 2) & 0x11111111);
			second = bit32.byteswap(second & (second >>> 2) & 0x11111111);
			while (word !== 0) {
				const zeros = bit32.countlz(word);
				buffer.writeu8(codes, target + (zeros >>> 2), buffer.readu8(source, position));
				position += 1;
				word = word ^ (0x80000000 >>> zeros);
			}
			while (second !== 0) {
				const zeros = bit32.countlz(second);
				buffer.writeu8(codes, target + 8 + (zeros >>> 2), buffer.readu8(source, position));
				position += 1;
				second = second ^ (0x80000000 >>> zeros);
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
		bits = bits >>> 2;
	}
	return position;
}
