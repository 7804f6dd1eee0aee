//!native
//!optimize 2
import { Size } from "./groups";

/**
 * Channel mode 0, one byte of every element: each is the previous element's plus a zigzag delta.
 *
 * Planes are added one by one, with sums that never wrap and have more above their low byte, which is what is written: 256
 * words stay exact. That is faster in Luau than putting the planes together and adding words, or cutting sums down.
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
	// Eight elements a turn: native code checks all its locals anew in each.
	const whole = count - (count & 7);
	for (const from of $range(start, start + whole - 1, 8)) {
		let word = buffer.readu32(codes, from);
		let odd = word & 0x01010101;
		let deltas = ((word - odd) / 2) ^ (odd * 255);
		value += deltas;
		buffer.writeu8(target, at, value);
		value += deltas >>> 8;
		buffer.writeu8(target, at + stride, value);
		value += deltas >>> 16;
		buffer.writeu8(target, at + two, value);
		value += deltas >>> 24;
		buffer.writeu8(target, at + three, value);
		at += four;
		word = buffer.readu32(codes, from + 4);
		odd = word & 0x01010101;
		deltas = ((word - odd) / 2) ^ (odd * 255);
		value += deltas;
		buffer.writeu8(target, at, value);
		value += deltas >>> 8;
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

/** Channel mode 1, two bytes of every element: a 16-bit value plus a zigzag delta. The high bytes stand a plane further. */
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
		let lowEven = low & 0x00ff00ff;
		let highEven = high & 0x00ff00ff;
		let even = lowEven + 256 * highEven;
		let odd = (low - lowEven) / 256 + (high - highEven);
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
		low = buffer.readu32(codes, from + 4);
		high = buffer.readu32(codes, from + (Size.Plane + 4));
		lowEven = low & 0x00ff00ff;
		highEven = high & 0x00ff00ff;
		even = lowEven + 256 * highEven;
		odd = (low - lowEven) / 256 + (high - highEven);
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
	}
	for (const from of $range(whole, count - 1)) {
		const code = buffer.readu8(codes, from) + 256 * buffer.readu8(codes, from + Size.Plane);
		value += (code & 1) === 0 ? code >>> 1 : 0xffff - (code >>> 1);
		buffer.writeu16(target, at, value);
		at += stride;
	}
}

/** Channel mode 1 where no delta has a high byte: deltas from -128 to 127. */
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
	// Only the low 16 bits are written; 256 steps of -128 take away half of what is added here, so no value gets negative.
	let value = previous + 65536;
	const whole = count - (count & 3);
	for (const from of $range(0, whole - 1, 4)) {
		const word = buffer.readu32(codes, from);
		// 128 more than each delta, so that all four are positive.
		const deltas = ((word >>> 1) & 0x7f7f7f7f) ^ ((word & 0x01010101) * 255) ^ 0x80808080;
		const first = value + (deltas & 255) - 128;
		const second = first + bit32.extract(deltas, 8, 8) - 128;
		const third = second + bit32.extract(deltas, 16, 8) - 128;
		value = third + (deltas >>> 24) - 128;
		buffer.writeu16(target, at, first);
		buffer.writeu16(target, at + stride, second);
		buffer.writeu16(target, at + two, third);
		buffer.writeu16(target, at + three, value);
		at += four;
	}
	for (const from of $range(whole, count - 1)) {
		const code = buffer.readu8(codes, from);
		value += (code & 1) === 0 ? code >>> 1 : -1 - (code >>> 1);
		buffer.writeu16(target, at, value);
		at += stride;
	}
}

/** Channel mode 2: a 32-bit value is the previous element's, exclusive-or a word that was rotated. */
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
		if ((lowest | low | high | highest) === 0) {
			// Usual where values change rarely.
			buffer.writeu32(target, at, value);
			buffer.writeu32(target, at + stride, value);
			buffer.writeu32(target, at + two, value);
			buffer.writeu32(target, at + three, value);
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
