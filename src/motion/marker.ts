import { checkArray, describeValue, itemOf, textProblem } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** The max bytes of a marker's name. */
const MAX_NAME_BYTES = 255;

/** The max markers of a recording that lasts no time, and for each of its seconds. */
export const MAX_MARKERS = 10_000;
const MARKERS_PER_SECOND = 100;

/** Seconds by which a marker may be after the end: sums of times are inexact. */
const AT_END = 1e-6;

/**
 * A name at a time of a recording or clip.
 *
 * @example
 * const marker: Marker = { name: "thunder", seconds: 2.5 };
 */
export interface Marker {
	/** UTF-8, at most 255 bytes. */
	readonly name: string;
	/** Seconds from the start. */
	readonly seconds: number;
}

/** Refuses invalid markers, markers outside of `duration` seconds, and more than fit into them. */
export function checkMarkers(markers: ReadonlyArray<Marker>, duration: number, caller: string, argument: string): void {
	checkArray(markers, caller, argument);
	const most = MAX_MARKERS + MARKERS_PER_SECOND * duration;
	if (markers.size() > most) {
		fail(caller, `${argument} has ${markers.size()} markers; expected at most ${math.floor(most)} in ${duration} s`);
	}
	markers.forEach((marker: unknown, index) => {
		if (!typeIs(marker, "table"))
			fail(caller, `${itemOf(argument, index)} is ${describeValue(marker)}; expected a Marker`);
		const { name, seconds } = marker as Partial<Marker>;
		// The argument's name is only put together for an error: there may be many markers.
		const problem = textProblem(name, MAX_NAME_BYTES);
		if (problem !== undefined) fail(caller, `name of ${itemOf(argument, index)} ${problem}`);
		if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds <= duration + AT_END)) {
			fail(caller, `seconds of ${itemOf(argument, index)} is ${describeValue(seconds)}; expected 0 to ${duration}`);
		}
	});
}
