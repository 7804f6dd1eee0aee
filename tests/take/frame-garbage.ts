//!native
//!optimize 2
import { CAMERA_SAMPLE_SIZE } from "../../src/motion/camera-path";
import { Take } from "../../src/camera";
import { takePath } from "../../src/take/take-path";
import { Timeline, TimelineEvent } from "../../src/motion/timeline";
import { FixedStep } from "../../src/take/fixed-step";

/** Kilobytes that `calls` calls leave behind, where memory is not collected in between; away from the specs, which make some. */
function kilobytesOf(body: (call: number) => void, calls: number): number {
	// The first calls may grow what stays: stacks, caches of methods.
	for (const call of $range(1, 100)) body(call);
	const before = gcinfo();
	for (const call of $range(101, 100 + calls)) body(call);
	return gcinfo() - before;
}

/** What recording leaves behind a rendered frame, at ten of them for each frame that is written. */
export function kilobytesRecorded(calls: number): number {
	const steps = new FixedStep(6);
	return kilobytesOf((call) => {
		const angle = call / 600;
		steps.push(call / 60, math.sin(angle), call / 100, 0, 0, math.sin(angle / 2), 0, math.cos(angle / 2));
	}, calls);
}

/** What playing leaves behind a frame: time, and the sample of a path with cuts, markers and a lens. */
export function kilobytesPlayed(take: Take, calls: number): number {
	const path = takePath(take);
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	const timeline = new Timeline(path.duration, path.markers);
	let met = 0;
	const kilobytes = kilobytesOf(() => {
		timeline.advance(0.0031, true);
		path.sample(timeline.position, sample);
		while (timeline.nextEvent() !== TimelineEvent.None) met += 1;
	}, calls);
	assert(met > calls / 1000);
	return kilobytes;
}
