/**
 * Makes garbage until the collector has gone round `rounds` times: what dies while it marks goes in the second. In small pieces,
 * because the collector does a little with each piece, however large that is: a large one would only fill the memory.
 */
export function collectGarbage(rounds = 1): void {
	for (const _ of $range(1, rounds)) {
		const sentinel = setmetatable(new Map<object, boolean>(), { __mode: "k" });
		sentinel.set({}, true);
		while (next(sentinel)[0] !== undefined) {
			table.create(64);
		}
	}
}
