import { checkArray, describeValue, itemOf, textProblem } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** The longest name of a marker, in bytes. */
const MAX_NAME_BYTES = 255;

/** Seconds by which a marker may lie after the end: sums of times are never exact. */
const AT_END = 1e-6;

/**
 * A name at a time of something that plays.
 *
 * @example
 * const marker: Marker = { name: "thunder", seconds: 2.5 };
 */
export interface Marker {
	/** UTF-8, at most 255 bytes. */
	readonly name: string;
	/** From the start. */
	readonly seconds: number;
}

/** Refuses markers that are none, or that lie outside of what lasts `duration` seconds. */
export function checkMarkers(markers: ReadonlyArray<Marker>, duration: number, caller: string, argument: string): void {
	checkArray(markers, caller, argument);
	markers.forEach((marker: unknown, index) => {
		if (!typeIs(marker, "table"))
			fail(caller, `${itemOf(argument, index)} is ${describeValue(marker)}; expected a Marker`);
		const { name, seconds } = marker as Partial<Marker>;
		// What it is called is put together only if it is needed: there may be many.
		const problem = textProblem(name, MAX_NAME_BYTES);
		if (problem !== undefined) fail(caller, `name of ${itemOf(argument, index)} ${problem}`);
		if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds <= duration + AT_END)) {
			fail(caller, `seconds of ${itemOf(argument, index)} is ${describeValue(seconds)}; expected 0 to ${duration}`);
		}
	});
}
