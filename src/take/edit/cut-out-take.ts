import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter } from "../../motion/rate";
import { checkTake, Take } from "../take";
import { appendTakes } from "./append-takes";
import { sliceTake } from "./slice-take";

/**
 * A take without its frames from `start` up to, and without, `finish` seconds. What is left is joined by a cut.
 *
 * @example
 * const short = cutOutTake(take, 2, 5.5); // 3.5 seconds shorter
 */
export function cutOutTake(take: Take, start: number, finish: number): Take {
	checkTake(take, "cutOutTake");
	checkFinite(start, "cutOutTake", "start");
	checkFinite(finish, "cutOutTake", "finish");
	if (finish < start) fail("cutOutTake", `finish is ${finish}; it must not be before start, which is ${start}`);
	const { rate, count } = take;
	const first = math.clamp(frameAfter(start, rate), 0, count);
	const after = math.clamp(frameAfter(finish, rate), 0, count);
	if (first === after) return take;
	if (first === 0 && after === count) fail("cutOutTake", `nothing would be left of "${take.name}"`);
	if (first === 0) return sliceTake(take, after, count - after);
	if (after === count) return sliceTake(take, 0, first);
	return appendTakes([sliceTake(take, 0, first), sliceTake(take, after, count - after)], take.name, take.map);
}
