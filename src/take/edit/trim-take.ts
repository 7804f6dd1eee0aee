import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter, frameBefore } from "../../motion/rate";
import { checkTake, Take } from "../take";
import { sliceTake } from "./slice-take";

/**
 * The frames of a take from `start` to `finish` seconds, both kept where frames lie on them, as a take that starts at 0.
 *
 * @example
 * const middle = trimTake(take, 2, 5.5);
 */
export function trimTake(take: Take, start: number, finish: number): Take {
	checkTake(take, "trimTake");
	checkFinite(start, "trimTake", "start");
	checkFinite(finish, "trimTake", "finish");
	const first = math.max(frameAfter(start, take.rate), 0);
	const last = math.min(frameBefore(finish, take.rate), take.count - 1);
	if (last < first) fail("trimTake", `no frame of "${take.name}" lies from ${start} to ${finish} seconds`);
	return sliceTake(take, first, last - first + 1);
}
