//!native
//!optimize 2
import { fail } from "../bytes/fail";
import type { Budget } from "../bytes/budget";
import { addGroups, Plane } from "./add-groups";
import { addBytes, addShorts, addSmallShorts, mixWords } from "./channels";
import { Control, decodeGroups, headerSize, readHeader, Size } from "./groups";
import { checkEnd } from "./stream-end";

/** First byte of a stream: 0xa0 for version 0, 0xa1 for version 1. */
export const ATTRIBUTES_HEADER = 0xa0;

/** The max bytes of a block of elements. */
const MAX_BLOCK_BYTES = 8192;

/**
 * The min size of padding and tail together. No group is longer than 24 bytes, so reading one cannot leave the stream.
 */
const MIN_TAIL_V0 = 32;
const MIN_TAIL_V1 = 24;

/** Header bits of 16 groups of whole bytes, which follow each other like literal bytes. */
const ALL_WHOLE_BYTES = 0xffffffff;

/** How a channel's codes are read in version 1. Version 0 only has bytes. */
export const enum Channel {
	Bytes = 0,
	Shorts = 1,
	Words = 2,
}

/**
 * The codes of the four bytes of a channel, a plane each. Nothing yields while it is in use: work pauses between
 * blocks.
 */
export const codes = buffer.create(4 * Size.Plane);

/** The bytes of a block that cost about as much as a vertex elsewhere. */
const BYTES_A_STEP = 8;

/** Returns the elements of each block but the last. */
export function blockElements(stride: number): number {
	return math.min(MAX_BLOCK_BYTES.idiv(stride) & ~15, Size.Plane);
}

/** Returns the bytes of padding and tail. */
export function tailSize(version: number, stride: number): number {
	return version === 0 ? math.max(stride, MIN_TAIL_V0) : math.max(stride + stride.idiv(4), MIN_TAIL_V1);
}

/**
 * Returns the min bytes of `count` elements: version 0 has header bits for every plane of a block, version 1 only a
 * control byte for every four planes.
 */
export function minimumAttributesSize(version: number, count: number, stride: number): number {
	const perBlock = blockElements(stride);
	const whole = count.idiv(perBlock);
	const rest = count % perBlock;
	const blocks =
		version === 0
			? stride * (whole * headerSize(perBlock) + headerSize(rest))
			: stride.idiv(4) * math.ceil(count / perBlock);
	return 1 + blocks + tailSize(version, stride);
}

/** Refuses channel modes that no version has, and rotations of modes that do not rotate. */
function checkChannels(source: buffer, start: number, channels: number): void {
	for (const channel of $range(0, channels - 1)) {
		const mode = buffer.readu8(source, start + channel);
		if ((mode & 15) > Channel.Words || ((mode & 15) < Channel.Words && mode > 15)) {
			fail("meshopt", `channel ${channel} has mode ${mode}, which does not exist`, start + channel);
		}
	}
}

function checkPadding(source: buffer, start: number, finish: number): void {
	for (const at of $range(start, finish - 1)) {
		if (buffer.readu8(source, at) !== 0) fail("meshopt", "padding before the tail is not zero", at);
	}
}

/** Writes `count` copies of an element, so that planes without deltas are complete before they are read. */
function repeatElement(
	source: buffer,
	sourceAt: number,
	stride: number,
	target: buffer,
	targetAt: number,
	count: number,
): void {
	const size = count * stride;
	buffer.copy(target, targetAt, source, sourceAt, stride);
	let done = stride;
	while (done < size) {
		const more = math.min(done, size - done);
		buffer.copy(target, targetAt + done, target, targetAt, more);
		done += more;
	}
}

function checkLiteral(start: number, limit: number, count: number): void {
	if (count > limit - start) fail("meshopt", `${count} literal bytes do not fit in ${limit - start}`, start);
}

/** Decodes a channel of bytes, plane by plane straight into the target, which holds the element before the block. */
function decodeBytes(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	version: number,
	control: number,
	target: buffer,
	targetAt: number,
	stride: number,
): number {
	const headerBytes = headerSize(count);
	let position = start;
	for (const plane of $range(0, 3)) {
		const mode = (control >>> (2 * plane)) & 3;
		const at = targetAt + plane;
		if (mode === Control.Literal) {
			checkLiteral(position, limit, count);
			addBytes(source, position, count, target, at, stride, buffer.readu8(target, at));
			position += count;
		} else if (mode !== Control.Zeros) {
			const hasZeros = mode === Control.WithZeros;
			const header = readHeader(source, position, limit, count);
			position += headerBytes;
			if (header === ALL_WHOLE_BYTES && (version === 0 || !hasZeros) && Size.Plane <= limit - position) {
				addBytes(source, position, count, target, at, stride, buffer.readu8(target, at));
				position += Size.Plane;
			} else if (header !== 0 || !hasZeros) {
				const least = version === 0 ? 1 : mode;
				if (count % Size.Group === 0) {
					const plane = Plane.Bytes;
					position = addGroups(
						source,
						position,
						limit,
						count,
						header,
						hasZeros,
						least,
						target,
						at,
						stride,
						plane,
						codes,
					);
				} else {
					position = decodeGroups(source, position, limit, count, header, hasZeros, least, codes, 0);
					addBytes(codes, 0, count, target, at, stride, buffer.readu8(target, at));
				}
			}
		}
	}
	return position;
}

/** Decodes one plane of a channel of version 1 to `codes` from `at` on, and returns the position after it. */
export function decodePlane(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	mode: number,
	at: number,
): number {
	if (mode === Control.Zeros) {
		buffer.fill(codes, at, 0, count);
		return start;
	}
	if (mode === Control.Literal) {
		checkLiteral(start, limit, count);
		buffer.copy(codes, at, source, start, count);
		return start + count;
	}
	const header = readHeader(source, start, limit, count);
	const groups = start + headerSize(count);
	return decodeGroups(source, groups, limit, count, header, mode === Control.WithZeros, mode, codes, at);
}

function isGrouped(mode: number): boolean {
	return mode === Control.WithZeros || mode === Control.WithBytes;
}

/**
 * Decodes one plane of whole groups and adds it up, and returns the position after it. `codes` holds the low bytes.
 */
function addPlane(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	mode: number,
	target: buffer,
	at: number,
	stride: number,
	plane: Plane,
): number {
	const header = readHeader(source, start, limit, count);
	const hasZeros = mode === Control.WithZeros;
	const groups = start + headerSize(count);
	return addGroups(source, groups, limit, count, header, hasZeros, mode, target, at, stride, plane, codes);
}

/** Decodes a channel of two 16-bit values. A plane of high bytes without deltas is common and cheap. */
function decodeShorts(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	control: number,
	target: buffer,
	targetAt: number,
	stride: number,
): number {
	const isWhole = count % Size.Group === 0;
	let position = start;
	for (const half of $range(0, 1)) {
		const low = (control >>> (4 * half)) & 3;
		const high = (control >>> (4 * half + 2)) & 3;
		const at = targetAt + 2 * half;
		if (high === Control.Zeros && isWhole && isGrouped(low)) {
			position = addPlane(source, position, limit, count, low, target, at, stride, Plane.SmallShorts);
			continue;
		}
		position = decodePlane(source, position, limit, count, low, 0);
		if (high === Control.Zeros) {
			if (low !== Control.Zeros) addSmallShorts(codes, count, target, at, stride, buffer.readu16(target, at));
		} else if (isWhole && isGrouped(high)) {
			position = addPlane(source, position, limit, count, high, target, at, stride, Plane.HighBytes);
		} else {
			position = decodePlane(source, position, limit, count, high, Size.Plane);
			addShorts(codes, count, target, at, stride, buffer.readu16(target, at));
		}
	}
	return position;
}

/** Decodes a channel of one 32-bit value. */
function decodeWords(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	control: number,
	rotation: number,
	target: buffer,
	targetAt: number,
	stride: number,
): number {
	let position = start;
	for (const plane of $range(0, 3)) {
		position = decodePlane(source, position, limit, count, (control >>> (2 * plane)) & 3, plane * Size.Plane);
	}
	mixWords(codes, count, target, targetAt, stride, buffer.readu32(target, targetAt), rotation);
	return position;
}

/** Checks the bytes around the blocks of a stream of version 1, and returns where the blocks end. */
export function checkTail(source: buffer, finish: number, stride: number): number {
	const limit = finish - tailSize(1, stride);
	const channels = stride.idiv(4);
	checkChannels(source, finish - channels, channels);
	checkPadding(source, limit, finish - channels - stride);
	return limit;
}

/**
 * Decodes an ATTRIBUTES stream, of version 0 or 1, that fills `start` to `finish` of `source` exactly.
 *
 * Each element's bytes are deltas from the previous element, the first one's from the baseline in the tail.
 */
export function decodeAttributes(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
	budget?: Budget,
): void {
	const version = buffer.readu8(source, start) - ATTRIBUTES_HEADER;
	const limit = finish - tailSize(version, stride);
	const channels = stride.idiv(4);
	const modes = finish - channels;
	const baseline = version === 0 ? finish - stride : modes - stride;
	if (version === 1) checkChannels(source, modes, channels);
	checkPadding(source, limit, baseline);
	const perBlock = blockElements(stride);

	let position = start + 1;
	let to = targetOffset;
	for (const first of $range(0, count - 1, perBlock)) {
		const size = math.min(perBlock, count - first);
		if (first === 0) repeatElement(source, baseline, stride, target, to, size);
		else repeatElement(target, to - stride, stride, target, to, size);
		const controls = position;
		if (version === 1) {
			position += channels;
			if (position > limit) {
				fail("meshopt", `control modes need ${channels} bytes but ${limit - controls} are left`, controls);
			}
		}
		for (const channel of $range(0, channels - 1)) {
			const control = version === 1 ? buffer.readu8(source, controls + channel) : 0;
			const mode = version === 1 ? buffer.readu8(source, modes + channel) : Channel.Bytes;
			const at = to + 4 * channel;
			if (mode === Channel.Bytes) {
				position = decodeBytes(source, position, limit, size, version, control, target, at, stride);
			} else if (mode === Channel.Shorts) {
				position = decodeShorts(source, position, limit, size, control, target, at, stride);
			} else {
				position = decodeWords(source, position, limit, size, control, mode >>> 4, target, at, stride);
			}
		}
		to += size * stride;
		budget?.step((size * stride) / BYTES_A_STEP, "meshopt", start);
	}
	checkEnd(position, limit);
}
