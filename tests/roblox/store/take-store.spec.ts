import { Take, TakeStore } from "../../../src/camera";
import { crc32 } from "../../../src/bytes/crc32";
import { Work } from "../../../src/bytes/work";
import { failureOf } from "../../expect-failure";
import { DataStoreRequest, headless } from "../../headless";
import { takeOf, xsOf } from "../../take/make-take";
import { fingerprint, sampleTake } from "./sample-takes";

const NAME = "Takes";
/** A sample of 300 frames makes an archive of 5410 bytes: six parts of 1000. */
const SMALL_PARTS = { partBytes: 1000 };

function largeTake(seed: number, rate = 60): Take {
	return sampleTake(seed, 300, "Harbour", rate);
}

export = () => {
	const { dataStores, advance, players } = headless ?? ({} as NonNullable<typeof headless>);

	beforeEach(() => {
		dataStores?.reset();
		dataStores?.setLatency(0);
	});

	/** What is stored under "a", as its fingerprint. */
	function loaded(store: TakeStore): number | undefined {
		const take = store.load("a");
		return take && fingerprint(take);
	}

	/** Runs `body` on a thread of its own for up to `seconds`, as long as it does not die on the way. */
	function runOnThread(body: () => void, seconds = 20): { ended: boolean; problem?: string } {
		const result: { ended: boolean; problem?: string } = { ended: false };
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			result.ended = true;
			result.problem = ok ? undefined : (problem as string);
		});
		advance(seconds, () => (result.ended ? math.huge : 0.25));
		return result;
	}

	describe("saving and loading", () => {
		const scenario = headless ? it : itSKIP;

		scenario("gives back what was saved, with its name, its map and its rate", () => {
			const store = new TakeStore(NAME);
			const saved = { ...sampleTake(1, 10, "Küste", 48), name: "Opening" };
			store.save("a", saved);
			const take = store.load("a")!;
			expect(take.name).to.equal("Opening");
			expect(take.map).to.equal("Küste");
			expect(take.rate).to.equal(48);
			expect(fingerprint(take)).to.equal(fingerprint(saved));
		});

		scenario("reports what of a take it does not keep", () => {
			const work = new Work();
			const take = takeOf([0, 1, 2], { name: "Opening", fieldOfView: 30, cuts: [1] });
			new TakeStore(NAME).save("a", take, { work });
			expect(work.report.lines().join("; ")).to.equal(
				"a store keeps no field of view: Opening; a store keeps no cuts, and these are too small to be found again: Opening",
			);
		});

		scenario(
			"reads what was saved before takes had names, several recordings as one take with cuts between them",
			() => {
				const store = new TakeStore(NAME);
				store.save("a", sampleTake(1, 1));
				const head = dataStores.peek(NAME, "h/a") as { current: { name?: string; data: buffer; size: number } };
				expect(head.current.name).to.equal("Harbour");
				// Two frames of map "a", none, then one of map "b", as they were written then; checksum and size of 64 bytes.
				const data = buffer.create(3 * 4 + 3 * 18);
				buffer.writestring(data, 0, "\x01a\x02\0");
				for (const frame of [0, 1]) {
					buffer.writef32(data, 4 + frame * 18, 5 + frame);
					buffer.writeu8(data, 4 + frame * 18 + 8, 3);
				}
				buffer.writestring(data, 40, "\x01a\0\0\x01b\x01\0");
				buffer.writef32(data, 48, 7);
				buffer.writeu8(data, 56, 3);
				const current = { id: "x", parts: 0, rate: 30, size: 66, checksum: crc32(data), data };
				dataStores.put(NAME, "h/a", { version: 1, current, pending: [], garbage: [] });
				const take = store.load("a")!;
				expect(take.name).to.equal("a");
				expect(take.map).to.equal("a");
				expect(take.rate).to.equal(30);
				expect(xsOf(take).join(" ")).to.equal("5 6 7");
				expect(take.cuts.join(" ")).to.equal("2");
			},
		);

		scenario("keeps a small archive under one key with one request", () => {
			const requests = new Array<string>();
			dataStores.intercept((request) => {
				requests.push(request.method);
				return undefined;
			});
			new TakeStore(NAME).save("a", sampleTake(1, 10));
			expect(requests.join(" ")).to.equal("UpdateAsync");
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			new TakeStore(NAME).save("a", sampleTake(2, 10));
			expect(requests.join(" ")).to.equal("UpdateAsync UpdateAsync");
		});

		scenario("splits a larger archive into parts, and removes them when it is replaced", () => {
			const store = new TakeStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			const keys = dataStores.keys(NAME);
			expect(keys.size()).to.equal(7);
			expect(keys[0]).to.equal("h/a");
			expect(keys[1].sub(1, 2)).to.equal("p/");
			expect(keys[1].sub(-4)).to.equal("/000");
			expect(keys[6].sub(-4)).to.equal("/005");
			expect(buffer.len(dataStores.peek(NAME, keys[1]) as buffer)).to.equal(1000);
			// 1 + 7 + 2 + 300 × 18 bytes.
			expect(buffer.len(dataStores.peek(NAME, keys[6]) as buffer)).to.equal(410);
			expect(loaded(store)).to.equal(fingerprint(largeTake(1)));
			store.save("a", sampleTake(9, 1));
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			expect(loaded(store)).to.equal(fingerprint(sampleTake(9, 1)));
		});

		scenario("stays within a value's 4,194,304 characters, whole parts of the largest size included", () => {
			// Two recordings of 65,535 and one of 35,596 frames: 3,000,000 bytes of archive and 18 more.
			const take = sampleTake(1, 166666);
			const store = new TakeStore(NAME, { partBytes: 3_000_000 });
			store.save("a", take);
			const keys = dataStores.keys(NAME);
			expect(keys.size()).to.equal(3);
			// {"m":null,"t":"buffer","base64":""} is 35 characters.
			expect(dataStores.size(NAME, keys[1])).to.equal(4_000_035);
			expect(dataStores.size(NAME, keys[2])).to.equal(35 + 24);
			expect(loaded(store)).to.equal(fingerprint(take));
		});

		scenario("gives undefined for a key that was never saved", () => {
			expect(new TakeStore(NAME).load("a")).to.equal(undefined);
		});

		scenario("keeps a take without frames", () => {
			const store = new TakeStore(NAME);
			store.save("a", sampleTake(1, 0));
			expect(store.load("a")!.count).to.equal(0);
		});

		scenario("notes whose data it is on every key", () => {
			const store = new TakeStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1), { userIds: [77] });
			store.save("a", largeTake(2), { userIds: [77] });
			const plain = game.GetService("DataStoreService").GetDataStore(NAME);
			for (const key of dataStores.keys(NAME)) {
				const [, info] = plain.GetAsync(key);
				expect(info.GetUserIds()[0]).to.equal(77);
			}
		});
	});

	describe("listing and removing", () => {
		const scenario = headless ? it : itSKIP;

		scenario("lists every key that has a take, page by page, and those with a prefix", () => {
			const store = new TakeStore(NAME, SMALL_PARTS);
			players.join();
			for (const index of $range(1, 120)) {
				dataStores.put(NAME, string.format("h/%d/take%03d", index % 2, index), {});
			}
			store.save("1/take999", largeTake(1));
			const all = store.list();
			expect(all.size()).to.equal(121);
			expect(all[0]).to.equal("0/take002");
			const ones = store.list("1/");
			expect(ones.size()).to.equal(61);
			expect(ones[60]).to.equal("1/take999");
			game
				.GetService("Players")
				.GetPlayers()
				.forEach((player) => players.leave(player));
		});

		scenario("removes the head and every part, and lists them no more", () => {
			const store = new TakeStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			expect(store.remove("a")).to.equal(true);
			expect(dataStores.keys(NAME).size()).to.equal(0);
			expect(store.list().size()).to.equal(0);
			expect(store.load("a")).to.equal(undefined);
			expect(store.remove("a")).to.equal(false);
		});
	});

	describe("the key of a player's take", () => {
		const scenario = headless ? it : itSKIP;

		scenario("has the user id and the name, and starts like those of all its takes", () => {
			const store = new TakeStore(NAME);
			expect(store.keyOf(4483381587, "Küste")).to.equal("4483381587/Küste");
			expect(store.keyOf(-1, "")).to.equal("-1/");
			expect(store.keyOf(12, string.rep("x", 45))).to.equal(`12/${string.rep("x", 45)}`);
		});

		scenario("ends in a checksum of the name where that is too long, on a whole character", () => {
			const store = new TakeStore(NAME);
			// CRC-32 of 46 times "x", by zlib.
			expect(store.keyOf(12, string.rep("x", 46))).to.equal(`12/${string.rep("x", 36)}~aa62676b`);
			// 18 of two bytes each fit into 36, and 17 into 35.
			const long = string.rep("ü", 100);
			expect(store.keyOf(12, long)).to.equal(`12/${string.rep("ü", 18)}~a8add8b7`);
			expect(store.keyOf(123, long)).to.equal(`123/${string.rep("ü", 17)}~a8add8b7`);
			expect(store.keyOf(12, `${long}u`) === store.keyOf(12, long)).to.equal(false);
			const short = store.keyOf(12, long);
			expect(store.keyOf(12, short.sub(4))).to.equal(short);
		});

		scenario("brings back a take whose name is as long as can be", () => {
			const store = new TakeStore(NAME);
			const take = { ...sampleTake(1, 2), name: string.rep("n", 255) };
			store.save(store.keyOf(7, take.name), take);
			const [key] = store.list(store.keyOf(7, ""));
			expect(store.load(key)!.name).to.equal(take.name);
			expect(store.load(store.keyOf(7, take.name))!.name).to.equal(take.name);
		});
	});

	describe("a server that dies", () => {
		const scenario = headless ? it : itSKIP;

		/** Carries out `body` with its thread killed after its nth write, and tells whether it came that far. */
		function killAfter(writes: number, body: () => void): boolean {
			let count = 0;
			dataStores.intercept(({ isWrite }) => {
				count += isWrite ? 1 : 0;
				return isWrite && count === writes ? "kill" : undefined;
			});
			const { ended, problem } = runOnThread(body);
			dataStores.intercept();
			expect(problem).to.equal(undefined);
			expect(ended).to.equal(count < writes);
			return !ended;
		}

		scenario("after any single write of a save leaves the whole old or the whole new take", () => {
			const before = fingerprint(largeTake(1));
			const after = fingerprint(largeTake(2));
			let kills = 0;
			let outcomes = "";
			while (true) {
				dataStores.reset();
				dataStores.setLatency(0);
				const store = new TakeStore(NAME, SMALL_PARTS);
				store.save("a", largeTake(1, 30));
				if (!killAfter(kills + 1, () => store.save("a", largeTake(2)))) break;
				kills += 1;
				const take = store.load("a")!;
				const found = fingerprint(take);
				expect(found === before || found === after).to.equal(true);
				expect(take.rate).to.equal(found === before ? 30 : 60);
				outcomes += found === before ? "o" : "n";
				// The next save finds what was left behind.
				store.save("a", largeTake(3));
				expect(dataStores.keys(NAME).size()).to.equal(7);
				expect(loaded(store)).to.equal(fingerprint(largeTake(3)));
			}
			// The intent, six parts, the head, the removal of six old parts, the note that they are gone.
			expect(outcomes).to.equal("ooooooonnnnnnnn");
			expect(kills).to.equal(15);
		});

		scenario(
			"after any single write of a first save leaves nothing or all of it, and nothing behind once removed",
			() => {
				let kills = 0;
				let outcomes = "";
				while (true) {
					dataStores.reset();
					dataStores.setLatency(0);
					const store = new TakeStore(NAME, SMALL_PARTS);
					if (!killAfter(kills + 1, () => store.save("a", largeTake(2)))) break;
					kills += 1;
					const found = loaded(store);
					expect(found === undefined || found === fingerprint(largeTake(2))).to.equal(true);
					outcomes += found === undefined ? "-" : "n";
					store.remove("a");
					expect(dataStores.keys(NAME).size()).to.equal(0);
				}
				expect(outcomes).to.equal("-------n");
			},
		);

		scenario("after any single write of a save over a larger or by a smaller take leaves one of the two", () => {
			const small = sampleTake(5, 3);
			let outcomes = "";
			for (const [first, second] of [
				[small, largeTake(2)],
				[largeTake(2), small],
				[small, sampleTake(6, 3)],
			] as Array<[Take, Take]>) {
				let kills = 0;
				while (true) {
					dataStores.reset();
					dataStores.setLatency(0);
					const store = new TakeStore(NAME, SMALL_PARTS);
					store.save("a", first);
					if (!killAfter(kills + 1, () => store.save("a", second))) break;
					kills += 1;
					const found = loaded(store);
					outcomes += found === fingerprint(first) ? "o" : found === fingerprint(second) ? "n" : "x";
				}
				outcomes += " ";
			}
			expect(outcomes).to.equal("ooooooon nnnnnnnn n ");
		});

		scenario("after any single write of a removal leaves the whole take or none, and the next removal ends it", () => {
			let kills = 0;
			while (true) {
				dataStores.reset();
				dataStores.setLatency(0);
				const store = new TakeStore(NAME, SMALL_PARTS);
				store.save("a", largeTake(1));
				if (!killAfter(kills + 1, () => store.remove("a"))) break;
				kills += 1;
				expect(loaded(store)).to.equal(undefined);
				store.remove("a");
				expect(dataStores.keys(NAME).size()).to.equal(0);
			}
			expect(kills).to.equal(8);
		});
	});

	describe("requests that fail", () => {
		const scenario = headless ? it : itSKIP;

		scenario("are made again, ever later, whether or not they were carried out", () => {
			for (const fate of ["fail", "lose"] as const) {
				for (const failing of $range(1, 15)) {
					dataStores.reset();
					dataStores.setLatency(0);
					const store = new TakeStore(NAME, SMALL_PARTS);
					store.save("a", largeTake(1));
					let count = 0;
					dataStores.intercept(({ isWrite }) => {
						count += isWrite ? 1 : 0;
						return isWrite && count === failing ? fate : undefined;
					});
					const { ended, problem } = runOnThread(() => store.save("a", largeTake(2)));
					dataStores.intercept();
					expect(problem).to.equal(undefined);
					expect(ended).to.equal(true);
					expect(loaded(store)).to.equal(fingerprint(largeTake(2)));
					expect(dataStores.keys(NAME).size()).to.equal(7);
				}
			}
		});

		scenario("seven times in a row fail the save with the data store's message, after about a minute", () => {
			const store = new TakeStore(NAME);
			store.save("a", sampleTake(1, 1));
			const times = new Array<number>();
			dataStores.intercept(({ isWrite }) => {
				if (isWrite) times.push(os.clock());
				return isWrite ? "fail" : undefined;
			});
			const { problem } = runOnThread(() => store.save("a", sampleTake(2, 1)), 200);
			dataStores.intercept();
			expect(times.size()).to.equal(7);
			for (const index of $range(1, 6)) {
				const gap = times[index] - times[index - 1];
				expect(gap >= 2 ** (index - 1) && gap <= 2 ** (index - 1) * 1.25 + 1).to.equal(true);
			}
			expect(problem).to.equal(
				`[dolly] TakeStore: cannot save "a": 502: API Services rejected request with error. HTTP 500 (Internal Server Error)`,
			);
			expect(loaded(store)).to.equal(fingerprint(sampleTake(1, 1)));
		});

		scenario("wait for budget instead of running into Roblox's queue", () => {
			const store = new TakeStore(NAME);
			const plain = game.GetService("DataStoreService").GetDataStore("Other");
			runOnThread(() => {
				for (const index of $range(1, 60)) plain.SetAsync(`k${index}`, index);
			});
			const service = game.GetService("DataStoreService");
			const kind = Enum.DataStoreRequestType.StandardWrite;
			expect(service.GetRequestBudgetForRequestType(kind) < 60).to.equal(true);
			let done = 0;
			// Sixty saves are more than the sixty requests of a minute that are left, together with those above.
			for (const index of $range(1, 60)) {
				task.spawn(() => {
					store.save(`k${index}`, sampleTake(index, 1));
					done += 1;
				});
			}
			advance(180, 0.25);
			expect(done).to.equal(60);
		});
	});

	describe("several servers", () => {
		const scenario = headless ? it : itSKIP;

		scenario("that save and remove at once, some of them dying, leave one whole take or none", () => {
			// The waits between attempts are random too.
			math.randomseed(1);
			let seed = 1;
			const random = () => {
				seed = (seed * 16807) % 2147483647;
				return seed / 2147483647;
			};
			const outcomes = new Map<string, number>();
			for (const _ of $range(1, 60)) {
				dataStores.reset();
				dataStores.setLatency(() => random() * 2);
				const store = new TakeStore(NAME, SMALL_PARTS);
				const known = new Map<number, string>([[fingerprint(largeTake(0)), "first"]]);
				runOnThread(() => store.save("a", largeTake(0)), 60);
				let deaths = 0;
				dataStores.intercept(({ isWrite }: DataStoreRequest) => {
					if (random() < 0.03) return "lose";
					if (isWrite && random() < 0.03 && deaths < 2) {
						deaths += 1;
						return "kill";
					}
					return undefined;
				});
				for (const server of $range(1, 3)) {
					const take = server === 2 ? sampleTake(server, 5) : largeTake(server);
					known.set(fingerprint(take), `server ${server}`);
					task.delay(random() * 10, () => new TakeStore(NAME, SMALL_PARTS).save("a", take));
				}
				if (random() < 0.3) task.delay(random() * 20, () => store.remove("a"));
				// Somebody reads all the while.
				let isOver = false;
				let reads = 0;
				let problem: unknown;
				task.spawn(() => {
					while (!isOver) {
						const [ok, found] = pcall(() => loaded(new TakeStore(NAME)));
						if (!ok) problem = found;
						else if (found !== undefined && !known.has(found)) problem = "a mix";
						reads += 1;
						task.wait(1);
					}
				});
				advance(120, 0.5);
				isOver = true;
				dataStores.intercept();
				advance(10, 0.5);
				expect(problem).to.equal(undefined);
				expect(reads > 5).to.equal(true);
				let final: number | undefined;
				runOnThread(() => {
					final = loaded(store);
				}, 60);
				const outcome = final === undefined ? "none" : (known.get(final) ?? "a mix");
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
				expect(outcome).never.to.equal("a mix");
			}
			// Each of them came out on top in some round, so the rounds are not all alike.
			for (const outcome of ["none", "server 1", "server 2", "server 3"]) {
				expect((outcomes.get(outcome) ?? 0) > 0).to.equal(true);
			}
		});
	});

	describe("what is damaged", () => {
		const scenario = headless ? it : itSKIP;

		function store(): TakeStore {
			const made = new TakeStore(NAME, SMALL_PARTS);
			made.save("a", largeTake(1));
			return made;
		}

		scenario("is refused by name: a missing part, a part of another type, size or content", () => {
			const made = store();
			const [, part] = dataStores.keys(NAME);
			const bytes = dataStores.peek(NAME, part) as buffer;
			dataStores.put(NAME, part, undefined);
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] TakeStore: "a": part 1 of 6 is missing`);
			dataStores.put(NAME, part, "text");
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] TakeStore: "a": part 1 of 6 is a string`);
			dataStores.put(NAME, part, buffer.create(999));
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] TakeStore: "a" has 5409 bytes where 5410 were saved`);
			buffer.writeu8(bytes, 500, buffer.readu8(bytes, 500) ^ 1);
			dataStores.put(NAME, part, bytes);
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] TakeStore: "a" is damaged: its checksum is wrong`);
		});

		scenario("is refused where the archive itself is no archive, whatever its checksum says", () => {
			dataStores.put(NAME, "h/a", {
				version: 1,
				current: { id: "x", parts: 0, rate: 60, size: 1, checksum: 0xd202ef8d, data: buffer.create(1) },
				pending: [],
				garbage: [],
			});
			const message = failureOf(() => new TakeStore(NAME).load("a"));
			expect(message.sub(1, 51)).to.equal(`[dolly] TakeStore: "a" is damaged: [dolly] archive:`);
		});

		scenario("is refused as a head, whatever it holds instead, and can be saved over", () => {
			const current = { id: "x", parts: 0, rate: 60, size: 0, checksum: 0, data: buffer.create(0) };
			const heads: Array<[unknown, string]> = [
				["text", "is a string"],
				[{}, "has the version nil"],
				[{ version: 1 }, "lists no generations"],
				[{ version: 1, pending: [], garbage: [5] }, "lists no generations"],
				[{ version: 1, pending: [{ id: "x", parts: 1e9 }], garbage: [] }, "lists no generations"],
				[{ version: 1, pending: [], garbage: [], current: "x" }, "names no generation"],
				[{ version: 1, pending: [], garbage: [], current: { ...current, rate: -1 } }, "has the rate -1"],
				[{ version: 1, pending: [], garbage: [], current: { ...current, size: 1e12 } }, "has the size 1000000000000"],
				[{ version: 1, pending: [], garbage: [], current: { ...current, checksum: 0.5 } }, "has the checksum 0.5"],
				[
					{ version: 1, pending: [], garbage: [], current: { ...current, data: 7 } },
					"holds neither an archive nor parts",
				],
			];
			for (const [head, problem] of heads) {
				dataStores.reset();
				dataStores.put(NAME, "h/a", head);
				expect(failureOf(() => new TakeStore(NAME).load("a"))).to.equal(`[dolly] TakeStore: "a" ${problem}`);
				new TakeStore(NAME).save("a", sampleTake(1, 1));
				expect(loaded(new TakeStore(NAME))).to.equal(fingerprint(sampleTake(1, 1)));
			}
		});

		scenario("is told from what a later version saved, which is neither read nor overwritten", () => {
			const made = new TakeStore(NAME);
			dataStores.put(NAME, "h/a", { version: 2, something: "new" });
			expect(failureOf(() => made.load("a"))).to.equal(
				`[dolly] TakeStore: "a" has the version 2; this store knows up to 1`,
			);
			expect(failureOf(() => made.save("a", sampleTake(1, 1)))).to.equal(
				`[dolly] TakeStore: cannot save "a": it was saved by a later version`,
			);
			expect(failureOf(() => made.remove("a"))).to.equal(
				`[dolly] TakeStore: cannot remove "a": it was saved by a later version`,
			);
			expect((dataStores.peek(NAME, "h/a") as { something: string }).something).to.equal("new");
		});
	});

	describe("a place that was never published", () => {
		const scenario = headless ? it : itSKIP;

		const published = game.PlaceId;
		beforeEach(() => headless?.setPlaceId());
		afterEach(() => headless?.setPlaceId(published));

		scenario("is told from one whose data stores fail", () => {
			expect(failureOf(() => new TakeStore(NAME))).to.equal(
				'[dolly] TakeStore: this place has no data stores, since it was never published: publish it, or pass { unpublished: "memory" } to keep takes until the server stops',
			);
			expect(failureOf(() => new TakeStore(NAME, { unpublished: true as never }))).to.equal(
				'[dolly] TakeStore: unpublished is true; it must be "fail" or "memory"',
			);
		});

		scenario("keeps, lists and removes takes in memory on request, for every store of the name", () => {
			const store = new TakeStore("Kept in memory", { unpublished: "memory", partBytes: 1000 });
			expect(store.isInMemory).to.equal(true);
			store.save("7/b", largeTake(1));
			store.save("7/a", sampleTake(2, 3));
			store.save("8/a", sampleTake(3, 3));
			const other = new TakeStore("Kept in memory", { unpublished: "memory" });
			expect(other.list("7/").join(" ")).to.equal("7/a 7/b");
			expect(fingerprint(other.load("7/b")!)).to.equal(fingerprint(largeTake(1)));
			expect(new TakeStore("Another", { unpublished: "memory" }).load("7/b")).to.equal(undefined);
			expect(other.remove("7/b")).to.equal(true);
			expect(store.load("7/b")).to.equal(undefined);
			expect(store.list().join(" ")).to.equal("7/a 8/a");
		});

		scenario("once published keeps takes in its data stores, memory asked for or not", () => {
			headless!.setPlaceId(published);
			const store = new TakeStore(NAME, { unpublished: "memory" });
			expect(store.isInMemory).to.equal(false);
			store.save("a", sampleTake(1, 1));
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
		});
	});

	describe("a programmer's mistake", () => {
		const scenario = headless ? it : itSKIP;

		scenario("in a name or key is told before any request", () => {
			dataStores.intercept(() => error("a request was made"));
			const long = string.rep("x", 51);
			expect(failureOf(() => new TakeStore(long))).to.equal("[dolly] TakeStore: name is 51 bytes long; 50 fit");
			expect(failureOf(() => new TakeStore(""))).to.equal("[dolly] TakeStore: name is empty");
			expect(failureOf(() => new TakeStore("a", { partBytes: 3_000_001 }))).to.equal(
				"[dolly] TakeStore: partBytes is 3000001; it must be a whole number from 1 to 3000000",
			);
			const store = new TakeStore(NAME);
			expect(failureOf(() => store.save("", sampleTake(1, 1)))).to.equal("[dolly] TakeStore: key is empty");
			expect(failureOf(() => store.load(long.sub(1, 49)))).to.equal("[dolly] TakeStore: key is 49 bytes long; 48 fit");
			expect(failureOf(() => store.remove("\xff"))).to.equal("[dolly] TakeStore: key is not UTF-8");
			expect(failureOf(() => store.list(5 as never))).to.equal("[dolly] TakeStore: prefix is 5; it must be a string");
			expect(failureOf(() => store.save("a", [sampleTake(1, 1)] as never))).to.equal(
				"[dolly] TakeStore: take is an array; it must be one Take, such as its first",
			);
			expect(failureOf(() => store.keyOf("me" as never, "a"))).to.equal(
				'[dolly] TakeStore: userId is "me"; it must be a whole number',
			);
			expect(failureOf(() => store.keyOf(1, long.rep(6)))).to.equal(
				"[dolly] TakeStore: name is 306 bytes long; 255 fit",
			);
			expect(failureOf(() => store.save("a", sampleTake(1, 1), { userIds: ["me"] as never }))).to.equal(
				'[dolly] TakeStore: userIds[0] is "me"; it must be a number',
			);
		});

		scenario("does not keep a key of 48 characters from being saved in parts", () => {
			const store = new TakeStore(NAME, SMALL_PARTS);
			const key = string.rep("x", 48);
			store.save(key, largeTake(1));
			expect(fingerprint(store.load(key)!)).to.equal(fingerprint(largeTake(1)));
		});
	});
};
