//!native
//!optimize 2
import type { Work } from "../bytes/work";
import { ATTRIBUTES_HEADER, blockElements, Channel, tailSize } from "./attributes";
import {
	codeBytes,
	codeShorts,
	codeWords,
	newNumbers,
	Numbers,
	ROTATIONS,
	Sums,
	weighRotations,
} from "./encode-channels";
import { chooseControl, encodeGroups, writeLiteral } from "./encode-groups";
import { Control, headerSize, Size } from "./groups";

/** How many elements the choice of a channel's mode looks at; in longer streams, those of blocks spread over the stream. */
const LOOKED_AT = 2048;

/** The codes of a channel of a block, and the sums of their groups. Nothing yields while they are in use. */
const codes: Numbers = newNumbers(4 * Size.Plane);
const sums: Numbers = newNumbers(4 * Sums.Plane);
/** What the rotations of a channel would take, roughly. */
const rotationSizes: Numbers = newNumbers(ROTATIONS);

/** The most bytes that a stream of `count` elements takes. */
export function maximumAttributesSize(version: number, count: number, stride: number): number {
	const perBlock = blockElements(stride);
	const whole = count.idiv(perBlock);
	const rest = count % perBlock;
	const plane = (size: number) => (version === 0 ? headerSize(size) + math.ceil(size / Size.Group) * Size.Group : size);
	const control = version === 0 ? 0 : stride.idiv(4) * math.ceil(count / perBlock);
	return 1 + stride * (whole * plane(perBlock) + plane(rest)) + control + tailSize(version, stride);
}

/** Fills `codes` and `sums` with what a channel of a block is in a mode. */
function codeChannel(
	source: buffer,
	at: number,
	previousAt: number,
	stride: number,
	count: number,
	mode: number,
): void {
	if (mode === Channel.Bytes) codeBytes(source, at, previousAt, stride, count, codes, sums);
	else if (mode === Channel.Shorts) codeShorts(source, at, previousAt, stride, count, codes, sums);
	else codeWords(source, at, previousAt, stride, count, mode >>> 4, codes, sums);
}

/** The bytes that what `codeChannel` left takes. */
function codedSize(count: number): number {
	let size = 0;
	for (const plane of $range(0, 3)) {
		const [_, bytes] = chooseControl(sums, plane * Sums.Plane + 1, count);
		size += bytes;
	}
	return size;
}

/** The element before a block's first: the baseline, which is the first of all, or the last of the block before. */
function previousOf(start: number, at: number, stride: number): number {
	return at === start ? at : at - stride;
}

/** The mode in which a channel's blocks, `step` elements apart, take the fewest bytes. */
function chooseMode(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	channel: number,
	step: number,
): number {
	const perBlock = blockElements(stride);
	const firstAt = start + 4 * channel;
	let bytes = 0;
	let shorts = 0;
	let words = 0;
	for (const rotation of $range(1, ROTATIONS)) rotationSizes[rotation] = 0;
	for (const first of $range(0, count - 1, step)) {
		const size = math.min(perBlock, count - first);
		const at = firstAt + first * stride;
		const previousAt = previousOf(firstAt, at, stride);
		codeChannel(source, at, previousAt, stride, size, Channel.Bytes);
		const taken = codedSize(size);
		if (taken !== 0) {
			bytes += taken;
			codeChannel(source, at, previousAt, stride, size, Channel.Shorts);
			shorts += codedSize(size);
			weighRotations(source, at, previousAt, stride, size, rotationSizes);
		}
	}
	if (bytes === 0) return Channel.Bytes;
	let rotation = 0;
	for (const index of $range(1, ROTATIONS - 1)) {
		if (rotationSizes[index + 1] < rotationSizes[rotation + 1]) rotation = index;
	}
	const rotated = Channel.Words + 16 * rotation;
	for (const first of $range(0, count - 1, step)) {
		const size = math.min(perBlock, count - first);
		const at = firstAt + first * stride;
		codeChannel(source, at, previousOf(firstAt, at, stride), stride, size, rotated);
		words += codedSize(size);
	}
	if (words < bytes && words < shorts) return rotated;
	return shorts < bytes ? Channel.Shorts : Channel.Bytes;
}

/** Chooses the modes of all channels of a stream by size, a byte each into `modes`. */
function chooseModes(source: buffer, start: number, count: number, stride: number, modes: buffer, work?: Work): void {
	const perBlock = blockElements(stride);
	const blocks = math.ceil(count / perBlock);
	const step = perBlock * math.ceil((blocks * perBlock) / math.max(LOOKED_AT, perBlock));
	for (const channel of $range(0, stride.idiv(4) - 1)) {
		buffer.writeu8(modes, channel, chooseMode(source, start, count, stride, channel, step));
		work?.step(math.min(count, LOOKED_AT), "encodeMeshopt");
	}
}

/** Writes what `codeChannel` left: version 0 has header bits and groups in every plane. */
function writeChannel0(count: number, target: buffer, start: number): number {
	let position = start;
	for (const plane of $range(0, 3)) {
		position = encodeGroups(
			codes,
			plane * Size.Plane + 1,
			count,
			sums,
			plane * Sums.Plane + 1,
			true,
			1,
			target,
			position,
		);
	}
	return position;
}

/** Writes what `codeChannel` left: version 1 has a control mode for every plane, in the byte at `controlAt`. */
function writeChannel1(count: number, target: buffer, controlAt: number, start: number): number {
	let position = start;
	let controls = 0;
	for (const plane of $range(0, 3)) {
		const first = plane * Size.Plane + 1;
		const firstSum = plane * Sums.Plane + 1;
		const [control] = chooseControl(sums, firstSum, count);
		if (control === Control.Literal) {
			position = writeLiteral(codes, first, count, target, position);
		} else if (control !== Control.Zeros) {
			const hasZeros = control === Control.WithZeros;
			position = encodeGroups(codes, first, count, sums, firstSum, hasZeros, control, target, position);
		}
		controls += control * 4 ** plane;
	}
	buffer.writeu8(target, controlAt, controls);
	return position;
}

/**
 * Writes an ATTRIBUTES stream, of version 0 or 1, and gives the position after it. The first element is the baseline.
 *
 * @param target has room for `maximumAttributesSize` at `targetOffset`
 * @param modes the channel modes of version 1, a byte each; chosen by size unless given
 */
export function encodeAttributes(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	version: number,
	target: buffer,
	targetOffset: number,
	modes?: buffer,
	work?: Work,
): number {
	const channels = stride.idiv(4);
	let channelModes = modes;
	if (channelModes === undefined) {
		channelModes = buffer.create(channels);
		if (version === 1) chooseModes(source, start, count, stride, channelModes, work);
	}
	const perBlock = blockElements(stride);
	buffer.writeu8(target, targetOffset, ATTRIBUTES_HEADER + version);
	let position = targetOffset + 1;
	for (const first of $range(0, count - 1, perBlock)) {
		const size = math.min(perBlock, count - first);
		const at = start + first * stride;
		const previousAt = previousOf(start, at, stride);
		const controls = position;
		if (version === 1) position += channels;
		for (const channel of $range(0, channels - 1)) {
			const mode = buffer.readu8(channelModes, channel);
			codeChannel(source, at + 4 * channel, previousAt + 4 * channel, stride, size, mode);
			if (version === 0) position = writeChannel0(size, target, position);
			else position = writeChannel1(size, target, controls + channel, position);
		}
		work?.step((size * stride) / 4, "encodeMeshopt");
	}
	const tail = version === 0 ? stride : stride + channels;
	const padding = tailSize(version, stride) - tail;
	buffer.fill(target, position, 0, padding);
	position += padding;
	buffer.copy(target, position, source, start, stride);
	position += stride;
	if (version === 1) {
		buffer.copy(target, position, channelModes, 0, channels);
		position += channels;
	}
	return position;
}
