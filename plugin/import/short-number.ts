/** Formats a number with three digits. */
export function shortNumber(value: number): string {
	if (value >= 100) return string.format("%.0f", value);
	if (value >= 10) return string.format("%.1f", value);
	return string.format("%.2f", value);
}
