import type { Take } from "../../../src";

/** The largest packed take that leaves play mode: settings are one file, which Studio reads and writes whole. */
export const MOST_BYTES = 15_000_000;

/** A take from play mode that is not in the place yet. */
export interface WaitingTake {
	/** What tells it from others, whichever way it came. */
	id: string;
	take: Take;
	/** Forgets it where it came from, once it is in the place. May yield. */
	remove: () => void;
}
