//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import { decodeFrame, FRAME_SIZE } from "./frame";
import { isJump, LONGEST_CALM_SQUARE } from "./jump";
import { TIMED_SIZE, writeTimedSample } from "./timed-sample";

/** Frames between two pause points. */
const FRAMES_A_STEP = 1024;

/** Frames before and after a step that decide whether it is a jump. */
const AROUND = 2;

/**
 * If two packed rotations drop the same component and differ by at most this much in each of the others, they are less
 * than 100° apart: 0.07 × 32767. The three move by at most 0.122, so the dropped one, at least 0.5, moves by at most
 * 0.211.
 */
const NEAR = 2293;

const samples = buffer.create((2 * AROUND + 2) * TIMED_SIZE);

/** Returns whether the step from `frame` is a jump, of `count` frames. */
function isJumpAt(frames: buffer, frame: number, count: number, rate: number): boolean {
	const first = math.max(frame - AROUND, 0);
	const last = math.min(frame + 1 + AROUND, count - 1);
	for (const index of $range(first, last)) {
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, index * FRAME_SIZE);
		const at = (index - first) * TIMED_SIZE;
		writeTimedSample(samples, at, (index - first) / rate, x, y, z, qx, qy, qz, qw, 0);
	}
	return isJump(samples, (frame - first) * TIMED_SIZE, frame - first, last - frame - 1);
}

/**
 * Returns whether the step from the frame at `at` turns clearly less than any jump. Most steps do, and this check is
 * fast.
 */
function isSmallTurn(frames: buffer, at: number): boolean {
	return (
		((buffer.readu8(frames, at + 8) ^ buffer.readu8(frames, at + 8 + FRAME_SIZE)) & 3) === 0 &&
		math.abs(buffer.readi16(frames, at + 12) - buffer.readi16(frames, at + 12 + FRAME_SIZE)) <= NEAR &&
		math.abs(buffer.readi16(frames, at + 14) - buffer.readi16(frames, at + 14 + FRAME_SIZE)) <= NEAR &&
		math.abs(buffer.readi16(frames, at + 16) - buffer.readi16(frames, at + 16 + FRAME_SIZE)) <= NEAR
	);
}

/** Returns the frames before which the camera jumps (see `jump.ts`), of checked frames. */
export function findCuts(frames: buffer, count: number, rate: number, budget?: Budget): Array<number> {
	const cuts = new Array<number>();
	const last = count - 2;
	for (const first of $range(0, last, FRAMES_A_STEP)) {
		const final = math.min(first + FRAMES_A_STEP - 1, last);
		budget?.step(final - first + 1, "archive");
		for (const frame of $range(first, final)) {
			const at = frame * FRAME_SIZE;
			// The two lowest bits of Z belong to the rotation; they are far below the size of a jump.
			const dx = buffer.readf32(frames, at + FRAME_SIZE) - buffer.readf32(frames, at);
			const dy = buffer.readf32(frames, at + FRAME_SIZE + 4) - buffer.readf32(frames, at + 4);
			const dz = buffer.readf32(frames, at + FRAME_SIZE + 8) - buffer.readf32(frames, at + 8);
			if (
				(dx * dx + dy * dy + dz * dz > LONGEST_CALM_SQUARE || !isSmallTurn(frames, at)) &&
				isJumpAt(frames, frame, count, rate)
			) {
				cuts.push(frame + 1);
			}
		}
	}
	return cuts;
}
