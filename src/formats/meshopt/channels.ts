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
	start: number,
	count: number,
	target: buffer,
	targetAt: number,
	stride: number,
	previous: number,
): void {
	let at = targetAt;
	let value = previous;
	const whole = count - (count & 1);
	for (const from of $range(start, start + whole - 1, 2)) {
		const low = buffer.readu16(codes, from);
		const high = buffer.readu16(codes, from + PLANE);
		const word = (low & 255) | ((high & 255) << 8) | ((low & 0xff00) << 8) | ((high & 0xff00) << 16);
		const deltas = ((word >>> 1) & 0x7fff7fff) ^ ((word & 0x00010001) * 0xffff);
		const first = value + (deltas & 0xffff);
		value = first + (deltas >>> 16);
		buffer.writeu16(target, at, first);
		buffer.writeu16(target, at + stride, value);
		at += 2 * stride;
	}
	if (whole < count) {
		const code = buffer.readu8(codes, start + whole) + 256 * buffer.readu8(codes, start + whole + PLANE);
		buffer.writeu16(target, at, value + ((code & 1) === 0 ? code >>> 1 : 0xffff - (code >>> 1)));
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
	for (const from of $range(0, count - 1)) {
		const low = buffer.readu8(codes, from) | (buffer.readu8(codes, from + PLANE) << 8);
		const high = buffer.readu8(codes, from + 2 * PLANE) | (buffer.readu8(codes, from + 3 * PLANE) << 8);
		value = value ^ bit32.rrotate(low | (high << 16), rotation);
		buffer.writeu32(target, at, value);
		at += stride;
	}
}
