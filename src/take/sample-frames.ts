//!native
//!optimize 2
import { PathInterpolation, SAMPLE_FIELD_OF_VIEW, writeCameraSample } from "../motion/camera-path";
import { slerp } from "../rotation/quaternion";
import { decodePosition, decodeRotation, FRAME_SIZE } from "./frame";
import { ON_FRAME } from "../motion/rate";

/** The data of a path made of frames. A take has all of it. */
export interface SampledFrames {
	readonly rate: number;
	readonly count: number;
	readonly frames: buffer;
	readonly fieldOfView?: number | buffer;
	readonly cuts: ReadonlyArray<number>;
	/** Which frames `frames` and the fields of view hold, if not all. */
	readonly window?: FrameWindow;
}

/** A window of frames: frame n is at index n modulo `size`, and 3 of the first ones are repeated after the end. */
export interface FrameWindow {
	readonly size: number;
	/** The range of frames that a sample may start at: the window holds the one before it and two after it as well. */
	readonly least: number;
	readonly most: number;
	/** Moves the window to a frame. */
	bring(frame: number): void;
}

function sampleFrame(frames: buffer, frame: number, target: buffer): void {
	const at = frame * FRAME_SIZE;
	const [x, y, z] = decodePosition(frames, at);
	const [qx, qy, qz, qw] = decodeRotation(frames, at);
	writeCameraSample(target, x, y, z, qx, qy, qz, qw);
}

function sampleLinear(frames: buffer, frame: number, t: number, target: buffer): void {
	const at = frame * FRAME_SIZE;
	const [ax, ay, az] = decodePosition(frames, at);
	const [bx, by, bz] = decodePosition(frames, at + FRAME_SIZE);
	const [aqx, aqy, aqz, aqw] = decodeRotation(frames, at);
	const [bqx, bqy, bqz, bqw] = decodeRotation(frames, at + FRAME_SIZE);
	const [qx, qy, qz, qw] = slerp(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw, t);
	writeCameraSample(target, ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t, qx, qy, qz, qw);
}

/** Returns the weights of the frames at -1, 0, 1 and 2 in a Catmull-Rom curve at `t` between 0 and 1. */
export function smoothWeights(t: number, hasBefore: boolean, hasAfter: boolean) {
	const before = t * (t * (1 - t / 2) - 0.5);
	const after = t * t * (t / 2 - 0.5);
	const from = 1 + t * t * (1.5 * t - 2.5);
	const to = t * (t * (2 - 1.5 * t) + 0.5);
	if (hasBefore && hasAfter) return $tuple(before, from, to, after);
	// A missing frame is extrapolated by the parabola through the other three, or the line through the other two.
	if (hasAfter) return $tuple(0, from + 3 * before, to - 3 * before, after + before);
	if (hasBefore) return $tuple(before + after, from - 3 * after, to + 3 * after, 0);
	return $tuple(0, from + 2 * before - after, to - before + 2 * after, 0);
}

/**
 * Samples a curve through the frames with a continuous velocity. Rotations use the position's weights: their signs are
 * aligned with their neighbours first, so they never take the longer turn, and four of them never cancel out. A camera
 * at rest between two frames stays at rest: it does not swing before it starts and after it stops.
 */
function sampleSmooth(
	frames: buffer,
	frame: number,
	t: number,
	hasBefore: boolean,
	hasAfter: boolean,
	target: buffer,
): void {
	const [wa, wb, wc, wd] = smoothWeights(t, hasBefore, hasAfter);
	const at = frame * FRAME_SIZE;
	const following = at + FRAME_SIZE;
	const before = hasBefore ? at - FRAME_SIZE : at;
	const after = hasAfter ? following + FRAME_SIZE : following;

	let [x, y, z] = decodePosition(frames, at);
	const [cx, cy, cz] = decodePosition(frames, following);
	if (x !== cx || y !== cy || z !== cz) {
		const [ax, ay, az] = decodePosition(frames, before);
		const [dx, dy, dz] = decodePosition(frames, after);
		x = wa * ax + wb * x + wc * cx + wd * dx;
		y = wa * ay + wb * y + wc * cy + wd * dy;
		z = wa * az + wb * z + wc * cz + wd * dz;
	}

	const [bqx, bqy, bqz, bqw] = decodeRotation(frames, at);
	const [cqx, cqy, cqz, cqw] = decodeRotation(frames, following);
	if (bqx === cqx && bqy === cqy && bqz === cqz && bqw === cqw) {
		writeCameraSample(target, x, y, z, bqx, bqy, bqz, bqw);
		return;
	}
	const [aqx, aqy, aqz, aqw] = decodeRotation(frames, before);
	const [dqx, dqy, dqz, dqw] = decodeRotation(frames, after);
	const va = aqx * bqx + aqy * bqy + aqz * bqz + aqw * bqw < 0 ? -wa : wa;
	const flipped = cqx * bqx + cqy * bqy + cqz * bqz + cqw * bqw < 0;
	const vc = flipped ? -wc : wc;
	const vd = dqx * cqx + dqy * cqy + dqz * cqz + dqw * cqw < 0 !== flipped ? -wd : wd;
	const qx = va * aqx + wb * bqx + vc * cqx + vd * dqx;
	const qy = va * aqy + wb * bqy + vc * cqy + vd * dqy;
	const qz = va * aqz + wb * bqz + vc * cqz + vd * dqz;
	const qw = va * aqw + wb * bqw + vc * cqw + vd * dqw;
	const length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
	writeCameraSample(target, x, y, z, qx / length, qy / length, qz / length, qw / length);
}

/** Returns how many of the rising `cuts` are not after `frame`. */
export function countCuts(cuts: ReadonlyArray<number>, frame: number): number {
	let low = 0;
	let high = cuts.size();
	while (low < high) {
		const middle = (low + high).idiv(2);
		if (cuts[middle] <= frame) low = middle + 1;
		else high = middle;
	}
	return low;
}

/**
 * Returns the field of view at `t`, 0 to 1, between a frame and the next. It is linear, so that it never overshoots.
 */
function lensBetween(fieldOfView: number | buffer | undefined, frame: number, t: number): number {
	if (fieldOfView === undefined) return 0;
	if (typeIs(fieldOfView, "number")) return fieldOfView;
	const from = buffer.readf32(fieldOfView, frame * 4);
	if (t === 0) return from;
	const to = buffer.readf32(fieldOfView, frame * 4 + 4);
	// 0 means no field of view, which is never interpolated.
	return from > 0 && to > 0 ? from + (to - from) * t : from;
}

/**
 * Writes the camera at `seconds`, clamped to both ends, into `target`. The frames are checked and not empty. Samples
 * never interpolate across a cut, and frames beyond a cut never bend the curve. Allocates nothing.
 */
export function sampleFrames(
	source: SampledFrames,
	seconds: number,
	target: buffer,
	interpolation: PathInterpolation,
): void {
	const { frames, count, cuts, window } = source;
	const exact = math.clamp(seconds * source.rate, 0, count - 1);
	const nearest = math.round(exact);
	const isOnFrame = math.abs(exact - nearest) <= ON_FRAME;
	const frame = isOnFrame ? nearest : math.floor(exact);
	let t = isOnFrame || interpolation === "step" ? 0 : exact - frame;
	let start = 0;
	let finish = count;
	if (t > 0 && !cuts.isEmpty()) {
		const passed = countCuts(cuts, frame);
		if (passed > 0) start = cuts[passed - 1];
		finish = cuts[passed] ?? count;
		// Until the frame after the cut the camera stays where it was.
		if (frame + 1 === finish) t = 0;
	}
	let place = frame;
	if (window !== undefined) {
		if (frame < window.least || frame > window.most) window.bring(frame);
		// From the previous frame on, the four frames of a sample are contiguous.
		place = ((frame - 1) % window.size) + 1;
	}
	if (t === 0) sampleFrame(frames, place, target);
	else if (interpolation === "linear") sampleLinear(frames, place, t, target);
	else sampleSmooth(frames, place, t, frame > start, frame + 2 < finish, target);
	buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, lensBetween(source.fieldOfView, place, t));
}

/** Returns the field of view at `seconds`, as `sampleFrames` writes it. */
export function lensAt({ count, rate, cuts, fieldOfView }: SampledFrames, seconds: number): number {
	if (!typeIs(fieldOfView, "buffer")) return fieldOfView ?? 0;
	const exact = math.clamp(seconds * rate, 0, count - 1);
	const nearest = math.round(exact);
	if (math.abs(exact - nearest) <= ON_FRAME) return lensBetween(fieldOfView, nearest, 0);
	const frame = math.floor(exact);
	const isHeld = cuts[countCuts(cuts, frame)] === frame + 1;
	return lensBetween(fieldOfView, frame, isHeld ? 0 : exact - frame);
}
