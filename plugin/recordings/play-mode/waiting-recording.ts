import type { Recording } from "../../../src/camera";

/** The largest packed take that leaves play mode: settings are one file, which Studio reads and writes whole. */
export const MOST_BYTES = 15_000_000;

/** What takes that came from play mode are called in the undo history. */
export const FROM_PLAY_MODE = "Take from play mode";

/** A take that is not in the place yet. */
export interface WaitingRecording {
	/** What tells it from others, whichever way it came. */
	id: string;
	/** Its step of the undo history. */
	what: string;
	take: Recording;
	/** Why it was refused, as a sentence. It then waits for the person, and nothing tries again by itself. */
	problem?: string;
}
