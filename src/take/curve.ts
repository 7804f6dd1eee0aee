//!native
//!optimize 2
import { samplePosition, sampleRotation, writeCameraSample } from "../motion/camera-path";
import { slerp } from "../rotation/quaternion";
import { secondsOf, TIMED_SIZE } from "./timed-sample";

/** A longer gap (below 10 samples per second) does not define a curve: it is crossed in a line. */
const LONGEST_CURVED_GAP = 0.1;

/** If one side bends more than this many times as much as the other, they are not one motion. */
const STEEPEST_BEND = 8;

/** The parabolas at its ends that a stretch follows. */
export const enum Bend {
	None,
	Left,
	Right,
	Both,
}

/**
 * Chooses how the stretch between the samples at `at` and the next one bends, for the numbers from `first` to `last` of
 * each sample: like the parabola to its left, to its right, or both, which is the cubic through all four.
 *
 * If one side bends far more than the other, and further than the stretch is long, there was a jump on that side. Then
 * only the calm side counts, so that nothing swings before and after a jump.
 */
export function chooseBend(
	samples: buffer,
	at: number,
	hasBefore: boolean,
	hasAfter: boolean,
	first: number,
	last: number,
): Bend {
	const gap = secondsOf(samples, at + TIMED_SIZE) - secondsOf(samples, at);
	if (gap > LONGEST_CURVED_GAP || !(hasBefore || hasAfter)) return Bend.None;
	if (!hasAfter) return Bend.Left;
	if (!hasBefore) return Bend.Right;
	const gapBefore = secondsOf(samples, at) - secondsOf(samples, at - TIMED_SIZE);
	const gapAfter = secondsOf(samples, at + 2 * TIMED_SIZE) - secondsOf(samples, at + TIMED_SIZE);
	let left = 0;
	let right = 0;
	let way = 0;
	for (const component of $range(at + first, at + last, 8)) {
		const here = buffer.readf64(samples, component);
		const step = buffer.readf64(samples, component + TIMED_SIZE) - here;
		const stepBefore = here - buffer.readf64(samples, component - TIMED_SIZE);
		const stepAfter =
			buffer.readf64(samples, component + 2 * TIMED_SIZE) - buffer.readf64(samples, component + TIMED_SIZE);
		left += ((step / gap - stepBefore / gapBefore) / (gap + gapBefore)) ** 2;
		right += ((stepAfter / gapAfter - step / gap) / (gap + gapAfter)) ** 2;
		way += step * step;
	}
	const most = math.max(left, right);
	const least = math.min(left, right);
	if (most > STEEPEST_BEND * STEEPEST_BEND * least && most * gap ** 4 > way) {
		return left < right ? Bend.Left : Bend.Right;
	}
	return Bend.Both;
}

/**
 * Returns the weights of four samples, from the one before `at` to the one two after it, at the time `seconds` between
 * the middle two. The curve is the line between these two, plus (t - from)(t - to) times the second divided differences
 * that `bend` selects.
 */
function weightsAt(samples: buffer, at: number, seconds: number, bend: Bend) {
	const from = secondsOf(samples, at);
	const to = secondsOf(samples, at + TIMED_SIZE);
	const gap = to - from;
	const progress = (seconds - from) / gap;
	let before = 0;
	let middleFrom = 1 - progress;
	let middleTo = progress;
	let after = 0;
	const sag = (seconds - from) * (seconds - to);
	const start = bend === Bend.Right ? from : secondsOf(samples, at - TIMED_SIZE);
	const finish = bend === Bend.Left ? to : secondsOf(samples, at + 2 * TIMED_SIZE);
	const blend = bend === Bend.Both ? (seconds - start) / (finish - start) : bend === Bend.Left ? 0 : 1;
	if (bend !== Bend.Right) {
		const sagLeft = sag * (1 - blend);
		const gapBefore = from - start;
		before = sagLeft / (gapBefore * (gapBefore + gap));
		middleFrom -= sagLeft / (gapBefore * gap);
		middleTo += sagLeft / (gap * (gapBefore + gap));
	}
	if (bend !== Bend.Left) {
		const sagRight = sag * blend;
		const gapAfter = finish - to;
		middleFrom += sagRight / (gap * (gap + gapAfter));
		middleTo -= sagRight / (gap * gapAfter);
		after = sagRight / (gapAfter * (gap + gapAfter));
	}
	return $tuple(before, middleFrom, middleTo, after);
}

/**
 * Writes the numbers from `first` to `last` at the time `seconds`, between the sample at `at` and the next, into
 * `target`.
 */
export function evaluateCurve(
	samples: buffer,
	at: number,
	seconds: number,
	bend: Bend,
	first: number,
	last: number,
	target: buffer,
): void {
	const [before, from, to, after] = weightsAt(samples, at, seconds, bend);
	for (const component of $range(first, last, 8)) {
		const place = at + component;
		let value = from * buffer.readf64(samples, place) + to * buffer.readf64(samples, place + TIMED_SIZE);
		// A sample without weight may not exist.
		if (before !== 0) value += before * buffer.readf64(samples, place - TIMED_SIZE);
		if (after !== 0) value += after * buffer.readf64(samples, place + 2 * TIMED_SIZE);
		buffer.writef64(target, component, value);
	}
}

/** Writes the point at `progress`, 0 to 1, on the straight line from the sample at `at` to the next into `target`. */
export function evaluateLine(samples: buffer, at: number, progress: number, target: buffer): void {
	const [ax, ay, az] = samplePosition(samples, at);
	const [bx, by, bz] = samplePosition(samples, at + TIMED_SIZE);
	const [aqx, aqy, aqz, aqw] = sampleRotation(samples, at);
	const [bqx, bqy, bqz, bqw] = sampleRotation(samples, at + TIMED_SIZE);
	const [qx, qy, qz, qw] = slerp(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw, progress);
	writeCameraSample(
		target,
		ax + (bx - ax) * progress,
		ay + (by - ay) * progress,
		az + (bz - az) * progress,
		qx,
		qy,
		qz,
		qw,
	);
}
