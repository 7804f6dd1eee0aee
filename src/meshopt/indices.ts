//!native
//!optimize 2
import { fail } from "../bytes/fail";
import type { Work } from "../bytes/work";
import { checkEnd } from "./stream-end";
import { MAX_VARINT, readLongVarint, writeVarint } from "./varint";

const INDICES_HEADER = 0xd1;

/** Bytes before and after the numbers: the header and the reserved tail, which should be zero but need not. */
const HEADER_SIZE = 1;
const TAIL_SIZE = 4;

/** What a number adds to its baseline. */
function deltaOf(code: number): number {
	const half = code >>> 2;
	return (code & 2) === 0 ? half : -1 - half;
}

/** Numbers of one byte, and the delta of each as i8. */
const SHORT = 128;
const shortDeltas = buffer.create(SHORT);
for (const code of $range(0, SHORT - 1)) {
	buffer.writei8(shortDeltas, code, deltaOf(code));
}

/** The fewest bytes in which `count` indices can be stored: one each. */
export function minimumIndicesSize(count: number): number {
	return HEADER_SIZE + count + TAIL_SIZE;
}

/**
 * Decodes an INDICES stream that fills `start` to `finish` of `source` exactly.
 *
 * A number's lowest bit picks one of two baselines, the rest is a zigzag delta to it.
 */
export function decodeIndices(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
): void {
	// A local is cheaper to reach than what lies outside.
	const deltas = shortDeltas;
	const limit = finish - TAIL_SIZE;
	let position = start + HEADER_SIZE;
	let even = 0;
	let odd = 0;
	for (const at of $range(targetOffset, targetOffset + (count - 1) * stride, stride)) {
		// A number that starts before the limit ends in the tail at the latest, so it can be read unchecked.
		if (position >= limit) fail("meshopt", `the numbers end after ${(at - targetOffset) / stride} of ${count}`, limit);
		let code = buffer.readu8(source, position);
		let delta: number;
		if (code < SHORT) {
			position += 1;
			delta = buffer.readi8(deltas, code);
		} else {
			[code, position] = readLongVarint(source, position);
			delta = deltaOf(code);
			// Writing wraps to 32 bits; wrapping here too keeps the sums exact, which short steps alone cannot spoil.
			even = even & 0xffffffff;
			odd = odd & 0xffffffff;
		}
		let index: number;
		if ((code & 1) === 0) {
			even += delta;
			index = even;
		} else {
			odd += delta;
			index = odd;
		}
		if (stride === 4) buffer.writeu32(target, at, index);
		else buffer.writeu16(target, at, index);
	}
	checkEnd(position, limit);
}

/** The largest step from a baseline: its zigzag code has 31 bits. */
const MAX_STEP = 2 ** 30;

/** Indices between two looks at whether to pause. */
const CHUNK = 4096;

/** The most bytes that a stream of `count` indices takes: the step of a 2-byte index has 17 bits, and a number one more. */
export function maximumIndicesSize(count: number, stride: number): number {
	return HEADER_SIZE + count * (stride === 2 ? 3 : MAX_VARINT) + TAIL_SIZE;
}

/** The step from a baseline to an index, around 2^32 where that is shorter. */
function stepTo(index: number, baseline: number): number {
	const step = index - baseline;
	return step >= 2 ** 31 ? step - 2 ** 32 : step < -(2 ** 31) ? step + 2 ** 32 : step;
}

function isInReach(step: number): boolean {
	return step >= -MAX_STEP && step < MAX_STEP;
}

/**
 * Writes an INDICES stream and gives the position after it.
 *
 * An index goes to the baseline that was used last where its step fits in one byte, else to the other: that one is where
 * the sequence was before, or may be given up. Looking ahead for the best choice saves 0.1 %.
 *
 * @param target has room for `maximumIndicesSize` at `targetOffset`
 */
export function encodeIndices(
	source: buffer,
	start: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
	work?: Work,
): number {
	buffer.writeu8(target, targetOffset, INDICES_HEADER);
	let position = targetOffset + HEADER_SIZE;
	/** The baseline that was used last, the bit that picks it, and the other baseline. */
	let current = 0;
	let bit = 0;
	let other = 0;
	for (const chunk of $range(0, count - 1, CHUNK)) {
		const size = math.min(CHUNK, count - chunk);
		const first = start + chunk * stride;
		for (const at of $range(first, first + (size - 1) * stride, stride)) {
			const index = stride === 4 ? buffer.readu32(source, at) : buffer.readu16(source, at);
			let step = index - current;
			if (step < -32 || step >= 32) {
				step = stepTo(index, other);
				if (isInReach(step)) {
					other = current;
					bit = 1 - bit;
				} else {
					step = stepTo(index, current);
					if (!isInReach(step)) {
						fail("encodeMeshopt", `index ${index} is 2^30 or more away from what INDICES counts from`, at);
					}
				}
			}
			const code = (step < 0 ? -4 * step - 2 : 4 * step) + bit;
			if (code < 128) {
				buffer.writeu8(target, position, code);
				position += 1;
			} else {
				position = writeVarint(target, position, code);
			}
			current = index;
		}
		work?.step(size, "encodeMeshopt");
	}
	buffer.writeu32(target, position, 0);
	return position + TAIL_SIZE;
}
