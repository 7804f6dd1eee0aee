import type { Recording } from "../../../src/camera";

/** The max size of a packed take that leaves play mode: Studio reads and writes all settings as one file. */
export const MOST_BYTES = 15_000_000;

/** The step of history of takes from play mode. */
export const FROM_PLAY_MODE = "Take from play mode";

/** A take that is not in the place yet. */
export interface WaitingRecording {
	/** Identifies the take on both ways out of play mode. */
	id: string;
	/** Its step of history. */
	what: string;
	take: Recording;
	/** Why it was refused, as a sentence. It then waits for the user and is not tried again automatically. */
	problem?: string;
}
