//!native
//!optimize 2
import { Bend, chooseBend, evaluateCurve, evaluateLine, POSITION_OFFSET, ROTATION_OFFSET, SAMPLE_SIZE } from "./curve";
import { FrameStore } from "./frame-store";
import { Recording } from "./recording";

/** How far before a frame's time, in frames, a sample may lie and still be on it: sums of gaps are never exact. */
const ON_FRAME = 1e-6;

/** The samples that a stretch can lie between and beside. The newest stands last. */
const KEPT = 4;
const NEWEST = (KEPT - 1) * SAMPLE_SIZE;
const LAST_POSITION = POSITION_OFFSET + 16;
const LAST_ROTATION = ROTATION_OFFSET + 24;

/**
 * Turns samples at any times into frames at exact multiples of 1/rate: exactly floor(rate × seconds + 1e-6) + 1 of them,
 * with seconds from the first sample to the last. Each stretch waits for the sample after it, to know how it bends.
 *
 * @example
 * const steps = new FixedStep("Harbour", 60);
 * steps.push(0, 10, 5, 0, 0, 0, 0, 1);
 * steps.push(0.05, 11, 5, 0, 0, 0, 0, 1);
 * const recordings = steps.finish(); // four frames
 */
export class FixedStep {
	/** The time of the last sample. */
	public seconds = 0;

	private readonly store: FrameStore;
	private readonly samples = buffer.create(KEPT * SAMPLE_SIZE);
	private readonly point = buffer.create(SAMPLE_SIZE);

	/** How many of the kept samples belong to the motion that the newest belongs to. */
	private held = 0;
	private isCut = false;

	constructor(
		map: string,
		private readonly rate: number,
	) {
		this.store = new FrameStore(map);
	}

	/** How many frames there are up to the last sample, those included that still wait for a sample after it. */
	public frameCount(): number {
		return this.held === 0 ? 0 : math.floor(this.seconds * this.rate + ON_FRAME) + 1;
	}

	/** Adds where the camera was at `seconds`: 0 for the first sample, and later than the last for any other. */
	public push(seconds: number, x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number): void {
		if (this.isCut) this.crossCut(seconds);
		const { samples } = this;
		buffer.copy(samples, 0, samples, SAMPLE_SIZE, NEWEST);
		// Both signs are the same rotation; the one nearer to the sample before makes their numbers one smooth curve.
		const sign = this.held > 0 && this.dotNewest(qx, qy, qz, qw) < 0 ? -1 : 1;
		buffer.writef64(samples, NEWEST, seconds);
		buffer.writef64(samples, NEWEST + 8, x);
		buffer.writef64(samples, NEWEST + 16, y);
		buffer.writef64(samples, NEWEST + 24, z);
		buffer.writef64(samples, NEWEST + 32, sign * qx);
		buffer.writef64(samples, NEWEST + 40, sign * qy);
		buffer.writef64(samples, NEWEST + 48, sign * qz);
		buffer.writef64(samples, NEWEST + 56, sign * qw);
		this.seconds = seconds;
		this.held = math.min(this.held + 1, KEPT);
		if (this.held === 1 && this.isDue(seconds)) this.writeFrame(samples, NEWEST);
		if (this.held >= 3) this.fill(NEWEST - 2 * SAMPLE_SIZE, this.held >= 4, true);
	}

	/** Says that the next sample does not go on from the last: until its time the camera stays where it was. */
	public cut(): void {
		this.isCut = true;
	}

	/** Stays at the last sample up to `seconds`, because nothing is known; the next sample does not go on from it. */
	public hold(seconds: number): void {
		this.isCut = true;
		this.fillToNewest();
		while (this.isDue(seconds)) this.writeFrame(this.samples, NEWEST);
		this.seconds = seconds;
	}

	/** All frames up to the last sample. */
	public finish(): Array<Recording> {
		this.fillToNewest();
		return this.store.finish();
	}

	private dotNewest(qx: number, qy: number, qz: number, qw: number): number {
		const { samples } = this;
		// The newest of before stands one slot lower by now.
		const at = NEWEST - SAMPLE_SIZE + ROTATION_OFFSET;
		return (
			qx * buffer.readf64(samples, at) +
			qy * buffer.readf64(samples, at + 8) +
			qz * buffer.readf64(samples, at + 16) +
			qw * buffer.readf64(samples, at + 24)
		);
	}

	private isDue(seconds: number): boolean {
		return this.store.count <= seconds * this.rate + ON_FRAME;
	}

	private writeFrame(source: buffer, at: number): void {
		this.store.push(
			buffer.readf64(source, at + 8),
			buffer.readf64(source, at + 16),
			buffer.readf64(source, at + 24),
			buffer.readf64(source, at + 32),
			buffer.readf64(source, at + 40),
			buffer.readf64(source, at + 48),
			buffer.readf64(source, at + 56),
		);
	}

	private crossCut(seconds: number): void {
		this.isCut = false;
		if (this.held === 0) return;
		this.fillToNewest();
		while (this.store.count < seconds * this.rate - ON_FRAME) this.writeFrame(this.samples, NEWEST);
		this.held = 0;
	}

	/** Writes what still waits for a sample after the newest. */
	private fillToNewest(): void {
		if (this.held >= 2) this.fill(NEWEST - SAMPLE_SIZE, this.held >= 3, false);
	}

	/** Writes the frames between the sample at `at` and the next. */
	private fill(at: number, hasBefore: boolean, hasAfter: boolean): void {
		const { samples, point, rate } = this;
		const from = buffer.readf64(samples, at);
		const to = buffer.readf64(samples, at + SAMPLE_SIZE);
		if (!this.isDue(to)) return;
		const bend = chooseBend(samples, at, hasBefore, hasAfter, POSITION_OFFSET, LAST_POSITION);
		const turn = chooseBend(samples, at, hasBefore, hasAfter, ROTATION_OFFSET, LAST_ROTATION);
		while (this.isDue(to)) {
			const seconds = math.min(this.store.count / rate, to);
			if (bend === Bend.None) {
				evaluateLine(samples, at, (seconds - from) / (to - from), point);
			} else {
				evaluateCurve(samples, at, seconds, bend, POSITION_OFFSET, LAST_POSITION, point);
				evaluateCurve(samples, at, seconds, turn, ROTATION_OFFSET, LAST_ROTATION, point);
			}
			this.writeFrame(point, 0);
		}
	}
}
