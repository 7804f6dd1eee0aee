import { failureOf } from "../expect-failure";
import { headless } from ".";

const DataStoreService = game.GetService("DataStoreService");
const HttpService = game.GetService("HttpService");

export = () => {
	const { dataStores, advance, players, step } = headless ?? ({} as NonNullable<typeof headless>);
	const { StandardRead, StandardWrite, StandardList, StandardRemove } = Enum.DataStoreRequestType;

	beforeEach(() => {
		dataStores?.reset();
		dataStores?.setLatency(0);
	});

	function budget(kind: Enum.DataStoreRequestType): number {
		return DataStoreService.GetRequestBudgetForRequestType(kind);
	}

	describe("JSON", () => {
		it("writes a buffer as Base64 in a table of its own, and reads it back", () => {
			const text = '{"m":null,"t":"buffer","base64":"aGVsbG8gd29ybGQ="}';
			expect(HttpService.JSONEncode(buffer.fromstring("hello world"))).to.equal(text);
			expect(buffer.tostring(HttpService.JSONDecode(text) as buffer)).to.equal("hello world");
			const nested = HttpService.JSONDecode(HttpService.JSONEncode([{ a: buffer.fromstring("\xff\0") }])) as Array<{
				a: buffer;
			}>;
			expect(buffer.tostring(nested[0].a)).to.equal("\xff\0");
			expect(HttpService.JSONEncode(buffer.create(0))).to.equal('{"m":null,"t":"buffer","base64":""}');
		});

		it("reads objects and arrays, and promises nothing else", () => {
			expect((HttpService.JSONDecode(' [ "a" ] ') as Array<string>)[0]).to.equal("a");
			if (headless === undefined) return;
			for (const text of ['"a"', "1", "null", "true", "", "[1", "{a:1}"]) {
				expect(failureOf(() => HttpService.JSONDecode(text)).find("Can't parse JSON", 1, true)[0]).to.be.ok();
			}
		});

		it("writes plain values as Roblox does", () => {
			expect(HttpService.JSONEncode([1, 2.5, "a\n", true])).to.equal('[1,2.5,"a\\n",true]');
			expect(HttpService.JSONEncode({})).to.equal("[]");
			expect(HttpService.JSONEncode({ key: { inner: 1 } })).to.equal('{"key":{"inner":1}}');
		});
	});

	describe("a data store", () => {
		const scenario = headless ? it : itSKIP;

		scenario("keeps copies: what is changed afterwards, on either side, changes nothing", () => {
			const store = DataStoreService.GetDataStore("Copies");
			const value = { list: [1, 2], bytes: buffer.fromstring("abc") };
			store.SetAsync("k", value);
			value.list.push(3);
			buffer.writeu8(value.bytes, 0, 0);
			const [first] = store.GetAsync<typeof value>("k");
			expect(first!.list.size()).to.equal(2);
			expect(buffer.tostring(first!.bytes)).to.equal("abc");
			buffer.writeu8(first!.bytes, 0, 0);
			const [second] = store.GetAsync<typeof value>("k");
			expect(buffer.tostring(second!.bytes)).to.equal("abc");
		});

		scenario("does not open in a place that was never published, nor on a client", () => {
			headless!.setPlaceId();
			const unpublished = failureOf(() => DataStoreService.GetDataStore("Keys"));
			headless!.setPlaceId(4483381587);
			expect(unpublished.find("You must publish this place", 1, true)[0]).to.be.ok();
			headless!.enter("PlayClient");
			const onClient = failureOf(() => DataStoreService.GetDataStore("Keys"));
			headless!.enter();
			expect(onClient.find("can't be accessed from client", 1, true)[0]).to.be.ok();
		});

		scenario("refuses names and keys over 50 characters, and empty ones", () => {
			const long = string.rep("x", 51);
			expect(failureOf(() => DataStoreService.GetDataStore(long)).match("50 character limit")[0]).to.be.ok();
			const store = DataStoreService.GetDataStore("Keys");
			expect(failureOf(() => store.SetAsync(long, 1))).to.equal("102: Key name exceeds the 50 character limit.");
			expect(failureOf(() => store.GetAsync(""))).to.equal("101: Key name can't be empty.");
			store.SetAsync(long.sub(1, 50), 1);
		});

		scenario("takes 4,194,304 characters of JSON and not one more, buffers as Base64", () => {
			const store = DataStoreService.GetDataStore("Sizes");
			store.SetAsync("a", string.rep("x", 4194302));
			expect(dataStores.size("Sizes", "a")).to.equal(4194304);
			expect(failureOf(() => store.SetAsync("b", string.rep("x", 4194303)))).to.equal(
				"105: Serialized value exceeds 4194304 limit.",
			);
			// 3,145,701 bytes are 4,194,268 digits, and 35 characters stand around them.
			store.SetAsync("c", buffer.create(3145701));
			expect(dataStores.size("Sizes", "c")).to.equal(4194303);
			expect(failureOf(() => store.SetAsync("d", buffer.create(3145702)))).to.equal(
				"105: Serialized value exceeds 4194304 limit.",
			);
		});

		scenario("refuses values that JSON cannot hold", () => {
			const store = DataStoreService.GetDataStore("Kinds");
			for (const value of [game, () => {}, "\xff", { part: Vector3.one }, [1, Enum.KeyCode.A]]) {
				expect(failureOf(() => store.SetAsync("k", value)).sub(1, 4)).to.equal("104:");
			}
			const cyclic = { inner: undefined as unknown };
			cyclic.inner = cyclic;
			expect(failureOf(() => store.SetAsync("k", cyclic)).sub(1, 4)).to.equal("104:");
		});

		scenario("calls an update's function again when another write came in between", () => {
			const store = DataStoreService.GetDataStore("Races");
			dataStores.setLatency(1);
			const seen = new Array<number>();
			for (const _ of $range(1, 2)) {
				task.spawn(() => {
					store.UpdateAsync<number, number>("k", (value = 0) => {
						seen.push(value);
						return $tuple(value + 1);
					});
				});
			}
			advance(6, 0.5);
			expect(dataStores.peek("Races", "k")).to.equal(2);
			expect(seen.join(" ")).to.equal("0 0 1");
		});

		scenario("leaves a value alone when an update's function gives nil, and refuses one that waits", () => {
			const store = DataStoreService.GetDataStore("Updates");
			store.SetAsync("k", 5);
			const [result] = store.UpdateAsync<number, number>("k", () => $tuple(undefined));
			expect(result).to.equal(undefined);
			expect(dataStores.peek("Updates", "k")).to.equal(5);
			const problem = failureOf(() =>
				store.UpdateAsync<number, number>("k", (value) => {
					task.wait();
					return $tuple(value);
				}),
			);
			expect(problem).to.equal("Callbacks cannot yield");
		});

		scenario("answers reads from its cache for four seconds, without budget, unless told not to", () => {
			const store = DataStoreService.GetDataStore("Cache");
			store.SetAsync("k", 1);
			const before = budget(StandardRead);
			dataStores.put("Cache", "other", 1);
			for (const _ of $range(1, 10)) store.GetAsync("k");
			expect(budget(StandardRead) >= before).to.equal(true);
			const options = new Instance("DataStoreGetOptions");
			options.UseCache = false;
			store.GetAsync("k", options);
			expect(budget(StandardRead)).to.equal(before - 1);
			advance(4.1, 0.1);
			const later = budget(StandardRead);
			store.GetAsync("k");
			expect(budget(StandardRead)).to.equal(later - 1);
		});

		scenario("lists keys by prefix and page, deleted ones only when asked", () => {
			const store = DataStoreService.GetDataStore("Lists");
			for (const index of $range(1, 5)) dataStores.put("Lists", `a${index}`, index);
			dataStores.put("Lists", "b", 1);
			store.RemoveAsync("a3");
			const pages = store.ListKeysAsync("a", 2, undefined, true);
			const names = new Array<string>();
			while (true) {
				for (const item of pages.GetCurrentPage() as Array<DataStoreKey>) names.push(item.KeyName);
				names.push("|");
				if (pages.IsFinished) break;
				pages.AdvanceToNextPageAsync();
			}
			expect(names.join(" ")).to.equal("a1 a2 | a4 a5 |");
			expect((store.ListKeysAsync("a").GetCurrentPage() as Array<DataStoreKey>).size()).to.equal(5);
		});
	});

	describe("its limits", () => {
		const scenario = headless ? it : itSKIP;

		scenario("give sixty requests of a kind a minute and forty more for each player, five and two to lists", () => {
			const budgets = () =>
				[StandardRead, StandardWrite, StandardRemove, StandardList].map((kind) => budget(kind)).join(" ");
			expect(budgets()).to.equal("60 60 60 5");
			const store = DataStoreService.GetDataStore("Budget");
			store.SetAsync("k", 1);
			expect(budgets()).to.equal("60 59 60 5");
			store.UpdateAsync("k", () => $tuple(2));
			expect(budgets()).to.equal("59 58 60 5");
			store.RemoveAsync("k");
			store.ListKeysAsync();
			expect(budgets()).to.equal("59 58 59 4");
			const player = players.join();
			advance(60, 1);
			expect(budgets()).to.equal("100 100 100 7");
			players.leave(player);
			step(0.1);
			expect(budgets()).to.equal("60 60 60 5");
		});

		scenario("tell nothing by the kinds of before", () => {
			const { GetAsync, SetIncrementAsync, UpdateAsync, ListAsync } = Enum.DataStoreRequestType;
			for (const kind of [GetAsync, SetIncrementAsync, UpdateAsync, ListAsync]) expect(budget(kind)).to.equal(0);
		});

		scenario("let thirty requests wait behind the budget and drop the next", () => {
			const store = DataStoreService.GetDataStore("Queue");
			let done = 0;
			const problems = new Array<string>();
			for (const index of $range(1, 91)) {
				task.spawn(() => {
					const [ok, problem] = pcall(() => store.SetAsync(`k${index}`, index));
					if (ok) done += 1;
					else problems.push(problem as string);
				});
			}
			step(0.01);
			expect(done).to.equal(60);
			expect(problems.join("\n")).to.equal(
				"StandardWrite request was throttled by game server limits or the request queue was full.",
			);
			advance(10, 0.1);
			expect(done >= 69 && done <= 71).to.equal(true);
			advance(25, 0.1);
			expect(done).to.equal(90);
		});

		scenario("deny a key more than 4 MB of writes in a minute", () => {
			const store = DataStoreService.GetDataStore("Throughput");
			const half = buffer.create(1_500_000);
			store.SetAsync("k", half);
			store.SetAsync("k", half);
			expect(failureOf(() => store.SetAsync("k", half))).to.equal(
				"502: API Services rejected request with error. HTTP 429 (KeyThrottled)",
			);
			store.SetAsync("other", half);
			advance(61, 1);
			store.SetAsync("k", half);
		});
	});

	describe("an interceptor", () => {
		const scenario = headless ? it : itSKIP;

		scenario("refuses a request, loses its answer, or kills its caller", () => {
			const store = DataStoreService.GetDataStore("Fates");
			const rejected = "502: API Services rejected request with error. HTTP 500 (Internal Server Error)";
			dataStores.intercept(() => "fail");
			expect(failureOf(() => store.SetAsync("a", 1))).to.equal(rejected);
			expect(dataStores.peek("Fates", "a")).to.equal(undefined);
			dataStores.intercept(() => "lose");
			expect(failureOf(() => store.SetAsync("b", 1))).to.equal(rejected);
			expect(dataStores.peek("Fates", "b")).to.equal(1);
			dataStores.intercept(({ method, key }) => (method === "SetAsync" && key === "c" ? "kill" : undefined));
			let came = "";
			task.spawn(() => {
				store.SetAsync("b", 2);
				came += "b";
				pcall(() => store.SetAsync("c", 3));
				came += "c";
			});
			advance(10, 0.1);
			expect(came).to.equal("b");
			expect(dataStores.peek("Fates", "c")).to.equal(3);
		});
	});
};
