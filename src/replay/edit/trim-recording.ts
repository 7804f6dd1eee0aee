import { checkFinite } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { frameAfter, frameBefore } from "../../motion/rate";
import { editBudget, TakeEditOptions } from "../../take/edit/edit-options";
import { isBefore, reportMarkers } from "../../take/edit/slice-take";
import { takeDuration } from "../../take/take";
import { checkFramed, FramedRecording } from "../recording";
import { sliceRecording } from "./slice-recording";

/**
 * Returns the frames of a take or a replay from `start` to `finish` seconds, both included, as a recording that starts
 * at 0. It keeps the markers between the two times; the report of the Job in `options` counts the others. It drops a
 * replay's subjects that are absent between the two times.
 *
 * @example
 * const middle = trimRecording(take, 2, 5.5);
 */
export function trimRecording<T extends FramedRecording>(
	recording: T,
	start: number,
	finish: number,
	options?: TakeEditOptions,
): T {
	checkFramed(recording, "trimRecording");
	checkFinite(start, "trimRecording", "start");
	checkFinite(finish, "trimRecording", "finish");
	const budget = editBudget(options, "trimRecording");
	const { rate, count, name } = recording;
	const first = math.max(frameAfter(start, rate), 0);
	const last = math.min(frameBefore(finish, rate), count - 1);
	if (last < first)
		fail(
			"trimRecording",
			`no frame of "${name}" is from ${start} to ${finish} seconds; it lasts ${takeDuration(recording)}`,
		);
	const keeps = (at: number) => !isBefore(at, start, rate) && !isBefore(finish, at, rate);
	const trimmed = sliceRecording(recording, first, last - first + 1, keeps);
	reportMarkers(recording, trimmed.markers.size(), budget, "trimRecording");
	return budget.finish(trimmed);
}
