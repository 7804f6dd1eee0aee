import { DataStoreService } from "@rbxts/services";
import { request, RequestKind } from "../../../src/roblox/store/data-store-request";
import { DataStoreValues } from "../../../src/roblox/store/data-store-values";
import { MemoryValues } from "../../../src/roblox/store/memory-values";
import { spareFrames } from "../../../src/roblox/spare-frames";
import { headless } from "../../headless";

export = () => {
	const scenario = headless ? it : itSKIP;
	const { dataStores, advance, now } = headless ?? ({} as NonNullable<typeof headless>);

	beforeEach(() => {
		dataStores?.reset();
		dataStores?.setLatency(0);
	});

	afterEach(() => dataStores?.reset());

	/** Runs a request that always fails with a message; gives when each attempt was made, and what came of it. */
	function failing(message: string): { times: Array<number>; problem?: string } {
		const result: { times: Array<number>; problem?: string } = { times: [] };
		const start = now();
		task.spawn(() => {
			const body = (): void => {
				result.times.push(now() - start);
				error(message, 0);
			};
			const [, problem] = pcall(() => request("try", "read", body));
			result.problem = problem as unknown as string;
		});
		advance(200, 0.05);
		return result;
	}

	scenario("is made seven times, after 1, 2, 4 and so on to 32 seconds, and up to a quarter more", () => {
		const { times, problem } = failing("502: the store is busy");
		expect(times.size()).to.equal(7);
		expect(problem).to.equal("[dolly] RecordingStore: cannot try: 502: the store is busy");
		for (const attempt of $range(1, 6)) {
			const wait = times[attempt] - times[attempt - 1];
			const least = 2 ** (attempt - 1);
			// A wait ends with the frame in which it does, a twentieth of a second at most later.
			expect(wait >= least - 1e-6 && wait <= least * 1.25 + 0.05 + 1e-6).to.equal(true);
		}
	});

	scenario("is made once where no second attempt can mend it", () => {
		for (const code of [101, 104, 107, 403, 509, 511, 512, 513]) {
			const { times, problem } = failing(`${code}: no`);
			expect(times.size()).to.equal(1);
			expect(problem).to.equal(`[dolly] RecordingStore: cannot try: ${code}: no`);
		}
		for (const message of [
			"100: x",
			"108: x",
			"402: x",
			"404: x",
			"508: x",
			"510: x",
			"514: x",
			"no code",
			"1011: x",
		]) {
			expect(failing(message).times.size()).to.equal(7);
		}
	});

	scenario("waits for its own budgets and for no others", () => {
		const store = DataStoreService.GetDataStore("Budgets");
		const { StandardRead, StandardWrite, StandardList, StandardRemove } = Enum.DataStoreRequestType;
		const spenders: Array<[Enum.DataStoreRequestType, () => unknown, string]> = [
			[StandardRead, () => store.GetAsync("k"), "read update removeIf"],
			[StandardWrite, () => store.SetAsync("k", 1), "write update"],
			[StandardList, () => store.ListKeysAsync(), "list"],
			[StandardRemove, () => store.RemoveAsync("k"), "remove removeIf"],
		];
		const kinds: Array<RequestKind> = ["read", "write", "update", "list", "remove", "removeIf"];
		for (const [budget, spend, expected] of spenders) {
			dataStores.reset();
			dataStores.setLatency(0);
			while (DataStoreService.GetRequestBudgetForRequestType(budget) >= 1) task.spawn(spend);
			// Without a budget eight are made, and the ninth waits.
			const waiting = kinds.filter((kind) => {
				let made = 0;
				const threads = new Array<thread>();
				for (const _ of $range(1, 9)) {
					threads.push(
						task.spawn(() =>
							request("try", kind, () => {
								made += 1;
								coroutine.yield();
							}),
						),
					);
				}
				for (const thread of threads) task.cancel(thread);
				expect(made >= 8).to.equal(true);
				return made === 8;
			});
			expect(waiting.join(" ")).to.equal(expected);
			advance(1, 0.1);
		}
	});

	scenario("goes at once while there is a budget of one, and eight of a kind go without any", () => {
		dataStores.tellBudget(1);
		let made = 0;
		const begin = (count: number) => {
			for (const _ of $range(1, count)) {
				task.spawn(() =>
					request("try", "write", () => {
						made += 1;
						task.wait(10);
					}),
				);
			}
		};
		begin(12);
		expect(made).to.equal(12);
		advance(11, 0.1);
		made = 0;
		dataStores.tellBudget(0);
		begin(10);
		advance(1, 0.05);
		expect(made).to.equal(8);
		// When one has come back, the next goes.
		advance(10, 0.05);
		expect(made).to.equal(10);
		advance(20, 0.1);
	});

	scenario("comes after those of its kind that wait, though there is a budget again", () => {
		dataStores.tellBudget(0);
		const made = new Array<number>();
		const begin = (number: number) =>
			task.spawn(() =>
				request("try", "list", () => {
					made.push(number);
					task.wait(5);
				}),
			);
		for (const number of $range(1, 9)) begin(number);
		expect(made.size()).to.equal(8);
		dataStores.tellBudget(1);
		begin(10);
		expect(made.size()).to.equal(8);
		advance(0.5, 0.05);
		expect(`${made[8]} ${made[9]}`).to.equal("9 10");
		advance(6, 0.1);
	});

	scenario("no longer counts as queued after a minute, and never where its thread has ended", () => {
		dataStores.tellBudget(0);
		let made = 0;
		const threads = new Array<thread>();
		const begin = (count: number, seconds: number) => {
			for (const _ of $range(1, count)) {
				threads.push(
					task.spawn(() =>
						request("try", "remove", () => {
							made += 1;
							task.wait(seconds);
						}),
					),
				);
			}
		};
		begin(9, 300);
		advance(59, 0.1);
		expect(made).to.equal(8);
		advance(2, 0.1);
		expect(made).to.equal(9);
		// Whoever was cancelled, waiting or under way, makes room.
		begin(8, 300);
		advance(1, 0.1);
		expect(made).to.equal(16);
		task.cancel(threads[threads.size() - 2]);
		task.cancel(threads[8]);
		advance(1, 0.1);
		expect(made).to.equal(17);
		for (const thread of threads) pcall(() => task.cancel(thread));
		advance(1, 0.1);
	});

	scenario("lists all keys, page by page, and leaves out those that were removed", () => {
		const values = new DataStoreValues("Pages");
		const names = new Array<string>();
		for (const index of $range(1, 152)) names.push(string.format("k%03d", index));
		for (const name of names) dataStores.put("Pages", name, 1);
		dataStores.put("Pages", "other", 1);
		values.remove("remove", "k007");
		let pages = 0;
		dataStores.intercept(({ method }) => {
			if (method === "ListKeysAsync") pages += 1;
			return undefined;
		});
		const found = values.list("list", "k", math.huge).keys;
		expect(found.join(" ")).to.equal(names.filter((name) => name !== "k007").join(" "));
		// Of fifty each, and the last of one.
		expect(pages).to.equal(4);
	});

	scenario("reads what is there, though this server has read it before", () => {
		const values = new DataStoreValues("Fresh");
		dataStores.put("Fresh", "k", 1);
		expect(values.get("get", "k")).to.equal(1);
		dataStores.put("Fresh", "k", 2);
		expect(values.get("get", "k")).to.equal(2);
		// Another server may have replaced it: it is asked for every time.
		let reads = 0;
		dataStores.intercept(({ method }) => {
			if (method === "GetAsync") reads += 1;
			return undefined;
		});
		for (const _ of $range(1, 3)) values.get("get", "k");
		expect(reads).to.equal(3);
		dataStores.put("Fresh", "k", 3);
		expect(values.removeIf("remove", "k", (value) => value === 2)).to.equal(undefined);
		expect(values.removeIf("remove", "k", (value) => value === 3)).to.equal(3);
		expect(values.removeIf("remove", "k", () => true)).to.equal(undefined);
	});

	it("does the same in memory", () => {
		const values = new MemoryValues("Spec");
		for (const key of ["b/2", "a/1", "b/1"]) values.set("set", key, key);
		expect(values.list("list", "b/", 9).keys.join(" ")).to.equal("b/1 b/2");
		expect(values.list("list", "", 9).keys.size()).to.equal(3);
		expect(new MemoryValues("Spec").get("get", "a/1")).to.equal("a/1");
		expect(values.removeIf("remove", "a/1", () => false)).to.equal(undefined);
		expect(values.get("get", "a/1")).to.equal("a/1");
		expect(values.removeIf("remove", "a/1", (value) => value === "a/1")).to.equal("a/1");
		expect(values.get("get", "a/1")).to.equal(undefined);
		let looked = 0;
		values.removeIf("remove", "a/1", () => {
			looked += 1;
			return true;
		});
		expect(looked).to.equal(0);
		values.update("update", "b/1", () => undefined);
		expect(values.get("get", "b/1")).to.equal("b/1");
		values.update("update", "b/1", (value) => `${value}!`);
		expect(values.get("get", "b/1")).to.equal("b/1!");
		values.remove("remove", "b/1");
		values.remove("remove", "b/2");
		expect(values.list("list", "", 9).keys.size()).to.equal(0);
	});

	scenario("spares a frame once 6 milliseconds of it are spent", () => {
		// Time stands still within a frame: a pause asked for at once waits for nothing.
		const pause = spareFrames();
		const start = now();
		for (const _ of $range(1, 100)) pause();
		expect(now()).to.equal(start);
		let frames = 0;
		task.spawn(() => {
			const spared = spareFrames();
			task.wait();
			// A frame has gone by since it was made.
			spared();
			frames += 1;
		});
		headless!.step(0.0059);
		expect(frames).to.equal(1);
		task.spawn(() => {
			const spared = spareFrames();
			task.wait();
			spared();
			frames += 1;
		});
		headless!.step(0.0061);
		expect(frames).to.equal(1);
		headless!.step(0.001);
		expect(frames).to.equal(2);
	});
};
