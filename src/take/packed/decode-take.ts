import { checkOptional, checkType } from "../../bytes/check-argument";
import { workOf } from "../../bytes/work";
import { TakeCodecOptions } from "../codec-options";
import { FRAME_SIZE } from "../frame";
import { checkTake, Take, trustFrames } from "../take";
import { BLOCK_FRAMES, checkBlockSum, decodeBlock } from "./block";
import { framesOfBlock, readPackedHeader } from "./header";

/** What a frame costs beside a vertex. */
const STEPS_A_FRAME = 16;

/**
 * Unpacks what `encodeTake` packed. All of it is checked before anything is handed back: damage anywhere refuses the whole
 * take.
 *
 * @example
 * const unpacked = decodeTake(source);
 * new CameraPlayer(unpacked).play();
 */
export function decodeTake(source: buffer, options?: TakeCodecOptions): Take {
	checkType(source, "buffer", "decodeTake", "source");
	checkOptional(options, "table", "decodeTake", "options");
	const work = workOf(options, "decodeTake");
	const { rate, count, hasLens, sections, blocks } = readPackedHeader(source, work);
	work.spendBytes(count * (FRAME_SIZE + (hasLens ? 4 : 0)), "take", 12);
	const frames = buffer.create(count * FRAME_SIZE);
	const lenses = hasLens ? buffer.create(count * 4) : undefined;
	blocks.forEach((start, block) => {
		const held = framesOfBlock(block, count);
		const first = block * BLOCK_FRAMES;
		work.step(held * STEPS_A_FRAME, "take", start);
		checkBlockSum(source, start);
		decodeBlock(source, start, held, frames, first * FRAME_SIZE, lenses, first * 4, false);
	});
	trustFrames(frames, count);
	if (lenses !== undefined) trustFrames(lenses, count);
	const take: Take = { ...sections, rate, count, frames, fieldOfView: lenses ?? sections.fieldOfView };
	checkTake(take, "take");
	return take;
}
