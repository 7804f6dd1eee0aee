import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import type { Take } from "../take";
import { BLOCK_FRAMES, encodeBlock, MAX_BLOCK_SIZE } from "./block";
import { framesOfBlock, writeHeader } from "./header";

/** What a frame costs beside a vertex. */
const STEPS_A_FRAME = 16;

/** Packs a take that was checked, all of it, bit for bit. */
export function encodeTake(take: Take, budget: Budget): buffer {
	const { count, frames, fieldOfView } = take;
	const lenses = typeIs(fieldOfView, "buffer") ? fieldOfView : undefined;
	const writer = new Writer();
	writeHeader(writer, take);
	budget.spendBytes(writer.position, "encodeRecording");
	// Not shared: a pause lets others pack meanwhile.
	const block = buffer.create(MAX_BLOCK_SIZE);
	for (const index of $range(0, math.ceil(count / BLOCK_FRAMES) - 1)) {
		const held = framesOfBlock(index, count);
		budget.step(held * STEPS_A_FRAME, "encodeRecording");
		const size = encodeBlock(frames, lenses, index * BLOCK_FRAMES, held, block);
		budget.spendBytes(size, "encodeRecording");
		writer.bytes(block, 0, size);
	}
	return writer.finish();
}
