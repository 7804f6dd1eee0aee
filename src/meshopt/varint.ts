//!native
//!optimize 2
import { fail } from "../bytes/fail";

/** A u32 takes at most five groups of seven bits. */
export const MAX_VARINT = 5;

/**
 * Reads the rest of an unsigned LEB128 number whose first byte, at `start`, has its continuation bit set. Returns the
 * value, without bits above 32, and the position after it.
 */
export function readLongVarint(source: buffer, start: number): LuaTuple<[value: number, position: number]> {
	let value = buffer.readu8(source, start) & 127;
	for (const index of $range(1, MAX_VARINT - 1)) {
		const byte = buffer.readu8(source, start + index);
		value = value | ((byte & 127) << (7 * index));
		if (byte < 128) return $tuple(value, start + index + 1);
	}
	return fail("meshopt", "a number goes on after five bytes", start);
}

/** Writes a u32 as unsigned LEB128, in the fewest bytes, and returns the position after it. */
export function writeVarint(target: buffer, start: number, value: number): number {
	let rest = value;
	let position = start;
	while (rest >= 128) {
		buffer.writeu8(target, position, 128 + (rest % 128));
		rest = rest.idiv(128);
		position += 1;
	}
	buffer.writeu8(target, position, rest);
	return position + 1;
}

/** Returns the bytes of a u32 written by `writeVarint`. */
export function varintSize(value: number): number {
	if (value < 2 ** 7) return 1;
	if (value < 2 ** 14) return 2;
	if (value < 2 ** 21) return 3;
	return value < 2 ** 28 ? 4 : MAX_VARINT;
}
