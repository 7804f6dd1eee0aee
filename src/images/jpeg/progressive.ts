//!native
//!optimize 2
import { JpegComponent } from "./frame";
import { ScanBits } from "./scan-bits";
import { MAX_AC_BITS, readDc } from "./sequential";

/** What a scan of a progressive picture brings: coefficients `first` to `last`, and which of their bits. */
export interface Band {
	first: number;
	last: number;
	/** The lowest bit that is there after the scan. */
	low: number;
	/** Whether the bits above it came before. */
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

/** The number of blocks from this one on that end here, which a symbol and some bits say. */
function readEndRun(bits: ScanBits, size: number): number {
	return 2 ** size + (size > 0 ? bits.bits(size) : 0);
}

/**
 * Reads the upper bits of a band of the next block.
 *
 * @param endRun how many blocks from this one on have nothing more
 * @returns the same for the next block
 */
export function readAcFirst(bits: ScanBits, component: JpegComponent, at: number, band: Band, endRun: number): number {
	if (endRun > 0) return endRun - 1;
	const blocks = component.coefficients!;
	const huffman = component.ac!;
	const { last } = band;
	const unit = 2 ** band.low;
	let index = band.first;
	while (index <= last) {
		const symbol = bits.symbol(huffman);
		const size = symbol % 16;
		const run = symbol.idiv(16);
		if (size === 0) {
			if (run < 15) return readEndRun(bits, run) - 1;
			index += 16;
			continue;
		}
		index += run;
		if (size > MAX_AC_BITS || index > last) bits.failCode();
		buffer.writei16(blocks, at + index * 2, bits.signed(size) * unit);
		index += 1;
	}
	if (index > last + 1) bits.failCode();
	return 0;
}

/** Reads the next bit of a coefficient that is not zero: it moves away from zero by `unit`, or stays. */
function refine(bits: ScanBits, blocks: buffer, at: number, unit: number): void {
	if (bits.bit() === 0) return;
	const value = buffer.readi16(blocks, at);
	buffer.writei16(blocks, at, value > 0 ? value + unit : value - unit);
}

/** Reads one more bit of a band of the next block; `endRun` as above. */
export function readAcRefinement(
	bits: ScanBits,
	component: JpegComponent,
	at: number,
	band: Band,
	endRun: number,
): number {
	const blocks = component.coefficients!;
	const huffman = component.ac!;
	const unit = 2 ** band.low;
	const finish = at + band.last * 2;
	let place = at + band.first * 2;
	let left = endRun;
	while (left === 0 && place <= finish) {
		const symbol = bits.symbol(huffman);
		const size = symbol % 16;
		let run = symbol.idiv(16);
		let value = 0;
		if (size === 1) value = bits.bit() === 1 ? unit : -unit;
		else if (size !== 0) bits.failCode();
		else if (run < 15) {
			left = readEndRun(bits, run);
			break;
		}
		// The coefficient, or the last of sixteen zeros, comes after `run` others that are zero so far.
		while (place <= finish) {
			if (buffer.readi16(blocks, place) !== 0) {
				refine(bits, blocks, place, unit);
			} else {
				if (run === 0) break;
				run -= 1;
			}
			place += 2;
		}
		if (place > finish) bits.failCode();
		if (value !== 0) buffer.writei16(blocks, place, value);
		place += 2;
	}
	if (left === 0) return 0;
	for (const rest of $range(place, finish, 2)) {
		if (buffer.readi16(blocks, rest) !== 0) refine(bits, blocks, rest, unit);
	}
	return left - 1;
}
