//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { JpegComponent } from "./frame";
import { extend, LOOKUP_BITS } from "./huffman";
import { BEHIND, ScanBits, SEGMENT_PADDING } from "./scan-bits";
import { ZIGZAG } from "./zigzag";

const LOOKUP_SIZE = 2 ** LOOKUP_BITS;

/** The max bits of a DC difference, and of any other coefficient. */
const MAX_DC_BITS = 11;
export const MAX_AC_BITS = 10;

/** Coefficients are kept in 16 bits if they come in several scans. */
export const MAX_COEFFICIENT = 32767;

/** Reads the next block's DC coefficient, stored as the difference from the previous one in units of `unit`. */
export function readDc(bits: ScanBits, component: JpegComponent, unit: number): number {
	const size = bits.symbol(component.dc!);
	if (size > MAX_DC_BITS) bits.failCode();
	if (size > 0) component.predictor += bits.signed(size);
	const value = component.predictor * unit;
	if (value > MAX_COEFFICIENT || value < -MAX_COEFFICIENT) {
		fail("jpeg", "a DC coefficient exceeds 16 bits, before the marker", bits.marker);
	}
	return value;
}

/**
 * Reads the next block of a component.
 *
 * @param quantizer the factor of each coefficient, in stored order
 * @param block 64 zeros, to be filled with the coefficients row by row
 * @returns the last coefficient in stored order that is not zero
 */
export function readBlock(
	bits: ScanBits,
	component: JpegComponent,
	quantizer: Array<number>,
	block: Array<number>,
): number {
	block[0] = readDc(bits, component, 1) * quantizer[0];

	// Locals are several times as fast as fields.
	const huffman = component.ac!;
	const { values, runs, valueLengths, valueScales, valueCodes } = huffman;
	const { data } = bits;
	const lastRead = bits.size + SEGMENT_PADDING - 4;
	const zigzag = ZIGZAG;
	let hold = bits.hold;
	let held = bits.held;
	let position = bits.position;
	let last = 0;
	// The coefficients' numbers are one higher than usual here, as in Luau.
	let index = 2;
	while (index <= 64) {
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
			let symbol = huffman.symbols[slot - 1];
			if (symbol >= 0) {
				hold = hold * huffman.scales[slot - 1] - huffman.codes[slot - 1];
				held -= huffman.lengths[slot - 1];
			} else {
				bits.hold = hold;
				bits.held = held;
				symbol = bits.longSymbol(huffman);
				hold = bits.hold;
				held = bits.held;
			}
			const size = symbol % 16;
			if (size === 0) {
				if (symbol === 0) break;
				if (symbol !== 0xf0) bits.failCode();
				index += 16;
				continue;
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
		if (index > 64) fail("jpeg", "a block has more than 64 coefficients, before the marker", bits.marker);
		block[zigzag[index - 1]] = value * quantizer[index - 1];
		last = index - 1;
		index += 1;
	}
	// Sixteen zeros may pass the end by no more than that.
	if (index > 65) fail("jpeg", "a block has more than 64 coefficients, before the marker", bits.marker);
	bits.hold = hold;
	bits.held = held;
	bits.position = position;
	return last;
}
