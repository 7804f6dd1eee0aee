import { isNoAccess } from "./data-store-request";
import type { KeyPage, KeyValues } from "./key-values";

/**
 * Values of a data store that switch to memory at the first request that Studio refuses for lack of API access, which
 * may be the one that opens the store. Calls `onRefused` once.
 */
export class StudioValues implements KeyValues {
	private isRefused = false;
	private readonly stored?: KeyValues;

	constructor(
		open: () => KeyValues,
		private readonly memory: KeyValues,
		private readonly onRefused: () => void,
	) {
		const [ok, result] = pcall(open);
		if (ok) this.stored = result as KeyValues;
		else this.refuse(result);
	}

	public get(what: string, key: string): unknown {
		return this.attempt((values) => values.get(what, key));
	}

	public set(what: string, key: string, value: unknown, userIds?: Array<number>): void {
		this.attempt((values) => values.set(what, key, value, userIds));
	}

	public update(what: string, key: string, change: (value: unknown) => unknown, userIds?: Array<number>): void {
		this.attempt((values) => values.update(what, key, change, userIds));
	}

	public remove(what: string, key: string): void {
		this.attempt((values) => values.remove(what, key));
	}

	public removeIf(what: string, key: string, test: (value: unknown) => boolean): unknown {
		return this.attempt((values) => values.removeIf(what, key, test));
	}

	public list(what: string, prefix: string, limit: number, cursor?: string): KeyPage {
		return this.attempt((values) => values.list(what, prefix, limit, cursor));
	}

	private attempt<T>(body: (values: KeyValues) => T): T {
		const { stored } = this;
		if (this.isRefused || !stored) return body(this.memory);
		const [ok, result] = pcall(() => body(stored));
		if (ok) return result as T;
		this.refuse(result);
		return body(this.memory);
	}

	/** Switches to memory if the error is a lack of access; rethrows any other. */
	private refuse(problem: unknown): void {
		if (!isNoAccess(tostring(problem))) error(problem, 0);
		// Several requests may have been under way.
		if (!this.isRefused) this.onRefused();
		this.isRefused = true;
	}
}
