//!native
//!optimize 2
import { fail } from "../../bytes/fail";

function failOne(element: number, one: number, streamOffset: number): never {
	return fail("meshopt", `OCTAHEDRAL element ${element} encodes 1.0 as ${one}`, streamOffset);
}

/** Unfolds unit vectors of four signed bytes in place: x and y of the octahedron, what 1.0 is, and a byte left as it is. */
export function unfoldOctahedral8(target: buffer, start: number, count: number, streamOffset: number): void {
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		let x = buffer.readi8(target, at);
		let y = buffer.readi8(target, at + 1);
		const one = buffer.readi8(target, at + 2);
		if (one <= 0) failOne((at - start) / 4, one, streamOffset);
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

/** The same with 16-bit components. */
export function unfoldOctahedral16(target: buffer, start: number, count: number, streamOffset: number): void {
	for (const at of $range(start, start + 8 * (count - 1), 8)) {
		let x = buffer.readi16(target, at);
		let y = buffer.readi16(target, at + 2);
		const one = buffer.readi16(target, at + 4);
		if (one <= 0) failOne((at - start) / 8, one, streamOffset);
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
