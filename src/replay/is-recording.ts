import { describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { Shot } from "../take/shot";
import type { Take } from "../take/take";
import type { Film } from "./film";
import type { Recording } from "./recording";
import type { Replay } from "./replay";

/** The field that only this kind has. */
const FIELDS = {
	take: "frames",
	shot: "keys",
	replay: "subjects",
	film: "items",
};

/**
 * Returns whether a recording is a `"take"`, a `"shot"`, a `"replay"` or a `"film"`.
 *
 * @example
 * const recording = decodeRecording(source);
 * if (isRecording(recording, "replay")) new ReplayPlayer(recording).play();
 * else new CameraPlayer(recording).play();
 */
export function isRecording(recording: Recording, kind: "take"): recording is Take;
export function isRecording(recording: Recording, kind: "shot"): recording is Shot;
export function isRecording(recording: Recording, kind: "replay"): recording is Replay;
export function isRecording(recording: Recording, kind: "film"): recording is Film;
export function isRecording(recording: Recording, kind: keyof typeof FIELDS): boolean {
	const field = typeIs(kind, "string") ? (FIELDS[kind] as string | undefined) : undefined;
	if (field === undefined) {
		fail("isRecording", `kind is ${describeValue(kind)}; expected "take", "shot", "replay" or "film"`);
	}
	return typeIs(recording, "table") && (recording as unknown as Record<string, unknown>)[field] !== undefined;
}
