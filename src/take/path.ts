//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { CAMERA_SAMPLE_SIZE, CameraPath, PathInterpolation, writeCameraSample } from "../motion/camera-path";
import { slerp } from "../rotation/quaternion";
import { decodePosition, decodeRotation, encodeFrame, FRAME_SIZE } from "./frame";
import { checkMap, checkRecording, MAX_FRAMES, Recording } from "./recording";
import { splitTakes } from "./takes";

/** Frames a second, where nothing else is said. */
export const DEFAULT_RATE = 60;

/** How far from a frame, in frames, a time may be and still mean that frame: seconds × rate is seldom a whole number. */
const ON_FRAME = 1e-6;

/** What fits into a buffer of 1 GiB, the largest there is: longer flights are not a mistake worth an hour of waiting. */
const MOST_FRAMES = (2 ** 30).idiv(FRAME_SIZE);

/** Frames that were taken in one go: all recordings but the last hold 65,535. */
interface Take {
	/** How many frames of the path come before. */
	start: number;
	count: number;
	recordings: Array<buffer>;
}

function positionOf(take: Take, frame: number) {
	return decodePosition(take.recordings[frame.idiv(MAX_FRAMES)], (frame % MAX_FRAMES) * FRAME_SIZE);
}

function rotationOf(take: Take, frame: number) {
	return decodeRotation(take.recordings[frame.idiv(MAX_FRAMES)], (frame % MAX_FRAMES) * FRAME_SIZE);
}

function sampleFrame(take: Take, frame: number, target: buffer): void {
	const [x, y, z] = positionOf(take, frame);
	const [qx, qy, qz, qw] = rotationOf(take, frame);
	writeCameraSample(target, x, y, z, qx, qy, qz, qw);
}

function sampleLinear(take: Take, frame: number, t: number, target: buffer): void {
	const [ax, ay, az] = positionOf(take, frame);
	const [bx, by, bz] = positionOf(take, frame + 1);
	const [aqx, aqy, aqz, aqw] = rotationOf(take, frame);
	const [bqx, bqy, bqz, bqw] = rotationOf(take, frame + 1);
	const [qx, qy, qz, qw] = slerp(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw, t);
	writeCameraSample(target, ax + (bx - ax) * t, ay + (by - ay) * t, az + (bz - az) * t, qx, qy, qz, qw);
}

/** The weights of the frames at -1, 0, 1 and 2 in a Catmull-Rom curve at `t` between 0 and 1. */
function smoothWeights(t: number, hasBefore: boolean, hasAfter: boolean) {
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
 * neighbour first, they never go the long way round, and four of them never cancel out.
 */
function sampleSmooth(take: Take, frame: number, t: number, target: buffer): void {
	const hasBefore = frame > 0;
	const hasAfter = frame + 2 < take.count;
	const [wa, wb, wc, wd] = smoothWeights(t, hasBefore, hasAfter);
	const before = hasBefore ? frame - 1 : frame;
	const after = hasAfter ? frame + 2 : frame + 1;

	const [ax, ay, az] = positionOf(take, before);
	const [bx, by, bz] = positionOf(take, frame);
	const [cx, cy, cz] = positionOf(take, frame + 1);
	const [dx, dy, dz] = positionOf(take, after);
	const x = wa * ax + wb * bx + wc * cx + wd * dx;
	const y = wa * ay + wb * by + wc * cy + wd * dy;
	const z = wa * az + wb * bz + wc * cz + wd * dz;

	const [aqx, aqy, aqz, aqw] = rotationOf(take, before);
	const [bqx, bqy, bqz, bqw] = rotationOf(take, frame);
	const [cqx, cqy, cqz, cqw] = rotationOf(take, frame + 1);
	const [dqx, dqy, dqz, dqw] = rotationOf(take, after);
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

/** A path that reads the frames of its recordings where they are, 18 bytes each. */
class RecordedPath implements CameraPath {
	public readonly duration: number;

	/** The take that was read last, where the next read most likely is too. */
	private current: Take;

	constructor(
		public readonly name: string,
		public readonly rate: number,
		private readonly takes: Array<Take>,
	) {
		const last = takes[takes.size() - 1];
		this.duration = (last.start + last.count - 1) / rate;
		this.current = takes[0];
	}

	public sample(seconds: number, target: buffer, interpolation: PathInterpolation = "smooth"): void {
		if (seconds !== seconds) fail("sample", "seconds is not a number");
		if (buffer.len(target) < CAMERA_SAMPLE_SIZE) {
			fail("sample", `target holds ${buffer.len(target)} bytes; ${CAMERA_SAMPLE_SIZE} are needed`);
		}
		const place = math.clamp(seconds, 0, this.duration) * this.rate;
		const nearest = math.round(place);
		const isOnFrame = math.abs(place - nearest) <= ON_FRAME;
		const frame = isOnFrame ? nearest : math.floor(place);
		const take = this.takeOf(frame);
		const index = frame - take.start;
		// Between two takes there is nothing: the first keeps its last frame until the other begins.
		if (isOnFrame || interpolation === "step" || index + 1 >= take.count) {
			sampleFrame(take, index, target);
		} else if (interpolation === "linear") {
			sampleLinear(take, index, place - frame, target);
		} else {
			sampleSmooth(take, index, place - frame, target);
		}
		// Recordings have no field of view.
		buffer.writef64(target, 56, 0);
	}

	private takeOf(frame: number): Take {
		const { start, count } = this.current;
		if (frame < start || frame >= start + count) {
			let low = 0;
			let high = this.takes.size() - 1;
			while (low < high) {
				const middle = (low + high + 1).idiv(2);
				if (this.takes[middle].start <= frame) low = middle;
				else high = middle - 1;
			}
			this.current = this.takes[low];
		}
		return this.current;
	}
}

function checkRate(rate: number, caller: string): void {
	if (!(rate > 0 && rate < math.huge)) {
		fail(caller, `rate is ${rate}; it must be a number of frames a second above 0`);
	}
}

/**
 * Makes a path of recordings that were taken at `rate` frames a second. Recordings that go on in one another play as one;
 * takes play one after the other, a frame's time apart, with a cut between them. The path reads the recordings' own
 * buffers, so they must not change while it is used.
 *
 * @example
 * const path = pathFromRecordings(decodeArchive(archive));
 * new Player(path).play();
 */
export function pathFromRecordings(recordings: Array<Recording>, rate = DEFAULT_RATE): CameraPath {
	checkRate(rate, "pathFromRecordings");
	for (const recording of recordings) {
		checkRecording(recording, "pathFromRecordings");
	}
	const takes = new Array<Take>();
	let start = 0;
	for (const take of splitTakes(recordings)) {
		let count = 0;
		for (const recording of take) count += recording.count;
		if (count > 0) {
			takes.push({ start, count, recordings: take.map(({ frames }) => frames) });
			start += count;
		}
	}
	if (takes.size() === 0) {
		fail("pathFromRecordings", "recordings hold no frame");
	}
	return new RecordedPath(recordings[0].map, rate, takes);
}

/**
 * Takes a path at `rate` frames a second into recordings of a map, a new one after every 65,535 frames. The last frame is
 * the last multiple of 1/rate that the path reaches. Fields of view are not kept: frames have none.
 *
 * @example
 * const archive = encodeArchive(pathToRecordings(scene.cameras[0], "Harbour"));
 */
export function pathToRecordings(path: CameraPath, map: string, rate = DEFAULT_RATE): Array<Recording> {
	checkRate(rate, "pathToRecordings");
	checkMap(map, "pathToRecordings");
	const total = math.floor(path.duration * rate + ON_FRAME) + 1;
	if (!(total >= 1 && total <= MOST_FRAMES)) {
		fail("pathToRecordings", `path lasts ${path.duration} s, which makes ${total} frames; ${MOST_FRAMES} fit`);
	}
	const recordings = new Array<Recording>();
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	for (const first of $range(0, total - 1, MAX_FRAMES)) {
		const count = math.min(total - first, MAX_FRAMES);
		const frames = buffer.create(count * FRAME_SIZE);
		for (const frame of $range(0, count - 1)) {
			path.sample((first + frame) / rate, sample);
			encodeSample(sample, frames, frame * FRAME_SIZE);
		}
		recordings.push({ map, count, frames });
	}
	return recordings;
}

function encodeSample(sample: buffer, target: buffer, offset: number): void {
	encodeFrame(
		buffer.readf64(sample, 0),
		buffer.readf64(sample, 8),
		buffer.readf64(sample, 16),
		buffer.readf64(sample, 24),
		buffer.readf64(sample, 32),
		buffer.readf64(sample, 40),
		buffer.readf64(sample, 48),
		target,
		offset,
	);
}
