import { fail } from "../../bytes/fail";
import type { Recording } from "../../take/recording";

/** The longest name of a take, in bytes: as long as a data store lets a key be. */
export const MAX_NAME_BYTES = 50;

/** Frames a second above which no recording is meant: a slip of units, or a forged number. */
const MAX_RATE = 1000;

/**
 * Recordings with what is needed to play them: what a store keeps under a key, and what goes between client and server.
 *
 * @example
 * const take = store.load("harbour");
 * if (take) new Player(pathFromRecordings(take.recordings, take.rate)).play();
 */
export interface Take {
	/** The key under which it is stored, or the name it was sent with. */
	name: string;
	/** Frames a second. */
	rate: number;
	recordings: Array<Recording>;
}

/** Whether `rate` can be the rate of a recording; NaN and infinities cannot. */
export function isRate(rate: unknown): rate is number {
	return typeIs(rate, "number") && rate > 0 && rate <= MAX_RATE;
}

/** Refuses a rate that a caller got wrong. */
export function checkRate(rate: unknown, caller: string): void {
	if (!isRate(rate)) {
		fail(caller, `rate is ${tostring(rate)}; it must be above 0 and at most ${MAX_RATE} frames a second`);
	}
}

/** What is wrong with `text` as a name or key of up to `limit` bytes, or undefined. */
export function nameProblem(text: unknown, limit: number): string | undefined {
	if (!typeIs(text, "string")) {
		return `is a ${typeOf(text)}, not a string`;
	}
	if (text.size() > limit) {
		return `is ${text.size()} characters long; ${limit} fit`;
	}
	const [length] = utf8.len(text);
	return length === undefined ? "is not UTF-8" : undefined;
}
