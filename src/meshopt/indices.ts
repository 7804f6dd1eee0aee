//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { checkEnd } from "./stream-end";
import { readLongVarint } from "./varint";

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
