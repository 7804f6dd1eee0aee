//!native
//!optimize 2
import { JpegComponent } from "./frame";
import { extend, LOOKUP_BITS } from "./huffman";
import { BEHIND, ScanBits, SEGMENT_PADDING } from "./scan-bits";
import { MAX_AC_BITS, MAX_COEFFICIENT, readDc } from "./sequential";
import { BLOCK_BYTES } from "./zigzag";

const LOOKUP_SIZE = 2 ** LOOKUP_BITS;

/** The contents of a scan of a progressive picture: coefficients `first` to `last`, and which of their bits. */
export interface Band {
	first: number;
	last: number;
	/** The lowest bit known after the scan. */
	low: number;
	/** Whether earlier scans had the bits above it. */
	isRefinement: boolean;
}

/** Reads the upper bits of the next block's DC coefficient into the block at `at`. */
export function readDcFirst(bits: ScanBits, component: JpegComponent, at: number, band: Band): void {
	buffer.writei16(component.coefficients!, at, readDc(bits, component, 2 ** band.low));
}

/** Reads one more bit of the next block's DC coefficient. */
export function readDcRefinement(bits: ScanBits, component: JpegComponent, at: number, band: Band): void {
	const blocks = component.coefficients!;
	if (bits.bit() === 1) buffer.writeu16(blocks, at, buffer.readu16(blocks, at) | (2 ** band.low));
}

/** Reads the number of blocks from this one on that end here, from a symbol and some bits. */
function readEndRun(bits: ScanBits, size: number): number {
	return 2 ** size + (size > 0 ? bits.bits(size) : 0);
}

/**
 * Reads the upper bits of a band of the next blocks of a row.
 *
 * @param start the offset of the first block's coefficients; those of `count` blocks follow one another
 * @param endRun how many blocks from the first on have no further coefficients
 * @returns the same for the block after the last
 */
export function readAcFirst(
	bits: ScanBits,
	component: JpegComponent,
	start: number,
	count: number,
	band: Band,
	endRun: number,
): number {
	// Locals are several times as fast as fields.
	const blocks = component.coefficients!;
	const huffman = component.ac!;
	const { values, runs, valueLengths, valueScales, valueCodes, symbols, scales, codes, lengths } = huffman;
	const { data } = bits;
	const { first, last } = band;
	const lastRead = bits.size + SEGMENT_PADDING - 4;
	const unit = 2 ** band.low;
	const most = MAX_COEFFICIENT.idiv(unit);
	const finish = start + count * BLOCK_BYTES;
	let hold = bits.hold;
	let held = bits.held;
	let position = bits.position;
	let left = endRun;
	let at = start;
	while (at < finish) {
		if (left > 0) {
			const skipped = math.min(left, (finish - at) / BLOCK_BYTES);
			left -= skipped;
			at += skipped * BLOCK_BYTES;
			continue;
		}
		let index = first;
		while (index <= last) {
			if (held < 16) {
				if (position > lastRead) bits.failEnd();
				hold += bit32.byteswap(buffer.readu32(data, position)) * BEHIND[held];
				held += 32;
				position += 4;
			}
			const slot = math.floor(hold * LOOKUP_SIZE) + 1;
			let value = values[slot - 1];
			if (value !== 0) {
				hold = hold * valueScales[slot - 1] - valueCodes[slot - 1];
				held -= valueLengths[slot - 1];
				index += runs[slot - 1];
			} else {
				let symbol = symbols[slot - 1];
				if (symbol >= 0) {
					hold = hold * scales[slot - 1] - codes[slot - 1];
					held -= lengths[slot - 1];
				} else {
					bits.hold = hold;
					bits.held = held;
					symbol = bits.longSymbol(huffman);
					hold = bits.hold;
					held = bits.held;
				}
				const size = symbol % 16;
				if (size === 0) {
					if (symbol === 0xf0) {
						index += 16;
						continue;
					}
					bits.hold = hold;
					bits.held = held;
					bits.position = position;
					left = readEndRun(bits, symbol.idiv(16));
					hold = bits.hold;
					held = bits.held;
					position = bits.position;
					break;
				}
				if (size > MAX_AC_BITS) bits.failCode();
				if (held < size) {
					if (position > lastRead) bits.failEnd();
					hold += bit32.byteswap(buffer.readu32(data, position)) * BEHIND[held];
					held += 32;
					position += 4;
				}
				const scaled = hold * 2 ** size;
				const whole = math.floor(scaled);
				hold = scaled - whole;
				held -= size;
				value = extend(whole, size);
				index += symbol.idiv(16);
			}
			if (index > last || value > most || value < -most) bits.failCode();
			buffer.writei16(blocks, at + index * 2, value * unit);
			index += 1;
		}
		// A block that ends early is the first of those without further coefficients.
		if (left > 0) continue;
		if (index > last + 1) bits.failCode();
		at += BLOCK_BYTES;
	}
	bits.hold = hold;
	bits.held = held;
	bits.position = position;
	return left;
}

/** Reads one more bit of a band of the next blocks of a row; `endRun` as above. */
export function readAcRefinement(
	bits: ScanBits,
	component: JpegComponent,
	start: number,
	count: number,
	band: Band,
	endRun: number,
): number {
	const blocks = component.coefficients!;
	const huffman = component.ac!;
	const { symbols, scales, codes, lengths } = huffman;
	const { data } = bits;
	const lastRead = bits.size + SEGMENT_PADDING - 4;
	const unit = 2 ** band.low;
	let hold = bits.hold;
	let held = bits.held;
	let position = bits.position;
	let left = endRun;
	for (const at of $range(start, start + (count - 1) * BLOCK_BYTES, BLOCK_BYTES)) {
		const finish = at + band.last * 2;
		let place = at + band.first * 2;
		while (left === 0 && place <= finish) {
			// Enough for a code and a sign.
			if (held < 17) {
				if (position > lastRead) bits.failEnd();
				hold += bit32.byteswap(buffer.readu32(data, position)) * BEHIND[held];
				held += 32;
				position += 4;
			}
			const slot = math.floor(hold * LOOKUP_SIZE) + 1;
			let symbol = symbols[slot - 1];
			if (symbol >= 0) {
				hold = hold * scales[slot - 1] - codes[slot - 1];
				held -= lengths[slot - 1];
			} else {
				bits.hold = hold;
				bits.held = held;
				symbol = bits.longSymbol(huffman);
				hold = bits.hold;
				held = bits.held;
			}
			let run = symbol.idiv(16);
			let value = 0;
			if (symbol % 16 === 1) {
				const twice = hold * 2;
				held -= 1;
				if (twice < 1) {
					hold = twice;
					value = -unit;
				} else {
					hold = twice - 1;
					value = unit;
				}
			} else if (symbol % 16 !== 0) bits.failCode();
			else if (run < 15) {
				bits.hold = hold;
				bits.held = held;
				bits.position = position;
				left = readEndRun(bits, run);
				hold = bits.hold;
				held = bits.held;
				position = bits.position;
				break;
			}
			// The coefficient, or the last of sixteen zeros, comes after `run` others that are zero so far.
			while (place <= finish) {
				const known = buffer.readi16(blocks, place);
				if (known === 0) {
					if (run === 0) break;
					run -= 1;
				} else {
					if (held === 0) {
						if (position > lastRead) bits.failEnd();
						hold += bit32.byteswap(buffer.readu32(data, position)) * BEHIND[held];
						held += 32;
						position += 4;
					}
					const twice = hold * 2;
					held -= 1;
					if (twice < 1) {
						hold = twice;
					} else {
						hold = twice - 1;
						buffer.writei16(blocks, place, known > 0 ? known + unit : known - unit);
					}
				}
				place += 2;
			}
			if (place > finish) bits.failCode();
			if (value !== 0) buffer.writei16(blocks, place, value);
			place += 2;
		}
		if (left === 0) continue;
		left -= 1;
		while (place <= finish) {
			// Often four coefficients are zero at once; none is -32768, which would look the same.
			if (place + 6 <= finish && buffer.readf64(blocks, place) === 0) {
				place += 8;
				continue;
			}
			const known = buffer.readi16(blocks, place);
			if (known !== 0) {
				if (held === 0) {
					if (position > lastRead) bits.failEnd();
					hold += bit32.byteswap(buffer.readu32(data, position)) * BEHIND[held];
					held += 32;
					position += 4;
				}
				const twice = hold * 2;
				held -= 1;
				if (twice < 1) {
					hold = twice;
				} else {
					hold = twice - 1;
					buffer.writei16(blocks, place, known > 0 ? known + unit : known - unit);
				}
			}
			place += 2;
		}
	}
	bits.hold = hold;
	bits.held = held;
	bits.position = position;
	return left;
}
