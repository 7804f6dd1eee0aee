//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { checkEnd } from "./stream-end";

/** First byte of a stream: 0xa0 for version 0, 0xa1 for version 1. */
const HEADER = 0xa0;

/** Elements in a block, and in a group of a block. */
const MAX_BLOCK_BYTES = 8192;
const MAX_BLOCK_ELEMENTS = 256;
const GROUP = 16;

/** The least size of padding and tail together; no group is longer than 24 bytes, so reading one cannot leave the stream. */
const MIN_TAIL_V0 = 32;
const MIN_TAIL_V1 = 24;

/** What a group's header bits say, from the point of view of version 1's control mode 0. */
const ZEROS = 0;
const ONE_BIT = 1;
const TWO_BITS = 2;
const FOUR_BITS = 3;

/** Control modes of version 1; 0 and 1 have groups. */
const CONTROL_ZEROS = 2;
const CONTROL_LITERAL = 3;

/** The codes of the four bytes of a channel, one plane of 256 bytes after the other. */
const PLANE = MAX_BLOCK_ELEMENTS;
const codes = buffer.create(4 * PLANE);

/** How many elements each block but the last holds. */
function blockElements(stride: number): number {
	return math.min(MAX_BLOCK_BYTES.idiv(stride) & ~15, MAX_BLOCK_ELEMENTS);
}

/** The bytes of padding and tail. */
function tailSize(version: number, stride: number): number {
	return version === 0 ? math.max(stride, MIN_TAIL_V0) : math.max(stride + stride.idiv(4), MIN_TAIL_V1);
}

/** Bytes of header bits for a plane of `count` elements: two bits a group. */
function headerSize(count: number): number {
	return math.ceil(math.ceil(count / GROUP) / 4);
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

/** Decodes one group of 16 codes of `bits` bits, in which a code of all ones stands for a byte after them. */
function decodePacked(source: buffer, start: number, bits: number, at: number): number {
	const sentinel = 2 ** bits - 1;
	let position = start + 2 * bits;
	for (const index of $range(0, GROUP - 1)) {
		const bit = index * bits;
		const packed = buffer.readu8(source, start + (bit >>> 3));
		// Single bits come least significant first, wider codes most significant first.
		let code = (packed >>> (bits === 1 ? bit & 7 : 8 - bits - (bit & 7))) & sentinel;
		if (code === sentinel) {
			code = buffer.readu8(source, position);
			position += 1;
		}
		buffer.writeu8(codes, at + index, code);
	}
	return position;
}

/** Decodes the groups of one plane to `codes` at `at` and returns the position after them. */
function decodePlane(
	source: buffer,
	start: number,
	limit: number,
	count: number,
	version: number,
	control: number,
	at: number,
): number {
	const groups = math.ceil(count / GROUP);
	let position = start + headerSize(count);
	if (position > limit)
		fail("meshopt", `header bits need ${position - start} bytes but ${limit - start} are left`, start);
	if (groups % 4 !== 0 && buffer.readu8(source, position - 1) >>> (2 * (groups % 4)) !== 0) {
		fail("meshopt", "unused header bits are not zero", position - 1);
	}
	for (const group of $range(0, groups - 1)) {
		if (position > limit) fail("meshopt", `group ${group} starts after the last data byte`, position);
		const bits = (buffer.readu8(source, start + (group >>> 2)) >>> (2 * (group & 3))) & 3;
		const kind = version === 1 ? bits + control : bits === 0 ? ZEROS : bits + 1;
		const target = at + group * GROUP;
		if (kind === ZEROS) buffer.fill(codes, target, 0, GROUP);
		else if (kind === ONE_BIT) position = decodePacked(source, position, 1, target);
		else if (kind === TWO_BITS) position = decodePacked(source, position, 2, target);
		else if (kind === FOUR_BITS) position = decodePacked(source, position, 4, target);
		else {
			buffer.copy(codes, target, source, position, GROUP);
			position += GROUP;
		}
	}
	return position;
}

function decodeLiteral(source: buffer, start: number, limit: number, count: number, at: number): number {
	if (count > limit - start) fail("meshopt", `${count} literal bytes do not fit in ${limit - start}`, start);
	buffer.copy(codes, at, source, start, count);
	return start + count;
}

function codeWord(index: number): number {
	return (
		buffer.readu8(codes, index) |
		(buffer.readu8(codes, PLANE + index) << 8) |
		(buffer.readu8(codes, 2 * PLANE + index) << 16) |
		(buffer.readu8(codes, 3 * PLANE + index) << 24)
	);
}

/** Channel mode 0: each byte is the previous element's plus a zigzag delta. Four bytes are added at once. */
function addBytes(target: buffer, at: number, stride: number, count: number, baseline: number): number {
	let value = baseline;
	for (const index of $range(0, count - 1)) {
		const word = codeWord(index);
		const delta = ((word >>> 1) & 0x7f7f7f7f) ^ ((word & 0x01010101) * 0xff);
		value = ((value & 0x7f7f7f7f) + (delta & 0x7f7f7f7f)) ^ ((value ^ delta) & 0x80808080);
		buffer.writeu32(target, at + index * stride, value);
	}
	return value;
}

/** Channel mode 1: the same with two 16-bit values. */
function addShorts(target: buffer, at: number, stride: number, count: number, baseline: number): number {
	let value = baseline;
	for (const index of $range(0, count - 1)) {
		const word = codeWord(index);
		const delta = ((word >>> 1) & 0x7fff7fff) ^ ((word & 0x00010001) * 0xffff);
		value = ((value & 0x7fff7fff) + (delta & 0x7fff7fff)) ^ ((value ^ delta) & 0x80008000);
		buffer.writeu32(target, at + index * stride, value);
	}
	return value;
}

/** Channel mode 2: a 32-bit value is the previous element's, exclusive-or a word that was rotated. */
function mixWords(
	target: buffer,
	at: number,
	stride: number,
	count: number,
	baseline: number,
	rotation: number,
): number {
	let value = baseline;
	for (const index of $range(0, count - 1)) {
		value = value ^ bit32.rrotate(codeWord(index), rotation);
		buffer.writeu32(target, at + index * stride, value);
	}
	return value;
}

/** Refuses channel modes that no version has, and rotations of modes that do not rotate. */
function checkChannels(source: buffer, start: number, channels: number): void {
	for (const channel of $range(0, channels - 1)) {
		const mode = buffer.readu8(source, start + channel);
		if ((mode & 15) > 2 || ((mode & 15) < 2 && mode > 15)) {
			fail("meshopt", `channel ${channel} has mode ${mode}, which does not exist`, start + channel);
		}
	}
}

function checkPadding(source: buffer, start: number, finish: number): void {
	for (const at of $range(start, finish - 1)) {
		if (buffer.readu8(source, at) !== 0) fail("meshopt", "padding before the tail is not zero", at);
	}
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

	// The last element so far; the tail's baseline before the first.
	let previous = source;
	let previousAt = baseline;
	let position = start + 1;
	for (const first of $range(0, count - 1, perBlock)) {
		const size = math.min(perBlock, count - first);
		const controls = position;
		if (version === 1) {
			position += channels;
			if (position > limit) {
				fail("meshopt", `control modes need ${channels} bytes but ${limit - controls} are left`, controls);
			}
		}
		for (const channel of $range(0, channels - 1)) {
			const control = version === 1 ? buffer.readu8(source, controls + channel) : 0;
			for (const plane of $range(0, 3)) {
				const mode = (control >>> (2 * plane)) & 3;
				const at = plane * PLANE;
				if (mode === CONTROL_ZEROS) buffer.fill(codes, at, 0, size);
				else if (mode === CONTROL_LITERAL) position = decodeLiteral(source, position, limit, size, at);
				else position = decodePlane(source, position, limit, size, version, mode, at);
			}
			const mode = version === 1 ? buffer.readu8(source, modes + channel) : 0;
			const value = buffer.readu32(previous, previousAt + 4 * channel);
			const to = targetOffset + first * stride + 4 * channel;
			if (mode === 0) addBytes(target, to, stride, size, value);
			else if (mode === 1) addShorts(target, to, stride, size, value);
			else mixWords(target, to, stride, size, value, mode >>> 4);
		}
		previous = target;
		previousAt = targetOffset + (first + size - 1) * stride;
	}
	checkEnd(position, limit);
}
