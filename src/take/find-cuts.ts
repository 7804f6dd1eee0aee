//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import { decodePosition, decodeRotation, FRAME_SIZE } from "./frame";
import { isSudden, leastJump, leastJumpTurn, turnBetween } from "./jump";

/** Frames between two looks at whether to pause. */
const FRAMES_A_STEP = 1024;

/**
 * Where two packed rotations drop the same component and differ by no more than this in each of the others, they are less
 * than 20° apart: 0.07 × 32767. The three move by at most 0.122, so the dropped one, at least 0.5, by at most 0.211.
 */
const NEAR = 2293;

/** Studs that the camera goes from a frame to the next. */
function wayOf(frames: buffer, frame: number): number {
	const [ax, ay, az] = decodePosition(frames, frame * FRAME_SIZE);
	const [bx, by, bz] = decodePosition(frames, (frame + 1) * FRAME_SIZE);
	return math.sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2);
}

/** Radians that the camera turns from a frame to the next. */
function turnOf(frames: buffer, frame: number): number {
	const [ax, ay, az, aw] = decodeRotation(frames, frame * FRAME_SIZE);
	const [bx, by, bz, bw] = decodeRotation(frames, (frame + 1) * FRAME_SIZE);
	return turnBetween(ax, ay, az, aw, bx, by, bz, bw);
}

/** How far the step from a frame goes, in studs or radians; `otherwise` where there is no such step. */
function stepOf(frames: buffer, frame: number, last: number, isTurn: boolean, otherwise: number): number {
	if (frame < 0 || frame > last) return otherwise;
	return isTurn ? turnOf(frames, frame) : wayOf(frames, frame);
}

function isJump(frames: buffer, frame: number, last: number, isTurn: boolean, least: number): boolean {
	const step = stepOf(frames, frame, last, isTurn, 0);
	if (step <= least) return false;
	const before = stepOf(frames, frame - 1, last, isTurn, 0);
	const after = stepOf(frames, frame + 1, last, isTurn, 0);
	const earlier = stepOf(frames, frame - 2, last, isTurn, before);
	const later = stepOf(frames, frame + 2, last, isTurn, after);
	// Frames are evenly apart, so their steps are to each other as their speeds are.
	return isSudden(step, before, earlier, after, later);
}

/** Whether the step from the frame at `at` turns by clearly less than any jump; most do, and this is the fast way to know. */
function isSmallTurn(frames: buffer, at: number): boolean {
	return (
		((buffer.readu8(frames, at + 8) ^ buffer.readu8(frames, at + 8 + FRAME_SIZE)) & 3) === 0 &&
		math.abs(buffer.readi16(frames, at + 12) - buffer.readi16(frames, at + 12 + FRAME_SIZE)) <= NEAR &&
		math.abs(buffer.readi16(frames, at + 14) - buffer.readi16(frames, at + 14 + FRAME_SIZE)) <= NEAR &&
		math.abs(buffer.readi16(frames, at + 16) - buffer.readi16(frames, at + 16 + FRAME_SIZE)) <= NEAR
	);
}

/** The frames before which the camera jumps (see `jump.ts`), of frames that were checked before. */
export function findCuts(frames: buffer, count: number, rate: number, budget?: Budget): Array<number> {
	const cuts = new Array<number>();
	const least = leastJump(1 / rate);
	const leastTurn = leastJumpTurn(1 / rate);
	// The two lowest bits of Z, which are not its own, are far below what a jump is.
	const leastSquare = least * least;
	const last = count - 2;
	for (const first of $range(0, last, FRAMES_A_STEP)) {
		const final = math.min(first + FRAMES_A_STEP - 1, last);
		budget?.step(final - first + 1, "archive");
		for (const frame of $range(first, final)) {
			const at = frame * FRAME_SIZE;
			const dx = buffer.readf32(frames, at + FRAME_SIZE) - buffer.readf32(frames, at);
			const dy = buffer.readf32(frames, at + FRAME_SIZE + 4) - buffer.readf32(frames, at + 4);
			const dz = buffer.readf32(frames, at + FRAME_SIZE + 8) - buffer.readf32(frames, at + 8);
			if (
				(dx * dx + dy * dy + dz * dz > leastSquare && isJump(frames, frame, last, false, least)) ||
				(!isSmallTurn(frames, at) && isJump(frames, frame, last, true, leastTurn))
			) {
				cuts.push(frame + 1);
			}
		}
	}
	return cuts;
}
