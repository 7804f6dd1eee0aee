import type { Budget } from "../../bytes/budget";
import { checkTake, Take } from "../take";
import { readFrames } from "./frames";
import { readPackedHeader } from "./header";

/** Unpacks a take whose start `readKind` has checked. Checks all of it: damage anywhere fails the whole take. */
export function decodeTake(source: buffer, budget: Budget): Take {
	const { rate, count, hasLens, sections, grid, blocks } = readPackedHeader(source, budget);
	const [frames, lenses] = readFrames(source, blocks, count, hasLens, budget, "take", grid);
	const take: Take = { ...sections, rate, count, frames, fieldOfView: lenses ?? sections.fieldOfView };
	checkTake(take, "take");
	return take;
}
