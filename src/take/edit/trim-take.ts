import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter, frameBefore } from "../../motion/rate";
import { checkTake, Take } from "../take";
import { editBudget, TakeEditOptions } from "./edit-options";
import { isBefore, reportMarkers, sliceTake } from "./slice-take";

/**
 * The frames of a take from `start` to `finish` seconds, both kept where frames lie on them, as a take that starts at 0.
 * Markers between the two times come along; the others are counted in the report of the Job in `options`.
 *
 * @example
 * const middle = trimTake(take, 2, 5.5);
 */
export function trimTake(take: Take, start: number, finish: number, options?: TakeEditOptions): Take {
	checkTake(take, "trimTake");
	checkFinite(start, "trimTake", "start");
	checkFinite(finish, "trimTake", "finish");
	const budget = editBudget(options, "trimTake");
	const { rate } = take;
	const first = math.max(frameAfter(start, rate), 0);
	const last = math.min(frameBefore(finish, rate), take.count - 1);
	if (last < first) fail("trimTake", `no frame of "${take.name}" lies from ${start} to ${finish} seconds`);
	const keeps = (at: number) => !isBefore(at, start, rate) && !isBefore(finish, at, rate);
	const trimmed = sliceTake(take, first, last - first + 1, keeps);
	reportMarkers(take, trimmed.markers.size(), budget, "trimTake");
	return budget.finish(trimmed);
}
