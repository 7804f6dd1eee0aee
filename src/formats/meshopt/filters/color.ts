//!native
//!optimize 2
import { fail } from "../../../bytes/fail";

function failAlpha(element: number, streamOffset: number): never {
	return fail("meshopt", `COLOR element ${element} has no bit set in its alpha`, streamOffset);
}

/**
 * Turns colours of luma, two signed chromas and alpha into red, green, blue and alpha in place, a byte each. The highest
 * bit of alpha says how many bits the components have; below it stands alpha without its lowest bit.
 */
export function restoreColors8(target: buffer, start: number, count: number, streamOffset: number): void {
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		const luma = buffer.readu8(target, at);
		const orange = buffer.readi8(target, at + 1);
		const green = buffer.readi8(target, at + 2);
		const packed = buffer.readu8(target, at + 3);
		if (packed === 0) failAlpha((at - start) / 4, streamOffset);
		const top = 0x80000000 >>> bit32.countlz(packed);
		const alpha = packed - top;
		const scale = 255 / (2 * top - 1);
		buffer.writeu8(target, at, math.round((luma + orange - green) * scale));
		buffer.writeu8(target, at + 1, math.round((luma + green) * scale));
		buffer.writeu8(target, at + 2, math.round((luma - orange - green) * scale));
		buffer.writeu8(target, at + 3, math.round((2 * alpha + (alpha & 1)) * scale));
	}
}

/** The same with 16-bit components. */
export function restoreColors16(target: buffer, start: number, count: number, streamOffset: number): void {
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		const luma = buffer.readu16(target, at);
		const orange = buffer.readi16(target, at + 2);
		const green = buffer.readi16(target, at + 4);
		const packed = buffer.readu16(target, at + 6);
		if (packed === 0) failAlpha((at - start) / 8, streamOffset);
		const top = 0x80000000 >>> bit32.countlz(packed);
		const alpha = packed - top;
		const scale = 65535 / (2 * top - 1);
		buffer.writeu16(target, at, math.round((luma + orange - green) * scale));
		buffer.writeu16(target, at + 2, math.round((luma + green) * scale));
		buffer.writeu16(target, at + 4, math.round((luma - orange - green) * scale));
		buffer.writeu16(target, at + 6, math.round((2 * alpha + (alpha & 1)) * scale));
	}
}
