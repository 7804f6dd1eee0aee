//!native
//!optimize 2
import { fail } from "../../bytes/fail";

function failAlpha(element: number, streamOffset: number): never {
	return fail("meshopt", `COLOR element ${element} has no bit set in its alpha`, streamOffset);
}

/**
 * Turns colours of luma, two signed chromas and alpha into red, green, blue and alpha in place, a byte each. The highest
 * bit of alpha says how many bits the components have; below it stands alpha without its lowest bit.
 *
 * Neighbours mostly share their alpha, so what follows from it is kept; that makes native code nearly twice as fast.
 */
export function restoreColors8(target: buffer, start: number, count: number, streamOffset: number): void {
	let known = 0;
	let scale = 0;
	let opacity = 0;
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		const packed = buffer.readu8(target, at + 3);
		if (packed === 0) failAlpha((at - start) / 4, streamOffset);
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

/** The same with 16-bit components. */
export function restoreColors16(target: buffer, start: number, count: number, streamOffset: number): void {
	let known = 0;
	let scale = 0;
	let opacity = 0;
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		const packed = buffer.readu16(target, at + 6);
		if (packed === 0) failAlpha((at - start) / 8, streamOffset);
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
