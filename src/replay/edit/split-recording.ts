import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter } from "../../motion/rate";
import { isBefore } from "../../take/edit/slice-take";
import { checkFramed, FramedRecording } from "../recording";
import { sliceRecording } from "./slice-recording";

/**
 * Splits a take or a replay in two: the frames before `seconds`, and those from there on. Every marker is in one of the
 * two.
 *
 * @example
 * const [opening, rest] = splitRecording(take, 4);
 */
export function splitRecording<T extends FramedRecording>(
	recording: T,
	seconds: number,
): LuaTuple<[before: T, after: T]> {
	checkFramed(recording, "splitRecording");
	checkFinite(seconds, "splitRecording", "seconds");
	const { count, rate, name } = recording;
	const first = frameAfter(seconds, rate);
	if (first < 1 || first > count - 1) {
		fail("splitRecording", `"${name}" has no frames before or after ${seconds} seconds; expected some on both sides`);
	}
	return $tuple(
		sliceRecording(recording, 0, first, (at) => isBefore(at, seconds, rate)),
		sliceRecording(recording, first, count - first, (at) => !isBefore(at, seconds, rate)),
	);
}
