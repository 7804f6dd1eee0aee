//!native
//!optimize 2
import { fail } from "../../bytes/fail";

function failOne(element: number, one: number, streamOffset: number): never {
	return fail("meshopt", `OCTAHEDRAL element ${element} encodes 1.0 as ${one}`, streamOffset);
}

/**
 * Unfolds unit vectors of four signed bytes in place: x and y of the octahedron, the value of 1.0, and a byte that does
 * not change.
 */
export function unfoldOctahedral8(target: buffer, start: number, count: number, streamOffset: number, first = 0): void {
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		let x = buffer.readi8(target, at);
		let y = buffer.readi8(target, at + 1);
		const one = buffer.readi8(target, at + 2);
		if (one <= 0) failOne(first + (at - start) / 4, one, streamOffset);
		const z = one - math.abs(x) - math.abs(y);
		if (z < 0) {
			x += x >= 0 ? z : -z;
			y += y >= 0 ? z : -z;
		}
		const scale = 127 / math.sqrt(x * x + y * y + z * z);
		buffer.writei8(target, at, math.round(x * scale));
		buffer.writei8(target, at + 1, math.round(y * scale));
		buffer.writei8(target, at + 2, math.round(z * scale));
	}
}

/** Does the same with 16-bit components. */
export function unfoldOctahedral16(
	target: buffer,
	start: number,
	count: number,
	streamOffset: number,
	first = 0,
): void {
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		let x = buffer.readi16(target, at);
		let y = buffer.readi16(target, at + 2);
		const one = buffer.readi16(target, at + 4);
		if (one <= 0) failOne(first + (at - start) / 8, one, streamOffset);
		const z = one - math.abs(x) - math.abs(y);
		if (z < 0) {
			x += x >= 0 ? z : -z;
			y += y >= 0 ? z : -z;
		}
		const scale = 32767 / math.sqrt(x * x + y * y + z * z);
		buffer.writei16(target, at, math.round(x * scale));
		buffer.writei16(target, at + 2, math.round(y * scale));
		buffer.writei16(target, at + 4, math.round(z * scale));
	}
}

/**
 * Folds vectors of four f32 each: x, y and z to the octahedron at `bits` bits, the fourth to all bits of its component.
 * Only the direction of a vector matters; one without a direction becomes +z. The fourth is clamped to -1 to 1.
 *
 * @param stride 4 for bytes, 8 for 16-bit components
 * @returns how many vectors had no direction
 */
export function foldOctahedral(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	bits: number,
	target: buffer,
	targetAt: number,
): number {
	const one = 2 ** (bits - 1) - 1;
	const whole = 2 ** (2 * stride - 1) - 1;
	let without = 0;
	let at = targetAt;
	for (const from of $range(start, start + 16 * (count - 1), 16)) {
		const x = buffer.readf32(source, from);
		const y = buffer.readf32(source, from + 4);
		const z = buffer.readf32(source, from + 8);
		const fourth = math.round(math.clamp(buffer.readf32(source, from + 12), -1, 1) * whole);
		const length = math.abs(x) + math.abs(y) + math.abs(z);
		let u = 0;
		let v = 0;
		if (length === 0) {
			without += 1;
		} else {
			u = x / length;
			v = y / length;
			if (z < 0) {
				const folded = 1 - math.abs(v);
				v = (1 - math.abs(u)) * (v >= 0 ? 1 : -1);
				u = u >= 0 ? folded : -folded;
			}
			u = math.round(u * one);
			v = math.round(v * one);
		}
		if (stride === 4) {
			buffer.writei8(target, at, u);
			buffer.writei8(target, at + 1, v);
			buffer.writei8(target, at + 2, one);
			buffer.writei8(target, at + 3, fourth);
		} else {
			buffer.writei16(target, at, u);
			buffer.writei16(target, at + 2, v);
			buffer.writei16(target, at + 4, one);
			buffer.writei16(target, at + 6, fourth);
		}
		at += stride;
	}
	return without;
}
