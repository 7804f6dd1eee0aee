//!native
//!optimize 2
import { multiply } from "../../rotation/quaternion";
import { fromTurnVector, turnVector } from "../../rotation/turn-vector";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../frame";
import { turnBetween } from "../jump";
import { shortLens } from "../lens";
import { Take, trustTake } from "../take";

/** Steps on each side of a seam from which the camera's velocity is read. */
const STEPS = 3;

/** A step may be this many times as fast as the fastest step beside it and still continue the motion. */
const FASTER = 2;

/** The min speed of the camera over a seam, relative to the slower side. */
const LEAST_SPEED = 0.93;

/** Studs and radians below which a motion is only rounding and tremor, and neither continues nor stops. */
const STILL = 0.02;
const STILL_TURN = math.rad(0.2);

/** A larger change of the field of view between two frames, in degrees, is a cut. */
const LENS_STEP = 5;

const SHORTEST = 0.25;
const LONGEST = 3;

/**
 * The seam between two takes, in frames of both: -1 if they share one, 0 if one follows the other, or the number of
 * frames to insert.
 */
export interface Seam {
	readonly between: number;
	readonly isCut: boolean;
	/** The speed over the seam relative to the sides, which differs because frames are whole. Defaults to 1. */
	readonly pace?: number;
}

/** The camera's motion at an end of a take: studs and radians per frame. */
interface Motion {
	readonly x: number;
	readonly y: number;
	readonly z: number;
	readonly turnX: number;
	readonly turnY: number;
	readonly turnZ: number;
	/** The longest step and the widest turn. */
	readonly step: number;
	readonly turn: number;
}

/** Returns the turn from one rotation to another as a vector, in the world's axes. */
function turnTo(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
): LuaTuple<[number, number, number]> {
	const [x, y, z, w] = multiply(bx, by, bz, bw, -ax, -ay, -az, aw);
	return turnVector(x, y, z, w);
}

/** Returns the camera's motion in the last or the first frames of a take, not across a cut. */
function motionAt({ frames, count, cuts }: Take, isEnd: boolean): Motion {
	const from = isEnd ? math.max(count - 1 - STEPS, cuts[cuts.size() - 1] ?? 0) : 0;
	const to = isEnd ? count - 1 : math.min(STEPS, (cuts[0] ?? count) - 1);
	let step = 0;
	let turn = 0;
	for (const frame of $range(from, to - 1)) {
		const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(frames, frame * FRAME_SIZE);
		const [bx, by, bz, bqx, bqy, bqz, bqw] = decodeFrame(frames, (frame + 1) * FRAME_SIZE);
		step = math.max(step, math.sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2));
		turn = math.max(turn, turnBetween(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw));
	}
	if (to <= from) return { x: 0, y: 0, z: 0, turnX: 0, turnY: 0, turnZ: 0, step, turn };
	// The velocity at the very end is that of its step.
	const [a, b] = isEnd ? [to - 1, to] : [0, 1];
	const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(frames, a * FRAME_SIZE);
	const [bx, by, bz, bqx, bqy, bqz, bqw] = decodeFrame(frames, b * FRAME_SIZE);
	const [turnX, turnY, turnZ] = turnTo(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw);
	return { x: bx - ax, y: by - ay, z: bz - az, turnX, turnY, turnZ, step, turn };
}

function lengthOf(x: number, y: number, z: number): number {
	return math.sqrt(x * x + y * y + z * z);
}

/** Returns the field of view of a frame; 0 if it has none. */
function lensOf({ fieldOfView }: Take, frame: number): number {
	return typeIs(fieldOfView, "buffer") ? buffer.readf32(fieldOfView, frame * 4) : (fieldOfView ?? 0);
}

/** Returns how many frames a distance of `length` takes at the mean of two speeds; `otherwise` if both stand still. */
function framesFor(length: number, before: number, after: number, still: number, otherwise: number): number {
	if (length <= still) return 0;
	const sum = before + after;
	return sum > 0 ? (2 * length) / sum : otherwise;
}

/**
 * The gap between the last frame of a take and the first of the next, and the motion on both sides. Both have one rate,
 * and frames.
 */
export class Gap {
	private readonly before: Motion;
	private readonly after: Motion;
	private readonly x: number;
	private readonly y: number;
	private readonly z: number;
	private readonly studs: number;
	private readonly turn: number;

	constructor(
		private readonly from: Take,
		private readonly to: Take,
	) {
		this.before = motionAt(from, true);
		this.after = motionAt(to, false);
		const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(from.frames, (from.count - 1) * FRAME_SIZE);
		const [bx, by, bz, bqx, bqy, bqz, bqw] = decodeFrame(to.frames, 0);
		this.x = bx - ax;
		this.y = by - ay;
		this.z = bz - az;
		this.studs = lengthOf(this.x, this.y, this.z);
		this.turn = turnBetween(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw);
	}

	/**
	 * Returns the seam if the motion continues over the gap, or undefined if the camera jumps. A gap may be `widest`
	 * frames, which is one frame of the takes before resampling.
	 */
	public goesOn(widest: number): Seam | undefined {
		const { before, after, from, to } = this;
		const fastest = math.max(before.step, after.step);
		const fastestTurn = math.max(before.turn, after.turn);
		if (this.isShared()) return { between: -1, isCut: false };
		const way = framesFor(this.studs, this.stepOf(before), this.stepOf(after), STILL, math.huge);
		const turning = framesFor(this.turn, this.turnOf(before), this.turnOf(after), STILL_TURN, math.huge);
		// Whole frames, and so few that the camera is not slower than on both sides.
		const wanted = math.max(way, turning);
		const steps = math.max(math.min(math.floor(wanted / LEAST_SPEED), math.ceil(widest - 1e-6)), 1);
		const lenses = [lensOf(from, from.count - 1), lensOf(to, 0)];
		const isZoom = lenses[0] > 0 && lenses[1] > 0 && math.abs(lenses[1] - lenses[0]) > LENS_STEP;
		const along = this.x * before.x + this.y * before.y + this.z * before.z;
		const alongAfter = this.x * after.x + this.y * after.y + this.z * after.z;
		const isBack = this.studs > STILL && along <= 0 && alongAfter <= 0 && along + alongAfter < 0;
		if (
			isZoom ||
			isBack ||
			this.studs > steps * FASTER * fastest + STILL ||
			this.turn > steps * FASTER * fastestTurn + STILL_TURN
		) {
			return undefined;
		}
		return { between: steps - 1, isCut: false, pace: wanted / steps };
	}

	/** Returns a bridge over the gap: the frames that it takes at the mean of both speeds, 0.25 to 3 seconds. */
	public bridge(): Seam {
		const { before, after } = this;
		const { rate } = this.from;
		const way = framesFor(this.studs, this.stepOf(before), this.stepOf(after), STILL, 0);
		const turning = framesFor(this.turn, this.turnOf(before), this.turnOf(after), STILL_TURN, 0);
		// Two sides that stand still do not define a speed.
		const wanted = math.max(way, turning);
		const frames = wanted > 0 ? wanted : LONGEST * rate;
		return { between: math.max(math.round(math.clamp(frames, SHORTEST * rate, LONGEST * rate)), 1) - 1, isCut: false };
	}

	/** Returns the frames between both takes: a cubic with the velocities of both sides at its ends. */
	public fill({ between: count, pace = 1 }: Seam, caller: string): Take {
		const { before, after, from, to } = this;
		const frames = buffer.create(count * FRAME_SIZE);
		const lenses = buffer.create(count * 4);
		const [ax, ay, az, aqx, aqy, aqz, aqw] = decodeFrame(from.frames, (from.count - 1) * FRAME_SIZE);
		const [, , , bqx, bqy, bqz, bqw] = decodeFrame(to.frames, 0);
		const [tx, ty, tz] = turnTo(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw);
		const steps = count + 1;
		const fromLens = lensOf(from, from.count - 1);
		const toLens = lensOf(to, 0);
		for (const frame of $range(0, count - 1)) {
			const t = (frame + 1) / steps;
			// The weights of a cubic Hermite: of the distance, and of the velocities at both ends.
			const way = t * t * (3 - 2 * t);
			const leaving = t * (1 - t) * (1 - t) * steps * pace;
			const meeting = t * t * (t - 1) * steps * pace;
			const [qx, qy, qz, qw] = fromTurnVector(
				way * tx + leaving * before.turnX + meeting * after.turnX,
				way * ty + leaving * before.turnY + meeting * after.turnY,
				way * tz + leaving * before.turnZ + meeting * after.turnZ,
			);
			const [rx, ry, rz, rw] = multiply(qx, qy, qz, qw, aqx, aqy, aqz, aqw);
			encodeFrame(
				ax + way * this.x + leaving * before.x + meeting * after.x,
				ay + way * this.y + leaving * before.y + meeting * after.y,
				az + way * this.z + leaving * before.z + meeting * after.z,
				rx,
				ry,
				rz,
				rw,
				frames,
				frame * FRAME_SIZE,
				caller,
			);
			buffer.writef32(lenses, frame * 4, fromLens > 0 && toLens > 0 ? fromLens + (toLens - fromLens) * t : fromLens);
		}
		const fieldOfView = shortLens(lenses, count);
		return trustTake({ name: "", map: "", rate: from.rate, count, frames, fieldOfView, markers: [], cuts: [] });
	}

	/**
	 * Returns whether both takes have the frame at the seam: it is the same, or so near that the camera would stop for
	 * a frame.
	 */
	private isShared(): boolean {
		const { before, after, from, to, studs, turn } = this;
		if (from.count === 1 || to.count === 1 || lensOf(from, from.count - 1) !== lensOf(to, 0)) return false;
		if (studs === 0 && turn < 1e-7) return true;
		const isMoving = this.stepOf(before) > STILL && this.stepOf(after) > STILL;
		const isTurning = this.turnOf(before) > STILL_TURN && this.turnOf(after) > STILL_TURN;
		if (!isMoving && !isTurning) return false;
		return (
			studs < (isMoving ? math.min(this.stepOf(before), this.stepOf(after)) / 2 : STILL) &&
			turn < (isTurning ? math.min(this.turnOf(before), this.turnOf(after)) / 2 : STILL_TURN)
		);
	}

	private stepOf({ x, y, z }: Motion): number {
		return lengthOf(x, y, z);
	}

	private turnOf({ turnX, turnY, turnZ }: Motion): number {
		return lengthOf(turnX, turnY, turnZ);
	}
}
