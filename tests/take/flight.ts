//!native
//!optimize 2
import { decodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { FixedStep } from "../../src/take/fixed-step";
import { Take } from "../../src/take/take";
import { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation } from "../../src/motion/camera-path";
import { multiply } from "../../src/rotation/quaternion";
import { angleBetween } from "../rotation/angle-between";

const RADIUS = 20;
const PERIOD = 8;
const SWING = math.rad(40);

/** A figure eight of radius 20 studs, once in 8 s. */
export function truePosition(seconds: number) {
	const phase = (2 * math.pi * seconds) / PERIOD;
	return $tuple(RADIUS * math.sin(phase), 10 + 2 * math.cos(phase), RADIUS * math.sin(2 * phase));
}

/** Yaw and pitch swing ±40° like two sines. */
export function trueRotation(seconds: number) {
	const phase = (2 * math.pi * seconds) / PERIOD;
	const yaw = (SWING * math.sin(phase)) / 2;
	const pitch = (SWING * math.sin(2 * phase + 1)) / 2;
	return multiply(0, math.sin(yaw), 0, math.cos(yaw), math.sin(pitch), 0, 0, math.cos(pitch));
}

/** Flies for `seconds`, sampled after each gap that `nextGap` gives, and says when the last sample was. */
export function fly(steps: FixedStep, seconds: number, nextGap: () => number): void {
	let time = 0;
	while (true) {
		const [x, y, z] = truePosition(time);
		const [qx, qy, qz, qw] = trueRotation(time);
		steps.push(time, x, y, z, qx, qy, qz, qw);
		const after = time + nextGap();
		if (after > seconds + 1e-9) break;
		time = after;
	}
}

export interface FlightError {
	/** Studs, less what the two lowest bits of Z cost. */
	position: number;
	degrees: number;
}

/** How far the frames of a take are from the flight. */
export function frameErrors({ count, frames, rate }: Take): FlightError {
	const worst = { position: 0, degrees: 0 };
	for (const frame of $range(0, count - 1)) {
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(frames, frame * FRAME_SIZE);
		addError(worst, frame / rate, x, y, z, qx, qy, qz, qw);
	}
	return worst;
}

/** How far a path is from the flight, `perSecond` times a second. */
export function pathErrors(path: CameraPath, perSecond: number, interpolation: PathInterpolation): FlightError {
	const worst = { position: 0, degrees: 0 };
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const index of $range(0, math.floor(path.duration * perSecond))) {
		path.sample(index / perSecond, sample, interpolation);
		addError(
			worst,
			index / perSecond,
			buffer.readf64(sample, 0),
			buffer.readf64(sample, 8),
			buffer.readf64(sample, 16),
			buffer.readf64(sample, 24),
			buffer.readf64(sample, 32),
			buffer.readf64(sample, 40),
			buffer.readf64(sample, 48),
		);
	}
	return worst;
}

function addError(
	worst: FlightError,
	seconds: number,
	x: number,
	y: number,
	z: number,
	qx: number,
	qy: number,
	qz: number,
	qw: number,
): void {
	const [tx, ty, tz] = truePosition(seconds);
	const [tqx, tqy, tqz, tqw] = trueRotation(seconds);
	// Z is stored in steps of four units in its last place: 2^-21 of its power of two.
	const zStep = math.abs(tz) * 2 ** -21;
	const dz = math.max(math.abs(z - tz) - zStep, 0);
	worst.position = math.max(worst.position, math.sqrt((x - tx) ** 2 + (y - ty) ** 2 + dz * dz));
	worst.degrees = math.max(worst.degrees, angleBetween(qx, qy, qz, qw, tqx, tqy, tqz, tqw));
}
