/**
 * Throws the one kind of error that bad input causes: a plain string, with no script name before it.
 *
 * @param format what was being read, or the public function that was misused: `mdx`, `snapshot`, `Recorder`
 * @param problem what is wrong, in words that name the value
 * @param offset the byte at which it is wrong, counted from the start of the buffer that the caller passed
 * @example
 * fail("mdx", `VERS holds 800`, 12); // [dolly] mdx: VERS holds 800 at byte 12
 */
export function fail(format: string, problem: string, offset?: number): never {
	const place = offset === undefined ? "" : ` at byte ${offset}`;
	error(`[dolly] ${format}: ${problem}${place}`, 0);
}
