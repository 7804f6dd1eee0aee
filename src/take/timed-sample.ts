//!native
//!optimize 2
import { CAMERA_SAMPLE_SIZE, SAMPLE_FIELD_OF_VIEW, writeCameraSample } from "../motion/camera-path";

/** A camera sample with its time. This file owns the layout: a camera sample, then an f64. */
export const TIMED_SIZE = CAMERA_SAMPLE_SIZE + 8;

const SECONDS = CAMERA_SAMPLE_SIZE;

export function secondsOf(samples: buffer, at: number): number {
	return buffer.readf64(samples, at + SECONDS);
}

export function writeTimedSample(
	samples: buffer,
	at: number,
	seconds: number,
	x: number,
	y: number,
	z: number,
	qx: number,
	qy: number,
	qz: number,
	qw: number,
	lens: number,
): void {
	writeCameraSample(samples, x, y, z, qx, qy, qz, qw, at);
	buffer.writef64(samples, at + SAMPLE_FIELD_OF_VIEW, lens);
	buffer.writef64(samples, at + SECONDS, seconds);
}
