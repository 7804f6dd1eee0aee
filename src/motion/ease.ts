import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** The easing of a blend: the distance alpha, 0 to 1, for a time alpha. */
export type Ease = (share: number) => number;

/** Easings may swing beyond 0 and 1. A value beyond this is a mistake, and positions would not stay finite. */
const FARTHEST_SHARE = 1000;

/** Starts and stops gently. */
export function smoothStep(share: number): number {
	return share * share * (3 - 2 * share);
}

/** Returns the distance alpha of an easing for a time alpha. Refuses an invalid result, in the name of `caller`. */
export function easedShare(easing: Ease, share: number, caller: string): number {
	const [ok, eased] = pcall(easing, share);
	if (!ok) fail(caller, `easing failed at ${share}: ${eased}`);
	if (!typeIs(eased, "number") || eased - eased !== 0) {
		fail(caller, `easing returned ${describeValue(eased)} for ${share}; expected a finite number`);
	}
	if (math.abs(eased) > FARTHEST_SHARE) {
		fail(caller, `easing returned ${eased} for ${share}; expected about 0 to 1, at most ${FARTHEST_SHARE}`);
	}
	return eased;
}
