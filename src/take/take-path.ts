//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import {
	CAMERA_SAMPLE_SIZE,
	CameraPath,
	checkSampling,
	PathInterpolation,
	SAMPLE_FIELD_OF_VIEW,
	samplePosition,
	sampleRotation,
} from "../motion/camera-path";
import type { Marker } from "../motion/marker";
import { findCuts } from "./find-cuts";
import { encodeFrame, FRAME_SIZE, MOST_FRAMES } from "./frame";
import { frameAfter, ON_FRAME } from "../motion/rate";
import { shortLens } from "./lens";
import { SampledFrames, sampleFrames } from "./sample-frames";
import { checkTake, Take, takeDuration, trustFrames } from "./take";

/** Steps of sampling between two looks at whether to pause. */
const SAMPLING_A_PAUSE = 256;

/** The relative error of an f32 that was rounded down, and the max frames to allow for it. */
const SINGLE = 2 ** -24;
const MOST_ROUNDING = 0.25;

/** A path that reads the frames of a take in place, 18 bytes each. */
class TakePath implements CameraPath {
	public readonly duration: number;
	public readonly rate: number;
	public readonly cuts: ReadonlyArray<number>;

	constructor(
		public readonly name: string,
		public readonly markers: ReadonlyArray<Marker>,
		private readonly frames: SampledFrames,
	) {
		this.duration = takeDuration(frames);
		this.rate = frames.rate;
		this.cuts = frames.cuts.map((frame) => frame / frames.rate);
	}

	public sample(seconds: number, target: buffer, interpolation: PathInterpolation = "smooth"): void {
		checkSampling(seconds, target);
		sampleFrames(this.frames, seconds, target, interpolation);
	}
}

/** Returns a checked take as a path. It reads the take's own frames, which must not change while it is used. */
export function takePath(take: Take): CameraPath {
	return new TakePath(take.name, take.markers, take);
}

function encodeSample(sample: buffer, target: buffer, offset: number, caller: string): void {
	const [x, y, z] = samplePosition(sample);
	const [qx, qy, qz, qw] = sampleRotation(sample);
	encodeFrame(x, y, z, qx, qy, qz, qw, target, offset, caller);
}

/**
 * Returns the number of frames of a path. Files keep durations as f32: one that was rounded to just before a frame
 * still reaches it.
 */
function countFrames(duration: number, rate: number): number {
	const last = duration * rate;
	return math.floor(last + math.min(ON_FRAME + last * SINGLE, MOST_ROUNDING)) + 1;
}

/** Returns the frames before which a path jumps: at its own cuts, or by the recorder's rule. */
function cutsOf(path: CameraPath, frames: buffer, count: number, rate: number, budget: Budget): Array<number> {
	if (path.cuts === undefined) return findCuts(frames, count, rate, budget);
	const cuts = new Array<number>();
	let former = 0;
	for (const seconds of path.cuts) {
		const frame = frameAfter(seconds, rate);
		if (frame > former && frame < count) cuts.push(frame);
		former = math.max(frame, former);
	}
	return cuts;
}

/** Samples a checked path at a fixed rate. */
export function sampleTake(
	path: CameraPath,
	name: string,
	map: string,
	rate: number,
	budget: Budget,
	caller: string,
): Take {
	const count = countFrames(path.duration, rate);
	if (count > MOST_FRAMES) {
		fail(caller, `path lasts ${path.duration} s, which makes ${count} frames; expected at most ${MOST_FRAMES}`);
	}
	const { sampleSteps = 1 } = path;
	budget.spendSteps(count * sampleSteps, caller);
	budget.spendBytes(count * (FRAME_SIZE + 4), caller);
	const frames = buffer.create(count * FRAME_SIZE);
	const lens = buffer.create(count * 4);
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	const stretch = math.clamp(SAMPLING_A_PAUSE.idiv(math.max(sampleSteps, 1)), 1, SAMPLING_A_PAUSE);
	for (const first of $range(0, count - 1, stretch)) {
		const last = math.min(first + stretch, count) - 1;
		budget.countToPause((last - first + 1) * sampleSteps);
		for (const frame of $range(first, last)) {
			path.sample(frame / rate, sample);
			encodeSample(sample, frames, frame * FRAME_SIZE, caller);
			buffer.writef32(lens, frame * 4, buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW));
		}
	}
	const duration = (count - 1) / rate;
	const take: Take = {
		name,
		map,
		rate,
		count,
		frames,
		fieldOfView: shortLens(lens, count),
		// Markers after the last frame fire at the end.
		markers: (path.markers ?? []).map((marker) => ({ ...marker, seconds: math.min(marker.seconds, duration) })),
		cuts: cutsOf(path, frames, count, rate, budget),
	};
	trustFrames(frames, count);
	checkTake(take, caller);
	return take;
}
