import { Budget } from "../../bytes/budget";
import { JpegFrame } from "./frame";
import { inverseDct } from "./idct";
import { Restarts } from "./restarts";
import { ScanBits } from "./scan-bits";
import { Scan } from "./scan-head";
import { readBlock } from "./sequential";
import { Strip } from "./strip";
import { BLOCK } from "./zigzag";

/** The steps of a block, from its codes to its samples. */
export const BLOCK_STEPS = 160;

/** Decodes a scan that holds a whole sequential picture, one row of MCUs after another. */
export function decodeStreamed(
	frame: JpegFrame,
	scan: Scan,
	bits: ScanBits,
	interval: number,
	start: number,
	strip: Strip,
	budget: Budget,
): void {
	const restarts = new Restarts(bits, scan.components, interval, start);
	const block = new Array<number>(BLOCK, 0);
	let blocks = 0;
	for (const { across, down } of frame.components) blocks += across * down;
	for (const mcuRow of $range(0, frame.mcusDown - 1)) {
		for (const mcu of $range(0, frame.mcusAcross - 1)) {
			budget.step(blocks * BLOCK_STEPS, "jpeg");
			restarts.isDue();
			restarts.take(1);
			for (const plane of strip.planes) {
				const { component, samples, stride } = plane;
				const { across, down } = component;
				for (const row of $range(0, down - 1)) {
					for (const column of $range(mcu * across, mcu * across + across - 1)) {
						const last = readBlock(bits, component, component.quantizer!, block);
						inverseDct(block, last, samples, strip.blockOffset(plane, column, row), stride);
					}
				}
			}
		}
		strip.finish(mcuRow);
	}
	bits.finishSegment();
}
