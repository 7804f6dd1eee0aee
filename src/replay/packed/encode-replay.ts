import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import { writeFrames } from "../../take/packed/frames";
import type { Replay } from "../replay";
import { writeJointBlocks } from "./encode-joints";
import { writeReplayHeader } from "./replay-header";

/** Packs a checked replay: frames and rows bit for bit, positions and sizes of joints in single precision. */
export function encodeReplay(replay: Replay, budget: Budget): buffer {
	const writer = new Writer();
	writeReplayHeader(writer, replay, budget);
	budget.spendBytes(writer.position, "encodeRecording");
	for (const subject of replay.subjects) {
		writeFrames(writer, subject.root, budget);
		writeJointBlocks(writer, subject, replay.count, budget);
	}
	return writer.finish();
}
