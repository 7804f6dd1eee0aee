//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** The min exponent of a signed byte, and the max with which every mantissa is a finite f32. */
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
 * Converts words of a signed 8-bit exponent above a signed 24-bit mantissa into f32 in place.
 *
 * The extension leaves exponents outside -100 to 100 unspecified, but the reference encoder writes smaller ones for
 * tiny values. They follow the formula; only a result that is not a finite f32 is refused.
 */
export function expandExponential(target: buffer, start: number, words: number, streamOffset: number, first = 0): void {
	for (const at of $range(start, start + 4 * (words - 1), 4)) {
		const exponent = buffer.readi8(target, at + 3);
		const mantissa = buffer.readu16(target, at) + 65536 * buffer.readi8(target, at + 2);
		const value = mantissa * buffer.readf64(powers, 8 * (exponent - MIN_EXPONENT));
		if (exponent > MAX_SAFE_EXPONENT && math.abs(value) >= 2 ** 128) {
			failExponent(first + (at - start) / 4, exponent, streamOffset);
		}
		buffer.writef32(target, at, value);
	}
}

/** The exponents that every decoder takes. */
const MIN_WRITTEN = -100;
const MAX_WRITTEN = 100;

/** The largest mantissa, 24 bits with its sign. */
const MAX_MANTISSA = 2 ** 23 - 1;

/**
 * Returns the min exponent with which a mantissa of `bits` bits, including its sign, holds a value, clamped to the
 * valid exponents. Zero has that of a value near 1, which its neighbours are likelier to have than the min.
 */
function exponentFor(value: number, bits: number): number {
	const [_, exponent] = math.frexp(value);
	return math.clamp(exponent - (bits - 1), MIN_WRITTEN, MAX_WRITTEN);
}

export function leastExponents(width: number): Array<number> {
	return new Array<number>(width, MIN_WRITTEN);
}

/**
 * Raises the exponent of each component of an element, one f32 each, to that which the values of `count` elements need.
 */
export function raiseExponents(
	source: buffer,
	start: number,
	count: number,
	bits: number,
	exponents: Array<number>,
): void {
	const width = exponents.size();
	let at = start;
	for (const _ of $range(1, count)) {
		for (const component of $range(0, width - 1)) {
			const value = buffer.readf32(source, at);
			if (value !== 0) exponents[component] = math.max(exponents[component], exponentFor(value, bits));
			at += 4;
		}
	}
}

/** Returns the exponent that a vector of `width` f32 shares: that of its largest value. */
function vectorExponent(source: buffer, start: number, width: number, bits: number): number {
	let most = 0;
	for (const at of $range(start, start + 4 * (width - 1), 4))
		most = math.max(most, math.abs(buffer.readf32(source, at)));
	return exponentFor(most, bits);
}

/**
 * Converts elements of `width` f32 each into words of a signed 8-bit exponent above a signed 24-bit mantissa. The
 * largest mantissa of a shared exponent uses `bits` bits.
 *
 * @param exponents each component's exponent; without it each value has its own, or each vector if `perVector`
 */
export function packExponential(
	source: buffer,
	start: number,
	count: number,
	width: number,
	bits: number,
	exponents: Array<number> | undefined,
	perVector: boolean,
	target: buffer,
	targetAt: number,
): void {
	let at = start;
	let to = targetAt;
	for (const _ of $range(1, count)) {
		let exponent = perVector ? vectorExponent(source, at, width, bits) : 0;
		for (const component of $range(0, width - 1)) {
			const value = buffer.readf32(source, at);
			if (exponents !== undefined) exponent = exponents[component];
			else if (!perVector) exponent = exponentFor(value, bits);
			// With 24 bits a value may round to one above the max; the max is as near.
			const exact = value / buffer.readf64(powers, 8 * (exponent - MIN_EXPONENT));
			const mantissa = math.clamp(math.round(exact), -MAX_MANTISSA, MAX_MANTISSA);
			if (math.abs(exact - mantissa) > 0.5) fail("encodeMeshopt", `${value} is beyond what EXPONENTIAL holds`, at);
			buffer.writeu32(target, to, (mantissa & 0xffffff) | (exponent << 24));
			at += 4;
			to += 4;
		}
	}
}
