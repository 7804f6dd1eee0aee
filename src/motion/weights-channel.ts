//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import { Channel } from "./channel";
import { largestFinite } from "./channel-values";

/**
 * The keys of a `WeightsChannel`.
 *
 * @example
 * const values = buffer.create(8); // of a smile and a frown, both off
 * const options: WeightsChannelOptions = { count: 2, interpolation: "step", times: buffer.create(8), values };
 */
export interface WeightsChannelOptions {
	/** How many weights each key has. */
	count: number;
	interpolation: "step" | "linear" | "cubic";
	/** One f64 a key, in seconds, never falling. */
	times: buffer;
	/** f32: all weights of a key, then of the next. `cubic`: in-tangents, weights, out-tangents of each key. */
	values: buffer;
	/** The pauses of looking through them. */
	budget: Budget;
}

/** A channel of the weights of a mesh's morph targets: as many numbers as there are targets. Sampling makes no garbage. */
export class WeightsChannel implements Channel {
	public readonly count: number;
	private readonly interpolation: "step" | "linear" | "cubic";
	private readonly times: buffer;
	private readonly values: buffer;
	private readonly keyCount: number;
	/** Numbers from one key to the next, and from a key's first to its weights. */
	private readonly stride: number;
	private readonly skip: number;
	private readonly largest: number;
	/** The key found last. */
	private key = 0;

	constructor({ count, interpolation, times, values, budget }: WeightsChannelOptions) {
		this.count = count;
		this.interpolation = interpolation;
		this.times = times;
		this.values = values;
		this.keyCount = buffer.len(times).idiv(8);
		this.stride = (interpolation === "cubic" ? 3 : 1) * count;
		this.skip = interpolation === "cubic" ? count : 0;
		this.largest = largestFinite("WeightsChannel", values, budget);
	}

	public write(seconds: number, target: buffer, offset: number): void {
		const { times, values, count, stride, skip } = this;
		const key = this.find(seconds);
		const start = buffer.readf64(times, key * 8);
		const a = (key * stride + skip) * 4;
		if (this.interpolation === "step" || key + 1 === this.keyCount || !(seconds > start)) {
			buffer.copy(target, offset, values, a, count * 4);
			return;
		}
		const b = a + stride * 4;
		const interval = buffer.readf64(times, key * 8 + 8) - start;
		const t = (seconds - start) / interval;
		if (this.interpolation === "linear") {
			for (const at of $range(0, count * 4 - 4, 4)) {
				const from = buffer.readf32(values, a + at);
				buffer.writef32(target, offset + at, from + (buffer.readf32(values, b + at) - from) * t);
			}
			return;
		}
		const s = 1 - t;
		const tangents = count * 4;
		for (const at of $range(0, count * 4 - 4, 4)) {
			const value =
				s * s * (1 + 2 * t) * buffer.readf32(values, a + at) +
				s * s * t * interval * buffer.readf32(values, a + tangents + at) -
				t * t * s * interval * buffer.readf32(values, b - tangents + at) +
				t * t * (3 - 2 * t) * buffer.readf32(values, b + at);
			buffer.writef32(target, offset + at, value);
		}
	}

	public reach(): number {
		if (this.interpolation !== "cubic") return this.largest;
		// Each tangent has at most 4/27 of the weight that the values have.
		const last = buffer.readf64(this.times, (this.keyCount - 1) * 8);
		return this.largest * (1 + (8 / 27) * (last - buffer.readf64(this.times, 0)));
	}

	/** The last key that is not after `seconds`, or the first. */
	private find(seconds: number): number {
		const { times, keyCount } = this;
		let low = this.key;
		if (!(seconds >= buffer.readf64(times, low * 8))) low = 0;
		else if (low + 1 === keyCount || seconds < buffer.readf64(times, low * 8 + 8)) return low;
		let high = keyCount;
		while (high - low > 1) {
			const middle = (low + high).idiv(2);
			if (buffer.readf64(times, middle * 8) <= seconds) low = middle;
			else high = middle;
		}
		this.key = low;
		return low;
	}
}
