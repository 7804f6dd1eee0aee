import { createTake, encodeRecording, RecordingStore, Take } from "../../../src/camera";
import { encodeFrame } from "../../../src/take/frame";
import { failureOf } from "../../expect-failure";
import { DataStoreFate, DataStoreRequest, headless } from "../../headless";
import { Seeded } from "../../random";
import { fingerprint, noisyTake, sampleTake } from "./sample-takes";

const NAME = "Takes";
/** 300 frames of noise pack into 5001 to 6000 bytes: six parts of 1000. */
const SMALL_PARTS = { partBytes: 1000 };

/** Seconds for which a save that has begun is left alone, and as many again for the time that specs take. */
const LONG = 2000;

function largeTake(seed: number, rate = 60): Take {
	return noisyTake(seed, 300, "Harbour", rate);
}

export = () => {
	const { dataStores, advance, players, step } = headless ?? ({} as NonNullable<typeof headless>);

	beforeEach(() => {
		dataStores?.reset();
		dataStores?.setLatency(0);
	});

	/** What is stored under "a", as its fingerprint. */
	function loaded(store: RecordingStore): number | undefined {
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

		scenario("gives back all that was saved", () => {
			const store = new RecordingStore(NAME);
			const { frames } = noisyTake(1, 10);
			const saved = createTake({
				name: "Opening",
				map: "Küste",
				rate: 48,
				frames,
				fieldOfView: 30,
				markers: [{ name: "turn", seconds: 0.1 }],
				cuts: [3, 7],
				metadata: { driver: "Ada", lapSeconds: 73.2 },
			});
			store.save("a", saved);
			const take = store.load("a") as Take;
			expect(`${take.name} ${take.map} ${take.rate} ${take.count} ${take.fieldOfView} ${take.cuts.join()}`).to.equal(
				"Opening Küste 48 10 30 3, 7",
			);
			expect(`${take.markers[0].name} ${take.markers[0].seconds}`).to.equal("turn 0.1");
			expect(`${take.metadata!.driver} ${take.metadata!.lapSeconds}`).to.equal("Ada 73.2");
			expect(buffer.tostring(take.frames)).to.equal(buffer.tostring(frames));
		});

		scenario("keeps an hour at 60 frames a second under one key, with one request", () => {
			// A hand-held camera: it drifts, sways and trembles.
			const random = new Seeded(8);
			const frames = buffer.create(216_000 * 18);
			let [x, y, z, sway] = [0, 5, 0, 0];
			for (const frame of $range(0, 215_999)) {
				sway = sway * 0.98 + random.between(-0.001, 0.001);
				x += 0.05 + sway;
				y += random.between(-0.002, 0.002) + (5 - y) * 0.01;
				z += sway;
				const half = sway / 2;
				encodeFrame(x, y, z, 0, math.sin(half), 0, math.cos(half), frames, frame * 18, "test");
			}
			const take = createTake({ map: "Harbour", rate: 60, frames, cuts: [] });
			let requests = 0;
			dataStores.intercept(() => {
				requests += 1;
				return undefined;
			});
			const store = new RecordingStore(NAME);
			store.save("a", take);
			expect(requests).to.equal(1);
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			expect(dataStores.size(NAME, "h/a") < 4_194_304).to.equal(true);
			expect(buffer.tostring((store.load("a") as Take).frames)).to.equal(buffer.tostring(frames));
		});

		scenario("keeps a small recording under one key with one request", () => {
			const requests = new Array<string>();
			dataStores.intercept((request) => {
				requests.push(request.method);
				return undefined;
			});
			new RecordingStore(NAME).save("a", sampleTake(1, 10));
			expect(requests.join(" ")).to.equal("UpdateAsync");
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			new RecordingStore(NAME).save("a", sampleTake(2, 10));
			expect(requests.join(" ")).to.equal("UpdateAsync UpdateAsync");
		});

		scenario("splits a larger recording into parts, and removes them when it is replaced", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			const keys = dataStores.keys(NAME);
			expect(keys.size()).to.equal(7);
			expect(keys[0]).to.equal("h/a");
			expect(keys[1].sub(1, 2)).to.equal("p/");
			expect(keys[1].sub(-4)).to.equal("/000");
			expect(keys[6].sub(-4)).to.equal("/005");
			const sizeOf = (key: string) => buffer.len((dataStores.peek(NAME, key) as { data: buffer }).data);
			expect(sizeOf(keys[1])).to.equal(1000);
			expect(sizeOf(keys[6])).to.equal(buffer.len(encodeRecording(largeTake(1))) - 5000);
			expect(loaded(store)).to.equal(fingerprint(largeTake(1)));
			store.save("a", sampleTake(9, 1));
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			expect(loaded(store)).to.equal(fingerprint(sampleTake(9, 1)));
		});

		scenario("stays within a value's 4,194,304 characters, whole parts of the largest size included", () => {
			const take = noisyTake(1, 180_000);
			const size = buffer.len(encodeRecording(take));
			expect(size > 3_000_000 && size < 3_600_000).to.equal(true);
			const store = new RecordingStore(NAME, { partBytes: 3_000_000 });
			store.save("a", take);
			const keys = dataStores.keys(NAME);
			expect(keys.size()).to.equal(3);
			// {"m":null,"t":"buffer","base64":""} is 35 characters, {"at":1700000000,"data":,"key":"a"} as many.
			expect(dataStores.size(NAME, keys[1])).to.equal(4_000_070);
			expect(loaded(store)).to.equal(fingerprint(take));
		});

		scenario("gives undefined for a key that was never saved", () => {
			expect(new RecordingStore(NAME).load("a")).to.equal(undefined);
		});

		scenario("keeps a take without frames", () => {
			const store = new RecordingStore(NAME);
			store.save("a", sampleTake(1, 0));
			expect((store.load("a") as Take).count).to.equal(0);
		});

		scenario("notes whose data it is on every key", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
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
			const store = new RecordingStore(NAME, SMALL_PARTS);
			players.join();
			for (const index of $range(1, 120)) {
				dataStores.put(NAME, string.format("h/%d/take%03d", index % 2, index), {});
			}
			store.save("1/take999", largeTake(1));
			const [all, more] = store.list("", { limit: 1000 });
			expect(more).to.equal(undefined);
			expect(all.size()).to.equal(121);
			expect(all[0]).to.equal("0/take002");
			const [ones] = store.list("1/", { limit: 61 });
			expect(ones.size()).to.equal(61);
			expect(ones[60]).to.equal("1/take999");
			game
				.GetService("Players")
				.GetPlayers()
				.forEach((player) => players.leave(player));
		});

		scenario("removes the head and every part, and lists them no more", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			expect(store.remove("a")).to.equal(true);
			expect(dataStores.keys(NAME).size()).to.equal(0);
			expect(store.list()[0].size()).to.equal(0);
			expect(store.load("a")).to.equal(undefined);
			expect(store.remove("a")).to.equal(false);
		});
	});

	describe("the key of a player's take", () => {
		const scenario = headless ? it : itSKIP;

		scenario("has the user id and the name, and starts like those of all its takes", () => {
			const store = new RecordingStore(NAME);
			expect(store.keyOf(4483381587, "Küste")).to.equal("4483381587/Küste");
			expect(store.keyOf(-1, "")).to.equal("-1/");
			expect(store.keyOf(12, string.rep("x", 45))).to.equal(`12/${string.rep("x", 45)}`);
		});

		scenario("ends in a checksum of the name where that is too long, on a whole character", () => {
			const store = new RecordingStore(NAME);
			// CRC-32 of 46 times "x", by zlib.
			expect(store.keyOf(12, string.rep("x", 46))).to.equal(`12/${string.rep("x", 36)}~aa62676b`);
			// 18 of two bytes each fit into 36, and 17 into 35.
			const long = string.rep("ü", 100);
			expect(store.keyOf(12, long)).to.equal(`12/${string.rep("ü", 18)}~a8add8b7`);
			expect(store.keyOf(123, long)).to.equal(`123/${string.rep("ü", 17)}~a8add8b7`);
			expect(store.keyOf(12, `${long}u`) === store.keyOf(12, long)).to.equal(false);
			// No character is cut in two, however many bytes it has.
			for (const character of ["語", "🎬", "ü"]) {
				for (const userId of [1, 12, 123, 1234]) {
					const key = store.keyOf(userId, character.rep(24));
					const [shown] = key.match("^%d+/(.+)~%x%x%x%x%x%x%x%x$");
					const count = (shown as string).size() / character.size();
					expect(shown).to.equal(character.rep(count));
					expect(key.size() <= 48 && key.size() + character.size() > 48).to.equal(true);
				}
			}
			expect(store.keyOf(2 ** 53, "a")).to.equal("9007199254740992/a");
			const short = store.keyOf(12, long);
			expect(store.keyOf(12, short.sub(4))).to.equal(short);
		});

		scenario("brings back a take whose name is as long as can be", () => {
			const store = new RecordingStore(NAME);
			const take = { ...sampleTake(1, 2), name: string.rep("n", 255) };
			store.save(store.keyOf(7, take.name), take);
			const [[key]] = store.list(store.keyOf(7, ""));
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
				const store = new RecordingStore(NAME, SMALL_PARTS);
				store.save("a", largeTake(1, 30));
				if (!killAfter(kills + 1, () => store.save("a", largeTake(2)))) break;
				kills += 1;
				const take = store.load("a") as Take;
				const found = fingerprint(take);
				expect(found === before || found === after).to.equal(true);
				expect(take.rate).to.equal(found === before ? 30 : 60);
				outcomes += found === before ? "o" : "n";
				// Once it can no longer be under way, the next save removes what was left behind.
				advance(LONG, LONG);
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
					const store = new RecordingStore(NAME, SMALL_PARTS);
					if (!killAfter(kills + 1, () => store.save("a", largeTake(2)))) break;
					kills += 1;
					const found = loaded(store);
					expect(found === undefined || found === fingerprint(largeTake(2))).to.equal(true);
					outcomes += found === undefined ? "-" : "n";
					advance(LONG, LONG);
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
					const store = new RecordingStore(NAME, SMALL_PARTS);
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
				const store = new RecordingStore(NAME, SMALL_PARTS);
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
					const store = new RecordingStore(NAME, SMALL_PARTS);
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
			const store = new RecordingStore(NAME);
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
				`[dolly] RecordingStore: cannot save "a": 502: API Services rejected request with error. HTTP 500 (Internal Server Error)`,
			);
			expect(loaded(store)).to.equal(fingerprint(sampleTake(1, 1)));
		});

		scenario("say at once what to allow if Studio has no API access, and go to memory if asked", () => {
			const refusals = [
				"StudioAccessToApisNotAllowed: Cannot access DataStore from studio if API access is not enabled.",
				"403: StudioAccessToApisNotAllowed: something else",
			];
			for (const message of refusals) {
				let tries = 0;
				dataStores.intercept(() => {
					tries += 1;
					return { error: message };
				});
				const store = new RecordingStore(NAME);
				const { problem } = runOnThread(() => store.save("a", sampleTake(1, 1)), 5);
				expect(problem).to.equal(
					'[dolly] RecordingStore: cannot save "a": Studio has no access to API services; switch on "Enable Studio Access to API Services" under File > Experience Settings > Security, or pass { withoutDataStores: "memory" } to keep recordings until the server stops',
				);
				expect(tries).to.equal(1);
				const kept = new RecordingStore(NAME, { withoutDataStores: "memory" });
				expect(kept.isInMemory).to.equal(false);
				const saved = runOnThread(() => kept.save("a", sampleTake(1, 1)), 5);
				expect(saved.problem).to.equal(undefined);
				expect(kept.isInMemory).to.equal(true);
				expect(loaded(kept)).to.equal(fingerprint(sampleTake(1, 1)));
			}
		});

		scenario("say the same, or go to memory, if Studio refuses to open the data store", () => {
			dataStores.failOpening("StudioAccessToApisNotAllowed: Studio access to APIs is not allowed");
			expect(failureOf(() => new RecordingStore(NAME))).to.equal(
				`[dolly] RecordingStore: cannot open "${NAME}": Studio has no access to API services; switch on "Enable Studio Access to API Services" under File > Experience Settings > Security, or pass { withoutDataStores: "memory" } to keep recordings until the server stops`,
			);
			const kept = new RecordingStore(NAME, { withoutDataStores: "memory" });
			expect(kept.isInMemory).to.equal(true);
			expect(runOnThread(() => kept.save("opened", sampleTake(1, 1)), 5).problem).to.equal(undefined);
			expect(kept.load("opened")!.name).to.equal(sampleTake(1, 1).name);
			dataStores.failOpening("502: API Services rejected request with error.");
			expect(failureOf(() => new RecordingStore(NAME, { withoutDataStores: "memory" }))).to.equal(
				`[dolly] RecordingStore: cannot open "${NAME}": 502: API Services rejected request with error.`,
			);
		});

		scenario("fail at once where no second attempt can mend them", () => {
			const store = new RecordingStore(NAME);
			const permanent = [101, 102, 103, 104, 105, 106, 107, 403, 509, 511, 512, 513];
			const passing = [100, 108, 301, 306, 401, 402, 404, 501, 502, 504, 508, 510, 514];
			const triesOf = (message: string) => {
				let tries = 0;
				dataStores.intercept(() => {
					tries += 1;
					return { error: message };
				});
				const { problem } = runOnThread(() => store.save("a", sampleTake(1, 1)), 200);
				expect(problem).to.equal(`[dolly] RecordingStore: cannot save "a": ${message}`);
				return tries;
			};
			for (const code of permanent) expect(triesOf(`${code}: something`)).to.equal(1);
			for (const code of passing) expect(triesOf(`${code}: something`)).to.equal(7);
			expect(triesOf("StandardWrite request was throttled by experience limits.")).to.equal(7);
		});
	});

	describe("budgets", () => {
		const scenario = headless ? it : itSKIP;

		scenario("that are told as 0, though requests are let through, hold nothing up", () => {
			dataStores.tellBudget(0);
			const store = new RecordingStore(NAME, SMALL_PARTS);
			let ended = false;
			task.spawn(() => {
				store.save("a", sampleTake(1, 1));
				store.save("a", largeTake(1));
				store.load("a");
				store.list();
				store.remove("a");
				store.sweep();
				ended = true;
			});
			// A request takes a frame, or two: these are some sixty frames.
			advance(1, 0.01);
			expect(ended).to.equal(true);
		});

		scenario("that are spent make a save wait for the next request that is let through, and no longer", () => {
			const store = new RecordingStore(NAME);
			dataStores.spendBudgets();
			const started = os.clock();
			let seconds = math.huge;
			task.spawn(() => {
				store.save("a", sampleTake(1, 1));
				seconds = os.clock() - started;
			});
			advance(5, 0.05);
			// Nobody plays: one read and one write a second come back.
			expect(seconds <= 1.5).to.equal(true);
		});

		scenario("that are spent let requests through in order, with eight of a kind in Roblox's queue", () => {
			const store = new RecordingStore(NAME);
			dataStores.spendBudgets();
			const order = new Array<number>();
			for (const index of $range(1, 100)) {
				task.spawn(() => {
					store.load(`k${index}`);
					order.push(index);
				});
			}
			// The rest of the game can still queue 22 reads, of the 30 that fit.
			advance(0.5, 0.05);
			const plain = game.GetService("DataStoreService").GetDataStore("Other");
			let queued = 0;
			let refused = 0;
			for (const index of $range(1, 25)) {
				task.spawn(() => {
					const [ok] = pcall(() => plain.GetAsync(`k${index}`));
					if (ok) queued += 1;
					else refused += 1;
				});
			}
			step(0.05);
			expect(refused).to.equal(3);
			advance(130, 0.05);
			expect(queued).to.equal(22);
			expect(order.size()).to.equal(100);
			order.forEach((value, index) => expect(value).to.equal(index + 1));
		});

		scenario("that are spent are no end to saving: two hundred saves at once are all kept", () => {
			const store = new RecordingStore(NAME);
			dataStores.spendBudgets();
			let done = 0;
			for (const index of $range(1, 200)) {
				task.spawn(() => {
					store.save(`k${index}`, sampleTake(index, 1));
					done += 1;
				});
			}
			advance(215, 0.1);
			expect(done).to.equal(200);
		});

		scenario("hold nothing up for a thread that was cancelled while it waited, or while its request was queued", () => {
			const store = new RecordingStore(NAME);
			dataStores.spendBudgets();
			for (const index of $range(1, 40)) {
				const thread = task.spawn(() => store.load(`k${index}`));
				task.delay(0.3, () => task.cancel(thread));
			}
			let isLoaded = false;
			task.spawn(() => {
				store.load("a");
				isLoaded = true;
			});
			advance(3, 0.1);
			expect(isLoaded).to.equal(true);
		});

		scenario("of a key's throughput, once spent, make the next save of it wait until the minute is over", () => {
			const store = new RecordingStore(NAME);
			const take = noisyTake(1, 110_000);
			const size = buffer.len(encodeRecording(take));
			expect(size > 1_900_000 && size <= 2_000_000).to.equal(true);
			const { problem } = runOnThread(() => {
				store.save("a", take);
				store.save("a", { ...take, name: "again" });
			}, 90);
			expect(problem).to.equal(undefined);
			expect(store.load("a")!.name).to.equal("again");
		});
	});

	describe("several servers", () => {
		const scenario = headless ? it : itSKIP;

		interface Round {
			/** What `load` gave in the end: whose take, `none`, or `a mix`. */
			outcome: string;
			/** What was stored after a removal and, where that left something, after sweeping. */
			left: number;
			leftAfterSweep: number;
		}

		/** Three servers save, one may remove, somebody reads all the while; `fate` decides about each request. */
		function play(random: Seeded, fate: (request: DataStoreRequest) => DataStoreFate): Round {
			dataStores.reset();
			dataStores.setLatency(() => random.between(0, 2));
			const store = new RecordingStore(NAME, SMALL_PARTS);
			const known = new Map<number, string>([[fingerprint(largeTake(0)), "first"]]);
			runOnThread(() => store.save("a", largeTake(0)), 60);
			dataStores.intercept(fate);
			for (const server of $range(1, 3)) {
				const take = server === 2 ? sampleTake(server, 5) : largeTake(server);
				known.set(fingerprint(take), `server ${server}`);
				// A small take is saved in one step.
				const latest = server === 2 ? 30 : 10;
				task.delay(random.between(0, latest), () => new RecordingStore(NAME, SMALL_PARTS).save("a", take));
			}
			if (random.unit() < 0.3) task.delay(random.between(0, 40), () => store.remove("a"));
			let isOver = false;
			let reads = 0;
			let problem: unknown;
			task.spawn(() => {
				while (!isOver) {
					const [ok, found] = pcall(() => loaded(new RecordingStore(NAME)));
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
			dataStores.setLatency(0);
			const final = loaded(store);
			advance(LONG, LONG);
			store.remove("a");
			const left = dataStores.keys(NAME).size();
			store.sweep();
			const leftAfterSweep = dataStores.keys(NAME).size();
			return { outcome: final === undefined ? "none" : (known.get(final) ?? "a mix"), left, leftAfterSweep };
		}

		scenario("that save and remove at once, some answers lost, leave one whole take or none, and no parts", () => {
			// The waits between attempts are random too.
			math.randomseed(1);
			const random = new Seeded(1);
			const outcomes = new Map<string, number>();
			for (const _ of $range(1, 75)) {
				const { outcome, left } = play(random, () => (random.unit() < 0.03 ? "lose" : undefined));
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
				expect(outcome).never.to.equal("a mix");
				expect(left).to.equal(0);
			}
			// Each of them came out on top in some round, so the rounds are not all alike.
			for (const outcome of ["none", "server 1", "server 2", "server 3"]) {
				expect((outcomes.get(outcome) ?? 0) > 0).to.equal(true);
			}
		});

		scenario("of which some die leave one whole take or none, and nothing that sweeping does not find", () => {
			math.randomseed(2);
			const random = new Seeded(2);
			for (const _ of $range(1, 50)) {
				let deaths = 0;
				const { outcome, leftAfterSweep } = play(random, ({ isWrite }) => {
					if (random.unit() < 0.03) return "lose";
					if (!isWrite || random.unit() > 0.03 || deaths === 2) return undefined;
					deaths += 1;
					return "kill";
				});
				expect(outcome).never.to.equal("a mix");
				expect(leftAfterSweep).to.equal(0);
			}
		});

		scenario("of which one saves while the other removes: the save stays, and so do its parts", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			let writes = 0;
			let isNested = false;
			dataStores.intercept(({ isWrite }) => {
				if (isNested) return undefined;
				writes += isWrite ? 1 : 0;
				if (writes !== 3) return undefined;
				// Between two of the removal's steps the other commits, and the removal's answer is lost.
				writes += 1;
				isNested = true;
				task.spawn(() => {
					new RecordingStore(NAME, SMALL_PARTS).save("a", largeTake(2));
					isNested = false;
				});
				return "lose";
			});
			const { problem } = runOnThread(() => store.remove("a"));
			dataStores.intercept();
			expect(problem).to.equal(undefined);
			expect(loaded(store)).to.equal(fingerprint(largeTake(2)));
			expect(dataStores.keys(NAME).size()).to.equal(7);
		});

		scenario("of which one removes and the other's save is under way: the save comes after it", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			let writes = 0;
			dataStores.setLatency(({ method }) => (method === "SetAsync" ? 1 : 0));
			dataStores.intercept(({ method }) => {
				if (method === "SetAsync") writes += 1;
				return undefined;
			});
			let isSaved = false;
			task.spawn(() => {
				new RecordingStore(NAME, SMALL_PARTS).save("a", largeTake(2));
				isSaved = true;
			});
			advance(2.5, 0.1);
			expect(writes).to.equal(2);
			expect(store.remove("a")).to.equal(true);
			expect(store.load("a")).to.equal(undefined);
			advance(10, 0.1);
			expect(isSaved).to.equal(true);
			expect(loaded(store)).to.equal(fingerprint(largeTake(2)));
			expect(dataStores.keys(NAME).size()).to.equal(7);
		});
	});

	describe("listing", () => {
		const scenario = headless ? it : itSKIP;

		function fill(count: number): RecordingStore {
			const store = new RecordingStore(NAME);
			store.save("a", sampleTake(1, 1));
			const head = dataStores.peek(NAME, "h/a");
			dataStores.put(NAME, "h/a", undefined);
			for (const index of $range(1, count)) dataStores.put(NAME, `h/f/${string.format("%05d", index)}`, head);
			dataStores.put(NAME, "h/g/1", head);
			return store;
		}

		scenario("goes on from a cursor, gives each key once, and ends without one", () => {
			const store = fill(130);
			const seen = new Array<string>();
			const sizes = new Array<number>();
			let keys: Array<string>;
			let cursor: string | undefined;
			do {
				[keys, cursor] = store.list("f/", { limit: 60, cursor });
				sizes.push(keys.size());
				for (const key of keys) seen.push(key);
			} while (cursor !== undefined);
			expect(sizes.join(" ")).to.equal("60 60 10");
			expect(seen.size()).to.equal(130);
			seen.forEach((key, index) => expect(key).to.equal(`f/${string.format("%05d", index + 1)}`));
		});

		scenario("lists 50 keys with one request unless it is told how many", () => {
			const store = fill(130);
			let requests = 0;
			dataStores.intercept(({ method }) => {
				if (method === "ListKeysAsync") requests += 1;
				return undefined;
			});
			const [keys, cursor] = store.list("f/");
			expect(keys.size()).to.equal(50);
			expect(cursor).to.be.ok();
			expect(requests).to.equal(1);
			const [three] = store.list("f/", { limit: 3 });
			expect(three.join(" ")).to.equal("f/00001 f/00002 f/00003");
			expect(requests).to.equal(2);
			const [all, no] = store.list("f/", { limit: 1000 });
			expect(`${all.size()} ${no} ${requests}`).to.equal("130 nil 5");
			dataStores.intercept();
		});

		scenario("of 10,000 returns the first hundred within a second, on a server whose budget is full", () => {
			const store = fill(10_000);
			const started = headless!.now();
			const [keys, cursor] = store.list("f/", { limit: 100 });
			expect(keys.size()).to.equal(100);
			expect(cursor).to.be.ok();
			expect(headless!.now() - started < 1).to.equal(true);
		});

		scenario("refuses a limit and a cursor that are none", () => {
			const store = new RecordingStore(NAME);
			const problem = (options: unknown) => failureOf(() => store.list("", options as never));
			for (const limit of [0, -1, 1.5, 0 / 0]) {
				expect(problem({ limit })).to.equal(
					`[dolly] RecordingStore: limit is ${limit}; expected a whole number, 1 or more`,
				);
			}
			expect(problem({ cursor: 5 })).to.equal("[dolly] RecordingStore: cursor is 5; expected a string");
			expect(problem({ limits: 5 })).to.equal('[dolly] RecordingStore: unknown option "limits"; did you mean "limit"?');
		});

		scenario("does the same in memory", () => {
			const store = new RecordingStore("Listed in memory", { withoutDataStores: "memory" });
			for (const name of ["c", "a", "e", "b", "d"]) store.save(`m/${name}`, sampleTake(1, 1));
			const [first, cursor] = store.list("m/", { limit: 2 });
			const [second, further] = store.list("m/", { limit: 2, cursor });
			const [third, last] = store.list("m/", { limit: 2, cursor: further });
			expect([...first, ...second, ...third].join(" ")).to.equal("m/a m/b m/c m/d m/e");
			expect(last).to.equal(undefined);
		});
	});

	describe("sweeping", () => {
		const scenario = headless ? it : itSKIP;

		scenario(
			"removes parts that no key knows of, and leaves the others, and those of a save that may be under way",
			() => {
				const store = new RecordingStore(NAME, SMALL_PARTS);
				store.save("a", largeTake(1));
				store.save("b", largeTake(2));
				dataStores.put(NAME, "h/b", undefined);
				expect(store.sweep()).to.equal(0);
				expect(dataStores.keys(NAME).size()).to.equal(13);
				advance(898, 898);
				expect(store.sweep()).to.equal(0);
				advance(4, 4);
				expect(store.sweep()).to.equal(6);
				expect(dataStores.keys(NAME).size()).to.equal(7);
				expect(loaded(store)).to.equal(fingerprint(largeTake(1)));
				expect(store.sweep()).to.equal(0);
			},
		);

		scenario("removes parts that are damaged, whatever they say", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			for (const at of ["x", [], 1]) {
				for (const key of [[], true, 5, "", string.rep("k", 500), "a"]) {
					dataStores.put(NAME, "p/lost/000", { key, at });
					expect(store.sweep()).to.equal(1);
				}
			}
			expect(loaded(store)).to.equal(fingerprint(largeTake(1)));
		});

		scenario("forgets many parts at once in a moment", () => {
			const store = new RecordingStore(NAME);
			const garbage = new Array<{ id: string; parts: number; at: number }>();
			for (const index of $range(1, 10_000)) garbage.push({ id: `lost ${index}`, parts: 0, at: 0 });
			dataStores.put(NAME, "h/a", { version: 1, pending: [], garbage });
			const started = headless!.processorClock();
			store.save("a", sampleTake(1, 1));
			expect(headless!.processorClock() - started < 1).to.equal(true);
		});

		scenario("removes nothing where it cannot tell what a key knows", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			store.save("a", largeTake(1));
			dataStores.put(NAME, "h/a", { version: 2 });
			advance(LONG, LONG);
			expect(failureOf(() => store.sweep())).to.equal(
				`[dolly] RecordingStore: "a" has the version 2; this store knows up to 1`,
			);
			expect(dataStores.keys(NAME).size()).to.equal(7);
		});
	});

	describe("what is damaged", () => {
		const scenario = headless ? it : itSKIP;

		function store(): RecordingStore {
			const made = new RecordingStore(NAME, SMALL_PARTS);
			made.save("a", largeTake(1));
			return made;
		}

		scenario("is refused by name: a missing part, a part of another type, size or content", () => {
			const made = store();
			const [, part] = dataStores.keys(NAME);
			const value = dataStores.peek(NAME, part) as { key: string; at: number; data: buffer };
			const { data } = value;
			const size = buffer.len(encodeRecording(largeTake(1)));
			dataStores.put(NAME, part, undefined);
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] RecordingStore: "a": part 1 of 6 is missing`);
			dataStores.put(NAME, part, { ...value, data: "text" });
			expect(failureOf(() => made.load("a"))).to.equal(`[dolly] RecordingStore: "a": part 1 of 6 is a string`);
			dataStores.put(NAME, part, { ...value, data: buffer.create(999) });
			expect(failureOf(() => made.load("a"))).to.equal(
				`[dolly] RecordingStore: "a" has ${size - 1} bytes; expected the ${size} that were saved`,
			);
			buffer.writeu8(data, 500, buffer.readu8(data, 500) ^ 1);
			dataStores.put(NAME, part, { ...value, data });
			const message = failureOf(() => made.load("a"));
			expect(message.sub(1, 45)).to.equal(`[dolly] RecordingStore: "a" is damaged: take:`);
		});

		scenario("is refused where its bytes are no recording", () => {
			dataStores.put(NAME, "h/a", {
				version: 1,
				current: { id: "x", parts: 0, at: 0, size: 1, data: buffer.create(1) },
				pending: [],
				garbage: [],
			});
			const message = failureOf(() => new RecordingStore(NAME).load("a"));
			expect(message.sub(1, 50)).to.equal(`[dolly] RecordingStore: "a" is damaged: recording:`);
		});

		scenario("is refused as a head, whatever it holds instead, and can be saved over", () => {
			const current = { id: "x", parts: 0, at: 0, size: 0, data: buffer.create(0) };
			const packed = { id: "x", parts: 0, at: 0, size: 0 };
			const heads: Array<[unknown, string]> = [
				[{ version: 1, pending: [], garbage: [], current: packed }, "holds neither a recording nor parts"],
				[{ version: 1, pending: [{ id: "x", parts: 1, at: -1 }], garbage: [] }, "lists no generations"],
				["text", "is a string"],
				[{}, "has the version nil"],
				[{ version: 1 }, "lists no generations"],
				[{ version: 1, pending: [], garbage: [5] }, "lists no generations"],
				[{ version: 1, pending: [{ id: "x", parts: 1e9 }], garbage: [] }, "lists no generations"],
				[{ version: 1, pending: [], garbage: [], current: "x" }, "names no generation"],
				[{ version: 1, pending: [], garbage: [], current: { ...current, at: -1 } }, "names no generation"],
				[{ version: 1, pending: [], garbage: [], current: { ...current, size: 1e12 } }, "has the size 1000000000000"],
				[
					{ version: 1, pending: [], garbage: [], current: { ...current, data: 7 } },
					"holds neither a recording nor parts",
				],
			];
			for (const [head, problem] of heads) {
				dataStores.reset();
				dataStores.put(NAME, "h/a", head);
				expect(failureOf(() => new RecordingStore(NAME).load("a"))).to.equal(`[dolly] RecordingStore: "a" ${problem}`);
				new RecordingStore(NAME).save("a", sampleTake(1, 1));
				expect(loaded(new RecordingStore(NAME))).to.equal(fingerprint(sampleTake(1, 1)));
			}
		});

		scenario("is told from what a later version saved, which is neither read nor overwritten", () => {
			const made = new RecordingStore(NAME);
			dataStores.put(NAME, "h/a", { version: 2, something: "new" });
			expect(failureOf(() => made.load("a"))).to.equal(
				`[dolly] RecordingStore: "a" has the version 2; this store knows up to 1`,
			);
			expect(failureOf(() => made.save("a", sampleTake(1, 1)))).to.equal(
				`[dolly] RecordingStore: cannot save "a": it was saved by a later version`,
			);
			expect(failureOf(() => made.remove("a"))).to.equal(
				`[dolly] RecordingStore: cannot remove "a": it was saved by a later version`,
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
			expect(failureOf(() => new RecordingStore(NAME))).to.equal(
				'[dolly] RecordingStore: this place has no data stores because it was never published; publish it, or pass { withoutDataStores: "memory" } to keep recordings until the server stops',
			);
			expect(failureOf(() => new RecordingStore(NAME, { withoutDataStores: true as never }))).to.equal(
				'[dolly] RecordingStore: withoutDataStores is true; expected "fail" or "memory"',
			);
		});

		scenario("keeps, lists and removes takes in memory on request, for every store of the name", () => {
			const store = new RecordingStore("Kept in memory", { withoutDataStores: "memory", partBytes: 1000 });
			expect(store.isInMemory).to.equal(true);
			store.save("7/b", largeTake(1));
			store.save("7/a", sampleTake(2, 3));
			store.save("8/a", sampleTake(3, 3));
			const other = new RecordingStore("Kept in memory", { withoutDataStores: "memory" });
			expect(other.list("7/")[0].join(" ")).to.equal("7/a 7/b");
			expect(fingerprint(other.load("7/b")!)).to.equal(fingerprint(largeTake(1)));
			expect(new RecordingStore("Another", { withoutDataStores: "memory" }).load("7/b")).to.equal(undefined);
			expect(other.remove("7/b")).to.equal(true);
			expect(store.load("7/b")).to.equal(undefined);
			expect(store.list()[0].join(" ")).to.equal("7/a 8/a");
		});

		scenario("keeps takes of up to 999 parts", () => {
			const store = new RecordingStore("Many parts", { withoutDataStores: "memory", partBytes: 6 });
			// A name of as many bytes as are missing to 999 parts of six bytes; its section has eight more.
			let count = 250;
			let nameless: Take;
			let missing: number;
			do {
				count += 10;
				nameless = { ...noisyTake(1, count), name: "" };
				missing = 999 * 6 - buffer.len(encodeRecording(nameless)) - 8;
			} while (missing >= 255);
			expect(missing > 0).to.equal(true);
			const full = { ...nameless, name: string.rep("n", missing) };
			store.save("a", full);
			expect(fingerprint(store.load("a")!)).to.equal(fingerprint(full));
			expect(failureOf(() => store.save("a", { ...full, name: `${full.name}n` }))).to.equal(
				'[dolly] RecordingStore: "a" needs 1000 parts; expected at most 999',
			);
		});

		scenario("once published keeps takes in its data stores, memory asked for or not", () => {
			headless!.setPlaceId(published);
			const store = new RecordingStore(NAME, { withoutDataStores: "memory" });
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
			expect(failureOf(() => new RecordingStore(long))).to.equal(
				"[dolly] RecordingStore: name is 51 bytes long; expected at most 50",
			);
			expect(failureOf(() => new RecordingStore(""))).to.equal("[dolly] RecordingStore: name is empty");
			for (const partBytes of [0, -1, 1.5, 0 / 0, "1" as never]) {
				expect(
					failureOf(() => new RecordingStore("a", { partBytes })).find("expected a whole number from 1 to 3000000")[0],
				).to.be.ok();
			}
			for (const partBytes of [1, 3_000_000]) new RecordingStore("a", { partBytes });
			expect(failureOf(() => new RecordingStore("a", { partBytes: 3_000_001 }))).to.equal(
				"[dolly] RecordingStore: partBytes is 3000001; expected a whole number from 1 to 3000000",
			);
			const store = new RecordingStore(NAME);
			expect(failureOf(() => store.save("", sampleTake(1, 1)))).to.equal("[dolly] RecordingStore: key is empty");
			expect(failureOf(() => store.load(long.sub(1, 49)))).to.equal(
				"[dolly] RecordingStore: key is 49 bytes long; expected at most 48",
			);
			expect(failureOf(() => store.remove("\xff"))).to.equal("[dolly] RecordingStore: key is not UTF-8");
			expect(failureOf(() => store.list(5 as never))).to.equal(
				"[dolly] RecordingStore: prefix is 5; expected a string",
			);
			expect(failureOf(() => store.save("a", [sampleTake(1, 1)] as never))).to.equal(
				"[dolly] RecordingStore: recording is an array; expected one Take, such as its first",
			);
			expect(failureOf(() => store.keyOf("me" as never, "a"))).to.equal(
				'[dolly] RecordingStore: userId is "me"; expected a whole number',
			);
			expect(failureOf(() => store.keyOf(1, long.rep(6)))).to.equal(
				"[dolly] RecordingStore: name is 306 bytes long; expected at most 255",
			);
			expect(failureOf(() => store.save("a", sampleTake(1, 1), { userIds: ["me"] as never }))).to.equal(
				'[dolly] RecordingStore: item 1 of userIds is "me"; expected a whole number',
			);
			for (const [id, shown] of [
				[1e19, `${1e19}`],
				[0 / 0, "nan"],
				[1.5, "1.5"],
			] as Array<[number, string]>) {
				const problem = `is ${shown}; expected a whole number`;
				expect(failureOf(() => store.keyOf(id, "a"))).to.equal(`[dolly] RecordingStore: userId ${problem}`);
				expect(failureOf(() => store.save("a", sampleTake(1, 1), { userIds: [7, id] }))).to.equal(
					`[dolly] RecordingStore: item 2 of userIds ${problem}`,
				);
			}
			expect(failureOf(() => store.save("a", sampleTake(1, 1), { userIds: { me: 7 } as never }))).to.equal(
				'[dolly] RecordingStore: userIds has the key "me"; expected an array',
			);
		});

		scenario("in a take is told before any request, in whatever that take was used before", () => {
			const take = createTake({ rate: 30, frames: noisyTake(1, 301).frames, markers: [{ name: "m", seconds: 9 }] });
			const store = new RecordingStore(NAME);
			store.save("a", take);
			dataStores.intercept(() => error("a request was made"));
			expect(failureOf(() => store.save("a", { ...take, rate: 60 }))).to.equal(
				"[dolly] RecordingStore: seconds of item 1 of recording.markers is 9; expected 0 to 5",
			);
			(take.markers as never as Array<defined>).push({ name: "late", seconds: 99 });
			expect(failureOf(() => store.save("a", take))).to.equal(
				"[dolly] RecordingStore: seconds of item 2 of recording.markers is 99; expected 0 to 10",
			);
		});

		scenario("is none where a take is as large as a part may be: it stands in its head", () => {
			const take = largeTake(1);
			const size = buffer.len(encodeRecording(take));
			new RecordingStore(NAME, { partBytes: size }).save("a", take);
			expect(dataStores.keys(NAME).join(" ")).to.equal("h/a");
			new RecordingStore(NAME, { partBytes: size - 1 }).save("a", take);
			expect(dataStores.keys(NAME).size()).to.equal(3);
		});

		scenario("does not keep a key of 48 characters from being saved in parts", () => {
			const store = new RecordingStore(NAME, SMALL_PARTS);
			const key = string.rep("x", 48);
			store.save(key, largeTake(1));
			expect(fingerprint(store.load(key)!)).to.equal(fingerprint(largeTake(1)));
		});
	});
};
