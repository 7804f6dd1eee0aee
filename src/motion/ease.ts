import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** How a blend goes: the share of the way, 0 to 1, for a share of the time. */
export type Ease = (share: number) => number;

/** Easings may swing beyond 0 and 1, but what goes farther than this is a slip, and places would not stay finite. */
const FARTHEST_SHARE = 1000;

/** Starts and stops gently. */
export function smoothStep(share: number): number {
	return share * share * (3 - 2 * share);
}

/** What an easing gives for a share of the time; refuses what is no number, in the name of `caller`. */
export function easedShare(easing: Ease, share: number, caller: string): number {
	const [ok, eased] = pcall(easing, share);
	if (!ok) fail(caller, `easing fails at ${share}: ${eased}`);
	if (!typeIs(eased, "number") || eased - eased !== 0) {
		fail(caller, `easing gives ${describeValue(eased)} for ${share}; it must give a finite number`);
	}
	if (math.abs(eased) > FARTHEST_SHARE) {
		fail(caller, `easing gives ${eased} for ${share}; shares are 0 to 1, and ${FARTHEST_SHARE} at most`);
	}
	return eased;
}
