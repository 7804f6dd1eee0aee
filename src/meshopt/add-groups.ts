//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { codeTables, plainCodes, Size, Width } from "./groups";

/** What a byte's code adds to it: an even code its half, an odd one the complement of what it takes away, as bytes wrap. */
function zigzag(code: number): number {
	return (code & 1) === 0 ? code >>> 1 : 255 - (code >>> 1);
}

const byteDeltas = codeTables(zigzag);
/** 128 more than what a code adds to 16 bits, so that all of them are positive. */
const smallDeltas = codeTables((code) => zigzag(code) ^ 0x80);

/** What the codes of a plane are: deltas of bytes, deltas of 16 bits that have no high byte, or such high bytes. */
export const enum Plane {
	Bytes = 0,
	SmallShorts = 1,
	HighBytes = 2,
}

/** 65536 - 128 takes the 128 off again, and no value gets negative. */
const LESS = 65408;

/** A group with bytes after its codes is put together here. */
const scratch = buffer.create(Size.Group);

/**
 * Decodes the groups of one plane and adds them up, straight into the target: what `decodeGroups` and then `addBytes`,
 * `addSmallShorts` or `addShorts` do, without codes in between. All groups are whole; for the rest see `decodeGroups`.
 *
 * Sums are not cut to a byte or 16 bits, and may have more above them: what is written of them is what is meant. 256 words
 * stay far below what a number holds exactly.
 *
 * @param plane what the codes are
 * @param lows the codes of the low bytes where those of the high bytes are added
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
		const kind = (bits & 3) + least;
		let at = group;
		if (hasZeros && (bits & 3) === 0) {
			first = zeros;
			second = zeros;
			third = zeros;
			fourth = zeros;
		} else if (kind === Width.TwoBits) {
			const word = buffer.readu32(source, position);
			position += 4;
			first = buffer.readu32(quads, 4 * (word & 255));
			second = buffer.readu32(quads, 4 * bit32.extract(word, 8, 8));
			third = buffer.readu32(quads, 4 * bit32.extract(word, 16, 8));
			fourth = buffer.readu32(quads, 4 * (word >>> 24));
			// A code of all ones stands for a byte after the codes: its lowest bit stays, and the first code is put on top.
			let marks = word & (word >>> 1) & 0x55555555;
			if (marks !== 0) {
				marks = bit32.byteswap(marks);
				buffer.writeu32(scratch, 0, first);
				buffer.writeu32(scratch, 4, second);
				buffer.writeu32(scratch, 8, third);
				buffer.writeu32(scratch, 12, fourth);
				while (marks !== 0) {
					const zeros = bit32.countlz(marks);
					buffer.writeu8(scratch, zeros >>> 1, buffer.readu8(bytes, buffer.readu8(source, position)));
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
			first =
				buffer.readu16(nibbles, 2 * (word & 255)) + 65536 * buffer.readu16(nibbles, 2 * bit32.extract(word, 8, 8));
			second =
				buffer.readu16(nibbles, 2 * bit32.extract(word, 16, 8)) + 65536 * buffer.readu16(nibbles, 2 * (word >>> 24));
			third =
				buffer.readu16(nibbles, 2 * (later & 255)) + 65536 * buffer.readu16(nibbles, 2 * bit32.extract(later, 8, 8));
			fourth =
				buffer.readu16(nibbles, 2 * bit32.extract(later, 16, 8)) + 65536 * buffer.readu16(nibbles, 2 * (later >>> 24));
			// As above, in two words.
			word = word & (word >>> 1);
			later = later & (later >>> 1);
			word = word & (word >>> 2) & 0x11111111;
			later = later & (later >>> 2) & 0x11111111;
			if (word + later !== 0) {
				buffer.writeu32(scratch, 0, first);
				buffer.writeu32(scratch, 4, second);
				buffer.writeu32(scratch, 8, third);
				buffer.writeu32(scratch, 12, fourth);
				word = bit32.byteswap(word);
				while (word !== 0) {
					const zeros = bit32.countlz(word);
					buffer.writeu8(scratch, zeros >>> 2, buffer.readu8(bytes, buffer.readu8(source, position)));
					position += 1;
					word = word ^ (0x80000000 >>> zeros);
				}
				later = bit32.byteswap(later);
				while (later !== 0) {
					const zeros = bit32.countlz(later);
					buffer.writeu8(scratch, 8 + (zeros >>> 2), buffer.readu8(bytes, buffer.readu8(source, position)));
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
				buffer.writeu8(scratch, bit32.countrz(marks), buffer.readu8(bytes, buffer.readu8(source, position)));
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
			first = ((first - odd) / 2) ^ (odd * 255) ^ zeros;
			odd = second & 0x01010101;
			second = ((second - odd) / 2) ^ (odd * 255) ^ zeros;
			odd = third & 0x01010101;
			third = ((third - odd) / 2) ^ (odd * 255) ^ zeros;
			odd = fourth & 0x01010101;
			fourth = ((fourth - odd) / 2) ^ (odd * 255) ^ zeros;
			position += Size.Group;
		}
		bits = bits >>> 2;
		if (plane === Plane.HighBytes) {
			let low = buffer.readu32(lows, lowAt);
			let lowEven = low & 0x00ff00ff;
			let highEven = first & 0x00ff00ff;
			let even = lowEven + 256 * highEven;
			let odd = (low - lowEven) / 256 + (first - highEven);
			let sign = even & 0x00010001;
			even = ((even - sign) / 2) ^ (sign * 0xffff);
			sign = odd & 0x00010001;
			odd = ((odd - sign) / 2) ^ (sign * 0xffff);
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even >>> 16;
			buffer.writeu16(target, at + two, value);
			value += odd >>> 16;
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 4);
			lowEven = low & 0x00ff00ff;
			highEven = second & 0x00ff00ff;
			even = lowEven + 256 * highEven;
			odd = (low - lowEven) / 256 + (second - highEven);
			sign = even & 0x00010001;
			even = ((even - sign) / 2) ^ (sign * 0xffff);
			sign = odd & 0x00010001;
			odd = ((odd - sign) / 2) ^ (sign * 0xffff);
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even >>> 16;
			buffer.writeu16(target, at + two, value);
			value += odd >>> 16;
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 8);
			lowEven = low & 0x00ff00ff;
			highEven = third & 0x00ff00ff;
			even = lowEven + 256 * highEven;
			odd = (low - lowEven) / 256 + (third - highEven);
			sign = even & 0x00010001;
			even = ((even - sign) / 2) ^ (sign * 0xffff);
			sign = odd & 0x00010001;
			odd = ((odd - sign) / 2) ^ (sign * 0xffff);
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even >>> 16;
			buffer.writeu16(target, at + two, value);
			value += odd >>> 16;
			buffer.writeu16(target, at + three, value);
			at += four;
			low = buffer.readu32(lows, lowAt + 12);
			lowEven = low & 0x00ff00ff;
			highEven = fourth & 0x00ff00ff;
			even = lowEven + 256 * highEven;
			odd = (low - lowEven) / 256 + (fourth - highEven);
			sign = even & 0x00010001;
			even = ((even - sign) / 2) ^ (sign * 0xffff);
			sign = odd & 0x00010001;
			odd = ((odd - sign) / 2) ^ (sign * 0xffff);
			value += even;
			buffer.writeu16(target, at, value);
			value += odd;
			buffer.writeu16(target, at + stride, value);
			value += even >>> 16;
			buffer.writeu16(target, at + two, value);
			value += odd >>> 16;
			buffer.writeu16(target, at + three, value);
			lowAt += Size.Group;
		} else if (plane === Plane.SmallShorts) {
			value += (first & 255) + LESS;
			buffer.writeu16(target, at, value);
			value += bit32.extract(first, 8, 8) + LESS;
			buffer.writeu16(target, at + stride, value);
			value += bit32.extract(first, 16, 8) + LESS;
			buffer.writeu16(target, at + two, value);
			value += (first >>> 24) + LESS;
			buffer.writeu16(target, at + three, value);
			at += four;
			value += (second & 255) + LESS;
			buffer.writeu16(target, at, value);
			value += bit32.extract(second, 8, 8) + LESS;
			buffer.writeu16(target, at + stride, value);
			value += bit32.extract(second, 16, 8) + LESS;
			buffer.writeu16(target, at + two, value);
			value += (second >>> 24) + LESS;
			buffer.writeu16(target, at + three, value);
			at += four;
			value += (third & 255) + LESS;
			buffer.writeu16(target, at, value);
			value += bit32.extract(third, 8, 8) + LESS;
			buffer.writeu16(target, at + stride, value);
			value += bit32.extract(third, 16, 8) + LESS;
			buffer.writeu16(target, at + two, value);
			value += (third >>> 24) + LESS;
			buffer.writeu16(target, at + three, value);
			at += four;
			value += (fourth & 255) + LESS;
			buffer.writeu16(target, at, value);
			value += bit32.extract(fourth, 8, 8) + LESS;
			buffer.writeu16(target, at + stride, value);
			value += bit32.extract(fourth, 16, 8) + LESS;
			buffer.writeu16(target, at + two, value);
			value += (fourth >>> 24) + LESS;
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
			value += first >>> 8;
			buffer.writeu8(target, at + stride, value);
			value += first >>> 16;
			buffer.writeu8(target, at + two, value);
			value += first >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += second;
			buffer.writeu8(target, at, value);
			value += second >>> 8;
			buffer.writeu8(target, at + stride, value);
			value += second >>> 16;
			buffer.writeu8(target, at + two, value);
			value += second >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += third;
			buffer.writeu8(target, at, value);
			value += third >>> 8;
			buffer.writeu8(target, at + stride, value);
			value += third >>> 16;
			buffer.writeu8(target, at + two, value);
			value += third >>> 24;
			buffer.writeu8(target, at + three, value);
			at += four;
			value += fourth;
			buffer.writeu8(target, at, value);
			value += fourth >>> 8;
			buffer.writeu8(target, at + stride, value);
			value += fourth >>> 16;
			buffer.writeu8(target, at + two, value);
			value += fourth >>> 24;
			buffer.writeu8(target, at + three, value);
		}
	}
	return position;
}
