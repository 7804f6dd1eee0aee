//!native
//!optimize 2
import { Channel } from "./channel";

/** How far a key may be from its multiple, in intervals: milliseconds round 30 per second by a hundredth. */
const OFF = 0.02;

/** Returns keys per second if `count` times (f64), as far as `finish`, are multiples of one interval, or undefined. */
export function keyRateOf(times: buffer, count: number, finish: number): number | undefined {
	let shortest = math.huge;
	let last = 0;
	for (const key of $range(0, count - 1)) {
		const time = buffer.readf64(times, key * 8);
		if (time > finish) break;
		if (time > last) shortest = math.min(shortest, time - last);
		last = time;
	}
	// No key is inside: one curve spans all of it.
	if (last <= 0) return 0;
	// Each key determines the interval more exactly than the previous one.
	let rate = 1 / shortest;
	for (const key of $range(0, count - 1)) {
		const time = buffer.readf64(times, key * 8);
		if (time > finish) break;
		if (time > 0) rate = math.round(time * rate) / time;
	}
	for (const key of $range(0, count - 1)) {
		const position = buffer.readf64(times, key * 8) * rate;
		if (position > finish * rate) break;
		if (math.abs(position - math.round(position)) > OFF) return undefined;
	}
	return rate;
}

/**
 * Returns the rate of a grid that contains the keys of both rates for `seconds`, or undefined if neither grid contains
 * the other.
 */
function commonRate(a: number, b: number, seconds: number): number | undefined {
	const most = math.max(a, b);
	const least = math.min(a, b);
	if (least === 0) return most;
	const multiple = math.round(most / least);
	return math.abs(most - multiple * least) * seconds <= OFF * multiple ? most : undefined;
}

/**
 * Returns the rate of a grid that contains the keys of a channel and all keys of `rate`, up to `finish` seconds, or
 * undefined.
 */
export function mergedKeyRate(
	rate: number | undefined,
	channel: Channel | undefined,
	finish: number,
): number | undefined {
	if (rate === undefined || channel === undefined) return rate;
	const own = channel.keyRate?.(finish);
	return own === undefined ? undefined : commonRate(rate, own, finish);
}
