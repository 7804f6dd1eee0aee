/** Values under keys: a data store, or what stands in for one. Every method may yield. */
export interface KeyValues {
	/** The value under a key as it is now, not as it was a moment ago. `what` says in a failure's message what was tried. */
	get(what: string, key: string): unknown;
	set(what: string, key: string, value: unknown, userIds?: Array<number>): void;
	/**
	 * Changes a value in one step: nobody else writes between what `change` is given and what it returns. `change` may run
	 * several times, and on a value that an earlier attempt wrote though its answer was lost; undefined leaves all as it is.
	 */
	update(what: string, key: string, change: (value: unknown) => unknown, userIds?: Array<number>): void;
	/** Removes a key and gives what was under it; undefined also where an earlier attempt removed it and its answer was lost. */
	remove(what: string, key: string): unknown;
	/** The keys that start with `prefix`, in order. */
	list(what: string, prefix: string): Array<string>;
}
