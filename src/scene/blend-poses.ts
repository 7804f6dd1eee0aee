//!native
//!optimize 2
import { writeSlerp } from "../motion/channel-values";
import { POSE_STRIDE, ROTATION_OFFSET } from "./pose";

/** Blends the numbers from byte `from` to byte `finish` of two poses into `target`. */
function blendNumbers(a: buffer, b: buffer, weight: number, target: buffer, from: number, finish: number): void {
	for (const at of $range(from, finish, 4)) {
		const start = buffer.readf32(a, at);
		buffer.writef32(target, at, start + (buffer.readf32(b, at) - start) * weight);
	}
}

/**
 * Writes the pose `weight` of the way from `a` to `b`, joint by joint: straight lines for translation and scale, the
 * short way round for rotation. `target` may be either of them.
 */
export function blendPoses(a: buffer, b: buffer, weight: number, target: buffer): void {
	for (const at of $range(0, buffer.len(target) - POSE_STRIDE, POSE_STRIDE)) {
		const turn = at + ROTATION_OFFSET;
		blendNumbers(a, b, weight, target, at, at + 8);
		writeSlerp(a, turn, b, turn, weight, target, turn);
		blendNumbers(a, b, weight, target, at + 28, at + 36);
	}
}
