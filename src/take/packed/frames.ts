import type { Budget } from "../../bytes/budget";
import type { Writer } from "../../bytes/writer";
import { checkFrames, FRAME_SIZE } from "../frame";
import { Take, trustFrames } from "../take";
import { BLOCK_FRAMES, checkBlockSum, decodeBlock, encodeBlock, MAX_BLOCK_SIZE } from "./block";
import { Grid, gridToFrames, rememberGrid } from "./grid";
import { COUNT_AT, framesOfBlock } from "./header";

/** The cost of a frame, in steps of a vertex. */
const STEPS_A_FRAME = 16;

/** Writes the blocks of a take's frames and fields of view. */
export function writeFrames(writer: Writer, { count, frames, fieldOfView }: Take, budget: Budget): void {
	const lenses = typeIs(fieldOfView, "buffer") ? fieldOfView : undefined;
	// Not shared: other calls may pack during a pause.
	const block = buffer.create(MAX_BLOCK_SIZE);
	for (const index of $range(0, math.ceil(count / BLOCK_FRAMES) - 1)) {
		const held = framesOfBlock(index, count);
		budget.step(held * STEPS_A_FRAME, "encodeRecording");
		const size = encodeBlock(frames, lenses, index * BLOCK_FRAMES, held, block);
		budget.spendBytes(size, "encodeRecording");
		writer.bytes(block, 0, size);
	}
}

/** Reads and checks the frames and fields of view of the blocks that start at `blocks`. */
export function readFrames(
	source: buffer,
	blocks: ReadonlyArray<number>,
	count: number,
	hasLens: boolean,
	budget: Budget,
	format: string,
	grid?: Grid,
): LuaTuple<[frames: buffer, lenses: buffer | undefined]> {
	budget.spendBytes(count * (FRAME_SIZE + (hasLens ? 4 : 0)), format, COUNT_AT);
	const frames = buffer.create(count * FRAME_SIZE);
	const lenses = hasLens ? buffer.create(count * 4) : undefined;
	blocks.forEach((start, block) => {
		const held = framesOfBlock(block, count);
		const first = block * BLOCK_FRAMES;
		budget.step(held * STEPS_A_FRAME, format, start);
		checkBlockSum(source, start, format);
		decodeBlock(source, start, held, frames, first * FRAME_SIZE, lenses, first * 4, format);
		if (grid) gridToFrames(frames, first * FRAME_SIZE, held, grid, format, start);
		checkFrames(frames, first * FRAME_SIZE, held, format, start);
	});
	trustFrames(frames, count);
	if (grid) rememberGrid(frames, grid);
	if (lenses !== undefined) trustFrames(lenses, count);
	return $tuple(frames, lenses);
}
