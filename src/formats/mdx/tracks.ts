//!native
//!optimize 2
import { quoteBytes } from "../../bytes/quote-bytes";
import { Budget } from "../../bytes/budget";
import { Reader } from "../../bytes/reader";
import { normaliseAt } from "../../motion/channel-values";
import { unpackC4Run } from "../../rotation/c4";
import { FORMAT, LARGEST } from "./fields";

/**
 * The type of a track's keys: one number, three, a packed rotation, or a whole number.
 *
 * @example
 * const numbersOf: Record<MdxTrackKind, number> = { number: 1, vector: 3, rotation: 4, index: 1 };
 */
export type MdxTrackKind = "number" | "vector" | "rotation" | "index";

/**
 * How a track is interpolated between keys, in the order of the numbers in its header.
 *
 * @example
 * const hasTangents = (interpolation: MdxInterpolation) => interpolation === "hermite" || interpolation === "bezier";
 */
export type MdxInterpolation = "none" | "linear" | "hermite" | "bezier";

const INTERPOLATIONS: Array<MdxInterpolation> = ["none", "linear", "hermite", "bezier"];

/**
 * The keys of one animated property, on the timeline that all sequences share.
 *
 * @example
 * const track: MdxTrack | undefined = mdx.file.bones[0].tracks.get("KGRT");
 * if (track) print(`turns through ${track.keyCount} keys, ${track.interpolation}`);
 */
export interface MdxTrack {
	tag: string;
	kind: MdxTrackKind;
	interpolation: MdxInterpolation;
	/** The global sequence whose clock it runs on, or -1 for the clock of the current sequence. */
	globalSequence: number;
	keyCount: number;
	/** i32 per key: milliseconds, never falling. */
	times: buffer;
	/**
	 * f32, in the file's own axes: a key's value, then for `hermite` and `bezier` its in-tangent and its out-tangent.
	 * Rotations are unpacked to x y z w. Kind `index` has u32 instead.
	 */
	values: buffer;
	/** The max absolute value in `values`. */
	reach: number;
}

/**
 * Tracks by tag, such as `KGRT`.
 *
 * @example
 * const tracks: MdxTracks = mdx.file.lights[0].tracks;
 * if (tracks.has("KLAI")) print("the light flickers");
 */
export type MdxTracks = Map<string, MdxTrack>;

/** The properties that an object may animate, by tag. */
export type TrackKinds = ReadonlyMap<string, MdxTrackKind>;

/** The parts of the file that reading tracks needs. */
export interface TrackContext {
	globalSequenceCount: number;
	budget: Budget;
}

/** Numbers in a value, by kind. */
export const WIDTHS: { [kind in MdxTrackKind]: number } = { number: 1, vector: 3, rotation: 4, index: 1 };

/** Bytes of a value on disk, by kind: rotations are packed in eight. */
const DISK_SIZES: { [kind in MdxTrackKind]: number } = { number: 4, vector: 12, rotation: 8, index: 4 };

/** Tag, key count, interpolation, global sequence. */
const HEADER_SIZE = 16;
/** Tag, key count, global sequence: KEVT has it, and KMTF and KRTX if only that fits. */
const SHORT_HEADER_SIZE = 12;

/** Keys between two pause points. */
const KEYS_A_STEP = 2048;

/**
 * Copies the times and values of `count` keys, from `first` on, that are `stride` bytes apart from `from` on. Returns
 * the first invalid one, or -1, and an upper bound of all absolute values.
 */
type CopyKeys = (
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	times: buffer,
	values: buffer,
) => LuaTuple<[wrong: number, reach: number]>;

const EARLIEST = -(2 ** 31);

function timeBefore(times: buffer, key: number): number {
	return key > 0 ? buffer.readi32(times, key * 4 - 4) : EARLIEST;
}

/** Copies the times of keys. Returns the first key that goes back in time, or -1. */
function copyTimes(source: buffer, from: number, stride: number, first: number, count: number, times: buffer): number {
	let last = timeBefore(times, first);
	for (const key of $range(first, first + count - 1)) {
		const time = buffer.readi32(source, from + key * stride);
		if (time < last) return key;
		buffer.writei32(times, key * 4, time);
		last = time;
	}
	return -1;
}

/** Copies keys of any numbers. */
function copyNumbers(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	times: buffer,
	values: buffer,
) {
	const late = copyTimes(source, from, stride, first, count, times);
	if (late >= 0) return $tuple(late, 0);
	let largest = 0;
	let to = first * (stride - 4);
	for (const key of $range(first, first + count - 1)) {
		const start = from + key * stride + 4;
		for (const at of $range(start, start + stride - 8, 4)) {
			const value = buffer.readf32(source, at);
			const size = math.abs(value);
			if (!(size <= LARGEST)) return $tuple(key, 0);
			if (size > largest) largest = size;
			buffer.writef32(values, to, value);
			to += 4;
		}
	}
	return $tuple(-1, largest);
}

/** Copies keys of one vector each, the most common kind: `copyNumbers` in a single pass. */
function copyVectors(
	source: buffer,
	from: number,
	_stride: number,
	first: number,
	count: number,
	times: buffer,
	values: buffer,
) {
	let last = timeBefore(times, first);
	let largest = 0;
	let at = from + first * 16;
	for (const key of $range(first, first + count - 1)) {
		const time = buffer.readi32(source, at);
		const x = buffer.readf32(source, at + 4);
		const y = buffer.readf32(source, at + 8);
		const z = buffer.readf32(source, at + 12);
		at += 16;
		// The sum is below a limit only if all are; NaN and infinities fail too.
		const sum = math.abs(x) + math.abs(y) + math.abs(z);
		if (!(sum <= LARGEST && time >= last)) {
			const isSound = math.abs(x) <= LARGEST && math.abs(y) <= LARGEST && math.abs(z) <= LARGEST;
			if (!(isSound && time >= last)) return $tuple(key, 0);
		}
		if (sum > largest) largest = sum;
		last = time;
		buffer.writei32(times, key * 4, time);
		const to = key * 12;
		buffer.writef32(values, to, x);
		buffer.writef32(values, to + 4, y);
		buffer.writef32(values, to + 8, z);
	}
	return $tuple(-1, largest);
}

function copyIndices(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	times: buffer,
	values: buffer,
) {
	for (const key of $range(first, first + count - 1)) {
		buffer.writeu32(values, key * 4, buffer.readu32(source, from + key * stride + 4));
	}
	return $tuple(copyTimes(source, from, stride, first, count, times), 2 ** 32);
}

/** Copies the keys of events, which are only times. */
function copyTimesAlone(source: buffer, from: number, stride: number, first: number, count: number, times: buffer) {
	return $tuple(copyTimes(source, from, stride, first, count, times), 0);
}

const NO_VALUES = buffer.create(0);

function unpackKeys(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	times: buffer,
	values: buffer,
) {
	const late = copyTimes(source, from, stride, first, count, times);
	const width = widthOf(stride);
	const start = from + first * stride + 4;
	const corrupt = unpackC4Run(source, start, stride, count, values, first * width, width);
	if (late >= 0 || corrupt >= 0) return $tuple(late >= 0 ? late : (corrupt - start) / stride + first, 0);
	return $tuple(-1, 1);
}

/** Returns the bytes of a key's unpacked rotations: one, or three with both tangents. */
function widthOf(stride: number): number {
	return stride === 28 ? 48 : 16;
}

/** Unpacks a tangent. Returns 1 if it is corrupt, in which case its direction is kept and w is 0. */
function unpackTangent(source: buffer, from: number, values: buffer, to: number): number {
	if (unpackC4Run(source, from, 8, 1, values, to, 16) < 0) return 0;
	normaliseAt(values, to);
	return 1;
}

/** Unpacks both tangents of each key. Returns how many are corrupt. */
function unpackTangents(source: buffer, from: number, first: number, count: number, values: buffer): number {
	let corrupt = 0;
	for (const key of $range(first, first + count - 1)) {
		const at = from + key * 28 + 12;
		corrupt += unpackTangent(source, at, values, key * 48 + 16);
		corrupt += unpackTangent(source, at + 8, values, key * 48 + 32);
	}
	return corrupt;
}

function checkGlobalSequence(reader: Reader, id: number, what: string, context: TrackContext): void {
	if (id < -1 || id >= context.globalSequenceCount) {
		reader.fail(
			`${what} runs on global sequence ${id}, but the model has ${context.globalSequenceCount}`,
			reader.position - 4,
		);
	}
}

/** Refuses key `key` at `at`, which goes back in time or is out of range. */
function refuseKey(reader: Reader, at: number, key: number, stride: number, kind: MdxTrackKind, what: string): never {
	const { source } = reader;
	const time = buffer.readi32(source, at);
	if (key > 0 && time < buffer.readi32(source, at - stride)) {
		reader.fail(`${what} key ${key} is at ${time} ms, before the key that precedes it`, at);
	}
	if (kind === "rotation") reader.fail(`${what} holds a rotation whose squares add up to more than 1`, at + 4);
	let strange = at + 4;
	while (math.abs(buffer.readf32(source, strange)) <= LARGEST) strange += 4;
	reader.fail(`${what} holds ${buffer.readf32(source, strange)}`, strange);
}

/**
 * Reads `keyCount` existing keys of `stride` bytes into `values`. Returns their times and an upper bound of their
 * absolute values.
 */
function readKeys(
	reader: Reader,
	kind: MdxTrackKind,
	keyCount: number,
	stride: number,
	values: buffer,
	copy: CopyKeys,
	what: string,
	budget: Budget,
) {
	const { source, position } = reader;
	const times = buffer.create(keyCount * 4);
	let most = 0;
	for (const first of $range(0, keyCount - 1, KEYS_A_STEP)) {
		const size = math.min(KEYS_A_STEP, keyCount - first);
		const [wrong, reach] = copy(source, position, stride, first, size, times, values);
		if (wrong >= 0) refuseKey(reader, position + wrong * stride, wrong, stride, kind, what);
		most = math.max(most, reach);
		budget.step(size * 2, FORMAT, position);
	}
	return $tuple(times, most);
}

function needKeys(reader: Reader, count: number, stride: number, what: string, container: string): void {
	if (count * stride > reader.remaining()) {
		reader.fail(
			`${what} has ${count} keys (${count * stride} bytes) but its ${container} ends in ${reader.remaining()} bytes`,
		);
	}
}

/** Returns whether a track may end at `at`: at the end of the object, or before another of its tracks. */
function isTrackEnd(reader: Reader, at: number, kinds: TrackKinds): boolean {
	if (at === reader.finish) return true;
	return at + 4 <= reader.finish && kinds.has(buffer.readstring(reader.source, at, 4));
}

/**
 * Reads KMTF or KRTX: whole numbers without tangents. In most readers their header has the usual 16 bytes, with an
 * unused interpolation, but 12 in some; no real file with these tracks has been checked. So 16 is used if it fits the
 * object, and 12 if only that does.
 */
function readIndexTrack(reader: Reader, tag: string, what: string, kinds: TrackKinds, context: TrackContext): MdxTrack {
	const start = reader.position - 4;
	const keyCount = reader.u32(`${what} key count`);
	if (keyCount === 0) reader.fail(`${what} has no keys`, start + 4);
	const keysSize = keyCount * 8;
	let header = HEADER_SIZE;
	if (!isTrackEnd(reader, start + HEADER_SIZE + keysSize, kinds)) {
		if (!isTrackEnd(reader, start + SHORT_HEADER_SIZE + keysSize, kinds)) {
			const left = reader.finish - start - HEADER_SIZE;
			reader.fail(`${what} has ${keyCount} keys (${keysSize} bytes) but its object ends in ${left} bytes`, start + 4);
		}
		header = SHORT_HEADER_SIZE;
		context.budget.warn("tracks have a header of 12 bytes", what);
	}
	reader.skip(header - SHORT_HEADER_SIZE);
	const globalSequence = reader.i32(`${what} global sequence`);
	checkGlobalSequence(reader, globalSequence, what, context);
	const values = buffer.create(keyCount * 4);
	const [times, reach] = readKeys(reader, "index", keyCount, 8, values, copyIndices, what, context.budget);
	reader.skip(keysSize);
	return { tag, kind: "index", interpolation: "none", globalSequence, keyCount, times, values, reach };
}

/**
 * Unpacks the tangents of rotations. A tangent only bends the curve between two keys, so a corrupt one is straightened.
 */
function readTangents(reader: Reader, keyCount: number, values: buffer, what: string, budget: Budget): void {
	const { source, position } = reader;
	let corrupt = 0;
	for (const first of $range(0, keyCount - 1, KEYS_A_STEP)) {
		const size = math.min(KEYS_A_STEP, keyCount - first);
		corrupt += unpackTangents(source, position, first, size, values);
		budget.step(size, FORMAT, position);
	}
	if (corrupt > 0) budget.warn("tangents are corrupt, their w is taken as 0", what, corrupt);
}

function readTrack(
	reader: Reader,
	tag: string,
	kind: MdxTrackKind,
	what: string,
	container: string,
	context: TrackContext,
): MdxTrack {
	reader.need(HEADER_SIZE - 4, what);
	const keyCount = reader.u32();
	if (keyCount === 0) reader.fail(`${what} has no keys`, reader.position - 4);
	const interpolationId = reader.u32();
	const interpolation = INTERPOLATIONS[interpolationId];
	if (interpolation === undefined) {
		reader.fail(`${what} has interpolation ${interpolationId}, but only 0 to 3 exist`, reader.position - 4);
	}
	const globalSequence = reader.i32();
	checkGlobalSequence(reader, globalSequence, what, context);
	const stride = 4 + DISK_SIZES[kind] * (interpolationId >= 2 ? 3 : 1);
	needKeys(reader, keyCount, stride, what, container);
	const isRotation = kind === "rotation";
	const values = buffer.create(keyCount * (isRotation ? widthOf(stride) : stride - 4));
	const copy = isRotation ? unpackKeys : stride === 16 ? copyVectors : copyNumbers;
	const [times, reach] = readKeys(reader, kind, keyCount, stride, values, copy, what, context.budget);
	if (isRotation && interpolationId >= 2) readTangents(reader, keyCount, values, what, context.budget);
	if (isRotation && interpolation === "bezier") {
		// The client stops with an error here: it has no such curve.
		context.budget.warn("bezier tracks of rotations are read as hermite", what);
	}
	reader.skip(keyCount * stride);
	return { tag, kind, interpolation, globalSequence, keyCount, times, values, reach };
}

/**
 * Reads tracks up to the end of the object that holds them.
 *
 * @param owner the object's name in messages, such as `BONE "Head"`
 * @param container what ends there, such as `node`
 */
export function readTracks(
	reader: Reader,
	kinds: TrackKinds,
	owner: string,
	container: string,
	context: TrackContext,
): MdxTracks {
	const tracks = new Map<string, MdxTrack>();
	while (reader.remaining() > 0) {
		const at = reader.position;
		const tag = reader.text(4, owner);
		const kind = kinds.get(tag);
		// Joined: a template takes several times as long in Luau, and there are many tracks.
		const what = owner + ": " + tag;
		if (kind === undefined) reader.fail(`${owner}: unknown track ${quoteBytes(tag)}`, at);
		if (tracks.has(tag)) reader.fail(`${what} appears twice`, at);
		tracks.set(
			tag,
			kind === "index"
				? readIndexTrack(reader, tag, what, kinds, context)
				: readTrack(reader, tag, kind, what, container, context),
		);
	}
	return tracks;
}

/**
 * The times of events: a track without values, whose header has no interpolation.
 *
 * @example
 * const track: MdxEventTrack | undefined = mdx.file.events[0].track;
 * if (track && track.count > 0) print(`first at ${buffer.readi32(track.times, 0) / 1000} seconds`);
 */
export interface MdxEventTrack {
	globalSequence: number;
	/** i32 each: milliseconds on the shared timeline, never falling. */
	times: buffer;
	count: number;
}

/** Reads KEVT, if an event object has it. */
export function readEventTrack(reader: Reader, owner: string, context: TrackContext): MdxEventTrack | undefined {
	if (reader.remaining() === 0) return undefined;
	const at = reader.position;
	const tag = reader.text(4, `${owner}: track tag`);
	if (tag !== "KEVT") reader.fail(`${owner}: unknown track ${quoteBytes(tag)}`, at);
	const what = `${owner}: KEVT`;
	const count = reader.u32(`${what} key count`);
	const globalSequence = reader.i32(`${what} global sequence`);
	checkGlobalSequence(reader, globalSequence, what, context);
	needKeys(reader, count, 4, what, "object");
	const [times] = readKeys(reader, "index", count, 4, NO_VALUES, copyTimesAlone, what, context.budget);
	reader.skip(count * 4);
	reader.expectEnd(owner);
	return { globalSequence, times, count };
}
