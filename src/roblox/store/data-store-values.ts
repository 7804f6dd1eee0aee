import { fail } from "../../bytes/fail";
import { engineWords } from "../engine-words";
import { request, wordsOf } from "./data-store-request";
import type { KeyPage, KeyValues } from "./key-values";

const PAGE_SIZE = 50;

/** The values of a data store. Failed requests are repeated. */
export class DataStoreValues implements KeyValues {
	private readonly dataStore: DataStore;
	private readonly fresh: DataStoreGetOptions;

	constructor(name: string) {
		const [ok, result] = pcall(() => game.GetService("DataStoreService").GetDataStore(name));
		if (!ok) fail("RecordingStore", `cannot open "${name}": ${wordsOf(engineWords(result))}`);
		this.dataStore = result as DataStore;
		// A value that this server read seconds ago may have been replaced by another server.
		this.fresh = new Instance("DataStoreGetOptions");
		this.fresh.UseCache = false;
	}

	public get(what: string, key: string): unknown {
		return request(what, "read", () => {
			const [value] = this.dataStore.GetAsync<unknown>(key, this.fresh);
			return value;
		});
	}

	public set(what: string, key: string, value: unknown, userIds?: Array<number>): void {
		request(what, "write", () => this.dataStore.SetAsync(key, value, userIds));
	}

	public update(what: string, key: string, change: (value: unknown) => unknown, userIds?: Array<number>): void {
		request(what, "update", () => {
			this.dataStore.UpdateAsync<unknown, unknown>(key, (value, info) =>
				$tuple(change(value), userIds ?? info?.GetUserIds(), info?.GetMetadata()),
			);
		});
	}

	public remove(what: string, key: string): void {
		request(what, "remove", () => {
			this.dataStore.RemoveAsync(key);
		});
	}

	public removeIf(what: string, key: string, test: (value: unknown) => boolean): unknown {
		return request(what, "removeIf", () => {
			const [value] = this.dataStore.GetAsync<unknown>(key, this.fresh);
			if (value === undefined || !test(value)) return undefined;
			const [former] = this.dataStore.RemoveAsync<unknown>(key);
			return former;
		});
	}

	public list(what: string, prefix: string, limit: number, cursor?: string): KeyPage {
		const keys = new Array<string>();
		let from = cursor;
		while (keys.size() < limit) {
			const size = math.min(limit - keys.size(), PAGE_SIZE);
			const pages = request(what, "list", () => this.dataStore.ListKeysAsync(prefix, size, from, true));
			for (const { KeyName } of pages.GetCurrentPage() as Array<DataStoreKey>) keys.push(KeyName);
			if (pages.IsFinished) return { keys };
			from = pages.Cursor;
			// Without one the next request would start over, again and again.
			if (from === "") fail("RecordingStore", `cannot ${what}: the data store has more keys but returned no cursor`);
		}
		return { keys, cursor: from };
	}
}
