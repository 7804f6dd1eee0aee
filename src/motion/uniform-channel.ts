//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { Channel } from "./channel";
import { largestFinite, normalisedRotations, writeLerp, writeSlerp } from "./channel-values";

/**
 * The samples of a `UniformChannel`.
 *
 * @example
 * const values = buffer.create(61 * 12); // two seconds at the origin
 * const options: UniformChannelOptions = { kind: "vector", rate: 30, values };
 */
export interface UniformChannelOptions {
	kind: "vector" | "rotation";
	/** Samples per second. */
	rate: number;
	/** f32 × 3 or × 4 per sample; the first is at second 0. */
	values: buffer;
	/** The pauses of scanning them. */
	budget?: Budget;
}

/**
 * Samples at a fixed rate, interpolated linearly or by slerp.
 *
 * @example
 * const values = buffer.create(30 * 12); // thirty vectors, filled elsewhere
 * const channel = new UniformChannel({ kind: "vector", rate: 30, values });
 * channel.write(0.5, createPose(1), 0); // the 16th sample
 */
export class UniformChannel implements Channel {
	/** The number of samples. */
	public readonly sampleCount: number;
	private readonly rate: number;
	private readonly values: buffer;
	private readonly width: number;
	private readonly largest: number;

	constructor(options: UniformChannelOptions) {
		const { kind, rate, values } = options;
		if (!(rate > 0 && rate < math.huge)) fail("UniformChannel", `rate is ${rate}`);
		this.width = kind === "rotation" ? 4 : 3;
		const size = buffer.len(values);
		const sampleSize = this.width * 4;
		if (size === 0 || size % sampleSize !== 0) {
			fail("UniformChannel", `values has ${size} bytes, not ${sampleSize} for each of its samples`);
		}
		const budget = options.budget ?? new Budget();
		this.largest = largestFinite("UniformChannel", values, budget);
		this.sampleCount = size / sampleSize;
		this.rate = rate;
		this.values = kind === "rotation" ? normalisedRotations("UniformChannel", values, budget) : values;
	}

	public write(seconds: number, pose: buffer, offset: number): void {
		const last = this.sampleCount - 1;
		// Written so that a NaN time takes the first sample.
		const position = seconds > 0 ? math.min(seconds * this.rate, last) : 0;
		const sample = math.floor(position);
		const following = math.min(sample + 1, last);
		const t = position - sample;
		if (this.width === 3) writeLerp(this.values, sample * 12, following * 12, t, pose, offset);
		else writeSlerp(this.values, sample * 16, this.values, following * 16, t, pose, offset);
	}

	public keyRate(): number {
		return this.sampleCount > 1 ? this.rate : 0;
	}

	public reach(): number {
		return this.largest;
	}
}
