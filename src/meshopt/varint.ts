//!native
//!optimize 2
import { fail } from "../bytes/fail";

/** A u32 takes at most five groups of seven bits. */
const MAX_BYTES = 5;

/**
 * Reads the rest of an unsigned LEB128 number whose first byte, at `start`, has its continuation bit set. Gives the
 * value, bits above 32 dropped, and the position after it.
 */
export function readLongVarint(source: buffer, start: number): LuaTuple<[value: number, position: number]> {
	let value = buffer.readu8(source, start) & 127;
	for (const index of $range(1, MAX_BYTES - 1)) {
		const byte = buffer.readu8(source, start + index);
		value = value | ((byte & 127) << (7 * index));
		if (byte < 128) return $tuple(value, start + index + 1);
	}
	return fail("meshopt", "a number goes on after five bytes", start);
}
