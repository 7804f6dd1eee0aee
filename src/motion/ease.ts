/** How a blend goes: the share of the way, 0 to 1, for a share of the time. */
export type Ease = (share: number) => number;

/** Starts and stops gently. */
export function smoothStep(share: number): number {
	return share * share * (3 - 2 * share);
}
