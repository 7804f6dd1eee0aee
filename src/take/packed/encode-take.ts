import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import { FRAME_SIZE } from "../frame";
import type { Take } from "../take";
import { writeFrames } from "./frames";
import { exactRows, framesToGrid, Grid, rememberedGrid } from "./grid";
import { writeHeader } from "./header";

/**
 * Packs a checked take completely, bit for bit, or with its frames rounded to a grid. A take that leaves the grid's
 * range is packed bit for bit.
 */
export function encodeTake(take: Take, budget: Budget, grid?: Grid): buffer {
	const { frames, count } = take;
	if (grid ?? rememberedGrid(frames)) budget.spendBytes(count * FRAME_SIZE, "encodeRecording");
	let used = grid;
	let rows = grid && framesToGrid(frames, count, grid);
	if (!grid) [rows, used] = exactRows(frames, count);
	const writer = new Writer();
	writeHeader(writer, take, rows && used);
	budget.spendBytes(writer.position, "encodeRecording");
	writeFrames(writer, rows ? { ...take, frames: rows } : take, budget);
	return writer.finish();
}
