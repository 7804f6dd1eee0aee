//!native
//!optimize 2

/**
 * The speed of a recording at one moment. Between two keys the speed changes linearly.
 *
 * @example
 * const keys: Array<SpeedKey> = [
 * 	{ seconds: 2, speed: 1 },
 * 	{ seconds: 2.5, speed: 0.25 },
 * ];
 * const ramped = retimeRecording(take, { speeds: keys });
 */
export interface SpeedKey {
	/** The moment, in seconds of the original recording. */
	readonly seconds: number;
	/** The factor: 2 is twice as fast. */
	readonly speed: number;
}

/** Below this the logarithm and the exponential lose digits, and the first terms of their series are exact. */
const SMALL = 1e-3;

/** ln(1 + x) / x. */
function logRatio(x: number): number {
	if (math.abs(x) >= SMALL) return math.log(1 + x) / x;
	return 1 - x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5 - x / 6))));
}

/** (e^x - 1) / x. */
function expRatio(x: number): number {
	if (math.abs(x) >= SMALL) return (math.exp(x) - 1) / x;
	return 1 + (x / 2) * (1 + (x / 3) * (1 + (x / 4) * (1 + (x / 5) * (1 + x / 6))));
}

/** Returns how long a stretch takes that starts at `speed`, which grows by `slope` per second of it. */
function timeOver(seconds: number, speed: number, slope: number): number {
	return (seconds / speed) * logRatio((slope * seconds) / speed);
}

/** Returns the seconds of such a stretch that pass within `time`. */
function sourceOver(time: number, speed: number, slope: number): number {
	return time * speed * expRatio(slope * time);
}

/** Converts between times of a recording and times at which a changing speed shows them. Both directions are exact. */
export class SpeedCurve {
	/** Seconds that the whole recording takes. */
	public readonly duration: number;

	/** For each stretch: its start in the recording and on screen, its speed there, and the slope of the speed. */
	private readonly sources = new Array<number>();
	private readonly times = new Array<number>();
	private readonly speeds = new Array<number>();
	private readonly slopes = new Array<number>();

	/** @param keys rising, at least one; the speed is constant before the first and after the last */
	constructor(
		keys: ReadonlyArray<SpeedKey>,
		private readonly sourceDuration: number,
		/** Multiplies all speeds. */
		factor = 1,
	) {
		const first = keys[0];
		let [source, time] = [0, 0];
		const push = (seconds: number, speed: number, slope: number) => {
			this.sources.push(source);
			this.times.push(time);
			this.speeds.push(speed);
			this.slopes.push(slope);
			time += timeOver(seconds, speed, slope);
			source += seconds;
		};
		if (first.seconds > 0) push(math.min(first.seconds, sourceDuration), first.speed * factor, 0);
		for (const index of $range(0, keys.size() - 2)) {
			const key = keys[index];
			const following = keys[index + 1];
			if (key.seconds >= sourceDuration) break;
			const slope = ((following.speed - key.speed) * factor) / (following.seconds - key.seconds);
			source = key.seconds;
			push(math.min(following.seconds, sourceDuration) - key.seconds, key.speed * factor, slope);
		}
		const last = keys[keys.size() - 1];
		if (last.seconds < sourceDuration) {
			source = last.seconds;
			push(sourceDuration - last.seconds, last.speed * factor, 0);
		}
		// A recording of one moment has no stretch.
		if (this.sources.isEmpty()) push(0, first.speed * factor, 0);
		this.duration = time;
	}

	/** Returns when a moment of the recording is shown. */
	public timeAt(seconds: number): number {
		const at = math.clamp(seconds, 0, this.sourceDuration);
		const index = this.stretchAt(this.sources, at);
		return this.times[index] + timeOver(at - this.sources[index], this.speeds[index], this.slopes[index]);
	}

	/** Returns the moment of the recording that is shown at a time. */
	public sourceAt(time: number): number {
		if (time >= this.duration) return this.sourceDuration;
		const index = this.stretchAt(this.times, math.max(time, 0));
		const passed = math.max(time, 0) - this.times[index];
		return math.min(
			this.sources[index] + sourceOver(passed, this.speeds[index], this.slopes[index]),
			this.sourceDuration,
		);
	}

	/** Returns the last stretch that begins at or before `value`. */
	private stretchAt(starts: ReadonlyArray<number>, value: number): number {
		let low = 0;
		let high = starts.size();
		while (low + 1 < high) {
			const middle = (low + high).idiv(2);
			if (starts[middle] <= value) low = middle;
			else high = middle;
		}
		return low;
	}
}
