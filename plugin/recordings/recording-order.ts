import type { KeptRecording } from "./kept-recording";

/**
 * Returns a key to sort names by: lower case, and each number after the count of its digits, so that 2 is before 10.
 */
function sortKey(name: string): string {
	const [key] = name.lower().gsub("0*(%d+)", (digits: string) => string.format("%03d%s", digits.size(), digits));
	return key;
}

/** Returns whether a name comes before another in a list: "Take 2" before "Take 10". */
export function comesBefore(a: string, b: string): boolean {
	const first = sortKey(a);
	const second = sortKey(b);
	return first === second ? a < b : first < second;
}

/** Returns whether a take's name, map and metadata together contain every word of the search. */
export function isFound(take: Pick<KeptRecording, "name" | "map" | "metadata">, search: string): boolean {
	const text = `${take.name}\n${take.map}\n${take.metadata}`.lower();
	for (const [word] of search.lower().gmatch("%S+")) {
		if (text.find(word as string, 1, true)[0] === undefined) return false;
	}
	return true;
}
