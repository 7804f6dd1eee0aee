//!native
//!optimize 2
import { Size } from "./groups";

/** Subtracts 128 from a sum of which 16 bits are written, without making it negative. */
export const enum Bias {
	Less = 65408,
}

/**
 * Channel mode 0, one byte of every element: each is the previous element's plus a zigzag delta.
 *
 * Planes are added one by one, with sums that never wrap; only their low byte is written. 256 words stay exact. In Luau
 * that is faster than putting the planes together and adding words, or truncating sums. One shift of three is a
 * division, which is cheaper interpreted; dividing for all three was not.
 */
export function addBytes(
	codes: buffer,
	start: number,
	count: number,
	target: buffer,
	targetAt: number,
	stride: number,
	previous: number,
): void {
	const two = 2 * stride;
	const three = 3 * stride;
	const four = 4 * stride;
	let at = targetAt;
	let value = previous;
	// Eight elements per pass: native code checks all its locals again in each.
	const whole = count - (count & 7);
	for (const from of $range(start, start + whole - 1, 8)) {
		let word = buffer.readu32(codes, from);
		let signs = word & 0x01010101;
		let deltas = ((word - signs) / 2) ^ (signs * 255);
		value += deltas;
		buffer.writeu8(target, at, value);
		value += deltas.idiv(256);
		buffer.writeu8(target, at + stride, value);
		value += deltas >>> 16;
		buffer.writeu8(target, at + two, value);
		value += deltas >>> 24;
		buffer.writeu8(target, at + three, value);
		at += four;
		word = buffer.readu32(codes, from + 4);
		signs = word & 0x01010101;
		deltas = ((word - signs) / 2) ^ (signs * 255);
		value += deltas;
		buffer.writeu8(target, at, value);
		value += deltas.idiv(256);
		buffer.writeu8(target, at + stride, value);
		value += deltas >>> 16;
		buffer.writeu8(target, at + two, value);
		value += deltas >>> 24;
		buffer.writeu8(target, at + three, value);
		at += four;
	}
	for (const from of $range(start + whole, start + count - 1)) {
		const code = buffer.readu8(codes, from);
		value += (code & 1) === 0 ? code >>> 1 : 255 - (code >>> 1);
		buffer.writeu8(target, at, value);
		at += stride;
	}
}

/**
 * Channel mode 1, two bytes of every element: a 16-bit value plus a zigzag delta. The high bytes are a plane further.
 *
 * The lowest bit of a code is its sign. If it is set, all 16 bits are inverted, which clears it, and it is put above
 * them; half of that is the delta. `even` holds the first and third of four deltas, 16 bits each, and `odd` the others.
 */
export function addShorts(
	codes: buffer,
	count: number,
	target: buffer,
	targetAt: number,
	stride: number,
	previous: number,
): void {
	const two = 2 * stride;
	const three = 3 * stride;
	const four = 4 * stride;
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 7);
	for (const from of $range(0, whole - 1, 8)) {
		let low = buffer.readu32(codes, from);
		let high = buffer.readu32(codes, from + Size.Plane);
		let signs = low & 0x01010101;
		let flips = signs * 255;
		low = low ^ flips;
		high = high ^ flips;
		let even = (low & 0x00ff00ff) + 256 * (high & 0x00ff00ff) + 65536 * (signs & 0x00010001);
		let odd = (low + 256 * high + 65536 * signs - even) / 512;
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
		low = buffer.readu32(codes, from + 4);
		high = buffer.readu32(codes, from + (Size.Plane + 4));
		signs = low & 0x01010101;
		flips = signs * 255;
		low = low ^ flips;
		high = high ^ flips;
		even = (low & 0x00ff00ff) + 256 * (high & 0x00ff00ff) + 65536 * (signs & 0x00010001);
		odd = (low + 256 * high + 65536 * signs - even) / 512;
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
	for (const from of $range(whole, count - 1)) {
		const code = buffer.readu8(codes, from) + 256 * buffer.readu8(codes, from + Size.Plane);
		value += (code & 1) === 0 ? code >>> 1 : 0xffff - (code >>> 1);
		buffer.writeu16(target, at, value);
		at += stride;
	}
}

/** Channel mode 1 if no delta has a high byte: deltas from -128 to 127. */
export function addSmallShorts(
	codes: buffer,
	count: number,
	target: buffer,
	targetAt: number,
	stride: number,
	previous: number,
): void {
	const two = 2 * stride;
	const three = 3 * stride;
	const four = 4 * stride;
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 3);
	for (const from of $range(0, whole - 1, 4)) {
		const word = buffer.readu32(codes, from);
		const signs = word & 0x01010101;
		// 128 more than each delta, so that all four are positive.
		const deltas = ((word - signs) / 2) ^ (signs * 255) ^ 0x80808080;
		const even = deltas & 0x00ff00ff;
		const odd = (deltas - even) / 256;
		value += even + Bias.Less;
		buffer.writeu16(target, at, value);
		value += odd + Bias.Less;
		buffer.writeu16(target, at + stride, value);
		value += even.idiv(65536) + Bias.Less;
		buffer.writeu16(target, at + two, value);
		value += odd.idiv(65536) + Bias.Less;
		buffer.writeu16(target, at + three, value);
		at += four;
	}
	for (const from of $range(whole, count - 1)) {
		const code = buffer.readu8(codes, from);
		value += (code & 1) === 0 ? code >>> 1 : 0xffff - (code >>> 1);
		buffer.writeu16(target, at, value);
		at += stride;
	}
}

/** Channel mode 2: a 32-bit value is the previous element's, XORed with a rotated word. */
export function mixWords(
	codes: buffer,
	count: number,
	target: buffer,
	targetAt: number,
	stride: number,
	previous: number,
	rotation: number,
): void {
	const two = 2 * stride;
	const three = 3 * stride;
	const four = 4 * stride;
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 3);
	for (const from of $range(0, whole - 1, 4)) {
		const lowest = buffer.readu32(codes, from);
		const low = buffer.readu32(codes, from + Size.Plane);
		const high = buffer.readu32(codes, from + 2 * Size.Plane);
		const highest = buffer.readu32(codes, from + 3 * Size.Plane);
		if (lowest + low + high + highest === 0) {
			// Common if values change rarely; the target already holds the first value.
			if (value !== previous) {
				buffer.writeu32(target, at, value);
				buffer.writeu32(target, at + stride, value);
				buffer.writeu32(target, at + two, value);
				buffer.writeu32(target, at + three, value);
			}
		} else {
			// The lower and upper halves of the first and third word, then of the second and fourth.
			const lowerEven = (lowest & 0x00ff00ff) | ((low & 0x00ff00ff) << 8);
			const upperEven = (high & 0x00ff00ff) | ((highest & 0x00ff00ff) << 8);
			const lowerOdd = ((lowest >>> 8) & 0x00ff00ff) | (low & 0xff00ff00);
			const upperOdd = ((high >>> 8) & 0x00ff00ff) | (highest & 0xff00ff00);
			value = value ^ bit32.rrotate((lowerEven & 0xffff) | (upperEven << 16), rotation);
			buffer.writeu32(target, at, value);
			value = value ^ bit32.rrotate((lowerOdd & 0xffff) | (upperOdd << 16), rotation);
			buffer.writeu32(target, at + stride, value);
			value = value ^ bit32.rrotate((lowerEven >>> 16) | (upperEven & 0xffff0000), rotation);
			buffer.writeu32(target, at + two, value);
			value = value ^ bit32.rrotate((lowerOdd >>> 16) | (upperOdd & 0xffff0000), rotation);
			buffer.writeu32(target, at + three, value);
		}
		at += four;
	}
	for (const from of $range(whole, count - 1)) {
		const lower = buffer.readu8(codes, from) | (buffer.readu8(codes, from + Size.Plane) << 8);
		const upper = buffer.readu8(codes, from + 2 * Size.Plane) | (buffer.readu8(codes, from + 3 * Size.Plane) << 8);
		value = value ^ bit32.rrotate(lower | (upper << 16), rotation);
		buffer.writeu32(target, at, value);
		at += stride;
	}
}
