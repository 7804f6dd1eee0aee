//!native
//!optimize 2
import { checkArray, checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Reader } from "../bytes/reader";
import { Budget } from "../bytes/budget";
import { codecBudget, TakeCodecOptions } from "./codec-options";
import { findCuts } from "./find-cuts";
import { checkFrames, FRAME_SIZE } from "./frame";
import { checkRate } from "../motion/rate";
import { checkTake, Take, trustTake } from "./take";

/** The max frames of one recording, a u16. A longer take goes on in the next recording of the same map. */
const MAX_FRAMES = 65535;

/** The bytes of a recording besides its map's name and its frames: u8 name length, u16 frame count. */
const HEADER_SIZE = 3;

/** The max size of a buffer. */
const MOST_BYTES = 2 ** 30;

/** Frames between two pause points. */
const FRAMES_A_STEP = 1024;

/** Reports the parts of a take that an archive loses. `keeper` is the format that keeps a name beside the archive. */
export function reportLosses(take: Take, budget: Budget, keeper = "an archive"): void {
	const { name, map, frames, count, rate, cuts } = take;
	if (name !== map && keeper === "an archive") budget.warn("an archive keeps only the map's name", name);
	if (take.fieldOfView !== undefined) budget.warn(`${keeper} keeps no field of view`, name);
	if (!take.markers.isEmpty()) budget.warn(`${keeper} keeps no markers`, name, take.markers.size());
	if (take.metadata !== undefined) budget.warn(`${keeper} keeps no metadata`, name);
	if (take.serverStart !== undefined) budget.warn(`${keeper} keeps no times of the server`, name);
	const found = new Set(findCuts(frames, count, rate, budget));
	const lost = cuts.filter((cut) => !found.has(cut)).size();
	if (lost > 0) budget.warn(`${keeper} keeps no cuts, and some are too small to be detected`, name, lost);
}

/** Refuses a value that is not an array of takes. */
export function checkTakes(takes: ReadonlyArray<Take>, caller: string): void {
	if (!typeIs(takes, "table")) fail(caller, `takes is ${describeValue(takes)}; expected an array of takes`);
	if ((takes as unknown as Partial<Take>).frames !== undefined) {
		fail(caller, "takes is a Take; expected an array, such as [take]");
	}
	for (const take of takes) checkTake(take, caller);
	checkArray(takes, caller, "takes");
}

/**
 * Returns how many recordings hold a take. If it fills its last one and a take of the same map follows, it needs
 * another, empty one: otherwise the two would decode as one.
 */
export function countRecordings(take: Take, following: Take | undefined): number {
	const full = take.count.idiv(MAX_FRAMES);
	const isFull = full > 0 && take.count % MAX_FRAMES === 0;
	return isFull && following?.map !== take.map ? full : full + 1;
}

/**
 * Encodes takes of one rate as recordings in sequence. Each has the length of its map's name (u8), the name (UTF-8),
 * the number of frames (u16) and the frames. After 65,535 frames the take goes on in another recording of the same map.
 * No takes make an empty buffer.
 *
 * An archive holds only maps and frames. The report of the Job in `options` names whatever else of a take is lost,
 * except its rate.
 *
 * @example
 * const archive = encodeArchive([recorder.stop()]);
 */
export function encodeArchive(takes: ReadonlyArray<Take>, options?: TakeCodecOptions): buffer {
	checkTakes(takes, "encodeArchive");
	const budget = codecBudget(options, "encodeArchive");
	let size = 0;
	takes.forEach((take, index) => {
		if (take.rate !== takes[0].rate) {
			fail(
				"encodeArchive",
				`takes have the rates ${takes[0].rate} and ${take.rate}; expected one rate. resampleTake changes it`,
			);
		}
		if (options?.job) reportLosses(take, budget);
		size += countRecordings(take, takes[index + 1]) * (HEADER_SIZE + take.map.size()) + take.count * FRAME_SIZE;
	});
	if (size > MOST_BYTES)
		fail("encodeArchive", `takes fill ${size} bytes; expected at most ${MOST_BYTES}, which fill a buffer`);
	budget.spendBytes(size, "encodeArchive");
	const target = buffer.create(size);
	let at = 0;
	takes.forEach((take, index) => {
		const { map, count, frames } = take;
		for (const recording of $range(0, countRecordings(take, takes[index + 1]) - 1)) {
			const first = recording * MAX_FRAMES;
			const held = math.min(count - first, MAX_FRAMES);
			buffer.writeu8(target, at, map.size());
			buffer.writestring(target, at + 1, map);
			at += 1 + map.size();
			buffer.writeu16(target, at, held);
			buffer.copy(target, at + 2, frames, first * FRAME_SIZE, held * FRAME_SIZE);
			at += 2 + held * FRAME_SIZE;
			budget.pausePoint();
		}
	});
	return budget.finish(target);
}

/** Approximate bytes of a recording besides its frames. */
const RECORDING_BYTES = 512;

/** A take inside an archive. */
interface Span {
	map: string;
	count: number;
	/** Where the frames of each of its recordings begin, and their counts. */
	starts: Array<number>;
	counts: Array<number>;
	/** Whether the last recording was full, so that the next one of its map belongs to it. */
	goesOn: boolean;
}

/** Finds the takes of an archive. Reads only the heads of recordings. */
function findSpans(source: buffer, budget: Budget): Array<Span> {
	const reader = new Reader(source, "archive");
	const spans = new Array<Span>();
	let last: Span | undefined;
	while (reader.remaining() > 0) {
		const start = reader.position;
		budget.spendElements(1, "archive", start);
		budget.spendBytes(RECORDING_BYTES, "archive", start);
		const map = reader.text(reader.u8("map name length"), "map name");
		const [length] = utf8.len(map);
		if (length === undefined) fail("archive", "map name is not UTF-8", start + 1);
		const count = reader.u16("frame count");
		reader.need(count * FRAME_SIZE, `recording of ${count} frames`);
		if (last === undefined || !last.goesOn || last.map !== map) {
			last = { map, count: 0, starts: [], counts: [], goesOn: false };
			spans.push(last);
		}
		last.count += count;
		last.starts.push(reader.position);
		last.counts.push(count);
		last.goesOn = count === MAX_FRAMES;
		reader.skip(count * FRAME_SIZE);
	}
	return spans;
}

function readSpan(source: buffer, { map, count, starts, counts }: Span, rate: number, budget: Budget): Take {
	budget.spendBytes(count * FRAME_SIZE, "archive", starts[0]);
	const frames = buffer.create(count * FRAME_SIZE);
	let at = 0;
	starts.forEach((start, index) => {
		const finish = start + counts[index] * FRAME_SIZE;
		for (const from of $range(start, finish - 1, FRAMES_A_STEP * FRAME_SIZE)) {
			const held = math.min((finish - from) / FRAME_SIZE, FRAMES_A_STEP);
			budget.step(held, "archive", from);
			checkFrames(source, from, held, "archive");
		}
		buffer.copy(frames, at, source, start, finish - start);
		at += finish - start;
	});
	const cuts = findCuts(frames, count, rate, budget);
	return trustTake({ name: map, map, rate, count, frames, markers: [], cuts });
}

/**
 * Decodes the bytes of `encodeArchive`. Damage anywhere fails the call: there are no partial archives. Takes get their
 * map's name, and cuts at the camera's jumps, by the recorder's rule.
 *
 * @param rate frames per second of the recordings: the bytes do not hold it
 *
 * @example
 * const [take] = decodeArchive(archive, 60);
 * new CameraPlayer(take).play();
 */
export function decodeArchive(source: buffer, rate: number, options?: TakeCodecOptions): Array<Take> {
	checkType(source, "buffer", "decodeArchive", "source");
	if (rate === undefined) {
		fail("decodeArchive", "rate is missing; expected the frames per second of the recordings, such as 60");
	}
	checkRate(rate, "decodeArchive");
	const budget = codecBudget(options, "decodeArchive");
	budget.admit(buffer.len(source));
	return budget.finish(findSpans(source, budget).map((span) => readSpan(source, span, rate, budget)));
}
