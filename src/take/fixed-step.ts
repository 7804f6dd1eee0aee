//!native
//!optimize 2
import {
	CAMERA_SAMPLE_SIZE,
	SAMPLE_FIELD_OF_VIEW,
	SAMPLE_POSITION,
	samplePosition,
	SAMPLE_ROTATION,
	sampleRotation,
} from "../motion/camera-path";
import { Bend, chooseBend, evaluateCurve, evaluateLine } from "./curve";
import { FrameBuffer } from "./frame-buffer";
import { shortLens } from "./lens";
import { isJump } from "./jump";
import { frameBefore, ON_FRAME } from "../motion/rate";
import { Take, trustTake } from "./take";
import { secondsOf, TIMED_SIZE, writeTimedSample } from "./timed-sample";

/**
 * The samples to keep: five up to a stretch and its end, and two after those, which decide whether the next step is a
 * jump.
 */
const KEPT = 7;
const NEWEST = (KEPT - 1) * TIMED_SIZE;

/** How many stretches wait for the samples after them. */
const WAITING = 3;

const LAST_POSITION = SAMPLE_POSITION + 16;
const LAST_ROTATION = SAMPLE_ROTATION + 24;

/**
 * Writes the field of view at `progress`, 0 to 1, between the sample at `at` and the next. All samples have one, or
 * none.
 */
function writeLens(samples: buffer, at: number, progress: number, point: buffer): void {
	const from = buffer.readf64(samples, at + SAMPLE_FIELD_OF_VIEW);
	const to = buffer.readf64(samples, at + TIMED_SIZE + SAMPLE_FIELD_OF_VIEW);
	buffer.writef64(point, SAMPLE_FIELD_OF_VIEW, from + (to - from) * progress);
}

/**
 * Turns samples at any times into frames at exact multiples of 1/rate: exactly floor(rate × seconds + 1e-6) + 1 of
 * them, with seconds from the first sample to the last. Each stretch waits for the samples after it, which decide how
 * it bends and whether it is a jump (see `jump.ts`). Before a jump, as before a cut, the camera stays where it was.
 */
export class FixedStep {
	/** The time of the last sample. */
	public seconds = 0;

	private readonly frames: FrameBuffer;
	private cuts = new Array<number>();
	private readonly samples = buffer.create(KEPT * TIMED_SIZE);
	private readonly point = buffer.create(CAMERA_SAMPLE_SIZE);

	/** The kept samples since the last cut. */
	private held = 0;
	/** The stretches between them that are not written yet. */
	private waiting = 0;
	/** Whether the last written stretch was a jump, so that samples before it must not bend the next. */
	private isAfterJump = false;
	private isCut = false;

	/**
	 * @param caller the name in messages
	 * @param most the max number of frames to keep, the last ones; defaults to all
	 */
	constructor(
		private readonly rate: number,
		caller = "Recorder",
		private readonly most = math.huge,
	) {
		this.frames = new FrameBuffer(caller, most);
	}

	/** Returns the number of frames up to the last sample, including those that wait for samples after it. */
	public frameCount(): number {
		return this.held === 0 ? 0 : math.min(frameBefore(this.seconds, this.rate) + 1, this.most);
	}

	/** Returns the number of finished frames, which later samples do not change. */
	public finishedCount(): number {
		return this.frames.count;
	}

	/** Keeps all frames from `first` on until the next call, even beyond the max number; `math.huge` for none. */
	public holdFrames(first: number): void {
		this.frames.firstHeld = first;
	}

	/** Copies finished frames from `first` on, of those that are kept. */
	public copyFrames(first: number, count: number): buffer {
		return this.frames.copy(first, count);
	}

	/**
	 * Adds the camera at `seconds`: 0 for the first sample, and later than the last for any other.
	 *
	 * @param lens its vertical field of view in degrees, in every sample or in none; defaults to none
	 */
	public push(
		seconds: number,
		x: number,
		y: number,
		z: number,
		qx: number,
		qy: number,
		qz: number,
		qw: number,
		lens = 0,
	): void {
		if (this.isCut) this.crossCut(seconds);
		const { samples } = this;
		buffer.copy(samples, 0, samples, TIMED_SIZE, NEWEST);
		if (this.held === 0) {
			writeTimedSample(samples, NEWEST, seconds, x, y, z, qx, qy, qz, qw, lens);
		} else {
			// The previous sample is one slot lower by now.
			const [pqx, pqy, pqz, pqw] = sampleRotation(samples, NEWEST - TIMED_SIZE);
			// Both signs are the same rotation. The one nearer to the previous sample makes a smooth curve.
			const sign = qx * pqx + qy * pqy + qz * pqz + qw * pqw < 0 ? -1 : 1;
			writeTimedSample(samples, NEWEST, seconds, x, y, z, sign * qx, sign * qy, sign * qz, sign * qw, lens);
			this.waiting += 1;
		}
		this.seconds = seconds;
		this.held = math.min(this.held + 1, KEPT);
		if (this.held === 1 && this.isDue(seconds)) this.writeFrame(samples, NEWEST);
		if (this.waiting > WAITING) this.writeNext();
	}

	/** Cuts before the next sample: until its time the camera stays where it was. */
	public cut(): void {
		this.isCut = true;
	}

	/** Holds the last sample up to `seconds`, because the camera is unknown. The next sample starts anew. */
	public hold(seconds: number): void {
		this.isCut = true;
		this.finish();
		while (this.isDue(seconds)) this.writeFrame(this.samples, NEWEST);
		this.seconds = seconds;
	}

	/** Writes the stretches that wait for further samples, because none will come. */
	public finish(): void {
		while (this.waiting > 0) this.writeNext();
	}

	/**
	 * Returns all kept frames up to the last sample as a take. More samples may follow, as if this had not been called.
	 */
	public take(name: string, map: string): Take {
		const { frames, waiting, isAfterJump } = this;
		const written = frames.count;
		const { firstHeld } = frames;
		// These frames are undone below, and must not overwrite finished ones.
		frames.firstHeld = math.min(firstHeld, math.max(written - this.most, 0));
		const cutsWritten = [...this.cuts];
		this.finish();
		const count = math.min(frames.count, this.most);
		const first = frames.count - count;
		const cuts = new Array<number>();
		for (const frame of this.cuts) if (frame > first && frame < frames.count) cuts.push(frame - first);
		const take = trustTake({
			name,
			map,
			rate: this.rate,
			count,
			frames: frames.copy(first, count),
			fieldOfView: shortLens(frames.copyLenses(first, count), count),
			markers: [],
			cuts,
		});
		// The waiting stretches are written again when the samples after them are known.
		frames.count = written;
		frames.firstHeld = firstHeld;
		this.cuts = cutsWritten;
		this.waiting = waiting;
		this.isAfterJump = isAfterJump;
		return take;
	}

	private isDue(seconds: number): boolean {
		return this.frames.count <= seconds * this.rate + ON_FRAME;
	}

	private writeFrame(source: buffer, at: number): void {
		const [x, y, z] = samplePosition(source, at);
		const [qx, qy, qz, qw] = sampleRotation(source, at);
		this.frames.push(x, y, z, qx, qy, qz, qw, buffer.readf64(source, at + SAMPLE_FIELD_OF_VIEW));
	}

	/** Adds a cut before the next frame. */
	private markCut(): void {
		const { count } = this.frames;
		while (this.cuts.size() > 0 && this.cuts[0] <= count - this.most) this.cuts.shift();
		if (count > 0 && this.cuts[this.cuts.size() - 1] !== count) this.cuts.push(count);
	}

	private crossCut(seconds: number): void {
		this.isCut = false;
		if (this.held === 0) return;
		this.finish();
		this.holdUntil(NEWEST, seconds);
		this.held = 0;
		this.isAfterJump = false;
	}

	/** Holds the sample at `at` until the time `seconds`, and cuts there. */
	private holdUntil(at: number, seconds: number): void {
		while (this.frames.count < seconds * this.rate - ON_FRAME) this.writeFrame(this.samples, at);
		this.markCut();
	}

	/** Returns whether the step to the sample `steps` before the newest is a jump, by the known steps around it. */
	private isJump(steps: number): boolean {
		const at = NEWEST - (steps + 1) * TIMED_SIZE;
		return isJump(this.samples, at, math.clamp(this.held - steps - 2, 0, 2), math.min(steps, 2));
	}

	/** Writes the frames of the oldest waiting stretch. */
	private writeNext(): void {
		const { samples, waiting } = this;
		const at = NEWEST - waiting * TIMED_SIZE;
		const to = secondsOf(samples, at + TIMED_SIZE);
		const isJump = this.isJump(waiting - 1);
		if (isJump) this.holdUntil(at, to);
		if (this.isDue(to)) {
			if (isJump) {
				this.writeFrame(samples, at + TIMED_SIZE);
			} else {
				const hasBefore = waiting + 1 < this.held && !this.isAfterJump;
				const hasAfter = waiting >= 2 && !this.isJump(waiting - 2);
				this.fill(at, to, hasBefore, hasAfter);
			}
		}
		this.isAfterJump = isJump;
		this.waiting = waiting - 1;
	}

	/** Writes the frames between the sample at `at` and the next, which is at `to` seconds. */
	private fill(at: number, to: number, hasBefore: boolean, hasAfter: boolean): void {
		const { samples, point, rate } = this;
		const from = secondsOf(samples, at);
		const bend = chooseBend(samples, at, hasBefore, hasAfter, SAMPLE_POSITION, LAST_POSITION);
		const turn = chooseBend(samples, at, hasBefore, hasAfter, SAMPLE_ROTATION, LAST_ROTATION);
		while (this.isDue(to)) {
			const seconds = math.min(this.frames.count / rate, to);
			if (bend === Bend.None) {
				evaluateLine(samples, at, (seconds - from) / (to - from), point);
			} else {
				evaluateCurve(samples, at, seconds, bend, SAMPLE_POSITION, LAST_POSITION, point);
				evaluateCurve(samples, at, seconds, turn, SAMPLE_ROTATION, LAST_ROTATION, point);
			}
			writeLens(samples, at, (seconds - from) / (to - from), point);
			this.writeFrame(point, 0);
		}
	}
}
