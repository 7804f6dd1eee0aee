/** Reads a typed number, with or without its unit. Returns undefined if it is invalid. */
export function numberFrom(text: string): number | undefined {
	const [signed] = text.gsub("−", "-");
	const [spaced] = signed.gsub(",", ".");
	const [joined] = spaced.gsub("%s+", "");
	// Rejects numbers with letters inside: 1e3 is not 13.
	const [bare] = joined.match("^([%+%-]?%d*%.?%d*)[°×%a]*$");
	const value = typeIs(bare, "string") ? tonumber(bare) : undefined;
	return value !== undefined && math.abs(value) < math.huge ? value : undefined;
}

/** Formats a number with a number of decimals, and with a minus as wide as a digit. */
export function writeNumber(value: number, decimals: number, unit = ""): string {
	const written = string.format(`%.${math.abs(decimals)}f`, value);
	// A number that rounds to zero has no sign.
	const isNegative = written.sub(1, 1) === "-" && tonumber(written) !== 0;
	const [digits] = written.gsub("^%-", "");
	return `${isNegative ? "−" : ""}${digits}${unit}`;
}
