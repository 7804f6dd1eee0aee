import {
	checkArray,
	checkFinite,
	checkNumbers,
	checkText,
	checkType,
	describeValue,
	itemOf,
	textProblem,
} from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { checkMarkers } from "../motion/marker";
import { checkRate } from "../motion/rate";
import { MOST_FRAMES } from "../take/frame";
import { checkMetadata, checkServerTimes, checkTake, MAX_NAME_BYTES } from "../take/take";
import {
	Frame7,
	JOINT_STRIDE,
	JointKind,
	Replay,
	replayDuration,
	ReplayJoint,
	ReplayMarker,
	ReplaySpan,
	ReplaySubject,
	ReplayValue,
	SubjectKind,
} from "./replay";

/** The max bytes of a value's or a marker's text. */
export const MAX_TEXT_BYTES = 4096;

/** The max joints of a subject: more than any character has. */
export const MAX_JOINTS = 512;

/** The max step in radians: with it the longest rotation vector of 16 bits has an exact sine. */
const MAX_STEP = 1;

/** How far the length of a rotation may be from 1: in single precision it is off by a ten-millionth. */
const UNIT_SLACK = 1e-3;

/** In the order of their numbers in packed bytes. */
export const SUBJECT_KINDS: ReadonlyArray<SubjectKind> = ["camera", "character", "model", "part"];
export const JOINT_KINDS: ReadonlyArray<JointKind> = ["motor", "bone", "part"];

function nameOf({ name }: ReplaySubject): string {
	return `"${name}"`;
}

function checkKind(kind: unknown, kinds: ReadonlyArray<string>, caller: string, argument: string): void {
	if (!kinds.includes(kind as string)) {
		fail(caller, `${argument} is ${describeValue(kind)}; expected one of ${kinds.join(", ")}`);
	}
}

/** Refuses items whose names are not texts, and two items of one name. */
function checkNames(items: ReadonlyArray<{ name: string }>, caller: string, argument: string): void {
	checkArray(items, caller, argument);
	const met = new Set<string>();
	items.forEach((item, index) => {
		// The name for messages is only put together for an error, here and below: there may be many items.
		if (!typeIs(item, "table")) checkType(item, "table", caller, itemOf(argument, index));
		const problem = textProblem(item.name, MAX_NAME_BYTES);
		if (problem !== undefined) fail(caller, `name of ${itemOf(argument, index)} ${problem}`);
		if (met.has(item.name)) {
			fail(caller, `name of ${itemOf(argument, index)} is "${item.name}"; expected a unique name`);
		}
		met.add(item.name);
	});
}

/** Returns whether a value is a whole number from `least` to `most`. */
function isWhole(value: unknown, least: number, most: number): value is number {
	return typeIs(value, "number") && value >= least && value <= most && value % 1 === 0;
}

function checkSpans(spans: ReadonlyArray<ReplaySpan>, count: number, caller: string, argument: string): void {
	checkArray(spans, caller, argument);
	let free = 0;
	spans.forEach((span, index) => {
		if (!typeIs(span, "table")) checkType(span, "table", caller, itemOf(argument, index));
		const { first, last } = span;
		if (!isWhole(first, free, count - 1)) {
			const found = `first of ${itemOf(argument, index)} is ${describeValue(first)}`;
			fail(caller, `${found}; expected a frame from ${free} to ${count - 1}`);
		}
		if (!isWhole(last, first, count - 1)) {
			const found = `last of ${itemOf(argument, index)} is ${describeValue(last)}`;
			fail(caller, `${found}; expected a frame from ${first} to ${count - 1}`);
		}
		free = last + 1;
	});
}

function checkDatum(value: string | number, caller: string, argument: string): void {
	if (typeIs(value, "string")) checkText(value, MAX_TEXT_BYTES, caller, argument);
	else checkFinite(value, caller, argument);
}

function checkValues(values: ReadonlyArray<ReplayValue>, count: number, caller: string, argument: string): void {
	checkNames(values, caller, argument);
	for (const value of values) {
		const place = `"${value.name}" in ${argument}`;
		checkArray(value.frames, caller, `frames of ${place}`);
		checkArray(value.values, caller, `values of ${place}`);
		if (value.frames.size() !== value.values.size()) {
			fail(caller, `${place} has ${value.frames.size()} frames and ${value.values.size()} values`);
		}
		let free = 0;
		value.frames.forEach((frame, index) => {
			if (!isWhole(frame, free, count - 1)) {
				const item = itemOf(`frames of ${place}`, index);
				fail(caller, `${item} is ${describeValue(frame)}; expected rising frames from ${free} to ${count - 1}`);
			}
			free = frame + 1;
			const held: unknown = value.values[index];
			if (typeIs(held, "boolean")) return;
			const item = itemOf(`values of ${place}`, index);
			if (!typeIs(held, "string") && !typeIs(held, "number")) {
				fail(caller, `${item} is ${describeValue(held)}; expected a string, a number or a boolean`);
			}
			checkDatum(held, caller, item);
		});
	}
}

function checkTurn(frame: Frame7, caller: string, argument: string): void {
	checkNumbers(frame, 7, caller, argument);
	const [, , , x, y, z, w] = frame;
	const length = math.sqrt(x * x + y * y + z * z + w * w);
	if (!(math.abs(length - 1) <= UNIT_SLACK)) {
		fail(caller, `the rotation of ${argument} has the length ${length}; expected 1`);
	}
}

function checkJoints(joints: ReadonlyArray<ReplayJoint>, caller: string, argument: string): void {
	checkNames(joints, caller, argument);
	if (joints.size() > MAX_JOINTS) fail(caller, `${argument} has ${joints.size()} items; expected up to ${MAX_JOINTS}`);
	joints.forEach((joint, index) => {
		const place = `"${joint.name}" in ${argument}`;
		if (!isWhole(joint.parent, -1, index - 1)) {
			const parent = describeValue(joint.parent);
			fail(caller, `parent of ${place} is ${parent}; expected -1 or the index of a joint before it`);
		}
		checkKind(joint.kind, JOINT_KINDS, caller, `kind of ${place}`);
		if (!typeIs(joint.step, "number") || !(joint.step > 0 && joint.step <= MAX_STEP)) {
			fail(caller, `step of ${place} is ${describeValue(joint.step)}; expected radians above 0, up to ${MAX_STEP}`);
		}
		checkTurn(joint.c0, caller, `c0 of ${place}`);
		checkTurn(joint.c1, caller, `c1 of ${place}`);
		checkNumbers(joint.size, 3, caller, `size of ${place}`);
	});
}

function checkRows(rows: buffer, size: number, caller: string, argument: string): void {
	checkType(rows, "buffer", caller, argument);
	if (buffer.len(rows) !== size) fail(caller, `${argument} holds ${buffer.len(rows)} bytes; expected ${size}`);
}

function checkRoot({ rate, count }: Replay, subject: ReplaySubject, caller: string): void {
	const { root } = subject;
	const argument = `${nameOf(subject)}.root`;
	checkTake(root, caller, argument);
	if (root.rate !== rate) fail(caller, `${argument}.rate is ${root.rate}; expected the replay's, ${rate}`);
	if (root.count !== count) fail(caller, `${argument}.count is ${root.count}; expected the replay's, ${count}`);
}

function checkSubject(replay: Replay, subject: ReplaySubject, met: Set<object>, caller: string): void {
	const { count } = replay;
	const name = nameOf(subject);
	checkKind(subject.kind, SUBJECT_KINDS, caller, `${name}.kind`);
	if (subject.look !== undefined) checkText(subject.look, MAX_NAME_BYTES, caller, `${name}.look`);
	checkSpans(subject.spans, count, caller, `${name}.spans`);
	checkRoot(replay, subject, caller);
	checkNumbers(subject.size, 3, caller, `${name}.size`);
	// Subjects may share their joints.
	if (!met.has(subject.joints)) checkJoints(subject.joints, caller, `${name}.joints`);
	met.add(subject.joints);
	const size = count * subject.joints.size() * JOINT_STRIDE;
	checkRows(subject.rotations, size, caller, `${name}.rotations`);
	checkRows(subject.translations, size, caller, `${name}.translations`);
	checkValues(subject.values, count, caller, `${name}.values`);
}

function checkReplayMarkers(markers: ReadonlyArray<ReplayMarker>, duration: number, caller: string, at: string): void {
	checkMarkers(markers, duration, caller, at);
	markers.forEach(({ data }, index) => {
		if (data === undefined) return;
		const place = `data of ${itemOf(at, index)}`;
		if (!typeIs(data as unknown, "string") && !typeIs(data as unknown, "number")) {
			fail(caller, `${place} is ${describeValue(data)}; expected a string or a number`);
		}
		checkDatum(data, caller, place);
	});
}

/**
 * Refuses an argument that is not a Replay. Rows of joints may hold anything; the frames of roots are checked only the
 * first time.
 *
 * @param owner its name in messages
 */
export function checkReplay(replay: Replay, caller: string, owner = "replay"): void {
	if (!typeIs(replay, "table")) fail(caller, `${owner} is ${describeValue(replay)}; expected a Replay`);
	if ((replay as { frames?: unknown }).frames !== undefined) {
		fail(caller, `${owner} is a Take; expected a Replay. CameraPlayer and Follower play takes`);
	}
	checkText(replay.name, MAX_NAME_BYTES, caller, `${owner}.name`);
	checkText(replay.map, MAX_NAME_BYTES, caller, `${owner}.map`);
	checkRate(replay.rate, caller, `${owner}.rate`);
	if (!isWhole(replay.count, 0, MOST_FRAMES)) {
		fail(caller, `${owner}.count is ${describeValue(replay.count)}; expected a whole number up to ${MOST_FRAMES}`);
	}
	checkNames(replay.subjects, caller, `${owner}.subjects`);
	const met = new Set<object>();
	for (const subject of replay.subjects) checkSubject(replay, subject, met, caller);
	checkReplayMarkers(replay.markers, replayDuration(replay), caller, `${owner}.markers`);
	checkMetadata(replay.metadata, caller, owner);
	checkServerTimes(replay, caller, owner);
}
