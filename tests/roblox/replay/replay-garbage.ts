//!native
//!optimize 2
import { Replay } from "../../../src/replay/replay";
import { findRig } from "../../../src/roblox/replay/rig-reader";
import { SubjectState } from "../../../src/roblox/replay/shown-subject";
import { SubjectTrack } from "../../../src/roblox/replay/subject-track";
import { FrameCurve } from "../../../src/take/frame-curve";
import { Figure } from "./figure";
import { stubJoints, stubOf, StubPart, stubPart } from "./stub-rig";

/** Kilobytes that `calls` calls leave behind, if memory is not collected in between. */
function kilobytesOf(body: (call: number) => void, calls: number): number {
	// The first calls may grow what stays: stacks, caches of methods.
	for (const call of $range(1, 600)) body(call);
	const before = gcinfo();
	for (const call of $range(601, 600 + calls)) body(call);
	return gcinfo() - before;
}

/** What looks at a figure and frames into a ring of 240 leave behind, without what the engine makes. */
export function kilobytesLooked({ model, root }: Figure, calls: number): number {
	const track = new SubjectTrack("Ada", "character", undefined, 0.005, 240, 60, []);
	const found = findRig(model, root);
	const parts = new Map<string, StubPart>();
	const partOf = (name: string) => {
		const part = parts.get(name) ?? stubPart();
		parts.set(name, part);
		return part;
	};
	track.setJoints(found);
	track.setJoints(stubJoints(found, partOf));
	const origin = stubPart().CFrame as unknown as CFrame;
	// A pose that is not at rest, with a joint that is out of its place, and one that is turned far.
	let index = 0;
	for (const [, part] of parts) {
		index += 1;
		const half = index === 3 ? 1.4 : 0.1 * index;
		part.CFrame = stubOf(index === 2 ? 0.5 : 0, 0, 0, math.sin(half), 0, 0, math.cos(half));
	}
	return kilobytesOf((call) => {
		track.current.x = math.sin(call / 50);
		track.current.isSeen = true;
		track.seeJoints(origin);
		track.follow(call / 60);
		track.write(call, 0.3);
		track.visible.set(true, call);
		track.turnLooks();
	}, calls);
}

/** What a played frame of a replay's first subject does beside making CFrames: spans, the root's curve, values. */
export function kilobytesFollowed({ subjects, rate, count }: Replay, calls: number): number {
	const state = new SubjectState(subjects[0], rate);
	const curve = new FrameCurve(subjects[0].root);
	const duration = (count - 1) / rate;
	let seen = 0;
	const left = kilobytesOf((call) => {
		const seconds = (call / 60) % duration;
		const [x] = curve.at(seconds);
		if (state.goTo(seconds) && state.value("Visible", seconds) !== false) seen += math.abs(x);
	}, calls);
	assert(seen > 0);
	return left;
}
