//!native
//!optimize 2
import { checkArray, checkOptional, checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { checkMarkers, Marker } from "./marker";
import { checkRate } from "./rate";

/**
 * How a path is interpolated between its frames.
 *
 * @example
 * const interpolation: PathInterpolation = "step"; // shows the frames alone, to look for a bad one
 * new CameraPlayer(path, { interpolation, speed: 0.1 }).play();
 */
export type PathInterpolation = "smooth" | "linear" | "step";

/**
 * The bytes that `CameraPath.sample` writes: eight f64, position x y z, rotation x y z w, vertical field of view.
 *
 * @example
 * const sample = buffer.create(CAMERA_SAMPLE_SIZE);
 * path.sample(1.5, sample);
 * const height = buffer.readf64(sample, 8);
 */
export const CAMERA_SAMPLE_SIZE = 64;

/** Byte offsets of a sample's parts. This file owns the layout. */
export const SAMPLE_POSITION = 0;
export const SAMPLE_ROTATION = 24;
export const SAMPLE_FIELD_OF_VIEW = 56;

/** The largest f32, and so the largest position in the engine. */
const FARTHEST = 3.4028234663852886e38;

/** The min squared length of a valid rotation. */
const LEAST_LENGTH = 1e-12;

/** Fields of view that can be drawn at all, in degrees. Players clamp them to the range of a Camera. */
const NARROWEST_LENS = 0.01;
const WIDEST_LENS = 179;

/** The max steps of sampling a path without a Job: a second of work, four if interpreted. */
export const MAX_SAMPLING_STEPS = 6_000_000;

/** An hour, in seconds. */
const LONGEST_CURVE = 3600;

/**
 * The state of a live path: waiting for its first frame, live, stalled (holding the last frame because none arrive), or
 * ended.
 *
 * @example
 * const state: LiveState = receiver.state;
 * if (state === "stalled") print("waiting for the sender");
 */
export type LiveState = "waiting" | "live" | "stalled" | "ended";

const LIVE_STATES: ReadonlyArray<LiveState> = ["waiting", "live", "stalled", "ended"];

/**
 * A camera's flight.
 *
 * @example
 * const flight: CameraPath = scene.cameras[0];
 * print(`${flight.name} lasts ${flight.duration} seconds`);
 * new CameraPlayer(flight).play();
 */
export interface CameraPath {
	name: string;
	/** Seconds from the first frame to the last. */
	duration: number;
	/** Frames per second, if the path consists of frames. */
	rate?: number;
	/** Seconds at which the camera jumps, rising. From a cut on, the camera is at its new place. */
	cuts?: ReadonlyArray<number>;
	/** Markers, which players fire. */
	markers?: ReadonlyArray<Marker>;
	/** Whether players loop by default. */
	loop?: boolean;
	/** The state of a live path, whose `duration` is infinite. Undefined for other paths. */
	state?: LiveState;
	/** What a sample costs, in steps of a Job: twice the nodes that carry the camera. Defaults to 1. */
	sampleSteps?: number;
	/**
	 * Writes the camera at `seconds` into `target` as eight f64: position x y z, rotation x y z w (unit length; the
	 * camera looks along -Z with Y up), and vertical field of view in degrees, or 0 if the path has none. The path
	 * holds its first and last view beyond its ends. `interpolation` applies to paths that consist of frames. Players
	 * call `sample` within a frame: it must not yield.
	 */
	sample(seconds: number, target: buffer, interpolation?: PathInterpolation): void;
}

/** All interpolations, for messages and checks. */
const INTERPOLATIONS: Array<PathInterpolation> = ["smooth", "linear", "step"];

/** Returns whether a value is an interpolation. */
export function isInterpolation(interpolation: unknown): interpolation is PathInterpolation {
	return INTERPOLATIONS.includes(interpolation as PathInterpolation);
}

/** Refuses a value that is not an interpolation. */
export function checkInterpolation(interpolation: unknown, caller: string): void {
	if (!isInterpolation(interpolation)) {
		fail(caller, `interpolation is ${describeValue(interpolation)}; expected one of ${INTERPOLATIONS.join(", ")}`);
	}
}

/** Refuses a value that is not a path. Its samples are checked when they are taken. */
export function checkPath(path: CameraPath, caller: string): void {
	if (!typeIs(path, "table")) fail(caller, `path is ${describeValue(path)}; expected a CameraPath`);
	const { name, duration, rate, cuts, markers } = path;
	checkType((path as unknown as { sample: unknown }).sample, "function", caller, "path.sample");
	checkType(name, "string", caller, "path.name");
	const { state } = path;
	if (state !== undefined && !LIVE_STATES.includes(state)) {
		fail(caller, `path.state is ${describeValue(state)}; expected one of ${LIVE_STATES.join(", ")}`);
	}
	const isLive = state !== undefined && duration === math.huge;
	if (!typeIs(duration, "number") || !(isLive || (duration >= 0 && duration < math.huge))) {
		fail(caller, `path.duration is ${describeValue(duration)}; expected a number of seconds`);
	}
	if (rate !== undefined) checkRate(rate, caller, "path.rate");
	checkOptional(path.loop, "boolean", caller, "path.loop");
	const { sampleSteps = 1 } = path;
	if (!typeIs(sampleSteps, "number") || !(sampleSteps >= 0)) {
		fail(caller, `path.sampleSteps is ${describeValue(sampleSteps)}; expected a number, 0 or more`);
	}
	if (markers !== undefined) checkMarkers(markers, duration, caller, "path.markers");
	if (cuts === undefined) return;
	checkArray(cuts, caller, "path.cuts");
	let former = -math.huge;
	cuts.forEach((cut: unknown, index) => {
		if (!typeIs(cut, "number") || !(cut >= former)) {
			fail(caller, `${itemOf("path.cuts", index)} is ${describeValue(cut)}; expected rising seconds`);
		}
		former = cut;
	});
}

/** Refuses a path without frames, such as a file's, if it lasts too long to be sampled in full. */
export function checkLength({ rate, duration }: CameraPath, caller: string): void {
	if (rate !== undefined || duration <= LONGEST_CURVE) return;
	fail(caller, `path.duration is ${duration}; expected at most ${LONGEST_CURVE} seconds without a rate`);
}

/** Writes the position and rotation of the sample at `at`. Its field of view stays. */
export function writeCameraSample(
	target: buffer,
	x: number,
	y: number,
	z: number,
	qx: number,
	qy: number,
	qz: number,
	qw: number,
	at = 0,
): void {
	buffer.writef64(target, at, x);
	buffer.writef64(target, at + 8, y);
	buffer.writef64(target, at + 16, z);
	buffer.writef64(target, at + SAMPLE_ROTATION, qx);
	buffer.writef64(target, at + SAMPLE_ROTATION + 8, qy);
	buffer.writef64(target, at + SAMPLE_ROTATION + 16, qz);
	buffer.writef64(target, at + SAMPLE_ROTATION + 24, qw);
}

/** Formats a time for a message, to the millisecond: sums of frame times differ in their last digits. */
export function atSeconds(seconds: number): string {
	return `at ${math.round(seconds * 1000) / 1000} seconds`;
}

/** Refuses a sample that is not a valid view: a path of the caller's own may return anything. */
export function checkSample(sample: buffer, name: string, seconds: number, caller: string): void {
	const [x, y, z] = samplePosition(sample);
	const [qx, qy, qz, qw] = sampleRotation(sample);
	const length = qx * qx + qy * qy + qz * qz + qw * qw;
	const rest = length + math.abs(buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW));
	// Written so that NaN fails too.
	if (!(math.abs(x) <= FARTHEST && math.abs(y) <= FARTHEST && math.abs(z) <= FARTHEST && rest <= FARTHEST)) {
		fail(caller, `path "${name}" is not finite, or too large, ${atSeconds(seconds)}`);
	}
	if (length < LEAST_LENGTH) fail(caller, `path "${name}" has no rotation ${atSeconds(seconds)}`);
}

/** Refuses arguments that a path cannot be sampled with. */
export function checkSampling(seconds: number, target: buffer): void {
	if (!typeIs(seconds, "number") || seconds !== seconds)
		fail("sample", `seconds is ${describeValue(seconds)}; expected a number`);
	checkType(target, "buffer", "sample", "target");
	if (buffer.len(target) < CAMERA_SAMPLE_SIZE) {
		fail("sample", `target holds ${buffer.len(target)} bytes; expected at least ${CAMERA_SAMPLE_SIZE}`);
	}
}

/** Clamps a curve's field of view. Curves overshoot their keys. */
export function heldLens(degrees: number): number {
	return math.clamp(degrees, NARROWEST_LENS, WIDEST_LENS);
}

/** Returns the position of the sample at `at`. */
export function samplePosition(sample: buffer, at = 0) {
	return $tuple(buffer.readf64(sample, at), buffer.readf64(sample, at + 8), buffer.readf64(sample, at + 16));
}

/** Returns the rotation x y z w of the sample at `at`. */
export function sampleRotation(sample: buffer, at = 0) {
	return $tuple(
		buffer.readf64(sample, at + SAMPLE_ROTATION),
		buffer.readf64(sample, at + SAMPLE_ROTATION + 8),
		buffer.readf64(sample, at + SAMPLE_ROTATION + 16),
		buffer.readf64(sample, at + SAMPLE_ROTATION + 24),
	);
}
