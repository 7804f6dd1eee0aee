//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/**
 * Restores unit quaternions of four 16-bit components in place: three components in units of 1/(√2·one), then `one`,
 * whose two lowest bits say which component, the largest, was left out. The three follow it cyclically.
 */
export function restoreQuaternions(target: buffer, start: number, count: number, streamOffset: number): void {
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		const x = buffer.readi16(target, at);
		const y = buffer.readi16(target, at + 2);
		const z = buffer.readi16(target, at + 4);
		const packed = buffer.readi16(target, at + 6);
		if (packed < 0) fail("meshopt", `QUATERNION element ${(at - start) / 8} encodes 1.0 as ${packed}`, streamOffset);
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
