import type { Budget } from "../../bytes/budget";
import { Writer } from "../../bytes/writer";
import type { Take } from "../take";
import { writeFrames } from "./frames";
import { writeHeader } from "./header";

/** Packs a take that was checked, all of it, bit for bit. */
export function encodeTake(take: Take, budget: Budget): buffer {
	const writer = new Writer();
	writeHeader(writer, take);
	budget.spendBytes(writer.position, "encodeRecording");
	writeFrames(writer, take, budget);
	return writer.finish();
}
