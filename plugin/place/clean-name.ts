/**
 * The max length of a name in bytes. The engine allows 100 characters in an instance's name, and a number may follow.
 */
const MAX_BYTES = 90;

/** Cuts text to a number of bytes, at a whole character. */
export function fitted(text: string, bytes: number): string {
	// Text that is not UTF-8 keeps its ASCII.
	const [length] = utf8.len(text);
	const whole = typeIs(length, "number") ? text : text.gsub("[\x80-\xff]", "?")[0];
	let last = 0;
	for (const [start, code] of utf8.codes(whole)) {
		const finish = start + utf8.char(code).size() - 1;
		if (finish > bytes) break;
		last = finish;
	}
	return whole.sub(1, last);
}

/** Puts text on one line, without characters that settings cannot hold. */
export function onOneLine(text: string): string {
	const [plain] = text.gsub('[%c"\\]', " ");
	const [trimmed] = plain.match("^%s*(.-)%s*$");
	return trimmed as string;
}

/**
 * Removes characters that would break a line of a list or a path in the Explorer, and limits the name to the length
 * that an instance's can have.
 */
export function cleanName(name: string): string {
	return onOneLine(fitted(onOneLine(name), MAX_BYTES));
}
