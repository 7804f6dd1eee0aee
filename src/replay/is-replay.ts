import type { Recording } from "./recording";
import type { Replay } from "./replay";

/**
 * Whether a recording is a Replay.
 *
 * @example
 * const recording = decodeRecording(source);
 * if (isReplay(recording)) print(`${recording.subjects.size()} subjects`);
 * else new CameraPlayer(recording).play();
 */
export function isReplay(recording: Recording): recording is Replay {
	return typeIs(recording, "table") && (recording as Partial<Replay>).subjects !== undefined;
}
