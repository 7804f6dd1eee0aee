import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter } from "../../motion/rate";
import { checkTake, Take } from "../take";
import { appendTakes } from "./append-takes";
import { editBudget, TakeEditOptions } from "./edit-options";
import { isBefore, reportMarkers, sliceTake } from "./slice-take";

/**
 * Removes the frames from `start` up to, but not including, `finish` seconds. A cut joins the two remaining parts. The
 * markers of the removed part are dropped; the report of the Job in `options` counts them.
 *
 * @example
 * const short = cutOutTake(take, 2, 5.5); // 3.5 seconds shorter
 */
export function cutOutTake(take: Take, start: number, finish: number, options?: TakeEditOptions): Take {
	checkTake(take, "cutOutTake");
	checkFinite(start, "cutOutTake", "start");
	checkFinite(finish, "cutOutTake", "finish");
	if (finish < start) fail("cutOutTake", `finish is ${finish}; expected at least start, which is ${start}`);
	const budget = editBudget(options, "cutOutTake");
	const { rate, count } = take;
	const first = math.clamp(frameAfter(start, rate), 0, count);
	const after = math.clamp(frameAfter(finish, rate), 0, count);
	if (first === after) return budget.finish(take);
	if (first === 0 && after === count)
		fail("cutOutTake", `start and finish contain all of "${take.name}"; expected some frames outside`);
	const pieces = new Array<Take>();
	if (first > 0) pieces.push(sliceTake(take, 0, first, (at) => isBefore(at, start, rate)));
	if (after < count) pieces.push(sliceTake(take, after, count - after, (at) => !isBefore(at, finish, rate)));
	const left = appendTakes(
		pieces.map((piece) => ({ take: piece, isCut: true })),
		take.name,
		take.map,
	);
	reportMarkers(take, left.markers.size(), budget, "cutOutTake");
	return budget.finish(left);
}
