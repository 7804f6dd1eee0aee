//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** The least exponent that a signed byte can hold, and the greatest with which every mantissa gives a finite f32. */
const MIN_EXPONENT = -128;
const MAX_SAFE_EXPONENT = 104;

/** 2^e as f64, by e + 128. */
const powers = buffer.create(8 * 256);
for (const index of $range(0, 255)) {
	buffer.writef64(powers, 8 * index, 2 ** (index + MIN_EXPONENT));
}

function failExponent(element: number, exponent: number, streamOffset: number): never {
	return fail("meshopt", `EXPONENTIAL value ${element} is beyond f32 with exponent ${exponent}`, streamOffset);
}

/**
 * Turns words of a signed 8-bit exponent above a signed 24-bit mantissa into f32 in place.
 *
 * The extension leaves exponents outside -100 to 100 unspecified, but the reference encoder writes smaller ones for tiny
 * values: they mean what the formula says, and only what is no finite f32 is refused.
 */
export function expandExponential(target: buffer, start: number, words: number, streamOffset: number): void {
	for (const at of $range(start, start + 4 * (words - 1), 4)) {
		const exponent = buffer.readi8(target, at + 3);
		const mantissa = buffer.readu16(target, at) + 65536 * buffer.readi8(target, at + 2);
		const value = mantissa * buffer.readf64(powers, 8 * (exponent - MIN_EXPONENT));
		if (exponent > MAX_SAFE_EXPONENT && math.abs(value) >= 2 ** 128) {
			failExponent((at - start) / 4, exponent, streamOffset);
		}
		buffer.writef32(target, at, value);
	}
}
