import type { Take } from "../take/take";
import type { Replay } from "./replay";

/**
 * Whether a recording is a Replay. The others are Takes.
 *
 * @example
 * const recording = decodeRecording(source);
 * if (isReplay(recording)) print(`${recording.subjects.size()} subjects`);
 * else new CameraPlayer(recording).play();
 */
export function isReplay(recording: Take | Replay): recording is Replay {
	return typeIs(recording, "table") && (recording as Partial<Replay>).subjects !== undefined;
}
