//!native
//!optimize 2
import { fail } from "../bytes/fail";
import type { Budget } from "../bytes/budget";
import { checkEnd } from "./stream-end";
import { MAX_VARINT, readLongVarint, writeVarint } from "./varint";

const INDICES_HEADER = 0xd1;

/** Bytes before and after the numbers: the header and the reserved tail, which should be zero but need not be. */
const HEADER_SIZE = 1;
const TAIL_SIZE = 4;

/** Indices between two pause points. */
const CHUNK = 4096;

/** Returns the min bytes of `count` indices: one each. */
export function minimumIndicesSize(count: number): number {
	return HEADER_SIZE + count + TAIL_SIZE;
}

/**
 * Decodes an INDICES stream that fills `start` to `finish` of `source` exactly.
 *
 * A number's lowest bit picks one of two baselines, the rest is a zigzag delta from it.
 */
export function decodeIndices(
	source: buffer,
	start: number,
	finish: number,
	count: number,
	stride: number,
	target: buffer,
	targetOffset: number,
	budget?: Budget,
): void {
	const limit = finish - TAIL_SIZE;
	const isWide = stride === 4;
	const targetEnd = targetOffset + count * stride;
	let position = start + HEADER_SIZE;
	let even = 0;
	let odd = 0;
	let at = targetOffset;
	let counted = at;
	while (at < targetEnd) {
		const chunkEnd = math.min(at + CHUNK * stride, targetEnd);
		// Four numbers of one byte each at a time, as long as four are left: most numbers have one byte.
		const last = math.min(chunkEnd - 4 * stride, at + (limit - position - 4) * stride);
		const began = position;
		for (const to of $range(at, last, 4 * stride)) {
			const word = buffer.readu32(source, position);
			// The baselines that they pick, and whether any is longer than a byte.
			const marks = word & 0x81818181;
			const steps = (word - marks) / 2;
			const signs = steps & 0x01010101;
			// 32 more than each delta, so that all four are positive.
			const deltas = ((steps - signs) / 2) ^ (signs * 0x3f) ^ 0x20202020;
			const delta1 = (deltas & 255) - 32;
			const delta2 = bit32.extract(deltas, 8, 8) - 32;
			const delta3 = bit32.extract(deltas, 16, 8) - 32;
			const delta4 = (deltas >>> 24) - 32;
			// Strips alternate between the baselines. Each case writes separately: native code keeps sums in registers
			// only as long as nothing branches.
			if (marks === 0x01000100) {
				const first = even + delta1;
				const second = odd + delta2;
				even = first + delta3;
				odd = second + delta4;
				if (isWide) {
					buffer.writeu32(target, to, first);
					buffer.writeu32(target, to + 4, second);
					buffer.writeu32(target, to + 8, even);
					buffer.writeu32(target, to + 12, odd);
				} else {
					buffer.writeu16(target, to, first);
					buffer.writeu16(target, to + 2, second);
					buffer.writeu16(target, to + 4, even);
					buffer.writeu16(target, to + 6, odd);
				}
			} else if (marks === 0x00010001) {
				const first = odd + delta1;
				const second = even + delta2;
				odd = first + delta3;
				even = second + delta4;
				if (isWide) {
					buffer.writeu32(target, to, first);
					buffer.writeu32(target, to + 4, second);
					buffer.writeu32(target, to + 8, odd);
					buffer.writeu32(target, to + 12, even);
				} else {
					buffer.writeu16(target, to, first);
					buffer.writeu16(target, to + 2, second);
					buffer.writeu16(target, to + 4, odd);
					buffer.writeu16(target, to + 6, even);
				}
			} else {
				let first: number;
				let second: number;
				let third: number;
				let fourth: number;
				if (marks === 0) {
					first = even + delta1;
					second = first + delta2;
					third = second + delta3;
					fourth = third + delta4;
					even = fourth;
				} else {
					if ((marks & 0x80808080) !== 0) break;
					if ((marks & 0x1) === 0) {
						even += delta1;
						first = even;
					} else {
						odd += delta1;
						first = odd;
					}
					if ((marks & 0x100) === 0) {
						even += delta2;
						second = even;
					} else {
						odd += delta2;
						second = odd;
					}
					if ((marks & 0x10000) === 0) {
						even += delta3;
						third = even;
					} else {
						odd += delta3;
						third = odd;
					}
					if (marks < 0x1000000) {
						even += delta4;
						fourth = even;
					} else {
						odd += delta4;
						fourth = odd;
					}
				}
				if (isWide) {
					buffer.writeu32(target, to, first);
					buffer.writeu32(target, to + 4, second);
					buffer.writeu32(target, to + 8, third);
					buffer.writeu32(target, to + 12, fourth);
				} else {
					buffer.writeu16(target, to, first);
					buffer.writeu16(target, to + 2, second);
					buffer.writeu16(target, to + 4, third);
					buffer.writeu16(target, to + 6, fourth);
				}
			}
			position += 4;
		}
		at += (position - began) * stride;
		// Up to eight one by one: a longer number among them, or the rest.
		for (const to of $range(at, math.min(at + 8 * stride, chunkEnd) - stride, stride)) {
			// A number that starts before the limit ends in the tail at the latest, so it can be read unchecked.
			if (position >= limit) {
				fail("meshopt", `the numbers end after ${(to - targetOffset) / stride} of ${count}`, limit);
			}
			at += stride;
			let code = buffer.readu8(source, position);
			let delta = code >>> 2;
			if (code < 128) {
				position += 1;
				if ((code & 2) !== 0) delta = -1 - delta;
			} else {
				[code, position] = readLongVarint(source, position);
				delta = code >>> 2;
				if ((code & 2) !== 0) delta = -1 - delta;
				// Writing wraps to 32 bits; wrapping here too keeps the sums exact, which many long steps would
				// otherwise exceed.
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
			if (isWide) buffer.writeu32(target, to, index);
			else buffer.writeu16(target, to, index);
		}
		// Counted after at most a chunk, in which the loops above may have gone around several times.
		if (at - counted >= CHUNK * stride || at === targetEnd) {
			budget?.step((at - counted) / stride, "meshopt", start);
			counted = at;
		}
	}
	checkEnd(position, limit);
}

/** The largest step from a baseline: its zigzag code has 31 bits. */
const MAX_STEP = 2 ** 30;

/**
 * Returns the max bytes of a stream of `count` indices: the step of a 2-byte index has 17 bits, and a number one more.
 */
export function maximumIndicesSize(count: number, stride: number): number {
	return HEADER_SIZE + count * (stride === 2 ? 3 : MAX_VARINT) + TAIL_SIZE;
}

/** Returns the step from a baseline to an index, around 2^32 if that is shorter. */
function stepTo(index: number, baseline: number): number {
	const step = index - baseline;
	return step >= 2 ** 31 ? step - 2 ** 32 : step < -(2 ** 31) ? step + 2 ** 32 : step;
}

function isInReach(step: number): boolean {
	return step >= -MAX_STEP && step < MAX_STEP;
}

/**
 * Writes an INDICES stream and returns the position after it.
 *
 * An index goes to the last used baseline if its step fits in one byte, otherwise to the other. That one is where the
 * sequence was before, or may be given up. Looking ahead for the best choice saves 0.1 %.
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
	budget?: Budget,
): number {
	buffer.writeu8(target, targetOffset, INDICES_HEADER);
	let position = targetOffset + HEADER_SIZE;
	/** The last used baseline, the bit that picks it, and the other baseline. */
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
						fail("encodeMeshopt", `index ${index} is 2^30 or more away from the baseline of INDICES`, at);
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
		budget?.step(size, "encodeMeshopt");
	}
	buffer.writeu32(target, position, 0);
	return position + TAIL_SIZE;
}
