/** Formats seconds as `m:ss.t`: 75.04 is `1:15.0`. */
export function formatTime(seconds: number): string {
	// Tenths first, so that 59.97 becomes 1:00.0 and not 0:60.0.
	const tenths = math.round(math.max(seconds, 0) * 10);
	const minutes = tenths.idiv(600);
	return string.format("%d:%02d.%d", minutes, tenths.idiv(10) % 60, tenths % 10);
}

/** Formats seconds as `m:ss.hh`: 6.667 is `0:06.67`. */
export function formatClock(seconds: number): string {
	// Hundredths first, so that 59.999 becomes 1:00.00 and not 0:60.00.
	const hundredths = math.round(math.max(seconds, 0) * 100);
	return string.format("%d:%02d.%02d", hundredths.idiv(6000), hundredths.idiv(100) % 60, hundredths % 100);
}

/** Formats a size in the largest unit that makes it at least 1: `317 B`, `18.4 KB`, `2.1 MB`. */
export function formatBytes(bytes: number): string {
	if (bytes < 1000) return `${bytes} B`;
	if (bytes < 1_000_000) return string.format("%.1f KB", bytes / 1000);
	return string.format("%.1f MB", bytes / 1_000_000);
}

/** Formats a whole number with a comma after each thousand: `65,535`. */
export function formatCount(count: number): string {
	const [grouped] = string.gsub(string.reverse(tostring(count)), "(%d%d%d)", "%1,");
	const [trimmed] = string.gsub(string.reverse(grouped), "^,", "");
	return trimmed;
}

/** Formats a speed as `1×`, `0.25×`, `-2×`. */
export function formatSpeed(speed: number): string {
	return `${speed}×`;
}

/** Formats a count with its noun: `1 key`, `3 keys`. */
export function counted(count: number, what: string): string {
	return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
