import { checkOptional } from "../../bytes/check-argument";
import { workOf } from "../../bytes/work";
import { Writer } from "../../bytes/writer";
import { TakeCodecOptions } from "../codec-options";
import { checkTake, Take } from "../take";
import { BLOCK_FRAMES, encodeBlock, MAX_BLOCK_SIZE } from "./block";
import { framesOfBlock, writeHeader } from "./header";

/** What a frame costs beside a vertex. */
const STEPS_A_FRAME = 16;

/**
 * Packs a take, all of it: what `decodeTake` gives back is the same bit for bit. A minute of flying takes a third of the bytes
 * that its frames have, a camera that stands still next to none.
 *
 * @example
 * const packed = encodeTake(recorder.stop());
 * print(`${buffer.len(packed) / take.count} bytes a frame`);
 */
export function encodeTake(take: Take, options?: TakeCodecOptions): buffer {
	checkTake(take, "encodeTake");
	checkOptional(options, "table", "encodeTake", "options");
	const work = workOf(options, "encodeTake");
	const { count, frames, fieldOfView } = take;
	const lenses = typeIs(fieldOfView, "buffer") ? fieldOfView : undefined;
	const writer = new Writer();
	writeHeader(writer, take);
	work.spendBytes(writer.position, "encodeTake");
	// Not shared: a pause lets others pack meanwhile.
	const block = buffer.create(MAX_BLOCK_SIZE);
	for (const index of $range(0, math.ceil(count / BLOCK_FRAMES) - 1)) {
		const held = framesOfBlock(index, count);
		work.step(held * STEPS_A_FRAME, "encodeTake");
		const size = encodeBlock(frames, lenses, index * BLOCK_FRAMES, held, block);
		work.spendBytes(size, "encodeTake");
		writer.bytes(block, 0, size);
	}
	return writer.finish();
}
