//!native
//!optimize 2
import { fail } from "../../bytes/fail";

/** Refuses a NaN or an infinity among `count` f32: no filter can store them. */
export function checkFinite(source: buffer, start: number, count: number): void {
	for (const at of $range(start, start + 4 * (count - 1), 4)) {
		const value = buffer.readf32(source, at);
		if (value - value !== 0) fail("encodeMeshopt", `${value} is not a finite number`, at);
	}
}
