/** A number as it was typed, with its unit or without; undefined if it is none. */
export function numberFrom(text: string): number | undefined {
	const [signed] = text.gsub("−", "-");
	const [spaced] = signed.gsub(",", ".");
	const [joined] = spaced.gsub("%s+", "");
	// Letters within a number belong to none that is read here: 1e3 is not 13.
	const [bare] = joined.match("^([%+%-]?%d*%.?%d*)[°×%a]*$");
	const value = typeIs(bare, "string") ? tonumber(bare) : undefined;
	return value !== undefined && math.abs(value) < math.huge ? value : undefined;
}

/** A number in words with so many decimals, and a minus as wide as a digit. */
export function writeNumber(value: number, decimals: number, unit = ""): string {
	const written = string.format(`%.${math.abs(decimals)}f`, value);
	// What rounds to zero has no sign.
	const isNegative = written.sub(1, 1) === "-" && tonumber(written) !== 0;
	const [digits] = written.gsub("^%-", "");
	return `${isNegative ? "−" : ""}${digits}${unit}`;
}
