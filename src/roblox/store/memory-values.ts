import type { KeyPage, KeyValues } from "./key-values";

/** The values of each name, for as long as the server runs: two stores of one name share them, like a data store. */
const memories = new Map<string, Map<string, unknown>>();

/** Values in this server's memory, which are lost with it. */
export class MemoryValues implements KeyValues {
	private readonly values: Map<string, unknown>;

	constructor(name: string) {
		this.values = memories.get(name) ?? new Map<string, unknown>();
		memories.set(name, this.values);
	}

	public get(_what: string, key: string): unknown {
		return this.values.get(key);
	}

	public set(_what: string, key: string, value: unknown): void {
		this.values.set(key, value);
	}

	public update(_what: string, key: string, change: (value: unknown) => unknown): void {
		const value = change(this.values.get(key));
		if (value !== undefined) this.values.set(key, value);
	}

	public remove(_what: string, key: string): void {
		this.values.delete(key);
	}

	public removeIf(_what: string, key: string, test: (value: unknown) => boolean): unknown {
		const value = this.values.get(key);
		if (value === undefined || !test(value)) return undefined;
		this.values.delete(key);
		return value;
	}

	public list(_what: string, prefix: string, limit: number, cursor?: string): KeyPage {
		const found = new Array<string>();
		this.values.forEach((_, key) => {
			if (key.sub(1, prefix.size()) === prefix && (cursor === undefined || key > cursor)) found.push(key);
		});
		found.sort();
		const keys = found.filter((_, index) => index < limit);
		return { keys, cursor: found.size() > limit ? keys[limit - 1] : undefined };
	}
}
