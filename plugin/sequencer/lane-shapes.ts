import { sampleCFrame, Take } from "../../src/camera";
import { lensAt } from "../../ui/take-speed";
import type { Timeline } from "./timeline";

/** Pixels between corners of a curve. */
const STEP = 4;

/** Room above and below a curve in its lane. */
const MARGIN = 5;

/** Returns the visible ranges of time between cuts, in seconds. */
export function stretchesOf(timeline: Timeline, flight: Take, finish: number): Array<[first: number, last: number]> {
	const { first, last } = timeline.inView();
	const start = math.max(first, 0);
	const stop = math.min(last, finish);
	const stretches = new Array<[number, number]>();
	let from = start;
	for (const cut of flight.cuts) {
		const at = cut / flight.rate;
		const before = (cut - 1) / flight.rate;
		if (at > start && before < stop) {
			if (before > from) stretches.push([from, math.min(before, stop)]);
			from = math.max(at, start);
		}
	}
	if (stop > from) stretches.push([from, stop]);
	return stretches;
}

/** Returns the times at which a range is sampled: its ends, and every few pixels between. */
export function timesOf(timeline: Timeline, first: number, last: number): Array<number> {
	const count = math.max(math.ceil(((last - first) * timeline.scale()) / STEP), 1);
	const times = new Array<number>();
	for (const index of $range(0, count)) times.push(first + ((last - first) * index) / count);
	return times;
}

/** Curves of a value over time, scaled to a lane's height. */
export interface ValueCurves {
	readonly curves: Array<Array<Vector2>>;
	readonly min: number;
	readonly max: number;
}

function curvesOf(
	timeline: Timeline,
	flight: Take,
	height: number,
	valuesOf: (times: ReadonlyArray<number>) => Array<number>,
	floor?: number,
): ValueCurves {
	const finish = math.max(flight.count - 1, 0) / flight.rate;
	let min = floor ?? math.huge;
	let max = -math.huge;
	const sampled = stretchesOf(timeline, flight, finish).map(([first, last]) => {
		const times = timesOf(timeline, first, last);
		const values = valuesOf(times);
		for (const value of values) {
			min = math.min(min, value);
			max = math.max(max, value);
		}
		return { times, values };
	});
	const span = max - min;
	const yOf = (value: number) => {
		const alpha = span > 1e-6 ? (value - min) / span : 0.5;
		return height - MARGIN - alpha * (height - 2 * MARGIN);
	};
	const curves = sampled.map(({ times, values }) =>
		times.map((seconds, index) => new Vector2(timeline.xOf(seconds), yOf(values[index]))),
	);
	return { curves, min: span >= 0 ? min : 0, max: span >= 0 ? max : 0 };
}

/** Returns the field of view over time, linear between frames. */
export function lensCurves(timeline: Timeline, flight: Take, height: number): ValueCurves {
	return curvesOf(timeline, flight, height, (times) => times.map((seconds) => smoothLens(flight, seconds)));
}

/** Returns the field of view at a time, linear between frames. */
export function smoothLens(flight: Take, seconds: number): number {
	const at = seconds * flight.rate;
	const before = math.floor(at);
	const a = lensAt(flight, before / flight.rate);
	const b = lensAt(flight, (before + 1) / flight.rate);
	return flight.cuts.includes(before + 1) ? a : a + (b - a) * (at - before);
}

/** Returns the speed over time, from the distance between frames. */
export function speedCurves(timeline: Timeline, flight: Take, height: number): ValueCurves {
	return curvesOf(timeline, flight, height, (times) => times.map((seconds) => speedAt(flight, seconds)), 0);
}

/** Returns the studs per second around a time, measured over two frames with no cut between. */
export function speedAt(flight: Take, seconds: number): number {
	const last = math.max(flight.count - 1, 0);
	const middle = seconds * flight.rate;
	let first = math.clamp(middle - 1, 0, last);
	let finish = math.clamp(middle + 1, 0, last);
	for (const cut of flight.cuts) {
		if (cut - 1 < middle && middle < cut) return 0;
		if (cut <= middle) first = math.max(first, cut);
		else finish = math.min(finish, cut - 1);
	}
	if (finish - first < 1e-6) return 0;
	const from = sampleCFrame(flight, first / flight.rate).Position;
	const to = sampleCFrame(flight, finish / flight.rate).Position;
	return (to.sub(from).Magnitude * flight.rate) / (finish - first);
}
