/** Returns how many letters must be added, removed or replaced to turn one text into another. */
function editDistance(from: string, to: string): number {
	let row = new Array<number>();
	for (const column of $range(0, to.size())) row.push(column);
	for (const line of $range(1, from.size())) {
		const following = [line];
		for (const column of $range(1, to.size())) {
			const isSame = from.sub(line, line) === to.sub(column, column);
			following.push(math.min(row[column] + 1, following[column - 1] + 1, row[column - 1] + (isSame ? 0 : 1)));
		}
		row = following;
	}
	return row[to.size()];
}

/**
 * Returns the name that was most likely meant by `text`, or undefined. Ignores case. A third of the letters may be
 * wrong, and one always may.
 */
export function nearestName(text: string, names: ReadonlyArray<string>): string | undefined {
	// No name is that long, and the cost is the product of both lengths.
	if (text.size() > 40) return undefined;
	let nearest: string | undefined;
	let least = math.max(1, text.size().idiv(3));
	for (const name of names) {
		const distance = editDistance(text.lower(), name.lower());
		if (distance > least || (distance === least && nearest !== undefined)) continue;
		nearest = name;
		least = distance;
	}
	return nearest;
}
