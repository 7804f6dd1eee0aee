/** The value below which `share` of the list lies, between its neighbours where it falls between two. */
function quantile(sorted, share) {
	const place = (sorted.length - 1) * share;
	const below = Math.floor(place);
	const above = Math.min(below + 1, sorted.length - 1);
	return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Median and quartiles of a list of numbers. */
export function quartiles(list) {
	const sorted = [...list].sort((a, b) => a - b);
	return { low: quantile(sorted, 0.25), median: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}
