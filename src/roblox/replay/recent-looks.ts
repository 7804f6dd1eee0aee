//!native
//!optimize 2
import { SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation } from "../../motion/camera-path";
import { slerpWeights } from "../../rotation/quaternion";
import { encodeFrame } from "../../take/frame";
import { isJump } from "../../take/jump";
import { secondsOf, TIMED_SIZE, writeTimedSample } from "../../take/timed-sample";

/** Samples before and after a step that decide whether it is a jump. */
const AROUND = 2;
const KEPT = 2 * AROUND + 2;
const NEWEST = (KEPT - 1) * TIMED_SIZE;

/** The root of a subject in the last consecutive samples. Steps are counted back from the newest, which is 0. */
export class RecentLooks {
	/** The number of steps that are not judged yet. */
	public waiting = 0;
	private held = 0;
	private readonly samples = buffer.create(KEPT * TIMED_SIZE);

	public push(
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
		const { samples } = this;
		buffer.copy(samples, 0, samples, TIMED_SIZE, NEWEST);
		writeTimedSample(samples, NEWEST, seconds, x, y, z, qx, qy, qz, qw, lens);
		if (this.held > 0) this.waiting += 1;
		this.held = math.min(this.held + 1, KEPT);
	}

	/** Returns whether the oldest waiting step has all the samples after it that it needs. */
	public isRipe(): boolean {
		return this.waiting > AROUND;
	}

	/** Drops all samples: the next one starts anew. */
	public clear(): void {
		this.held = 0;
		this.waiting = 0;
	}

	/** Returns whether a step is a jump, by the known samples around it. */
	public isJump(step: number): boolean {
		const at = NEWEST - (step + 1) * TIMED_SIZE;
		return isJump(this.samples, at, math.clamp(this.held - step - 2, 0, AROUND), math.min(step, AROUND));
	}

	/** Returns the start and end of a step, in seconds of the recording. */
	public secondsOf(step: number) {
		const at = NEWEST - (step + 1) * TIMED_SIZE;
		return $tuple(secondsOf(this.samples, at), secondsOf(this.samples, at + TIMED_SIZE));
	}

	/**
	 * Writes the root, interpolated by `alpha` over a step, as a frame; the newest sample if it is the only one.
	 * Returns the field of view.
	 */
	public writeRoot(step: number, alpha: number, frames: buffer, at: number): number {
		const { samples } = this;
		const to = NEWEST - step * TIMED_SIZE;
		const from = this.held > 1 ? to - TIMED_SIZE : to;
		const [x, y, z] = samplePosition(samples, from);
		const [tx, ty, tz] = samplePosition(samples, to);
		const [qx, qy, qz, qw] = sampleRotation(samples, from);
		const [rx, ry, rz, rw] = sampleRotation(samples, to);
		const [a, b] = slerpWeights(qx * rx + qy * ry + qz * rz + qw * rw, alpha);
		// Packing normalises it.
		encodeFrame(
			x + (tx - x) * alpha,
			y + (ty - y) * alpha,
			z + (tz - z) * alpha,
			a * qx + b * rx,
			a * qy + b * ry,
			a * qz + b * rz,
			a * qw + b * rw,
			frames,
			at,
			"ReplayRecorder",
		);
		const lens = buffer.readf64(samples, from + SAMPLE_FIELD_OF_VIEW);
		return lens + (buffer.readf64(samples, to + SAMPLE_FIELD_OF_VIEW) - lens) * alpha;
	}
}
