//!native
//!optimize 2
import type { Budget } from "../../bytes/budget";
import { orientationOf } from "../../rotation/orientation";
import { decodeFrame, FRAME_SIZE } from "../frame";
import type { Take } from "../take";

/** The numbers of a frame: position, pitch, yaw, roll, field of view; seven f64. */
export const ROW_NUMBERS = 7;
export const ROW_SIZE = ROW_NUMBERS * 8;

/** The byte offset of the field of view in a row. */
export const LENS = 48;

/**
 * Above this pitch, in radians, yaw and roll are one turn, and numbers between frames are not between their rotations.
 */
export const STEEPEST = math.rad(80);

const TURN = 2 * math.pi;

/** Frames between two pause points. */
const FRAMES_A_STEP = 256;

/**
 * The frames of a take as continuous numbers: angles are unwrapped, so that neighbours differ by less than half a turn.
 */
export interface FlightRows {
	readonly rows: buffer;
	readonly count: number;
	/** Whether the camera never looks so far up or down that its angles are ambiguous. */
	readonly isSteady: boolean;
	readonly hasLens: boolean;
}

/** Returns the field of view of the first frame that has one, or 0. */
function firstLens({ fieldOfView, count }: Take): number {
	if (!typeIs(fieldOfView, "buffer")) return fieldOfView ?? 0;
	for (const frame of $range(0, count - 1)) {
		const lens = buffer.readf32(fieldOfView, frame * 4);
		if (lens > 0) return lens;
	}
	return 0;
}

export function flightRows(take: Take, budget: Budget, caller: string): FlightRows {
	const { frames, count, fieldOfView } = take;
	budget.spendBytes(count * ROW_SIZE, caller);
	const rows = buffer.create(count * ROW_SIZE);
	let isSteady = true;
	let lastYaw = 0;
	let lastRoll = 0;
	let lens = firstLens(take);
	for (const frame of $range(0, count - 1)) {
		if (frame % FRAMES_A_STEP === 0) budget.step(FRAMES_A_STEP, caller);
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, frame * FRAME_SIZE);
		const [pitch, ownYaw, ownRoll] = orientationOf(qx, qy, qz, qw);
		const yaw = ownYaw + TURN * math.round((lastYaw - ownYaw) / TURN);
		const roll = ownRoll + TURN * math.round((lastRoll - ownRoll) / TURN);
		lastYaw = yaw;
		lastRoll = roll;
		if (math.abs(pitch) > STEEPEST) isSteady = false;
		const at = frame * ROW_SIZE;
		buffer.writef64(rows, at, x);
		buffer.writef64(rows, at + 8, y);
		buffer.writef64(rows, at + 16, z);
		buffer.writef64(rows, at + 24, pitch);
		buffer.writef64(rows, at + 32, yaw);
		buffer.writef64(rows, at + 40, roll);
		// A frame without a field of view repeats the previous one.
		if (typeIs(fieldOfView, "buffer")) {
			const own = buffer.readf32(fieldOfView, frame * 4);
			if (own > 0) lens = own;
		}
		buffer.writef64(rows, at + LENS, lens);
	}
	return { rows, count, isSteady, hasLens: lens > 0 };
}
