/**
 * The longest name, in bytes: the engine takes 100 characters for the name of an instance, and a number may come behind it.
 */
const MAX_BYTES = 90;

/** As much of a text as fits into so many bytes, whole characters only. */
export function fitted(text: string, bytes: number): string {
	// A text that is not UTF-8 keeps its ASCII.
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

/** A text on one line, without what settings do not hold. */
export function onOneLine(text: string): string {
	const [plain] = text.gsub('[%c"\\]', " ");
	const [trimmed] = plain.match("^%s*(.-)%s*$");
	return trimmed as string;
}

/** A name without what would break a line of a list or a path in the explorer, and no longer than an instance can have. */
export function cleanName(name: string): string {
	return onOneLine(fitted(onOneLine(name), MAX_BYTES));
}
