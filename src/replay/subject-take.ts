import { checkText } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { MAX_NAME_BYTES, Take, trustTake } from "../take/take";
import { checkReplay } from "./check-replay";
import type { Replay, ReplaySubject } from "./replay";

/** Returns a subject of a checked replay by its name. */
export function subjectOf(replay: Replay, name: string, caller: string): ReplaySubject {
	checkText(name, MAX_NAME_BYTES, caller, "name");
	const found = replay.subjects.find((subject) => subject.name === name);
	if (found) return found;
	const names = replay.subjects.map((subject) => `"${subject.name}"`).join(", ");
	return fail(caller, `name is "${name}"; expected ${names === "" ? "a replay with subjects" : `one of ${names}`}`);
}

/**
 * Returns the path of one subject of a replay as a take, with the replay's markers. Play it with a `CameraPlayer` or a
 * `Follower`, or edit it. While the subject is absent, the take holds the nearest place where it was.
 *
 * @example
 * const flight = subjectTake(replay, "Camera");
 * new CameraPlayer(smoothTake(flight, 0.2)).play();
 */
export function subjectTake(replay: Replay, name: string): Take {
	checkReplay(replay, "subjectTake");
	const { root } = subjectOf(replay, name, "subjectTake");
	const { map, metadata, serverStart, serverEnd } = replay;
	const markers = replay.markers.map((marker) => ({ name: marker.name, seconds: marker.seconds }));
	return trustTake({ ...root, name, map, markers, metadata, serverStart, serverEnd });
}
