import type { Budget } from "../../bytes/budget";
import { FRAME_SIZE } from "../frame";
import { checkTake, Take, trustFrames } from "../take";
import { BLOCK_FRAMES, checkBlockSum, decodeBlock } from "./block";
import { framesOfBlock, readPackedHeader } from "./header";

/** What a frame costs beside a vertex. */
const STEPS_A_FRAME = 16;

/** Unpacks a take, which begins as `readStart` has found it to. All of it is checked: damage anywhere refuses the whole take. */
export function decodeTake(source: buffer, budget: Budget): Take {
	const { rate, count, hasLens, sections, blocks } = readPackedHeader(source, budget);
	budget.spendBytes(count * (FRAME_SIZE + (hasLens ? 4 : 0)), "take", 12);
	const frames = buffer.create(count * FRAME_SIZE);
	const lenses = hasLens ? buffer.create(count * 4) : undefined;
	blocks.forEach((start, block) => {
		const held = framesOfBlock(block, count);
		const first = block * BLOCK_FRAMES;
		budget.step(held * STEPS_A_FRAME, "take", start);
		checkBlockSum(source, start);
		decodeBlock(source, start, held, frames, first * FRAME_SIZE, lenses, first * 4, false);
	});
	trustFrames(frames, count);
	if (lenses !== undefined) trustFrames(lenses, count);
	const take: Take = { ...sections, rate, count, frames, fieldOfView: lenses ?? sections.fieldOfView };
	checkTake(take, "take");
	return take;
}
