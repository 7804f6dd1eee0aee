import type { Recording } from "./recording";
import type { Replay } from "./replay";

export function isReplay(recording: Recording): recording is Replay {
	return typeIs(recording, "table") && (recording as Partial<Replay>).subjects !== undefined;
}
