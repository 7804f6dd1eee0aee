//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { PngRows } from "./rows";

/** The first column and row of each pass, and the distances of its columns and rows. */
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
];

/** Returns the sizes of the passes of an interlaced picture that have pixels. */
export function passesOf(width: number, height: number): Array<{ width: number; height: number; pass: Array<number> }> {
	const passes = new Array<{ width: number; height: number; pass: Array<number> }>();
	for (const pass of PASSES) {
		const [left, top, across, down] = pass;
		const passWidth = math.max(0, math.ceil((width - left) / across));
		const passHeight = math.max(0, math.ceil((height - top) / down));
		if (passWidth > 0 && passHeight > 0) passes.push({ width: passWidth, height: passHeight, pass });
	}
	return passes;
}

/** Reads every pass of an interlaced picture into `pixels`, which hold the whole picture. */
export function readPasses(rows: PngRows, width: number, height: number, pixels: buffer, budget: Budget): void {
	// The current row and the one above.
	const pair = buffer.create(2 * width * 4);
	for (const { width: passWidth, height: passHeight, pass } of passesOf(width, height)) {
		const [left, top, across, down] = pass;
		rows.restart();
		for (const y of $range(0, passHeight - 1)) {
			budget.countToPause(passWidth);
			const at = (y % 2) * width * 4;
			rows.next(passWidth, pair, at, y === 0 ? undefined : ((y + 1) % 2) * width * 4);
			let to = ((top + y * down) * width + left) * 4;
			for (const from of $range(at, at + passWidth * 4 - 4, 4)) {
				buffer.writeu32(pixels, to, buffer.readu32(pair, from));
				to += across * 4;
			}
		}
	}
}
