/** Some of the keys, and where the next ones begin if there are more. */
export interface KeyPage {
	keys: Array<string>;
	cursor?: string;
}

/** Values under keys: a data store, or what stands in for one. Every method may yield; `what` says in a failure what was tried. */
export interface KeyValues {
	/** The value under a key as it is now, not as it was a moment ago. */
	get(what: string, key: string): unknown;
	set(what: string, key: string, value: unknown, userIds?: Array<number>): void;
	/**
	 * Changes a value in one step: nobody else writes between what `change` is given and what it returns. `change` may run
	 * several times, and on a value that an earlier attempt wrote though its answer was lost; undefined leaves all as it is.
	 */
	update(what: string, key: string, change: (value: unknown) => unknown, userIds?: Array<number>): void;
	remove(what: string, key: string): void;
	/**
	 * Removes a key whose value passes `test`, and gives what it removed: not always what was tested, since somebody may write
	 * in between. Gives undefined where it did not pass, and where an earlier attempt removed it though its answer was lost.
	 */
	removeIf(what: string, key: string, test: (value: unknown) => boolean): unknown;
	/** Up to `limit` keys that start with `prefix`, in order, from where `cursor` has ended. */
	list(what: string, prefix: string, limit: number, cursor?: string): KeyPage;
}
