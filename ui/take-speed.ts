import { sampleCFrame, Take } from "../src/camera";

/**
 * The max number of steps measured between two instants, so that a circle between them does not count as standing
 * still.
 */
const MOST_STEPS = 4;

/** Returns the studs along the path from `start` to `finish` seconds. */
function lengthBetween(take: Take, start: number, finish: number): number {
	const steps = math.clamp(math.floor((finish - start) * take.rate), 1, MOST_STEPS);
	let length = 0;
	let former = sampleCFrame(take, start).Position;
	for (const step of $range(1, steps)) {
		const position = sampleCFrame(take, start + ((finish - start) * step) / steps).Position;
		length += position.sub(former).Magnitude;
		former = position;
	}
	return length;
}

/**
 * Returns the studs per second between two times of a take. A jump is not motion: if there is one between the times,
 * measures the longer side of it.
 */
export function speedBetween(take: Take, start: number, finish: number): number {
	const { rate } = take;
	let from = start;
	let to = finish;
	for (const cut of take.cuts) {
		const before = (cut - 1) / rate;
		const after = cut / rate;
		if (after <= from || before >= to) continue;
		if (before - from >= to - after) to = math.max(before, from);
		else from = math.min(after, to);
	}
	return to - from > 1e-6 ? lengthBetween(take, from, to) / (to - from) : 0;
}

/** Returns the speeds in `count` equal parts of the time from `start` to `finish`. */
export function sampleSpeeds(take: Take, start: number, finish: number, count: number): Array<number> {
	const speeds = new Array<number>();
	const last = math.max(take.count - 1, 0) / take.rate;
	for (const index of $range(0, count - 1)) {
		const from = start + ((finish - start) * index) / count;
		const to = math.min(start + ((finish - start) * (index + 1)) / count, last);
		speeds.push(take.count > 0 && to > from ? speedBetween(take, from, to) : 0);
	}
	return speeds;
}

/** Returns the max speed for the colours of a take, at least 1 stud per second. */
export function topSpeed(take: Take): number {
	let top = 1;
	for (const speed of sampleSpeeds(take, 0, math.max(take.count - 1, 0) / take.rate, 200)) top = math.max(top, speed);
	return top;
}

/** Returns a colour from blue at rest to red at the max speed. */
export function speedColor(share: number): Color3 {
	return Color3.fromHSV(0.6 * (1 - math.clamp(share, 0, 1)), 0.8, 0.9);
}

/** Returns the vertical field of view in degrees at a time; 0 if the take does not set it. */
export function lensAt(take: Take, seconds: number): number {
	const { fieldOfView = 0, count, rate } = take;
	if (typeIs(fieldOfView, "number") || count === 0) return typeIs(fieldOfView, "number") ? fieldOfView : 0;
	return buffer.readf32(fieldOfView, math.clamp(math.round(seconds * rate), 0, count - 1) * 4);
}
