//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Bias } from "./channels";
import { codeTables, Mark, plainCodes, Size, Width } from "./groups";

/**
 * Returns the value of a byte's code: half of an even code, or the complement of the subtracted number for an odd one,
 * as bytes wrap.
 */
function zigzag(code: number): number {
	return (code & 1) === 0 ? code >>> 1 : 255 - (code >>> 1);
}

const byteDeltas = codeTables(zigzag);
/** 128 more than the value of a 16-bit code, so that all of them are positive. */
const smallDeltas = codeTables((code) => zigzag(code) ^ 0x80);

/** The codes of a plane: deltas of bytes, deltas of 16 bits without a high byte, or such high bytes. */
export const enum Plane {
	Bytes = 0,
	SmallShorts = 1,
	HighBytes = 2,
}

/** The value of a sign above a low byte if the high byte is zero: that byte inverted, and itself above it. */
const NO_HIGH = 256 * 255 + 65536;

/** Scratch for a group with bytes after its codes. */
const scratch = buffer.create(Size.Group);

/**
 * Decodes the groups of one plane and adds them up, straight into the target: `decodeGroups` followed by `addBytes`,
 * `addSmallShorts` or `addShorts`, without storing the codes. All groups are whole; for the rest see `decodeGroups`.
 *
 * Sums are not truncated to a byte or 16 bits, and may have more bits above them: writing them truncates. 256 words
 * stay far below the limit of exact numbers.
 *
 * @param plane the kind of the codes
 * @param lows the codes of the low bytes if those of the high bytes are added
 */
export function addGroups(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	header: number,
	hasZeros: boolean,
	least: number,
	target: buffer,
	targetAt: number,
	stride: number,
	plane: Plane,
	lows: buffer,
): number {
	const { quads, nibbles, bytes, zeros } =
		plane === Plane.Bytes ? byteDeltas : plane === Plane.SmallShorts ? smallDeltas : plainCodes;
	const two = 2 * stride;
	const three = 3 * stride;
	const four = 4 * stride;
	let value = plane === Plane.Bytes ? buffer.readu8(target, targetAt) : buffer.readu16(target, targetAt);
	let lowAt = 0;
	let position = start;
	let bits = header;
	let first = 0;
	let second = 0;
	let third = 0;
	let fourth = 0;
	for (const group of $range(targetAt, targetAt + (count - 1) * stride, 4 * four)) {
		if (position > limit) fail("meshopt", "a group starts after the last data byte", position);
		const width = bits & 3;
		bits = (bits - width) / 4;
		const kind = width + least;
		let at = group;
		if (width === 0 && hasZeros) {
			if (plane === Plane.HighBytes) {
				// Common enough for a faster path of its own.
				for (const lowFrom of $range(lowAt, lowAt + (Size.Group - 4), 4)) {
					let low = buffer.readu32(lows, lowFrom);
					const signs = low & 0x01010101;
					low = low ^ (signs * 255);
					let even = (low & 0x00ff00ff) + NO_HIGH * (signs & 0x00010001);
					const odd = (low + NO_HIGH * signs - even) / 512;
					even /= 2;
					value += even;
					buffer.writeu16(target, at, value);
					value += odd;
					buffer.writeu16(target, at + stride, value);
					value += even.idiv(65536);
					buffer.writeu16(target, at + two, value);
					value += odd.idiv(65536);
					buffer.writeu16(target, at + three, value);
					at += four;
				}
				lowAt += Size.Group;
				continue;
			}
			first = zeros;
			second = zeros;
			third = zeros;
			fourth = zeros;
		} else if (kind === Width.TwoBits) {
			const word = buffer.readu32(source, position);
			position += 4;
			first = quads[word & 255];
			second = quads[bit32.extract(word, 8, 8)];
			third = quads[bit32.extract(word, 16, 8)];
			fourth = quads[word >>> 24];
			if (first + second + third + fourth >= Mark.More) {
				// Keeps the lowest bit of each code of all ones, and puts the first code on top.
				let marks = bit32.byteswap(word & (word >>> 1) & 0x55555555);
				buffer.writeu32(scratch, 0, first);
				buffer.writeu32(scratch, 4, second);
				buffer.writeu32(scratch, 8, third);
				buffer.writeu32(scratch, 12, fourth);
				while (marks !== 0) {
					const zeros = bit32.countlz(marks);
					buffer.writeu8(scratch, zeros >>> 1, bytes[buffer.readu8(source, position)]);
					position += 1;
					marks = marks ^ (0x80000000 >>> zeros);
				}
				first = buffer.readu32(scratch, 0);
				second = buffer.readu32(scratch, 4);
				third = buffer.readu32(scratch, 8);
				fourth = buffer.readu32(scratch, 12);
			}
		} else if (kind === Width.FourBits) {
			let word = buffer.readu32(source, position);
			let later = buffer.readu32(source, position + 4);
			position += 8;
			first = nibbles[word & 255] + 65536 * nibbles[bit32.extract(word, 8, 8)];
			second = nibbles[bit32.extract(word, 16, 8)] + 65536 * nibbles[word >>> 24];
			third = nibbles[later & 255] + 65536 * nibbles[bit32.extract(later, 8, 8)];
			fourth = nibbles[bit32.extract(later, 16, 8)] + 65536 * nibbles[later >>> 24];
			if (first + second + third + fourth >= Mark.More) {
				// As above, in two words.
				word = word & (word >>> 1);
				later = later & (later >>> 1);
				word = word & (word >>> 2) & 0x11111111;
				later = later & (later >>> 2) & 0x11111111;
				buffer.writeu32(scratch, 0, first);
				buffer.writeu32(scratch, 4, second);
				buffer.writeu32(scratch, 8, third);
				buffer.writeu32(scratch, 12, fourth);
				word = bit32.byteswap(word);
				while (word !== 0) {
					const zeros = bit32.countlz(word);
					buffer.writeu8(scratch, zeros >>> 2, bytes[buffer.readu8(source, position)]);
					position += 1;
					word = word ^ (0x80000000 >>> zeros);
				}
				later = bit32.byteswap(later);
				while (later !== 0) {
					const zeros = bit32.countlz(later);
					buffer.writeu8(scratch, 8 + (zeros >>> 2), bytes[buffer.readu8(source, position)]);
					position += 1;
					later = later ^ (0x80000000 >>> zeros);
				}
				first = buffer.readu32(scratch, 0);
				second = buffer.readu32(scratch, 4);
				third = buffer.readu32(scratch, 8);
				fourth = buffer.readu32(scratch, 12);
			}
		} else if (kind === Width.OneBit) {
			// Least significant first, unlike wider codes.
			let marks = buffer.readu16(source, position);
			position += 2;
			buffer.writeu32(scratch, 0, zeros);
			buffer.writeu32(scratch, 4, zeros);
			buffer.writeu32(scratch, 8, zeros);
			buffer.writeu32(scratch, 12, zeros);
			while (marks !== 0) {
				buffer.writeu8(scratch, bit32.countrz(marks), bytes[buffer.readu8(source, position)]);
				position += 1;
				marks = marks & (marks - 1);
			}
			first = buffer.readu32(scratch, 0);
			second = buffer.readu32(scratch, 4);
			third = buffer.readu32(scratch, 8);
			fourth = buffer.readu32(scratch, 12);
		} else if (plane === Plane.HighBytes) {
			first = buffer.readu32(source, position);
			second = buffer.readu32(source, position + 4);
			third = buffer.readu32(source, position + 8);
			fourth = buffer.readu32(source, position + 12);
			position += Size.Group;
		} else {
			first = buffer.readu32(source, position);
			second = buffer.readu32(source, position + 4);
			third = buffer.readu32(source, position + 8);
			fourth = buffer.readu32(source, position + 12);
			let odd = first & 0x01010101;
			first = ((first - odd) / 2) ^ (odd * 255);
			odd = second & 0x01010101;
			second = ((second - odd) / 2) ^ (odd * 255);
			odd = third & 0x01010101;
			third = ((third - odd) / 2) ^ (odd * 255);
			odd = fourth & 0x01010101;
			fourth = ((fourth - odd) / 2) ^ (odd * 255);
			if (plane === Plane.SmallShorts) {
				first = first ^ zeros;
				second = second ^ zeros;
				third = third ^ zeros;
				fourth = fourth ^ zeros;
			}
			position += Size.Group;
		}
		if (plane === Plane.HighBytes) {
			let low = buffer.readu32(lows, lowAt);
			let signs = low & 0x01010101;
			let flips = signs * 255;
			low = low ^ flips;
			first = first ^ flips;
			let even = (low & 0x00ff00ff) + 256 * (first & 0x00ff00ff) + 65536 * (signs & 0x00010001);
			let odd = (low + 256 * first + 65536 * signs - even) / 512;
			even /= 2;
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536);
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536);
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 4);
			signs = low & 0x01010101;
			flips = signs * 255;
			low = low ^ flips;
			second = second ^ flips;
			even = (low & 0x00ff00ff) + 256 * (second & 0x00ff00ff) + 65536 * (signs & 0x00010001);
			odd = (low + 256 * second + 65536 * signs - even) / 512;
			even /= 2;
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536);
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536);
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 8);
			signs = low & 0x01010101;
			flips = signs * 255;
			low = low ^ flips;
			third = third ^ flips;
			even = (low & 0x00ff00ff) + 256 * (third & 0x00ff00ff) + 65536 * (signs & 0x00010001);
			odd = (low + 256 * third + 65536 * signs - even) / 512;
			even /= 2;
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536);
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536);
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 12);
			signs = low & 0x01010101;
			flips = signs * 255;
			low = low ^ flips;
			fourth = fourth ^ flips;
			even = (low & 0x00ff00ff) + 256 * (fourth & 0x00ff00ff) + 65536 * (signs & 0x00010001);
			odd = (low + 256 * fourth + 65536 * signs - even) / 512;
			even /= 2;
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536);
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536);
			buffer.writeu16(target, at + three, value);
			lowAt += Size.Group;
		} else if (plane === Plane.SmallShorts) {
			let even = first & 0x00ff00ff;
			let odd = (first - even) / 256;
			value += even + Bias.Less;
			buffer.writeu16(target, at, value);
			value += odd + Bias.Less;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + three, value);
			at += four;
			even = second & 0x00ff00ff;
			odd = (second - even) / 256;
			value += even + Bias.Less;
			buffer.writeu16(target, at, value);
			value += odd + Bias.Less;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + three, value);
			at += four;
			even = third & 0x00ff00ff;
			odd = (third - even) / 256;
			value += even + Bias.Less;
			buffer.writeu16(target, at, value);
			value += odd + Bias.Less;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + three, value);
			at += four;
			even = fourth & 0x00ff00ff;
			odd = (fourth - even) / 256;
			value += even + Bias.Less;
			buffer.writeu16(target, at, value);
			value += odd + Bias.Less;
			buffer.writeu16(target, at + stride, value);
			value += even.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + two, value);
			value += odd.idiv(65536) + Bias.Less;
			buffer.writeu16(target, at + three, value);
		} else if (first + second + third + fourth === 0) {
			buffer.writeu8(target, at, value);
			buffer.writeu8(target, at + stride, value);
			buffer.writeu8(target, at + two, value);
			buffer.writeu8(target, at + three, value);
			at += four;
			buffer.writeu8(target, at, value);
			buffer.writeu8(target, at + stride, value);
			buffer.writeu8(target, at + two, value);
			buffer.writeu8(target, at + three, value);
			at += four;
			buffer.writeu8(target, at, value);
			buffer.writeu8(target, at + stride, value);
			buffer.writeu8(target, at + two, value);
			buffer.writeu8(target, at + three, value);
			at += four;
			buffer.writeu8(target, at, value);
			buffer.writeu8(target, at + stride, value);
			buffer.writeu8(target, at + two, value);
			buffer.writeu8(target, at + three, value);
		} else {
			value += first;
			buffer.writeu8(target, at, value);
			value += first.idiv(256);
			buffer.writeu8(target, at + stride, value);
			value += first >>> 16;
			buffer.writeu8(target, at + two, value);
			value += first >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += second;
			buffer.writeu8(target, at, value);
			value += second.idiv(256);
			buffer.writeu8(target, at + stride, value);
			value += second >>> 16;
			buffer.writeu8(target, at + two, value);
			value += second >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += third;
			buffer.writeu8(target, at, value);
			value += third.idiv(256);
			buffer.writeu8(target, at + stride, value);
			value += third >>> 16;
			buffer.writeu8(target, at + two, value);
			value += third >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += fourth;
			buffer.writeu8(target, at, value);
			value += fourth.idiv(256);
			buffer.writeu8(target, at + stride, value);
			value += fourth >>> 16;
			buffer.writeu8(target, at + two, value);
			value += fourth >>> 24;
			buffer.writeu8(target, at + three, value);
		}
	}
	return position;
}
