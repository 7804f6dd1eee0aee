//!native
//!optimize 2
import { checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { quoteBytes } from "../../bytes/quote-bytes";
import { Reader } from "../../bytes/reader";
import { Budget } from "../../bytes/budget";
import { isPackedRotation } from "../../rotation/smallest-three";
import { codecBudget, TakeCodecOptions } from "../codec-options";
import { findCuts } from "../find-cuts";
import { FixedStep } from "../fixed-step";
import { encodeFrame, FRAME_SIZE, MOST_FRAMES } from "../frame";
import { checkRate, frameBefore } from "../../motion/rate";
import { Take, trustTake } from "../take";
import { DecodedCamera } from "./decoded-camera";
import { Bits, DELTA_SIZE, FRAME_HEAD, MAX_FRAMES, millisecondOf, SNAP13_MAGIC, SNAP_FAMILY } from "./layout";

/** Frames between two pause points. */
const FRAMES_A_STEP = 256;

/** The cost of a frame, in steps of a vertex. */
const STEPS_A_FRAME = 16;

/** A take inside the file: one recording, or full ones and the one that continues them. */
interface Span {
	map: string;
	/** Where the frames of each recording begin, and their counts. */
	starts: Array<number>;
	counts: Array<number>;
	count: number;
	/** Milliseconds from the first frame to the last. */
	duration: number;
	/** Whether every frame is at the millisecond of a frame at the rate. */
	isOnRate: boolean;
	/** Whether the last recording was full, so that the next one of its map belongs to it. */
	goesOn: boolean;
}

/** Returns the bytes of a frame with these bits. */
function frameSize(bits: number): number {
	if (bits === Bits.Absolute) return FRAME_HEAD + FRAME_SIZE;
	return FRAME_HEAD + ((bits & Bits.Move) !== 0 ? DELTA_SIZE : 0) + ((bits & Bits.Turn) !== 0 ? DELTA_SIZE : 0);
}

/** Refuses an invalid frame, or a position that is not finite. */
function checkFrame(reader: Reader, isFirst: boolean): number {
	const at = reader.position;
	reader.need(FRAME_HEAD, "a frame");
	const bits = buffer.readu8(reader.source, at);
	if (bits > Bits.Absolute) reader.fail(`a frame has the bits ${bits}, which exclude each other`);
	if (isFirst && bits !== Bits.Absolute) reader.fail(`the first frame has the bits ${bits} and is not absolute`);
	const size = frameSize(bits);
	reader.need(size, "a frame");
	if (bits === Bits.Absolute) {
		for (const place of $range(at + FRAME_HEAD, at + FRAME_HEAD + 8, 4)) {
			const value = buffer.readf32(reader.source, place);
			if (value - value !== 0) reader.fail(`a frame has the position ${value}`, place);
		}
	}
	return size;
}

/** Scans a recording and adds it to the take that it belongs to. */
function readRecording(reader: Reader, spans: Array<Span>, rate: number, budget: Budget): void {
	const start = reader.position;
	budget.spendElements(1, "snap13", start);
	const map = reader.text(reader.u8("map name length"), "map name");
	const [length] = utf8.len(map);
	if (length === undefined) reader.fail("map name is not UTF-8", start + 1);
	const count = reader.u16("frame count");
	const total = reader.u32("duration");
	let span = spans[spans.size() - 1] as Span | undefined;
	if (span === undefined || !span.goesOn || span.map !== map) {
		span = { map, starts: [], counts: [], count: 0, duration: 0, isOnRate: true, goesOn: false };
		spans.push(span);
	}
	span.starts.push(reader.position);
	span.counts.push(count);
	let sum = 0;
	for (const index of $range(0, count - 1)) {
		if (index % FRAMES_A_STEP === 0)
			budget.step(math.min(count - index, FRAMES_A_STEP) * STEPS_A_FRAME, "snap13", reader.position);
		const size = checkFrame(reader, index === 0);
		const gap = buffer.readu16(reader.source, reader.position + 1);
		sum += gap;
		// Time before a take's first frame is not part of it.
		if (span.count > 0) span.duration += gap;
		if (span.duration !== millisecondOf(span.count, rate)) span.isOnRate = false;
		span.count += 1;
		reader.position += size;
	}
	if (sum !== total) reader.fail(`the frames last ${sum} ms, but the recording says ${total}`, start + 3 + map.size());
	span.goesOn = count === MAX_FRAMES;
}

/** Moves `camera` by the frame at `at`. */
function readFrame(source: buffer, at: number, bits: number, camera: DecodedCamera): void {
	let from = at + FRAME_HEAD;
	if (bits === Bits.Absolute) {
		camera.place(source, from);
		return;
	}
	if ((bits & Bits.Move) !== 0) {
		camera.move(buffer.readi16(source, from), buffer.readi16(source, from + 2), buffer.readi16(source, from + 4));
		from += DELTA_SIZE;
	}
	if ((bits & Bits.Turn) !== 0) {
		camera.turn(buffer.readi16(source, from), buffer.readi16(source, from + 2), buffer.readi16(source, from + 4));
	}
}

/** Calls `visit` with every frame of a span, after `camera` has moved there: its millisecond and its offset. */
function eachFrame(
	source: buffer,
	{ starts, counts }: Span,
	camera: DecodedCamera,
	budget: Budget,
	visit: (millisecond: number, index: number, at: number) => void,
): void {
	let millisecond = 0;
	let index = 0;
	starts.forEach((start, recording) => {
		let at = start;
		const first = index;
		for (const _ of $range(1, counts[recording])) {
			if ((index - first) % FRAMES_A_STEP === 0) budget.step(FRAMES_A_STEP * STEPS_A_FRAME, "snap13", at);
			const bits = buffer.readu8(source, at);
			if (index > 0) millisecond += buffer.readu16(source, at + 1);
			readFrame(source, at, bits, camera);
			visit(millisecond, index, at);
			index += 1;
			at += frameSize(bits);
		}
	});
}

/** Returns whether the frame at `at` is absolute, with a rotation that a take can have. */
function isWholeFrame(source: buffer, at: number): boolean {
	const rotation = at + FRAME_HEAD + 12;
	return (
		buffer.readu8(source, at) === Bits.Absolute &&
		isPackedRotation(
			buffer.readi16(source, rotation),
			buffer.readi16(source, rotation + 2),
			buffer.readi16(source, rotation + 4),
		)
	);
}

/** Returns the take of a span whose frames are at its rate. */
function takeFrames(source: buffer, span: Span, rate: number, budget: Budget): Take {
	const { map, count } = span;
	const frames = buffer.create(count * FRAME_SIZE);
	const camera = new DecodedCamera();
	eachFrame(source, span, camera, budget, (_, index, at) => {
		if (isWholeFrame(source, at)) {
			buffer.copy(frames, index * FRAME_SIZE, source, at + FRAME_HEAD, FRAME_SIZE);
		} else {
			const { x, y, z, qx, qy, qz, qw } = camera;
			encodeFrame(x, y, z, qx, qy, qz, qw, frames, index * FRAME_SIZE, "snap13");
		}
	});
	const cuts = findCuts(frames, count, rate, budget);
	return trustTake({ name: map, map, rate, count, frames, markers: [], cuts });
}

/** Returns the take of a span whose frames have times of their own. Of several frames at one time, the last counts. */
function resampleFrames(source: buffer, span: Span, rate: number, budget: Budget): Take {
	const steps = new FixedStep(rate, "snap13");
	const camera = new DecodedCamera();
	const waiting = new DecodedCamera();
	let waitingAt = -1;
	let together = 0;
	eachFrame(source, span, camera, budget, (millisecond) => {
		if (millisecond === waitingAt) {
			together += 1;
		} else if (waitingAt >= 0) {
			const { x, y, z, qx, qy, qz, qw } = waiting;
			steps.push(waitingAt / 1000, x, y, z, qx, qy, qz, qw);
		}
		waiting.copy(camera);
		waitingAt = millisecond;
	});
	const { x, y, z, qx, qy, qz, qw } = waiting;
	steps.push(waitingAt / 1000, x, y, z, qx, qy, qz, qw);
	if (together > 0) budget.warn("SNAPV1.3: only the last frame of a millisecond is kept", span.map, together);
	return steps.take(span.map, span.map);
}

function readSpan(source: buffer, span: Span, rate: number, budget: Budget): Take {
	const [start] = span.starts;
	const count = span.isOnRate ? span.count : frameBefore(span.duration / 1000, rate) + 1;
	if (count > MOST_FRAMES) {
		fail("snap13", `${span.duration} ms make ${count} frames; ${MOST_FRAMES} fit into a buffer`, start);
	}
	budget.spendBytes(count * FRAME_SIZE, "snap13", start);
	return span.isOnRate ? takeFrames(source, span, rate, budget) : resampleFrames(source, span, rate, budget);
}

function checkMagic(source: buffer): void {
	const start = buffer.readstring(source, 0, math.min(buffer.len(source), SNAP13_MAGIC.size()));
	if (start === SNAP13_MAGIC) return;
	const [version] = start.match(SNAP_FAMILY);
	if (version !== undefined) fail("snap13", `version is ${version}; expected 1.3`, 5);
	fail("snap13", `it starts with ${quoteBytes(start)}; expected "${SNAP13_MAGIC}"`, 0);
}

/**
 * Decodes a SNAPV1.3 file, whose frames have times of their own. If these are the times of frames at `rate`, as in
 * files from `encodeSnap13`, the frames are taken as they are. Otherwise they are resampled along the curve through
 * them, as a `Recorder` does. Takes get their map's name, and cuts at the camera's jumps. Detectable damage fails the
 * call.
 *
 * @param rate frames per second of the returned takes
 *
 * @example
 * const [take] = decodeSnap13(source, 60);
 */
export function decodeSnap13(source: buffer, rate: number, options?: TakeCodecOptions): Array<Take> {
	checkType(source, "buffer", "decodeSnap13", "source");
	if (rate === undefined)
		fail("decodeSnap13", "rate is missing; expected the frames per second of the takes, such as 60");
	checkRate(rate, "decodeSnap13");
	const budget = codecBudget(options, "decodeSnap13");
	checkMagic(source);
	const reader = new Reader(source, "snap13", SNAP13_MAGIC.size());
	const spans = new Array<Span>();
	for (const _ of $range(1, reader.u8("the number of recordings"))) readRecording(reader, spans, rate, budget);
	reader.expectEnd("the file");
	return budget.finish(spans.map((span) => readSpan(source, span, rate, budget)));
}
