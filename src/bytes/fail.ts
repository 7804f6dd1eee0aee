/** Returns the problem in an error, without the mark before it: for messages that quote another. */
export function problemOf(message: unknown): string {
	const [text] = tostring(message).gsub("^%[dolly%] ", "");
	return text;
}

/**
 * Throws the one kind of error that bad input causes: a plain string, without a script name before it.
 *
 * @param format the format being read, or the public function that was misused: `mdx`, `archive`, `Recorder`
 * @param problem what is wrong, in words that name the value
 * @param place the byte at which it is wrong, counted from the start of the caller's buffer, or another location, such
 * as `accessors[3].count`
 *
 * @example
 * fail("mdx", `VERS holds 800`, 12); // [dolly] mdx: VERS holds 800 at byte 12
 */
export function fail(format: string, problem: string, place?: number | string): never {
	const where = place === undefined ? "" : typeIs(place, "number") ? ` at byte ${place}` : ` at ${place}`;
	error(`[dolly] ${format}: ${problem}${where}`, 0);
}
