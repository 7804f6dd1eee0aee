//!native
//!optimize 2
import { fail } from "../../../bytes/fail";

/** Exponents from -100 to 100 are valid: with 24 bits of mantissa every one gives an f32 exactly. */
const MAX_EXPONENT = 100;

/** 2^e as f32, by e + 100. */
const powers = buffer.create(4 * (2 * MAX_EXPONENT + 1));
for (const index of $range(0, 2 * MAX_EXPONENT)) {
	buffer.writef32(powers, 4 * index, 2 ** (index - MAX_EXPONENT));
}

function failExponent(element: number, exponent: number, streamOffset: number): never {
	return fail("meshopt", `EXPONENTIAL value ${element} has exponent ${exponent}`, streamOffset);
}

/** Turns words of a signed 8-bit exponent above a signed 24-bit mantissa into f32 in place. */
export function expandExponential(target: buffer, start: number, words: number, streamOffset: number): void {
	for (const at of $range(start, start + 4 * (words - 1), 4)) {
		const exponent = buffer.readi8(target, at + 3);
		if (exponent > MAX_EXPONENT || exponent < -MAX_EXPONENT) failExponent((at - start) / 4, exponent, streamOffset);
		const mantissa = buffer.readu16(target, at) + 65536 * buffer.readi8(target, at + 2);
		buffer.writef32(target, at, mantissa * buffer.readf32(powers, 4 * (exponent + MAX_EXPONENT)));
	}
}
