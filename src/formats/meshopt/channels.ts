//!native
//!optimize 2

/** Where the codes of a channel's four bytes stand, one plane after the other; no block has more elements. */
export const PLANE = 256;

/**
 * Channel mode 0, one byte of every element: each is the previous element's plus a zigzag delta.
 *
 * Planes are added one by one, with sums that never wrap: 256 deltas of a byte stay exact, and what is written is the low
 * byte. That is faster in Luau than putting the planes together and adding words.
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
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 3);
	for (const from of $range(start, start + whole - 1, 4)) {
		const word = buffer.readu32(codes, from);
		const deltas = ((word >>> 1) & 0x7f7f7f7f) ^ ((word & 0x01010101) * 255);
		const first = value + (deltas & 255);
		const second = first + ((deltas >>> 8) & 255);
		const third = second + ((deltas >>> 16) & 255);
		value = third + (deltas >>> 24);
		buffer.writeu8(target, at, first);
		buffer.writeu8(target, at + stride, second);
		buffer.writeu8(target, at + two, third);
		buffer.writeu8(target, at + three, value);
		at += 4 * stride;
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
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 3);
	for (const from of $range(0, whole - 1, 4)) {
		const low = buffer.readu32(codes, from);
		const high = buffer.readu32(codes, from + PLANE);
		let even = (low & 0x00ff00ff) | ((high & 0x00ff00ff) << 8);
		let odd = ((low >>> 8) & 0x00ff00ff) | (high & 0xff00ff00);
		even = ((even >>> 1) & 0x7fff7fff) ^ ((even & 0x00010001) * 0xffff);
		odd = ((odd >>> 1) & 0x7fff7fff) ^ ((odd & 0x00010001) * 0xffff);
		const first = value + (even & 0xffff);
		const second = first + (odd & 0xffff);
		const third = second + (even >>> 16);
		value = third + (odd >>> 16);
		buffer.writeu16(target, at, first);
		buffer.writeu16(target, at + stride, second);
		buffer.writeu16(target, at + two, third);
		buffer.writeu16(target, at + three, value);
		at += 4 * stride;
	}
	for (const from of $range(whole, count - 1)) {
		const code = buffer.readu8(codes, from) + 256 * buffer.readu8(codes, from + PLANE);
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
	let at = targetAt;
	// Only the low 16 bits are written; 256 steps of -128 take away half of what is added here, so no value gets negative.
	let value = previous + 65536;
	const whole = count - (count & 3);
	for (const from of $range(0, whole - 1, 4)) {
		const word = buffer.readu32(codes, from);
		// 128 more than each delta, so that all four are positive.
		const deltas = ((word >>> 1) & 0x7f7f7f7f) ^ ((word & 0x01010101) * 255) ^ 0x80808080;
		const first = value + (deltas & 255) - 128;
		const second = first + ((deltas >>> 8) & 255) - 128;
		const third = second + ((deltas >>> 16) & 255) - 128;
		value = third + (deltas >>> 24) - 128;
		buffer.writeu16(target, at, first);
		buffer.writeu16(target, at + stride, second);
		buffer.writeu16(target, at + two, third);
		buffer.writeu16(target, at + three, value);
		at += 4 * stride;
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
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 1);
	for (const from of $range(0, whole - 1, 2)) {
		const low = buffer.readu16(codes, from) | (buffer.readu16(codes, from + 2 * PLANE) << 16);
		const high = buffer.readu16(codes, from + PLANE) | (buffer.readu16(codes, from + 3 * PLANE) << 16);
		const first = value ^ bit32.rrotate((low & 0x00ff00ff) | ((high & 0x00ff00ff) << 8), rotation);
		value = first ^ bit32.rrotate(((low >>> 8) & 0x00ff00ff) | (high & 0xff00ff00), rotation);
		buffer.writeu32(target, at, first);
		buffer.writeu32(target, at + stride, value);
		at += 2 * stride;
	}
	if (whole < count) {
		const low = buffer.readu8(codes, whole) | (buffer.readu8(codes, whole + PLANE) << 8);
		const high = buffer.readu8(codes, whole + 2 * PLANE) | (buffer.readu8(codes, whole + 3 * PLANE) << 8);
		buffer.writeu32(target, at, value ^ bit32.rrotate(low | (high << 16), rotation));
	}
}
