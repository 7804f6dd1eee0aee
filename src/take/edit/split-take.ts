import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter } from "../../motion/rate";
import { checkTake, Take } from "../take";
import { isBefore, sliceTake } from "./slice-take";

/**
 * Returns two takes: the frames before `seconds`, and those from there on. Every marker is in one of the two.
 *
 * @example
 * const [opening, rest] = splitTake(take, 4);
 */
export function splitTake(take: Take, seconds: number): LuaTuple<[before: Take, after: Take]> {
	checkTake(take, "splitTake");
	checkFinite(seconds, "splitTake", "seconds");
	const { count, rate } = take;
	const first = frameAfter(seconds, rate);
	if (first < 1 || first > count - 1) {
		fail("splitTake", `"${take.name}" has no frames on both sides of ${seconds} seconds`);
	}
	return $tuple(
		sliceTake(take, 0, first, (at) => isBefore(at, seconds, rate)),
		sliceTake(take, first, count - first, (at) => !isBefore(at, seconds, rate)),
	);
}
