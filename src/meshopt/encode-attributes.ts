//!native
//!optimize 2
import type { Budget } from "../bytes/budget";
import { ATTRIBUTES_HEADER, blockElements, Channel, tailSize } from "./attributes";
import { codeBytes, codeShorts, codeWords, newNumbers, ROTATIONS, Sums, weighRotations } from "./encode-channels";
import { chooseControl, encodeGroups, writePlane } from "./encode-groups";
import { headerSize, Size } from "./groups";

/**
 * How many elements the choice of a channel's mode looks at. In longer streams these are blocks spread over the stream.
 */
const LOOKED_AT = 2048;

/**
 * Mode 2 is skipped if its rough size exceeds the size of another mode by this factor. The rough size is too large if
 * changes are rare, but there the other modes are as small: skipping cost 0.01 % on noise and steps of every kind.
 */
const HOPELESS = 1.25;

/**
 * The codes of a channel of a block, the sums of their groups, and their mode. Nothing yields while they are in use.
 */
const codes = newNumbers(4 * Size.Plane);
const sums = newNumbers(4 * Sums.Plane);
let codedMode = -1;
/** The rough sizes of a channel for each rotation. */
const rotationSizes = newNumbers(ROTATIONS);

/** Returns the max bytes of a stream of `count` elements. */
export function maximumAttributesSize(version: number, count: number, stride: number): number {
	const perBlock = blockElements(stride);
	const whole = count.idiv(perBlock);
	const rest = count % perBlock;
	const plane = (size: number) => (version === 0 ? headerSize(size) + math.ceil(size / Size.Group) * Size.Group : size);
	const control = version === 0 ? 0 : stride.idiv(4) * math.ceil(count / perBlock);
	return 1 + stride * (whole * plane(perBlock) + plane(rest)) + control + tailSize(version, stride);
}

/** Fills `codes` and `sums` with a channel of a block in a mode. */
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
	codedMode = mode;
}

/** Returns the bytes of the channel of the last `codeChannel`. */
function codedSize(count: number): number {
	let size = 0;
	for (const plane of $range(0, 3)) {
		const [_, bytes] = chooseControl(sums, plane * Sums.Plane + 1, count);
		size += bytes;
	}
	return size;
}

/**
 * Returns the element before a block's first: the baseline, which is the first of all, or the last of the previous
 * block.
 */
function previousOf(start: number, at: number, stride: number): number {
	return at === start ? at : at - stride;
}

/**
 * Returns the mode in which a channel takes the fewest bytes, by blocks that are spread over the stream.
 *
 * @param start the channel's offset in the first element
 */
function chooseMode(source: buffer, start: number, count: number, stride: number): number {
	const perBlock = blockElements(stride);
	const step = perBlock * math.ceil(count / math.max(LOOKED_AT, perBlock));
	for (const rotation of $range(1, ROTATIONS)) rotationSizes[rotation] = 0;
	let bytes = 0;
	let shorts = 0;
	for (const first of $range(0, count - 1, step)) {
		const size = math.min(perBlock, count - first);
		const at = start + first * stride;
		const previousAt = previousOf(start, at, stride);
		codeChannel(source, at, previousAt, stride, size, Channel.Bytes);
		const taken = codedSize(size);
		if (taken !== 0) {
			bytes += taken;
			weighRotations(source, at, previousAt, stride, size, rotationSizes);
			// The likeliest mode comes last: its codes then need not be made again.
			codeChannel(source, at, previousAt, stride, size, Channel.Shorts);
			shorts += codedSize(size);
		}
	}
	const other = shorts < bytes ? Channel.Shorts : Channel.Bytes;
	const least = math.min(shorts, bytes);
	let rotation = 0;
	for (const index of $range(1, ROTATIONS - 1)) {
		if (rotationSizes[index + 1] < rotationSizes[rotation + 1]) rotation = index;
	}
	if (rotationSizes[rotation + 1] >= HOPELESS * least) return other;
	const rotated = Channel.Words + 16 * rotation;
	let words = 0;
	for (const first of $range(0, count - 1, step)) {
		const size = math.min(perBlock, count - first);
		const at = start + first * stride;
		codeChannel(source, at, previousOf(start, at, stride), stride, size, rotated);
		words += codedSize(size);
	}
	return words < least ? rotated : other;
}

/** Writes the channel of the last `codeChannel`: version 0 has header bits and groups in every plane. */
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

/**
 * Writes the channel of the last `codeChannel`: version 1 has a control mode for every plane, in the byte at
 * `controlAt`.
 */
function writeChannel1(count: number, target: buffer, controlAt: number, start: number): number {
	let position = start;
	let controls = 0;
	for (const plane of $range(0, 3)) {
		const [control, after] = writePlane(
			codes,
			plane * Size.Plane + 1,
			sums,
			plane * Sums.Plane + 1,
			count,
			target,
			position,
		);
		position = after;
		controls += control * 4 ** plane;
	}
	buffer.writeu8(target, controlAt, controls);
	return position;
}

/**
 * Writes an ATTRIBUTES stream, of version 0 or 1, and returns the position after it. The first element is the baseline.
 *
 * @param target has room for `maximumAttributesSize` at `targetOffset`
 * @param modes the channel modes of version 1, a byte each; defaults to those of the smallest size
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
	budget?: Budget,
): number {
	const channels = stride.idiv(4);
	const perBlock = blockElements(stride);
	const chosen = modes ?? buffer.create(channels);
	buffer.writeu8(target, targetOffset, ATTRIBUTES_HEADER + version);
	let position = targetOffset + 1;
	for (const first of $range(0, count - 1, perBlock)) {
		const size = math.min(perBlock, count - first);
		const at = start + first * stride;
		const previousAt = previousOf(start, at, stride);
		const chooses = version === 1 && modes === undefined && first === 0;
		const controls = position;
		if (version === 1) position += channels;
		for (const channel of $range(0, channels - 1)) {
			const place = 4 * channel;
			if (chooses) {
				budget?.step(2 * math.min(count, LOOKED_AT), "encodeMeshopt");
				buffer.writeu8(chosen, channel, chooseMode(source, start + place, count, stride));
			}
			const mode = buffer.readu8(chosen, channel);
			// If there is only one block, choosing may have left it coded.
			if (!chooses || count > perBlock || mode !== codedMode) {
				codeChannel(source, at + place, previousAt + place, stride, size, mode);
			}
			if (version === 0) position = writeChannel0(size, target, position);
			else position = writeChannel1(size, target, controls + channel, position);
		}
		// A whole block of 8 KB is as many steps as there are between two pauses.
		budget?.step((size * stride) / 2, "encodeMeshopt");
	}
	const padding = tailSize(version, stride) - stride - (version === 1 ? channels : 0);
	buffer.fill(target, position, 0, padding);
	buffer.copy(target, position + padding, source, start, stride);
	position += padding + stride;
	if (version === 1) {
		buffer.copy(target, position, chosen, 0, channels);
		position += channels;
	}
	return position;
}
