//!native
//!optimize 2
import { ATTRIBUTES_HEADER, Channel, tailSize } from "./attributes";
import { codeNumbers, newNumbers, Numbers, Sums } from "./encode-channels";
import { writePlane } from "./encode-groups";
import { Control, Size } from "./groups";

/** The most columns of a stream whose blocks have 256 elements. */
export const MAX_SHORTS = 16;

/** The version of the streams. */
const VERSION = 1;

/** The codes of a column's low and high bytes, and the sums of their groups. Nothing yields while they are in use. */
const codes = newNumbers(2 * Size.Plane);
const sums = newNumbers(2 * Sums.Plane);

/** Bits of a control byte for a column that is not there. */
const ABSENT = Control.Zeros + 4 * Control.Zeros;

/**
 * Writes an ATTRIBUTES stream of version 1 whose elements are 16-bit numbers, from `size` columns of up to 256 numbers each, of which the low
 * 16 bits count, and gives the position after it. It is what `encodeAttributes` makes of such elements in channels of mode 1,
 * without the elements.
 *
 * @param columns up to `MAX_SHORTS` of them; an odd number is followed by zeros
 */
export function encodeShorts(
	columns: ReadonlyArray<Numbers>,
	size: number,
	count: number,
	target: buffer,
	targetOffset: number,
): number {
	const channels = math.ceil(size / 2);
	const stride = 4 * channels;
	const controls = targetOffset + 1;
	buffer.writeu8(target, targetOffset, ATTRIBUTES_HEADER + VERSION);
	let position = controls + channels;
	let lower = 0;
	for (const index of $range(0, 2 * channels - 1)) {
		let bits: number = ABSENT;
		if (index < size) {
			codeNumbers(columns[index], count, codes, sums);
			const [low, afterLow] = writePlane(codes, 1, sums, 1, count, target, position);
			const [high, afterHigh] = writePlane(codes, Size.Plane + 1, sums, Sums.Plane + 1, count, target, afterLow);
			position = afterHigh;
			bits = low + 4 * high;
		}
		if (index % 2 === 0) lower = bits;
		else buffer.writeu8(target, controls + index.idiv(2), lower + 16 * bits);
	}
	const padding = tailSize(VERSION, stride) - stride - channels;
	buffer.fill(target, position, 0, padding + stride);
	position += padding;
	for (const index of $range(0, size - 1)) buffer.writeu16(target, position + 2 * index, columns[index][1]);
	position += stride;
	buffer.fill(target, position, Channel.Shorts, channels);
	return position + channels;
}
