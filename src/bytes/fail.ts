/** What a failure says without the mark that stands before it: for messages that tell of another. */
export function problemOf(message: unknown): string {
	const [text] = tostring(message).gsub("^%[dolly%] ", "");
	return text;
}

/**
 * Throws the one kind of error that bad input causes: a plain string, with no script name before it.
 *
 * @param format what was being read, or the public function that was misused: `mdx`, `archive`, `Recorder`
 * @param problem what is wrong, in words that name the value
 * @param place the byte at which it is wrong, counted from the start of the buffer that the caller passed; or where else it
 * stands, such as `accessors[3].count`
 * @example
 * fail("mdx", `VERS holds 800`, 12); // [dolly] mdx: VERS holds 800 at byte 12
 */
export function fail(format: string, problem: string, place?: number | string): never {
	const where = place === undefined ? "" : typeIs(place, "number") ? ` at byte ${place}` : ` at ${place}`;
	error(`[dolly] ${format}: ${problem}${where}`, 0);
}
