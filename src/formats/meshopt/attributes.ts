//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { addBytes, addShorts, mixWords, PLANE } from "./channels";
import { decodeGroups, headerSize, isZeroHeader } from "./groups";
import { checkEnd } from "./stream-end";

/** First byte of a stream: 0xa0 for version 0, 0xa1 for version 1. */
const HEADER = 0xa0;

/** Elements come in blocks of at most so many bytes and elements. */
const MAX_BLOCK_BYTES = 8192;
const MAX_BLOCK_ELEMENTS = PLANE;

/** The least size of padding and tail together; no group is longer than 24 bytes, so reading one cannot leave the stream. */
const MIN_TAIL_V0 = 32;
const MIN_TAIL_V1 = 24;

/** Control modes of version 1; 0 and 1 have groups. */
const CONTROL_WITH_ZEROS = 0;
const CONTROL_ZEROS = 2;
const CONTROL_LITERAL = 3;

/** Channel modes of version 1; version 0 has bytes only. */
const CHANNEL_BYTES = 0;
const CHANNEL_SHORTS = 1;
const CHANNEL_WORDS = 2;

/** The codes of the four bytes of a channel. Nothing yields while it is in use. */
const codes = buffer.create(4 * PLANE);

/** How many elements each block but the last holds. */
function blockElements(stride: number): number {
	return math.min(MAX_BLOCK_BYTES.idiv(stride) & ~15, MAX_BLOCK_ELEMENTS);
}

/** The bytes of padding and tail. */
function tailSize(version: number, stride: number): number {
	return version === 0 ? math.max(stride, MIN_TAIL_V0) : math.max(stride + stride.idiv(4), MIN_TAIL_V1);
}

/**
 * The fewest bytes in which `count` elements can be stored: version 0 has header bits for every plane of a block,
 * version 1 only a control byte for every four planes.
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
		if ((mode & 15) > CHANNEL_WORDS || ((mode & 15) < CHANNEL_WORDS && mode > 15)) {
			fail("meshopt", `channel ${channel} has mode ${mode}, which does not exist`, start + channel);
		}
	}
}

function checkPadding(source: buffer, start: number, finish: number): void {
	for (const at of $range(start, finish - 1)) {
		if (buffer.readu8(source, at) !== 0) fail("meshopt", "padding before the tail is not zero", at);
	}
}

/** Writes `count` copies of an element, so that planes without deltas are done before they are read. */
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

/** Whether a plane with header bits, at `position`, has no delta. */
function isZeroPlane(source: buffer, position: number, limit: number, version: number, control: number, count: number) {
	const size = headerSize(count);
	if (version === 1 && control !== CONTROL_WITH_ZEROS) return false;
	return size <= limit - position && isZeroHeader(source, position, size);
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
	let position = start;
	for (const plane of $range(0, 3)) {
		const mode = (control >>> (2 * plane)) & 3;
		const at = targetAt + plane;
		if (mode === CONTROL_LITERAL) {
			checkLiteral(position, limit, count);
			addBytes(source, position, count, target, at, stride, buffer.readu8(target, at));
			position += count;
		} else if (mode !== CONTROL_ZEROS) {
			if (isZeroPlane(source, position, limit, version, mode, count)) {
				position += headerSize(count);
			} else {
				position = decodeGroups(source, position, limit, count, version, mode, codes, 0);
				addBytes(codes, 0, count, target, at, stride, buffer.readu8(target, at));
			}
		}
	}
	return position;
}

/** Decodes the planes of a channel of version 1 to codes. */
function decodePlanes(source: buffer, start: number, limit: number, count: number, control: number): number {
	let position = start;
	for (const plane of $range(0, 3)) {
		const mode = (control >>> (2 * plane)) & 3;
		const at = plane * PLANE;
		if (mode === CONTROL_LITERAL) {
			checkLiteral(position, limit, count);
			buffer.copy(codes, at, source, position, count);
			position += count;
		} else if (mode === CONTROL_ZEROS) {
			buffer.fill(codes, at, 0, count);
		} else {
			position = decodeGroups(source, position, limit, count, 1, mode, codes, at);
		}
	}
	return position;
}

/**
 * Decodes an ATTRIBUTES stream, of version 0 or 1, that fills `start` to `finish` of `source` exactly.
 *
 * Each element's bytes are deltas to the element before it, the first one's to the baseline in the tail.
 */
export function decodeAttributes(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
): void {
	const version = buffer.readu8(source, start) - HEADER;
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
			const mode = version === 1 ? buffer.readu8(source, modes + channel) : CHANNEL_BYTES;
			const at = to + 4 * channel;
			if (mode === CHANNEL_BYTES) {
				position = decodeBytes(source, position, limit, size, version, control, target, at, stride);
			} else {
				position = decodePlanes(source, position, limit, size, control);
				if (mode === CHANNEL_SHORTS) {
					addShorts(codes, 0, size, target, at, stride, buffer.readu16(target, at));
					addShorts(codes, 2 * PLANE, size, target, at + 2, stride, buffer.readu16(target, at + 2));
				} else {
					mixWords(codes, size, target, at, stride, buffer.readu32(target, at), mode >>> 4);
				}
			}
		}
		to += size * stride;
	}
	checkEnd(position, limit);
}
