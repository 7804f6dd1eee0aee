//!native
//!optimize 2
import { fail } from "../../bytes/fail";

function failAlpha(element: number, streamOffset: number): never {
	return fail("meshopt", `COLOR element ${element} has no bit set in its alpha`, streamOffset);
}

/**
 * Converts colours of luma, two signed chromas and alpha into red, green, blue and alpha in place, a byte each. The
 * highest bit of alpha determines the bits of the components; below it is alpha without its lowest bit.
 *
 * `first` is the index among all elements of the one at `start`, for messages.
 *
 * Neighbours usually share their alpha, so values derived from it are kept; that makes native code nearly twice as
 * fast.
 */
export function restoreColors8(target: buffer, start: number, count: number, streamOffset: number, first = 0): void {
	let known = 0;
	let scale = 0;
	let opacity = 0;
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		const packed = buffer.readu8(target, at + 3);
		if (packed === 0) failAlpha(first + (at - start) / 4, streamOffset);
		if (packed !== known) {
			const top = 0x80000000 >>> bit32.countlz(packed);
			const alpha = packed - top;
			scale = 255 / (2 * top - 1);
			opacity = math.round((2 * alpha + (alpha & 1)) * scale);
			known = packed;
		}
		const luma = buffer.readu8(target, at);
		const orange = buffer.readi8(target, at + 1);
		const green = buffer.readi8(target, at + 2);
		const rest = luma - green;
		buffer.writeu8(target, at, math.round((rest + orange) * scale));
		buffer.writeu8(target, at + 1, math.round((luma + green) * scale));
		buffer.writeu8(target, at + 2, math.round((rest - orange) * scale));
		buffer.writeu8(target, at + 3, opacity);
	}
}

/** Does the same with 16-bit components. */
export function restoreColors16(target: buffer, start: number, count: number, streamOffset: number, first = 0): void {
	let known = 0;
	let scale = 0;
	let opacity = 0;
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		const packed = buffer.readu16(target, at + 6);
		if (packed === 0) failAlpha(first + (at - start) / 8, streamOffset);
		if (packed !== known) {
			const top = 0x80000000 >>> bit32.countlz(packed);
			const alpha = packed - top;
			scale = 65535 / (2 * top - 1);
			opacity = math.round((2 * alpha + (alpha & 1)) * scale);
			known = packed;
		}
		const luma = buffer.readu16(target, at);
		const orange = buffer.readi16(target, at + 2);
		const green = buffer.readi16(target, at + 4);
		const rest = luma - green;
		buffer.writeu16(target, at, math.round((rest + orange) * scale));
		buffer.writeu16(target, at + 2, math.round((luma + green) * scale));
		buffer.writeu16(target, at + 4, math.round((rest - orange) * scale));
		buffer.writeu16(target, at + 6, opacity);
	}
}

/** Returns half of a number, rounded to the nearest, and halves towards zero. */
function halve(value: number): number {
	return value >= 0 ? math.ceil((value - 1) / 2) : math.floor((value + 1) / 2);
}

/**
 * Splits colours of four f32 each, red, green, blue and alpha from 0 to 1, into luma, two chromas and alpha, of `bits`
 * bits.
 *
 * Three components of `bits` bits cannot represent every colour of as many bits: for example, red and blue are both
 * even or both odd. Rounding halves of the chromas towards zero keeps every component within one unit and none beyond
 * its range.
 *
 * @param stride 4 for bytes, 8 for 16-bit components
 * @returns how many values were beyond 0 to 1, and were clamped
 */
export function splitColors(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	bits: number,
	target: buffer,
	targetAt: number,
): number {
	const one = 2 ** bits - 1;
	const marker = 2 ** (bits - 1);
	let beyond = 0;
	let at = targetAt;
	for (const from of $range(start, start + 16 * (count - 1), 16)) {
		for (const component of $range(from, from + 12, 4)) {
			const value = buffer.readf32(source, component);
			if (value < 0 || value > 1) beyond += 1;
		}
		const red = math.clamp(buffer.readf32(source, from), 0, 1) * one;
		const green = math.clamp(buffer.readf32(source, from + 4), 0, 1) * one;
		const blue = math.clamp(buffer.readf32(source, from + 8), 0, 1) * one;
		const alpha = math.clamp(buffer.readf32(source, from + 12), 0, 1) * one;
		const orange = halve(red - blue);
		const rest = math.round((red + blue) / 2);
		const chroma = halve(green - rest);
		// Alpha without its lowest bit becomes 0, 3, 4, 7, 8 … when it is widened by that bit.
		const steps = alpha.idiv(4);
		const over = alpha - 4 * steps;
		const opacity = marker + 2 * steps + (over < 1.5 ? 0 : over < 3.5 ? 1 : 2);
		if (stride === 4) {
			buffer.writeu8(target, at, rest + chroma);
			buffer.writei8(target, at + 1, orange);
			buffer.writei8(target, at + 2, chroma);
			buffer.writeu8(target, at + 3, opacity);
		} else {
			buffer.writeu16(target, at, rest + chroma);
			buffer.writei16(target, at + 2, orange);
			buffer.writei16(target, at + 4, chroma);
			buffer.writeu16(target, at + 6, opacity);
		}
		at += stride;
	}
	return beyond;
}
