//!native
//!optimize 2
import type { Budget } from "./budget";

/** The polynomial of zip, PNG and Ethernet, its bits in reverse order. */
const POLYNOMIAL = 0xedb88320;

/** The change of the checksum for each value of a byte that is followed by no, one, two and three more bytes. */
const TABLE1 = new Array<number>(256, 0);
const TABLE2 = new Array<number>(256, 0);
const TABLE3 = new Array<number>(256, 0);
const TABLE4 = new Array<number>(256, 0);
for (const value of $range(0, 255)) {
	let sum = value;
	for (const _ of $range(1, 8)) {
		sum = sum % 2 === 1 ? (sum >>> 1) ^ POLYNOMIAL : sum >>> 1;
	}
	TABLE1[value] = sum;
}
for (const value of $range(0, 255)) {
	const second = (TABLE1[value] >>> 8) ^ TABLE1[TABLE1[value] & 0xff];
	const third = (second >>> 8) ^ TABLE1[second & 0xff];
	TABLE2[value] = second;
	TABLE3[value] = third;
	TABLE4[value] = (third >>> 8) ^ TABLE1[third & 0xff];
}

/**
 * Returns the CRC-32 (as in zip and PNG) of bytes `start` up to, but not including, `finish`. To continue a sum, pass
 * the CRC-32 of the previous bytes as `former`.
 *
 * @example
 * const sum = crc32(source, 4, buffer.len(source));
 */
export function crc32(source: buffer, start = 0, finish = buffer.len(source), former = 0): number {
	const [table1, table2, table3, table4] = [TABLE1, TABLE2, TABLE3, TABLE4];
	let sum = former ^ 0xffffffff;
	const tail = start + (finish - start).idiv(4) * 4;
	for (const at of $range(start, tail - 4, 4)) {
		const word = sum ^ buffer.readu32(source, at);
		sum = bit32.bxor(
			table4[word & 0xff],
			table3[bit32.extract(word, 8, 8)],
			table2[bit32.extract(word, 16, 8)],
			table1[word >>> 24],
		);
	}
	for (const at of $range(tail, finish - 1)) {
		sum = (sum >>> 8) ^ table1[(sum ^ buffer.readu8(source, at)) & 0xff];
	}
	return sum ^ 0xffffffff;
}

/** Bytes between two pause points: less than a millisecond, interpreted. */
const PIECE = 4096;

/** Returns the CRC-32 of many bytes, with the pauses of `budget`. */
export function crc32InPieces(source: buffer, start: number, finish: number, budget: Budget, format: string): number {
	let sum = 0;
	for (const at of $range(start, finish - 1, PIECE)) {
		const stop = math.min(at + PIECE, finish);
		sum = crc32(source, at, stop, sum);
		budget.step(stop - at, format, at);
	}
	return sum;
}
