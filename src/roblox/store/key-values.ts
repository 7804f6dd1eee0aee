/** Some of the keys, and a cursor for the next ones if there are more. */
export interface KeyPage {
	keys: Array<string>;
	cursor?: string;
}

/**
 * Values under keys: a data store, or a substitute. Every method may yield. `what` describes the attempt in errors.
 */
export interface KeyValues {
	/** Returns the current value of a key, uncached. */
	get(what: string, key: string): unknown;
	set(what: string, key: string, value: unknown, userIds?: Array<number>): void;
	/**
	 * Changes a value in one step: nobody else writes between the call of `change` and its result. `change` may run
	 * several times, also on a value that an earlier attempt wrote, if its answer was lost. If it returns undefined,
	 * nothing changes.
	 */
	update(what: string, key: string, change: (value: unknown) => unknown, userIds?: Array<number>): void;
	remove(what: string, key: string): void;
	/**
	 * Removes a key whose value passes `test`, and returns the removed value, which may differ from the tested one if
	 * another server writes in between. Returns undefined if the test fails, or if an earlier attempt removed it and
	 * its answer was lost.
	 */
	removeIf(what: string, key: string, test: (value: unknown) => boolean): unknown;
	/** Returns up to `limit` keys that start with `prefix`, in order, from `cursor` on. */
	list(what: string, prefix: string, limit: number, cursor?: string): KeyPage;
}
