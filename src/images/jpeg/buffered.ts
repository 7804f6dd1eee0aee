//!native
//!optimize 2
import { Work } from "../../bytes/work";
import { JpegComponent, JpegFrame } from "./frame";
import { inverseDct } from "./idct";
import { Band, readAcFirst, readAcRefinement, readDcFirst, readDcRefinement } from "./progressive";
import { Restarts } from "./restarts";
import { ScanBits } from "./scan-bits";
import { Scan } from "./scan-head";
import { readBlock } from "./sequential";
import { Strip } from "./strip";
import { BLOCK, ZIGZAG } from "./zigzag";

/*
 * Pictures that come in several scans: the coefficients of all blocks are kept until the last one.
 */

/** A block of i16. */
export const BLOCK_BYTES = 2 * BLOCK;

/** Blocks between two looks at whether to pause. */
const BLOCKS_A_STEP = 8;

const ONES = new Array<number>(BLOCK, 1);

/** Reads a block of a sequential scan, as the progressive ones are kept: unmultiplied and in stored order. */
function readWhole(bits: ScanBits, component: JpegComponent, at: number, block: Array<number>): void {
	const last = readBlock(bits, component, ONES, block);
	for (const index of $range(0, last)) {
		buffer.writei16(component.coefficients!, at + index * 2, block[ZIGZAG[index]]);
		block[ZIGZAG[index]] = 0;
	}
}

/** Reads a progressive scan's part of the block at `at`; takes and returns how many blocks have nothing more. */
function readPart(bits: ScanBits, component: JpegComponent, at: number, band: Band, endRun: number): number {
	if (band.first > 0) {
		if (band.isRefinement) return readAcRefinement(bits, component, at, band, endRun);
		return readAcFirst(bits, component, at, band, endRun);
	}
	if (band.isRefinement) readDcRefinement(bits, component, at, band);
	else readDcFirst(bits, component, at, band);
	return 0;
}

/** Decodes one of several scans into the components' coefficients. */
export function decodeBuffered(
	frame: JpegFrame,
	scan: Scan,
	bits: ScanBits,
	interval: number,
	start: number,
	work: Work,
): void {
	const { components, band } = scan;
	const restarts = new Restarts(bits, components, interval, start);
	const block = new Array<number>(BLOCK, 0);
	// A component alone has no MCUs: its blocks come row by row, without those that pad the last MCUs.
	const isAlone = components.size() === 1;
	const rows = isAlone ? components[0].blocksDown : frame.mcusDown;
	const columns = isAlone ? components[0].blocksAcross : frame.mcusAcross;
	let endRun = 0;
	for (const row of $range(0, rows - 1)) {
		for (const column of $range(0, columns - 1)) {
			if (column % BLOCKS_A_STEP === 0) work.step(BLOCK * BLOCKS_A_STEP, "jpeg");
			if (restarts.isDue()) endRun = 0;
			for (const component of components) {
				const across = isAlone ? 1 : component.across;
				const down = isAlone ? 1 : component.down;
				for (const blockRow of $range(row * down, row * down + down - 1)) {
					const first = blockRow * component.paddedAcross + column * across;
					for (const at of $range(first * BLOCK_BYTES, (first + across - 1) * BLOCK_BYTES, BLOCK_BYTES)) {
						if (frame.isProgressive) endRun = readPart(bits, component, at, band, endRun);
						else readWhole(bits, component, at, block);
					}
				}
			}
		}
	}
	// Blocks that have nothing more must be there.
	if (endRun > 0) bits.failCode();
	bits.finishSegment();
}

/** Multiplies a block's coefficients by their quantiser; returns the last in stored order that is not zero. */
function loadBlock(coefficients: buffer, at: number, quantizer: Array<number>, block: Array<number>): number {
	let last = 0;
	for (const index of $range(0, BLOCK - 2, 2)) {
		if (buffer.readu32(coefficients, at + index * 2) === 0) continue;
		const even = buffer.readi16(coefficients, at + index * 2);
		const odd = buffer.readi16(coefficients, at + index * 2 + 2);
		block[ZIGZAG[index]] = even * quantizer[index];
		block[ZIGZAG[index + 1]] = odd * quantizer[index + 1];
		last = odd === 0 ? index : index + 1;
	}
	return last;
}

/** Makes the picture of all coefficients. */
export function renderBuffered(frame: JpegFrame, strip: Strip, work: Work): void {
	const block = new Array<number>(BLOCK, 0);
	for (const mcuRow of $range(0, frame.mcusDown - 1)) {
		for (const plane of strip.planes) {
			const { component, samples, stride } = plane;
			const { down, paddedAcross, quantizer, coefficients } = component;
			for (const row of $range(0, down - 1)) {
				const first = (mcuRow * down + row) * paddedAcross;
				for (const column of $range(0, paddedAcross - 1)) {
					if (column % BLOCKS_A_STEP === 0) work.step(BLOCK * BLOCKS_A_STEP, "jpeg");
					const last = loadBlock(coefficients!, (first + column) * BLOCK_BYTES, quantizer!, block);
					inverseDct(block, last, samples, strip.blockOffset(plane, column, row), stride);
				}
			}
		}
		strip.finish(mcuRow);
	}
}
