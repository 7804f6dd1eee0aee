import { fail } from "../../src/bytes/fail";
import { decodeArchive, encodeArchive } from "../../src/take/archive";
import { FRAME_SIZE } from "../../src/take/frame";
import { MAX_FRAMES, Recording } from "../../src/take/recording";
import { createByteModule, isByteModule, readBytes, readField } from "../place/byte-module";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";

/** What a list shows of a take. */
export interface TakeSummary {
	module: ModuleScript;
	name: string;
	map: string;
	rate: number;
	frames: number;
	/** Seconds from the first frame to the last. */
	duration: number;
	/** Of its archive. */
	bytes: number;
}

/** A take with its frames. */
export interface LoadedTake {
	rate: number;
	recordings: Array<Recording>;
}

/** How many frames recordings hold together. */
export function countFrames(recordings: Array<Recording>): number {
	let frames = 0;
	for (const recording of recordings) frames += recording.count;
	return frames;
}

/** The longest name that a take keeps: ModuleScripts are listed by it. */
const MAX_NAME = 50;

/** A name without what would break a line of a list or a path in the explorer. */
export function cleanName(name: string): string {
	const [plain] = name.gsub('[%c"\\]', " ");
	const [trimmed] = plain.match("^%s*(.-)%s*$");
	return (trimmed as string).sub(1, MAX_NAME);
}

/** Makes the module of a take, under no parent. Yields. */
export function createTake(name: string, take: LoadedTake): ModuleScript {
	const frames = countFrames(take.recordings);
	const archive = encodeArchive(take.recordings);
	// Only what lists show: the archive keeps the map's name as it is.
	const map = take.recordings.isEmpty() ? "" : cleanName(take.recordings[0].map);
	return createByteModule(name, { rate: take.rate, frames, map, bytes: buffer.len(archive) }, "archive", archive);
}

/** Puts a take into the place, under a name that no other take has. Yields. */
export function addTake(name: string, take: LoadedTake): ModuleScript {
	const wanted = cleanName(name);
	const module = createTake(freeName(findSection("Takes"), wanted === "" ? "Take" : wanted), take);
	module.Parent = ensureSection("Takes");
	return module;
}

function asNumber(value: unknown): number | undefined {
	return typeIs(value, "number") ? value : undefined;
}

/** What a list shows of a module, or undefined where it is no take. */
export function summarize(module: Instance): TakeSummary | undefined {
	if (!isByteModule(module)) return undefined;
	const rate = asNumber(readField(module, "rate"));
	const frames = asNumber(readField(module, "frames"));
	const map = readField(module, "map");
	const bytes = asNumber(readField(module, "bytes"));
	if (rate === undefined || frames === undefined || bytes === undefined || !typeIs(map, "string")) return undefined;
	return { module, name: module.Name, map, rate, frames, duration: math.max(frames - 1, 0) / rate, bytes };
}

/** All takes of the place, by name. */
export function listTakes(): Array<TakeSummary> {
	const takes = new Array<TakeSummary>();
	for (const child of findSection("Takes")?.GetChildren() ?? []) {
		const summary = summarize(child);
		if (summary) takes.push(summary);
	}
	return takes.sort((a, b) => a.name < b.name);
}

/** Reads a take out of its module. Fails with a message where it is damaged. */
export function loadTake(module: ModuleScript): LoadedTake {
	const rate = asNumber(readField(module, "rate"));
	if (rate === undefined || !(rate > 0 && rate < math.huge)) fail("place", `${module.Name} has no rate`);
	return { rate, recordings: decodeArchive(readBytes(module)) };
}

/** The frames of a take from `first` to `last` (counted from 0, both kept), as recordings of their own. */
export function trimTake(take: LoadedTake, first: number, last: number): LoadedTake {
	const count = last - first + 1;
	if (!(first >= 0 && count >= 1 && last < countFrames(take.recordings))) {
		fail("trim", `frames ${first} to ${last} are not in the take`);
	}
	const joined = buffer.create(count * FRAME_SIZE);
	let start = 0;
	for (const recording of take.recordings) {
		const from = math.max(first, start);
		const to = math.min(last, start + recording.count - 1);
		if (to >= from) {
			const size = (to - from + 1) * FRAME_SIZE;
			buffer.copy(joined, (from - first) * FRAME_SIZE, recording.frames, (from - start) * FRAME_SIZE, size);
		}
		start += recording.count;
	}
	const recordings = new Array<Recording>();
	for (const at of $range(0, count - 1, MAX_FRAMES)) {
		const size = math.min(MAX_FRAMES, count - at);
		const frames = buffer.create(size * FRAME_SIZE);
		buffer.copy(frames, 0, joined, at * FRAME_SIZE, size * FRAME_SIZE);
		recordings.push({ map: take.recordings[0].map, count: size, frames });
	}
	return { rate: take.rate, recordings };
}
