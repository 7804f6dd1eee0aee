//!native
//!optimize 2
import { quoteBytes } from "../../bytes/quote-bytes";
import { Work } from "../../bytes/work";
import { Reader } from "../../bytes/reader";
import { tryUnpackC4 } from "../../rotation/c4";
import { normalise } from "../../rotation/quaternion";
import { FORMAT, LARGEST } from "./fields";

/**
 * What a track's keys hold: one number, three, a packed rotation, or a whole number.
 *
 * @example
 * const numbersOf: Record<MdxTrackKind, number> = { number: 1, vector: 3, rotation: 4, index: 1 };
 */
export type MdxTrackKind = "number" | "vector" | "rotation" | "index";

/**
 * How a track goes from key to key, by the number that stands in its header.
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
	/** The global sequence whose clock it runs on, or -1 for the clock of the sequence that plays. */
	globalSequence: number;
	keyCount: number;
	/** i32 a key: milliseconds, never falling. */
	times: buffer;
	/**
	 * f32, in the file's own axes: a key's value, then for `hermite` and `bezier` its in-tangent and its out-tangent. Rotations
	 * are unpacked to x y z w. Kind `index` has u32 instead.
	 */
	values: buffer;
}

/**
 * Tracks by tag, such as `KGRT`.
 *
 * @example
 * const tracks: MdxTracks = mdx.file.lights[0].tracks;
 * if (tracks.has("KLAI")) print("the light flickers");
 */
export type MdxTracks = Map<string, MdxTrack>;

/** What an object may animate, by tag. */
export type TrackKinds = ReadonlyMap<string, MdxTrackKind>;

/** What track reading needs to know of the file around it. */
export interface TrackContext {
	globalSequenceCount: number;
	work: Work;
}

/** Numbers in a value, by kind. */
export const WIDTHS: { [kind in MdxTrackKind]: number } = { number: 1, vector: 3, rotation: 4, index: 1 };

/** Bytes of a value on disk, by kind: rotations are packed in eight. */
const DISK_SIZES: { [kind in MdxTrackKind]: number } = { number: 4, vector: 12, rotation: 8, index: 4 };

/** Tag, key count, interpolation, global sequence. */
const HEADER_SIZE = 16;
/** Tag, key count, global sequence: KEVT has it, and KMTF and KRTX where only that fits. */
const SHORT_HEADER_SIZE = 12;

/** Keys between two looks at whether to pause. */
const KEYS_A_STEP = 2048;

/**
 * Calls `visit` with the first key of each slice, with how many it has and with what else it needs, and pauses in between.
 * Gives what the first of them gives that is not negative, or -1.
 */
function inKeySlices(
	reader: Reader,
	stride: number,
	count: number,
	target: buffer,
	work: Work,
	visit: (source: buffer, from: number, stride: number, first: number, count: number, target: buffer) => number,
): number {
	const { source, position } = reader;
	for (const first of $range(0, count - 1, KEYS_A_STEP)) {
		const size = math.min(KEYS_A_STEP, count - first);
		const found = visit(source, position, stride, first, size, target);
		if (found >= 0) return found;
		work.step(size, FORMAT, position);
	}
	return -1;
}

/** Copies the times of keys `stride` bytes apart; gives the first key that goes back in time, or -1. */
function copyTimes(source: buffer, from: number, stride: number, first: number, count: number, times: buffer): number {
	let last = first > 0 ? buffer.readi32(times, first * 4 - 4) : -(2 ** 31);
	for (const key of $range(first, first + count - 1)) {
		const time = buffer.readi32(source, from + key * stride);
		if (time < last) return key;
		buffer.writei32(times, key * 4, time);
		last = time;
	}
	return -1;
}

/** Copies the numbers of keys `stride` bytes apart; gives where the first stands that is no number of a model, or -1. */
function copyKeyNumbers(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	values: buffer,
): number {
	let to = first * (stride - 4);
	for (const start of $range(from + first * stride + 4, from + (first + count - 1) * stride + 4, stride)) {
		for (const at of $range(start, start + stride - 8, 4)) {
			const value = buffer.readf32(source, at);
			if (!(value >= -LARGEST && value <= LARGEST)) return at;
			buffer.writef32(values, to, value);
			to += 4;
		}
	}
	return -1;
}

/** Does the same for keys of one vector each, which most are. */
function copyVectors(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	values: buffer,
): number {
	for (const key of $range(first, first + count - 1)) {
		const at = from + key * 16 + 4;
		const x = buffer.readf32(source, at);
		const y = buffer.readf32(source, at + 4);
		const z = buffer.readf32(source, at + 8);
		// NaN and infinities fail too; which number it was is found out when there is one.
		if (!(math.abs(x) + math.abs(y) + math.abs(z) <= LARGEST)) {
			const strange = copyKeyNumbers(source, from, stride, key, 1, values);
			if (strange >= 0) return strange;
		}
		const to = key * 12;
		buffer.writef32(values, to, x);
		buffer.writef32(values, to + 4, y);
		buffer.writef32(values, to + 8, z);
	}
	return -1;
}

function copyIndices(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	values: buffer,
): number {
	for (const key of $range(first, first + count - 1)) {
		buffer.writeu32(values, key * 4, buffer.readu32(source, from + key * stride + 4));
	}
	return -1;
}

/** Unpacks the rotation at `from`; false where it is corrupt, in which case its direction is kept and w is 0. */
function unpackAt(source: buffer, from: number, values: buffer, to: number): boolean {
	const [x, y, z, w] = tryUnpackC4(buffer.readu32(source, from), buffer.readu32(source, from + 4));
	if (w >= 0) {
		buffer.writef32(values, to, x);
		buffer.writef32(values, to + 4, y);
		buffer.writef32(values, to + 8, z);
		buffer.writef32(values, to + 12, w);
		return true;
	}
	const [nx, ny, nz] = normalise(x, y, z, 0);
	buffer.writef32(values, to, nx);
	buffer.writef32(values, to + 4, ny);
	buffer.writef32(values, to + 8, nz);
	buffer.writef32(values, to + 12, 0);
	return false;
}

/** Unpacks the value of each key; gives where the first corrupt one stands, or -1. */
function unpackValues(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	values: buffer,
): number {
	const width = widthOf(stride);
	for (const key of $range(first, first + count - 1)) {
		const at = from + key * stride + 4;
		if (!unpackAt(source, at, values, key * width)) return at;
	}
	return -1;
}

/** The bytes that a key's rotations take unpacked: one, or with two tangents three. */
function widthOf(stride: number): number {
	return stride === 28 ? 48 : 16;
}

/** Unpacks both tangents of each key; gives how many are corrupt. */
function unpackTangents(
	source: buffer,
	from: number,
	stride: number,
	first: number,
	count: number,
	values: buffer,
): number {
	let corrupt = 0;
	for (const key of $range(first, first + count - 1)) {
		const at = from + key * stride + 12;
		if (!unpackAt(source, at, values, key * 48 + 16)) corrupt += 1;
		if (!unpackAt(source, at + 8, values, key * 48 + 32)) corrupt += 1;
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

function readTimes(reader: Reader, count: number, stride: number, what: string, work: Work): buffer {
	const times = buffer.create(count * 4);
	const backwards = inKeySlices(reader, stride, count, times, work, copyTimes);
	if (backwards >= 0) {
		const at = reader.position + backwards * stride;
		reader.fail(
			`${what} key ${backwards} is at ${buffer.readi32(reader.source, at)} ms, before the key that precedes it`,
			at,
		);
	}
	return times;
}

function needKeys(reader: Reader, count: number, stride: number, what: string, container: string): void {
	if (count * stride > reader.remaining()) {
		reader.fail(
			`${what} has ${count} keys (${count * stride} bytes) but its ${container} ends in ${reader.remaining()} bytes`,
		);
	}
}

/** Whether a track may end at `at`: there the object ends, or another of its tracks begins. */
function isTrackEnd(reader: Reader, at: number, kinds: TrackKinds): boolean {
	if (at === reader.finish) return true;
	return at + 4 <= reader.finish && kinds.has(buffer.readstring(reader.source, at, 4));
}

/**
 * KMTF and KRTX: whole numbers without tangents. Their header has the usual 16 bytes in most readers, with an
 * interpolation that means nothing, but 12 in some; no real file with these tracks has been checked. So 16 is taken where
 * it fits the object, and 12 where only that does.
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
		context.work.warn("tracks have a header of 12 bytes", what);
	}
	reader.skip(header - SHORT_HEADER_SIZE);
	const globalSequence = reader.i32(`${what} global sequence`);
	checkGlobalSequence(reader, globalSequence, what, context);
	const times = readTimes(reader, keyCount, 8, what, context.work);
	const values = buffer.create(keyCount * 4);
	inKeySlices(reader, 8, keyCount, values, context.work, copyIndices);
	reader.skip(keysSize);
	return { tag, kind: "index", interpolation: "none", globalSequence, keyCount, times, values };
}

function readRotationValues(
	reader: Reader,
	keyCount: number,
	stride: number,
	what: string,
	context: TrackContext,
): buffer {
	const { work } = context;
	const width = widthOf(stride);
	const values = buffer.create(keyCount * width);
	const corrupt = inKeySlices(reader, stride, keyCount, values, work, unpackValues);
	if (corrupt >= 0) reader.fail(`${what} holds a rotation whose squares add up to more than 1`, corrupt);
	if (width === 48) {
		// A tangent only bends the way between two keys: a broken one is straightened, and every key still stands.
		let tangents = 0;
		inKeySlices(reader, stride, keyCount, values, work, (source, from, size, first, count, target) => {
			tangents += unpackTangents(source, from, size, first, count, target);
			return -1;
		});
		if (tangents > 0) work.warn("tangents are corrupt, their w is taken as 0", what, tangents);
	}
	return values;
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
	const times = readTimes(reader, keyCount, stride, what, context.work);
	let values: buffer;
	if (kind === "rotation") {
		values = readRotationValues(reader, keyCount, stride, what, context);
		if (interpolation === "bezier") {
			// The client stops with an error here: it has no such curve.
			context.work.warn("bezier tracks of rotations are read as hermite", what);
		}
	} else {
		values = buffer.create(keyCount * (stride - 4));
		const copy = stride === 16 ? copyVectors : copyKeyNumbers;
		const strange = inKeySlices(reader, stride, keyCount, values, context.work, copy);
		if (strange >= 0) reader.fail(`${what} holds ${buffer.readf32(reader.source, strange)}`, strange);
	}
	reader.skip(keyCount * stride);
	return { tag, kind, interpolation, globalSequence, keyCount, times, values };
}

/**
 * Reads tracks up to the end of the object that holds them.
 *
 * @param owner who stands in messages, such as `BONE "Head"`
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
		const what = `${owner}: ${tag}`;
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
 * When events happen: a track of times alone, whose header has no interpolation.
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

/** Reads KEVT, where an event object has it. */
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
	const times = readTimes(reader, count, 4, what, context.work);
	reader.skip(count * 4);
	reader.expectEnd(owner);
	return { globalSequence, times, count };
}
