//!native
//!optimize 2
import { PathInterpolation, SAMPLE_FIELD_OF_VIEW, writeCameraSample } from "../motion/camera-path";
import { slerp } from "../rotation/quaternion";
import { decodePosition, decodeRotation, FRAME_SIZE } from "./frame";
import { ON_FRAME } from "../motion/rate";

/** What a path of frames is read from: a take has it all. */
export interface SampledFrames {
	readonly rate: number;
	readonly count: number;
	readonly frames: buffer;
	readonly fieldOfView?: number | buffer;
	readonly cuts: ReadonlyArray<number>;
	/** Where `frames`, and the lenses, hold but some of the frames: which. */
	readonly window?: FrameWindow;
}

/** Frames of which but some are there: frame n at the place n modulo `size`, with 3 of the first ones again after the last place. */
export interface FrameWindow {
	readonly size: number;
	/** The frames, from the least to the most, of which those from the one before to the second after it are there. */
	readonly least: number;
	readonly most: number;
	/** Makes a frame one of them. */
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

/** The weights of the frames at -1, 0, 1 and 2 in a Catmull-Rom curve at `t` between 0 and 1. */
export function smoothWeights(t: number, hasBefore: boolean, hasAfter: boolean) {
	const before = t * (t * (1 - t / 2) - 0.5);
	const after = t * t * (t / 2 - 0.5);
	const from = 1 + t * t * (1.5 * t - 2.5);
	const to = t * (t * (2 - 1.5 * t) + 0.5);
	if (hasBefore && hasAfter) return $tuple(before, from, to, after);
	// A frame that is missing is put where the parabola through the other three goes, or the line through the other two.
	if (hasAfter) return $tuple(0, from + 3 * before, to - 3 * before, after + before);
	if (hasBefore) return $tuple(before + after, from - 3 * after, to + 3 * after, 0);
	return $tuple(0, from + 2 * before - after, to - before + 2 * after, 0);
}

/**
 * A curve through the frames with a continuous velocity. Rotations take the position's weights: laid on the side of their
 * neighbour first, they never go the long way round, and four of them never cancel out. A camera that stands still from a
 * frame to the next stands still between them: it does not swing before it starts and after it stops.
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

/** How many of the rising `cuts` are not after `frame`. */
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

/** The lens `t` of the way from a frame to the next; a straight line, so that it is never wider or narrower than both. */
function lensBetween(fieldOfView: number | buffer | undefined, frame: number, t: number): number {
	if (fieldOfView === undefined) return 0;
	if (typeIs(fieldOfView, "number")) return fieldOfView;
	const from = buffer.readf32(fieldOfView, frame * 4);
	if (t === 0) return from;
	const to = buffer.readf32(fieldOfView, frame * 4 + 4);
	// 0 is no lens at all, and there is no way from it to another.
	return from > 0 && to > 0 ? from + (to - from) * t : from;
}

/**
 * Writes where the camera is at `seconds`, held at both ends, into `target`. The frames were checked, and there are some. Nothing
 * is ever shown between a cut and the frame before it, nor bent by what lies beyond a cut. Makes no garbage.
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
		// From the frame before on, the four that a sample may read lie in a row.
		place = ((frame - 1) % window.size) + 1;
	}
	if (t === 0) sampleFrame(frames, place, target);
	else if (interpolation === "linear") sampleLinear(frames, place, t, target);
	else sampleSmooth(frames, place, t, frame > start, frame + 2 < finish, target);
	buffer.writef64(target, SAMPLE_FIELD_OF_VIEW, lensBetween(source.fieldOfView, place, t));
}

/** The lens at `seconds`, as `sampleFrames` writes it. */
export function lensAt({ count, rate, cuts, fieldOfView }: SampledFrames, seconds: number): number {
	if (!typeIs(fieldOfView, "buffer")) return fieldOfView ?? 0;
	const exact = math.clamp(seconds * rate, 0, count - 1);
	const nearest = math.round(exact);
	if (math.abs(exact - nearest) <= ON_FRAME) return lensBetween(fieldOfView, nearest, 0);
	const frame = math.floor(exact);
	const isHeld = cuts[countCuts(cuts, frame)] === frame + 1;
	return lensBetween(fieldOfView, frame, isHeld ? 0 : exact - frame);
}
