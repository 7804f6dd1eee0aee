//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/**
 * Restores unit quaternions of four 16-bit components in place: three components in units of 1/(√2·one), then `one`,
 * whose two lowest bits are the index of the largest component, which was left out. The three follow it cyclically.
 */
export function restoreQuaternions(
	target: buffer,
	start: number,
	count: number,
	streamOffset: number,
	first = 0,
): void {
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		const x = buffer.readi16(target, at);
		const y = buffer.readi16(target, at + 2);
		const z = buffer.readi16(target, at + 4);
		const packed = buffer.readi16(target, at + 6);
		if (packed < 0) {
			fail("meshopt", `QUATERNION element ${first + (at - start) / 8} encodes 1.0 as ${packed}`, streamOffset);
		}
		const one = packed | 3;
		const largest = packed & 3;
		const scale = 32767 / math.sqrt(2) / one;
		const w = math.sqrt(math.max(0, 2 * one * one - x * x - y * y - z * z));
		buffer.writei16(target, at + 2 * ((largest + 1) & 3), math.round(x * scale));
		buffer.writei16(target, at + 2 * ((largest + 2) & 3), math.round(y * scale));
		buffer.writei16(target, at + 2 * ((largest + 3) & 3), math.round(z * scale));
		buffer.writei16(target, at + 2 * largest, math.round(w * scale));
	}
}

/**
 * Reduces quaternions of four f32 each to three components of `bits` bits, without the largest one. Only the direction
 * of a quaternion matters; one without a direction becomes the identity.
 *
 * @returns how many quaternions had no direction
 */
export function reduceQuaternions(
	source: buffer,
	start: number,
	count: number,
	bits: number,
	target: buffer,
	targetAt: number,
): number {
	const one = 2 ** (bits - 1) - 1;
	let without = 0;
	let at = targetAt;
	for (const from of $range(start, start + 16 * (count - 1), 16)) {
		let largest = 3;
		let most = math.abs(buffer.readf32(source, from + 12));
		for (const component of $range(0, 2)) {
			const size = math.abs(buffer.readf32(source, from + 4 * component));
			if (size > most) {
				largest = component;
				most = size;
			}
		}
		const w = buffer.readf32(source, from + 4 * largest);
		const x = buffer.readf32(source, from + 4 * ((largest + 1) & 3));
		const y = buffer.readf32(source, from + 4 * ((largest + 2) & 3));
		const z = buffer.readf32(source, from + 4 * ((largest + 3) & 3));
		let scale = 0;
		if (w === 0) without += 1;
		// The largest component is never below zero: a quaternion and its negative are one rotation.
		else scale = ((w < 0 ? -one : one) * math.sqrt(2)) / math.sqrt(x * x + y * y + z * z + w * w);
		buffer.writei16(target, at, math.round(x * scale));
		buffer.writei16(target, at + 2, math.round(y * scale));
		buffer.writei16(target, at + 4, math.round(z * scale));
		buffer.writei16(target, at + 6, one - 3 + largest);
		at += 8;
	}
	return without;
}
