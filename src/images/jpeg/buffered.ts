//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { JpegComponent, JpegFrame } from "./frame";
import { inverseDct } from "./idct";
import { readAcFirst, readAcRefinement, readDcFirst, readDcRefinement } from "./progressive";
import { Restarts } from "./restarts";
import { ScanBits } from "./scan-bits";
import { Scan } from "./scan-head";
import { readBlock } from "./sequential";
import { Strip } from "./strip";
import { BLOCK, BLOCK_BYTES, ZIGZAG } from "./zigzag";

/* Pictures that come in several scans: the coefficients of all blocks are kept until the last one. */

/** Blocks between two pause points. */
const BLOCKS_A_STEP = 8;
/** The same if a scan has only a part of each block. */
const PARTS_A_STEP = 32;

/** The steps of a block in a scan that has a part of each, however many codes it has. */
const PART_STEPS = 16;
/** The steps of a whole block in a scan, and of making samples of one. */
const BLOCK_STEPS = 100;

const ONES = new Array<number>(BLOCK, 1);

/** Reads a block of a sequential scan in the form of progressive ones: not multiplied, and in stored order. */
function readWhole(bits: ScanBits, component: JpegComponent, at: number, block: Array<number>): void {
	const last = readBlock(bits, component, ONES, block);
	for (const index of $range(0, last)) {
		buffer.writei16(component.coefficients!, at + index * 2, block[ZIGZAG[index]]);
		block[ZIGZAG[index]] = 0;
	}
}

/** Decodes a scan of coefficients other than DC, which has one component. */
function decodeAc({ components, band }: Scan, bits: ScanBits, restarts: Restarts, budget: Budget): void {
	const [component] = components;
	const { blocksAcross, blocksDown, paddedAcross } = component;
	let endRun = 0;
	for (const row of $range(0, blocksDown - 1)) {
		let column = 0;
		while (column < blocksAcross) {
			if (restarts.isDue()) endRun = 0;
			const count = restarts.take(math.min(PARTS_A_STEP, blocksAcross - column));
			budget.step(PART_STEPS * count, "jpeg");
			const at = (row * paddedAcross + column) * BLOCK_BYTES;
			endRun = band.isRefinement
				? readAcRefinement(bits, component, at, count, band, endRun)
				: readAcFirst(bits, component, at, count, band, endRun);
			column += count;
		}
	}
	// Blocks without further coefficients must exist.
	if (endRun > 0) bits.failCode();
}

/** Decodes one of several scans into the components' coefficients. */
export function decodeBuffered(
	frame: JpegFrame,
	scan: Scan,
	bits: ScanBits,
	interval: number,
	start: number,
	budget: Budget,
): void {
	const { components, band } = scan;
	const restarts = new Restarts(bits, components, interval, start);
	if (frame.isProgressive && band.first > 0) {
		decodeAc(scan, bits, restarts, budget);
		bits.finishSegment();
		return;
	}
	const block = new Array<number>(BLOCK, 0);
	// A single component has no MCUs: its blocks come row by row, without those that pad the last MCUs.
	const isAlone = components.size() === 1;
	const rows = isAlone ? components[0].blocksDown : frame.mcusDown;
	const columns = isAlone ? components[0].blocksAcross : frame.mcusAcross;
	let stepsOfMcu = 0;
	for (const { across, down } of components) {
		stepsOfMcu += (isAlone ? 1 : across * down) * (frame.isProgressive ? PART_STEPS : BLOCK_STEPS);
	}
	for (const row of $range(0, rows - 1)) {
		for (const column of $range(0, columns - 1)) {
			if (column % BLOCKS_A_STEP === 0) budget.step(stepsOfMcu * BLOCKS_A_STEP, "jpeg");
			restarts.isDue();
			restarts.take(1);
			for (const component of components) {
				const across = isAlone ? 1 : component.across;
				const down = isAlone ? 1 : component.down;
				for (const blockRow of $range(row * down, row * down + down - 1)) {
					const first = blockRow * component.paddedAcross + column * across;
					for (const at of $range(first * BLOCK_BYTES, (first + across - 1) * BLOCK_BYTES, BLOCK_BYTES)) {
						if (!frame.isProgressive) readWhole(bits, component, at, block);
						else if (band.isRefinement) readDcRefinement(bits, component, at, band);
						else readDcFirst(bits, component, at, band);
					}
				}
			}
		}
	}
	bits.finishSegment();
}

/** Multiplies a block's coefficients by their quantiser. Returns the last in stored order that is not zero. */
function loadBlock(coefficients: buffer, at: number, quantizer: Array<number>, block: Array<number>): number {
	let last = 0;
	for (const first of $range(0, BLOCK - 4, 4)) {
		// Often four are zero at once; none is -32768, which would look the same.
		if (buffer.readf64(coefficients, at + first * 2) === 0) continue;
		for (const index of $range(first, first + 3)) {
			const value = buffer.readi16(coefficients, at + index * 2);
			if (value === 0) continue;
			block[ZIGZAG[index]] = value * quantizer[index];
			last = index;
		}
	}
	return last;
}

/** Renders the picture from all coefficients. */
export function renderBuffered(frame: JpegFrame, strip: Strip, budget: Budget): void {
	const block = new Array<number>(BLOCK, 0);
	for (const mcuRow of $range(0, frame.mcusDown - 1)) {
		for (const plane of strip.planes) {
			const { component, samples, stride } = plane;
			const { down, paddedAcross, quantizer, coefficients } = component;
			for (const row of $range(0, down - 1)) {
				const first = (mcuRow * down + row) * paddedAcross;
				for (const column of $range(0, paddedAcross - 1)) {
					if (column % BLOCKS_A_STEP === 0) budget.step(BLOCK_STEPS * BLOCKS_A_STEP, "jpeg");
					const last = loadBlock(coefficients!, (first + column) * BLOCK_BYTES, quantizer!, block);
					inverseDct(block, last, samples, strip.blockOffset(plane, column, row), stride);
				}
			}
		}
		strip.finish(mcuRow);
	}
}
