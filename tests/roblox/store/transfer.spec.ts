import {
	CameraPlayer,
	createTake,
	encodeArchive,
	encodeRecording,
	Recorder,
	RecordingRemote,
	RecordingRemoteOptions,
	RecordingStore,
	SendOptions,
	Take,
} from "../../../src/camera";
import { Job } from "../../../src/roblox/job";
import { bytesOf } from "../../../src/roblox/store/recording-bytes";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { needs } from "../../needs";
import { Seeded } from "../../random";
import { anyValue, countHeldChunks, fireAnything, floodChunks, kilobytesInUse } from "./abuse";
import { uploadAs } from "./clients";
import { fingerprint, noisyTake, sampleTake } from "./sample-takes";

const CHUNK = 16384;

/**
 * A hundredth of the 1.6 GB that the abusive client sends, in kilobytes: what the collector lets stand while it sweeps
 * grows with what other specs have left on the heap. Chunks that are held are counted exactly, one by one.
 */
const TOLERANCE = 16_000;

/** As many frames of noise make three whole chunks and a bit, packed. */
const FOUR_CHUNKS = 3000;

export = () => {
	const { advance, step, players, remotes, dataStores, takeErrors, takeWarnings } =
		headless ?? ({} as NonNullable<typeof headless>);

	let remote: RemoteEvent;
	let player: Player;
	/** The server's side of the remote, and the client's; each only if a spec has opened it. */
	let receiver: RecordingRemote | undefined;
	let client: RecordingRemote | undefined;
	let kept: Array<{ player: Player; take: Take }>;
	/** What the player's client was sent. */
	let answers: Array<Array<defined>>;

	beforeEach(() => {
		remote = new Instance("RemoteEvent");
		if (!headless) return;
		takeErrors();
		takeWarnings();
		player = players.join();
		players.setLocal(player);
		kept = [];
		answers = [];
		remotes.onClientEvent(player, remote, (...values) => answers.push(values as Array<defined>));
	});

	afterEach(() => {
		if (!headless) return;
		receiver?.destroy();
		receiver = undefined;
		client?.destroy();
		client = undefined;
		players.setLocal(undefined);
		players.leave(player);
		step(1 / 60);
		expect(takeErrors().join("\n")).to.equal("");
	});

	type Keep = (player: Player, take: Take) => string | undefined | void;

	/** Opens one side of the remote. */
	function open(side: "LiveClient" | "LiveServer", limits?: RecordingRemoteOptions): RecordingRemote {
		headless!.enter(side);
		const made = new RecordingRemote(remote, limits);
		headless!.enter("BothSides");
		return made;
	}

	function receive(limits: RecordingRemoteOptions = {}, keep?: Keep): RecordingRemote {
		receiver?.destroy();
		receiver = open("LiveServer", limits);
		receiver.accept = (take, from) => {
			if (keep) return keep(from, take as Take);
			kept.push({ player: from, take: take as Take });
		};
		return receiver;
	}

	/** Sends a take as the local player's client does; fails with the reason if it is not kept. */
	function upload(take: Take, options?: SendOptions): void {
		client ??= open("LiveClient");
		const [ok, reason] = client.send(take, options);
		if (!ok) error(reason, 0);
	}

	/** Sends a take to a player; whether the client has it. */
	function sendTo(to: Player, take: Take, options?: SendOptions): boolean {
		receiver ??= open("LiveServer");
		const [ok, reason] = receiver.sendTo(to, take, options);
		expect(reason === undefined).to.equal(ok);
		return ok;
	}

	/** Listens as the local player's client does, until what is returned is called. */
	function listen(onTake: (take: Take) => void): () => void {
		client ??= open("LiveClient");
		client.received.Connect((take, from) => {
			expect(from).to.equal(undefined);
			onTake(take as Take);
		});
		return () => {
			client!.destroy();
			client = undefined;
		};
	}

	function expectNothingHeld(count = 1): void {
		const usage = receiver!.usage();
		expect(usage.players).to.equal(count);
		expect(usage.uploads).to.equal(0);
		expect(usage.bytes).to.equal(0);
	}

	function fire(...values: Array<unknown>): void {
		remotes.fireServer(player, remote, ...values);
	}

	/** The reason that the client was last given. */
	function refusal(): unknown {
		const last = answers[answers.size() - 1] ?? [];
		return last[0] === "refused" ? last[2] : undefined;
	}

	/** Begins an upload of `bytes` as number 7. */
	function begin(bytes: buffer): void {
		fire("begin", 7, buffer.len(bytes));
	}

	function chunk(bytes: buffer, index: number): buffer {
		const size = math.min(CHUNK, buffer.len(bytes) - index * CHUNK);
		const result = buffer.create(size);
		buffer.copy(result, 0, bytes, index * CHUNK, size);
		return result;
	}

	/** Uploads `bytes` as number 7, all at once, and gives the reason why they are refused. */
	function uploadBytes(bytes: buffer): unknown {
		begin(bytes);
		for (const index of $range(0, math.ceil(buffer.len(bytes) / CHUNK) - 1)) {
			fire("chunk", 7, index, chunk(bytes, index));
		}
		fire("end", 7);
		step(1);
		return refusal();
	}

	describe("an upload", () => {
		const scenario = headless ? it : itSKIP;

		scenario("arrives as it was sent, with all that a take has", () => {
			receive();
			const { frames } = noisyTake(1, 5);
			const lens = buffer.create(20);
			for (const frame of $range(0, 4)) buffer.writef32(lens, frame * 4, 40 + frame);
			const take = createTake({
				name: "Küste",
				map: "Harbour",
				rate: 48,
				frames,
				fieldOfView: lens,
				markers: [{ name: "turn", seconds: 0.05 }],
				cuts: [2],
				metadata: { driver: "Ada", lapSeconds: 73.2 },
			});
			uploadAs(player, remote, take);
			advance(1);
			const got = kept[0].take;
			expect(`${got.name} ${got.map} ${got.rate} ${got.count} ${got.cuts.join()}`).to.equal("Küste Harbour 48 5 2");
			expect(`${got.markers[0].name} ${got.markers[0].seconds}`).to.equal("turn 0.05");
			expect(`${got.metadata!.driver} ${got.metadata!.lapSeconds}`).to.equal("Ada 73.2");
			expect(buffer.tostring(got.fieldOfView as buffer)).to.equal(buffer.tostring(lens));
			expect(buffer.tostring(got.frames)).to.equal(buffer.tostring(frames));
		});

		scenario("is kept as the server's function has changed it, wherever in the take that was", () => {
			dataStores.reset();
			const store = new RecordingStore("Changed");
			const changes: Array<(take: Record<keyof Take, unknown>) => void> = [
				(take) => ((take.metadata as { by: string }).by = "Ada"),
				(take) => (take.markers as Array<defined>).push({ name: "late", seconds: 0.05 }),
				(take) => (take.cuts as Array<number>).push(4),
				(take) => (take.name = "another"),
				(take) => (take.rate = 30),
			];
			const found = new Array<string>();
			for (const change of changes) {
				receive({}, (_, take) => {
					change(take as never);
					store.save("a", take);
				});
				uploadAs(
					player,
					remote,
					createTake({ name: "one", rate: 60, frames: noisyTake(1, 6).frames, cuts: [2], metadata: { lap: 1 } }),
				);
				advance(1);
				receiver!.destroy();
				const { name, rate, markers, cuts, metadata } = store.load("a") as Take;
				found.push(`${name} ${rate} ${markers.size()} ${cuts.join("+")} ${metadata!.by}`);
			}
			expect(found.join(", ")).to.equal(
				"one 60 0 2 Ada, one 60 1 2 nil, one 60 0 2+4 nil, another 60 0 2 nil, one 30 0 2 nil",
			);
		});

		/** Uploads a take on a thread of its own: what came of it, and when. */
		function uploading(take: Take, options?: SendOptions): { problem?: unknown; seconds?: number } {
			const result: { problem?: unknown; seconds?: number } = {};
			const started = headless!.now();
			task.spawn(() => {
				const [ok, problem] = pcall(() => upload(take, options));
				result.problem = ok ? "kept" : problem;
				result.seconds = headless!.now() - started;
			});
			return result;
		}

		scenario("fails when its time is over, however slowly it is sent", () => {
			for (const chunksPerSecond of [0.05, 1e-9]) {
				const result = uploading(noisyTake(1, FOUR_CHUNKS), { timeout: 3, chunksPerSecond });
				advance(4);
				expect(result.problem).to.equal("no answer within 3 seconds");
				expect(result.seconds! >= 3 && result.seconds! <= 3.2).to.equal(true);
			}
			receive();
			// One chunk, and then the answer, for which nobody waits longer than it takes.
			const small = uploading(sampleTake(1, 5), { chunksPerSecond: 0.05 });
			advance(1);
			expect(small.problem).to.equal("kept");
		});

		scenario("waits for those before it over the same remote", () => {
			receive();
			const results = [1, 2, 3].map((seed) => uploading({ ...noisyTake(seed, FOUR_CHUNKS), name: `${seed}` }));
			advance(3);
			expect(results.map(({ problem }) => tostring(problem)).join()).to.equal("kept, kept, kept");
			expect(kept.map(({ take }) => take.name).join()).to.equal("1, 2, 3");
			receiver!.destroy();
			const late = [uploading(sampleTake(1, 5), { timeout: 2 }), uploading(sampleTake(1, 5), { timeout: 1 })];
			advance(3);
			for (const { problem } of late) expect(problem).to.be.ok();
			expect(late[1].seconds! < 1.2).to.equal(true);
		});

		scenario("is cancelled where its progress is heard with an error, and refused by a receiver that goes", () => {
			receive();
			const failing = uploading(noisyTake(1, FOUR_CHUNKS), { onProgress: () => error("no", 0) });
			advance(0.5);
			expect(failing.problem).to.equal("no");
			expectNothingHeld();
			const refused = uploading(noisyTake(1, FOUR_CHUNKS));
			step(1 / 60);
			receiver!.destroy();
			advance(0.5);
			expect(refused.problem).to.equal("the server receives no more recordings");
			receive();
			const gone = uploading(noisyTake(1, FOUR_CHUNKS));
			step(1 / 60);
			remote.Destroy();
			advance(0.5);
			expect(gone.problem).to.equal("the RemoteEvent was destroyed");
		});

		scenario("that is being kept when its receiver goes is answered still", () => {
			let finish = false;
			receive({}, () => {
				while (!finish) task.wait();
			});
			const result = uploading(sampleTake(1, 5));
			advance(0.5);
			receiver!.destroy();
			finish = true;
			advance(0.5);
			expect(result.problem).to.equal("kept");
		});

		scenario("tells how far it is, and leaves nothing behind", () => {
			receive();
			const take = { ...noisyTake(1, FOUR_CHUNKS, "Harbour", 48), name: "Küste" };
			const shares = new Array<number>();
			let done = false;
			task.spawn(() => {
				upload(take, { onProgress: (share) => shares.push(share) });
				done = true;
			});
			advance(2);
			expect(done).to.equal(true);
			expect(kept.size()).to.equal(1);
			expect(kept[0].player).to.equal(player);
			expect(kept[0].take.rate).to.equal(48);
			expect(kept[0].take.name).to.equal("Küste");
			expect(fingerprint(kept[0].take)).to.equal(fingerprint(take));
			expect(shares.join(" ")).to.equal("0.25 0.5 0.75 1");
			expectNothingHeld();
		});

		scenario("of a whole multiple of a chunk ends with a whole chunk", () => {
			receive();
			// As many frames as fit, and a map's name that makes up for the rest: a section's head and the name.
			let take: Take;
			let room: number;
			let count = 700;
			do {
				count += 1;
				take = createTake({ rate: 60, frames: noisyTake(1, count).frames, cuts: [] });
				room = CHUNK - buffer.len(encodeRecording(take)) - 8;
			} while (room > 255);
			take = { ...take, map: string.rep("m", room) };
			expect(buffer.len(encodeRecording(take))).to.equal(CHUNK);
			task.spawn(() => upload(take));
			advance(2);
			expect(fingerprint(kept[0].take)).to.equal(fingerprint(take));
		});

		scenario("goes no faster than thirty chunks a second, and no further ahead than eight unanswered", () => {
			const take = noisyTake(1, 60000);
			let chunks = 0;
			let answered = true;
			remote.OnServerEvent.Connect((_, ...[kind, id, index]: Array<unknown>) => {
				if (kind !== "chunk") return;
				chunks += 1;
				if (answered) remote.FireClient(player, "ack", id, (index as number) + 1);
			});
			const thread = task.spawn(() => upload(take));
			advance(1);
			expect(chunks >= 28 && chunks <= 31).to.equal(true);
			answered = false;
			const before = chunks;
			advance(1);
			expect(chunks - before).to.equal(8);
			task.cancel(thread);
		});

		scenario("fails with the reason that the receiver's function gives", () => {
			receive({}, () => "the shelf is full");
			let problem = "";
			task.spawn(() => {
				problem = failureOf(() => upload(sampleTake(1, 5)));
			});
			advance(1);
			expect(problem).to.equal("the shelf is full");
		});

		scenario("does not tell the client what went wrong inside the server", () => {
			receive({}, () => error("secret", 0));
			let problem = "";
			task.spawn(() => {
				problem = failureOf(() => upload(sampleTake(1, 5)));
			});
			advance(1);
			expect(problem).to.equal("the server could not keep it");
			expect(takeWarnings()[0]).to.equal(`[dolly] RecordingRemote: a recording of ${player.Name} was not kept: secret`);
		});

		scenario("without an answer fails after its time", () => {
			let problem = "";
			task.spawn(() => {
				problem = failureOf(() => upload(sampleTake(1, 5), { timeout: 5 }));
			});
			advance(4.9);
			expect(problem).to.equal("");
			advance(0.2);
			expect(problem).to.equal("no answer within 5 seconds");
		});

		scenario("that is too much for the server at the moment is sent again, later each time", () => {
			const begun = new Array<number>();
			remote.OnServerEvent.Connect((_, ...[kind, id]: Array<unknown>) => {
				if (kind !== "begin") return;
				begun.push(os.clock());
				if (begun.size() < 4) remote.FireClient(player, "busy", id, "later");
				else remote.FireClient(player, "kept", id);
			});
			const started = os.clock();
			const result = uploadAs(player, remote, sampleTake(1, 5));
			advance(14);
			expect(result.outcome).to.equal("kept");
			for (const attempt of $range(1, 3)) {
				const gap = begun[attempt] - begun[attempt - 1];
				expect(gap >= 2 ** (attempt - 1) && gap <= 2 ** (attempt - 1) * 1.5 + 0.1).to.equal(true);
			}
			expect(begun[0] - started < 0.1).to.equal(true);
		});

		scenario("that stays too much for the server fails with its reason, within its time", () => {
			remote.OnServerEvent.Connect((_, ...[kind, id]: Array<unknown>) => {
				if (kind === "begin") remote.FireClient(player, "busy", id, "the server is full");
			});
			let problem = "";
			task.spawn(() => {
				problem = failureOf(() => upload(sampleTake(1, 5), { timeout: 10 }));
			});
			advance(10);
			expect(problem).to.equal("the server is full");
		});

		scenario("goes on to a store and comes back to the client in a few lines", () => {
			dataStores.reset();
			const store = new RecordingStore("Shared");
			receive({}, (from, take) => store.save(`${from.UserId}/${take.name}`, take));
			const take = { ...noisyTake(1, FOUR_CHUNKS, "Harbour", 30), name: "intro" };
			const takes = new Array<Take>();
			const stop = listen((received) => takes.push(received));
			task.spawn(() => {
				upload(take);
				sendTo(player, store.load(`${player.UserId}/intro`) as Take);
			});
			advance(5);
			expect(takes.size()).to.equal(1);
			expect(takes[0].rate).to.equal(30);
			expect(takes[0].name).to.equal("intro");
			expect(fingerprint(takes[0])).to.equal(fingerprint(take));
			stop();
		});

		scenario("of a take recorded at 30 frames a second plays for as long as it was recorded, wherever it went", () => {
			dataStores.reset();
			const store = new RecordingStore("Shared");
			receive({}, (_, take) => store.save("a", take));
			const recorder = new Recorder({ map: "Harbour", rate: 30 });
			recorder.start();
			step(1 / 60);
			advance(10, 1 / 60);
			const take = recorder.stop();
			expect(take.count).to.equal(301);
			const takes = new Array<Take>();
			const stop = listen((received) => takes.push(received));
			task.spawn(() => {
				upload(take);
				sendTo(player, store.load("a") as Take);
			});
			advance(5);
			const cameraPlayer = new CameraPlayer(takes[0]);
			expect(cameraPlayer.duration).to.equal(10);
			const started = os.clock();
			let finished: number | undefined;
			cameraPlayer.ended.Connect(() => (finished = os.clock()));
			cameraPlayer.play();
			advance(11, 1 / 60);
			// The first frame shows the start.
			expect(finished! - started).to.be.near(10 + 1 / 60, 1e-6);
			stop();
		});

		scenario("is stored, loaded and sent on as the bytes that came: they are not packed again", () => {
			dataStores.reset();
			const store = new RecordingStore("Shared");
			let bytes: buffer | undefined;
			const job = new Job();
			receive({}, (_, take) => {
				bytes = bytesOf(take, job.budget);
				store.save("a", take);
				// A take that was changed is packed: another name, in a copy or in place.
				const [renamed] = [bytesOf({ ...take, name: "Elsewhere" }, job.budget)];
				expect(buffer.len(renamed)).to.equal(buffer.len(bytes) + 2);
				(take as { name: string }).name = "Elsewhere";
				expect(buffer.tostring(bytesOf(take, job.budget))).to.equal(buffer.tostring(renamed));
			});
			const take = sampleTake(1, 5);
			task.spawn(() => upload(take));
			advance(1);
			const head = dataStores.peek("Shared", "h/a") as { current: { data: buffer } };
			expect(buffer.tostring(head.current.data)).to.equal(buffer.tostring(bytes!));
			expect(answers[answers.size() - 1].join(" ")).to.equal(`kept ${answers[0][1]}`);
			const spent = job.budget.bytes;
			expect(buffer.tostring(bytesOf(store.load("a")!, job.budget))).to.equal(buffer.tostring(bytes!));
			expect(job.budget.bytes).to.equal(spent);
		});

		needs(
			["a client", "the headless engine"],
			it,
			itSKIP,
		)("with nothing in it, or with a wrong option, is the caller's mistake", () => {
			const some = sampleTake(1, 1);
			const cases: Array<[() => void, string]> = [
				[() => upload(sampleTake(1, 0)), 'recording "Harbour" has no frames; expected one or more'],
				[() => upload([some] as never), "recording is an array; expected one Take, such as its first"],
				[() => upload(some, { chunksPerSecond: 0 }), "chunksPerSecond is 0; expected a number above 0"],
				[() => upload(some, { timeout: -1 }), "timeout is -1; expected a number of seconds above 0"],
			];
			for (const [body, problem] of cases) {
				expect(failureOf(body)).to.equal(`[dolly] RecordingRemote.send: ${problem}`);
			}
		});
	});

	describe("a receiver", () => {
		const scenario = headless ? it : itSKIP;
		const packed = encodeRecording(noisyTake(1, FOUR_CHUNKS));

		scenario("refuses announcements that do not fit, each with its reason", () => {
			receive({ maxBytes: 100000, uploadsPerMinute: 100 });
			const cases: Array<[unknown, string]> = [
				[100001, "the recording has 100001 bytes; expected at most 100000"],
				[1e9, "the recording has 1000000000 bytes; expected at most 100000"],
				[0, "the size is invalid"],
				[-5, "the size is invalid"],
				[1.5, "the size is invalid"],
				[0 / 0, "the size is invalid"],
				[math.huge, "the size is invalid"],
				["100", "the size is invalid"],
				[undefined, "the size is invalid"],
			];
			for (const [size, reason] of cases) {
				fire("begin", 7, size);
				step(0.1);
				expect(refusal()).to.equal(reason);
				expectNothingHeld();
			}
			expect(answers.size()).to.equal(cases.size());
		});

		scenario("refuses chunks out of order, twice, missing, of a wrong size or type, and forgets the upload", () => {
			receive({ uploadsPerMinute: 100 });
			const cases: Array<[() => void, string]> = [
				[() => fire("chunk", 7, 2, chunk(packed, 2)), "chunk 3 arrived before chunk 2"],
				[() => fire("chunk", 7, 0, chunk(packed, 0)), "chunk 1 arrived twice"],
				[() => fire("end", 7), "1 of 4 chunks arrived"],
				[() => fire("chunk", 7, 1, buffer.create(CHUNK + 1)), "chunk 2 has 16385 bytes instead of 16384"],
				[() => fire("chunk", 7, 1, buffer.create(1e6)), "chunk 2 has 1000000 bytes instead of 16384"],
				[() => fire("chunk", 7, 1, buffer.create(0)), "chunk 2 has 0 bytes instead of 16384"],
				[() => fire("chunk", 7, 1, "text"), "chunk 2 is a string"],
				[() => fire("chunk", 7, 1), "chunk 2 is a nil"],
				[() => fire("chunk", 7, 4, chunk(packed, 1)), "there is no chunk 4 of 4"],
				[() => fire("chunk", 7, -1, chunk(packed, 1)), "there is no chunk -1 of 4"],
				[() => fire("chunk", 7, 0.5, chunk(packed, 1)), "there is no chunk 0.5 of 4"],
				[() => fire("chunk", 7, 0 / 0, chunk(packed, 1)), "there is no chunk nan of 4"],
				[() => fire("chunk", 7, "1", chunk(packed, 1)), 'the number of a chunk is "1"'],
				[() => fire("chunk", 7, "x".rep(5000), chunk(packed, 1)), "the number of a chunk is a string"],
				[() => fire("chunk", 7, "\xff".rep(5000), chunk(packed, 1)), "the number of a chunk is a string"],
				[() => fire("begin", 8, 100), "another upload began"],
			];
			for (const [body, reason] of cases) {
				begin(packed);
				fire("chunk", 7, 0, chunk(packed, 0));
				step(0.1);
				expect(receiver!.usage().bytes).to.equal(CHUNK);
				expect(answers.pop()!.join(" ")).to.equal("ack 7 1");
				body();
				step(0.1);
				expect(refusal()).to.equal(reason);
				if (reason === "another upload began") fire("cancel", 8);
				step(0.1);
				expectNothingHeld();
				// What is still on its way is passed over without an answer.
				const count = answers.size();
				fire("chunk", 7, 1, chunk(packed, 1));
				fire("end", 7);
				step(0.1);
				expect(answers.size()).to.equal(count);
			}
			expect(kept.size()).to.equal(0);
		});

		scenario("refuses whole uploads that are damaged, and never hands them on", () => {
			receive();
			const sound = encodeRecording(sampleTake(1, 2, "m"));
			const cut = buffer.create(buffer.len(sound) - 1);
			buffer.copy(cut, 0, sound, 0, buffer.len(cut));
			expect((uploadBytes(cut) as string).sub(1, 5)).to.equal("take:");
			const flipped = buffer.fromstring(buffer.tostring(sound));
			const last = buffer.len(sound) - 1;
			buffer.writeu8(flipped, last, buffer.readu8(sound, last) ^ 1);
			expect((uploadBytes(flipped) as string).sub(1, 5)).to.equal("take:");
			expect((uploadBytes(encodeArchive([sampleTake(1, 2)])) as string).sub(1, 10)).to.equal("recording:");
			expect(uploadBytes(encodeRecording(sampleTake(1, 0)))).to.equal("the recording has no frames");
			expect(kept.size()).to.equal(0);
			expectNothingHeld();
		});

		scenario("takes no more frames than bytes are allowed, however little they are packed", () => {
			receive({ maxBytes: 18_000, messagesPerSecond: 1000 });
			const still = (count: number) => encodeRecording(createTake({ rate: 60, frames: buffer.create(count * 18) }));
			expect(buffer.len(still(100_000)) < 18_000).to.equal(true);
			expect((uploadBytes(still(1001)) as string).find("maxBytes (18000) reached", 1, true)[0]).to.be.ok();
			expect((uploadBytes(still(100_000)) as string).find("maxBytes (18000) reached", 1, true)[0]).to.be.ok();
			uploadBytes(still(1000));
			expect(kept[0].take.count).to.equal(1000);
			expectNothingHeld();
		});

		scenario("takes no more markers and cuts than fifty thousand of both", () => {
			receive({ messagesPerSecond: 1000 });
			const markers = new Array<{ name: string; seconds: number }>();
			for (const _ of $range(1, 50_000)) markers.push({ name: "", seconds: 0 });
			// Five frames that last 400 seconds, which have room for them.
			const take = { ...sampleTake(1, 5), rate: 0.01, markers };
			expect((uploadBytes(encodeRecording(take)) as string).find("maxElements (50000) reached", 1, true)[0]).to.be.ok();
		});

		scenario("takes so many uploads a minute from a player, and one more whenever its time has come", () => {
			receive({ uploadsPerMinute: 3 });
			const tryOne = () => {
				fire("begin", 7, 1e9);
				step(0.1);
				return refusal();
			};
			const taken = "the recording has 1000000000 bytes; expected at most 3000000";
			const tooMany = "more than 3 uploads per minute";
			for (const expected of [taken, taken, taken, tooMany]) expect(tryOne()).to.equal(expected);
			// The bucket was last full when the first was taken, 0.4 seconds ago: a token comes back each 20 seconds.
			advance(19.4, 0.1);
			expect(tryOne()).to.equal(tooMany);
			advance(0.2, 0.1);
			expect(tryOne()).to.equal(taken);
			expect(tryOne()).to.equal(tooMany);
			advance(60, 1);
			for (const expected of [taken, taken, taken, tooMany]) expect(tryOne()).to.equal(expected);
		});

		scenario("counts for a player who comes back what was sent before", () => {
			receive({ uploadsPerMinute: 3 });
			const name = player.Name;
			const userId = player.UserId;
			for (const _ of $range(1, 3)) fire("begin", 7, 1e9);
			step(0.1);
			players.leave(player);
			step(0.1);
			expectNothingHeld(0);
			player = players.join(name, userId);
			remotes.onClientEvent(player, remote, (...values) => answers.push(values as Array<defined>));
			fire("begin", 7, 1e9);
			step(0.1);
			expect(refusal()).to.equal("more than 3 uploads per minute");
			// Somebody else begins with all of it.
			const other = players.join();
			remotes.onClientEvent(other, remote, (...values) => answers.push(values as Array<defined>));
			remotes.fireServer(other, remote, "begin", 7, 1e9);
			step(0.1);
			expect(refusal()).to.equal("the recording has 1000000000 bytes; expected at most 3000000");
			players.leave(other);
		});

		scenario("takes 10 uploads a minute and 60 messages a second of a player unless told", () => {
			receive();
			for (const _ of $range(1, 11)) fire("begin", 7, 1e9);
			step(0.1);
			const reasons = answers.map((answer) => answer[2]);
			expect(reasons.indexOf("more than 10 uploads per minute")).to.equal(10);
			advance(60, 1);
			begin(packed);
			for (const _ of $range(1, 59)) fire("nothing");
			step(0);
			expect(receiver!.usage().uploads).to.equal(1);
			fire("nothing");
			step(0);
			expect(refusal()).to.equal("more than 60 messages per second");
		});

		scenario("keeps one take of a player at a time", () => {
			let finish = false;
			receive({}, () => {
				while (!finish) task.wait();
			});
			const bytes = encodeRecording(sampleTake(1, 2));
			fire("begin", 7, buffer.len(bytes));
			fire("chunk", 7, 0, bytes);
			fire("end", 7);
			step(0.1);
			fire("begin", 8, buffer.len(bytes));
			step(0.1);
			expect(refusal()).to.equal("the previous upload is still being kept");
			finish = true;
			step(0.1);
			expect(answers[answers.size() - 1].join(" ")).to.equal("kept 7");
		});

		scenario("counts the bytes of a take until it is kept, and those of the take itself", () => {
			let finish = false;
			receive({}, () => {
				while (!finish) task.wait();
			});
			const result = uploadAs(player, remote, noisyTake(1, FOUR_CHUNKS));
			advance(2);
			expect(receiver!.usage().uploads).to.equal(1);
			expect(receiver!.usage().bytes).to.equal(buffer.len(packed) + FOUR_CHUNKS * 18);
			finish = true;
			advance(0.1);
			expect(result.outcome).to.equal("kept");
			expectNothingHeld();
		});

		/** Lets so many players begin an upload of four chunks each as number 1 and send the first `chunks` of them. */
		function beginAs(others: Array<Player>, chunks: number): void {
			for (const other of others) {
				remotes.fireServer(other, remote, "begin", 1, buffer.len(packed));
				for (const index of $range(0, chunks - 1)) {
					remotes.fireServer(other, remote, "chunk", 1, index, chunk(packed, index));
				}
			}
			step(0.1);
		}

		scenario("where room is needed ends the largest of the uploads that are idle, and no other", () => {
			receive({ maxHeldBytes: 6 * CHUNK });
			const small = players.join();
			const large = players.join();
			const heard = new Map<Player, unknown>();
			for (const each of [small, large]) {
				remotes.onClientEvent(each, remote, (kind) => {
					if (kind !== "ack") heard.set(each, kind);
				});
			}
			beginAs([large], 2);
			beginAs([small], 1);
			advance(2.1, 0.1);
			// The newest is the largest by now, but it is the only one that is still coming.
			begin(packed);
			for (const index of $range(0, 2)) fire("chunk", 7, index, chunk(packed, index));
			step(0.1);
			expect(receiver!.usage().bytes).to.equal(6 * CHUNK);
			fire("chunk", 7, 3, chunk(packed, 3));
			step(0.1);
			expect(heard.get(large)).to.equal("busy");
			expect(heard.get(small)).to.equal(undefined);
			expect(answers[answers.size() - 1].join(" ")).to.equal("ack 7 4");
			expect(receiver!.usage().bytes).to.equal(CHUNK + buffer.len(packed));
			for (const each of [small, large]) players.leave(each);
		});

		scenario("where room is needed and none is idle ends the largest: whoever has less than its share is safe", () => {
			receive({ maxHeldBytes: 10 * CHUNK });
			const others = [players.join(), players.join(), players.join()];
			beginAs(others, 3);
			begin(packed);
			fire("chunk", 7, 0, chunk(packed, 0));
			step(0.1);
			fire("chunk", 7, 1, chunk(packed, 1));
			step(0.1);
			expect(receiver!.usage().bytes).to.equal(8 * CHUNK);
			expect(receiver!.usage().uploads).to.equal(3);
			expect(answers[answers.size() - 1].join(" ")).to.equal("ack 7 2");
			for (const each of others) players.leave(each);
		});

		scenario("keeps eight takes at once, lets 64 wait, and turns away who has asked most", () => {
			const order = new Array<string>();
			let finish = false;
			receive({ uploadsPerMinute: 5 }, (from) => {
				order.push(from.Name);
				while (!finish) task.wait();
			});
			const small = sampleTake(1, 2);
			// Somebody who has asked three times already waits with the others.
			const pushy = players.join("Pushy");
			for (const _ of $range(1, 3)) remotes.fireServer(pushy, remote, "begin", 7, 1e9);
			const others = new Array<Player>();
			const results = new Array<ReturnType<typeof uploadAs>>();
			const come = (count: number) => {
				for (const _ of $range(1, count)) {
					const other = players.join(`Other${others.size()}`);
					others.push(other);
					results.push(uploadAs(other, remote, small));
				}
				advance(0.2);
			};
			come(10);
			expect(order.size()).to.equal(8);
			const late = uploadAs(pushy, remote, small);
			let isTurnedAway = false;
			remotes.onClientEvent(pushy, remote, (kind) => {
				isTurnedAway = isTurnedAway || kind === "busy";
			});
			come(61);
			expect(receiver!.usage().uploads).to.equal(8 + 64);
			expect(isTurnedAway).to.equal(false);
			come(1);
			expect(receiver!.usage().uploads).to.equal(8 + 64);
			expect(isTurnedAway).to.equal(true);
			finish = true;
			advance(5);
			expect(results.every(({ outcome }) => outcome === "kept")).to.equal(true);
			expect(late.outcome).to.equal("kept");
			expect(order[8]).to.equal("Other8");
			for (const each of [pushy, ...others]) players.leave(each);
		});

		scenario("keeps first, of those who wait, who has asked least", () => {
			const order = new Array<string>();
			let finish = false;
			receive({}, (from) => {
				order.push(from.Name);
				while (!finish) task.wait();
			});
			const others = new Array<Player>();
			for (const index of $range(1, 8)) {
				others.push(players.join(`First${index}`));
				uploadAs(others[index - 1], remote, sampleTake(1, 2));
			}
			advance(0.2);
			const pushy = players.join("Pushy");
			for (const _ of $range(1, 3)) remotes.fireServer(pushy, remote, "begin", 7, 1e9);
			uploadAs(pushy, remote, sampleTake(1, 2));
			advance(0.2);
			const polite = players.join("Polite");
			uploadAs(polite, remote, sampleTake(1, 2));
			advance(0.2);
			finish = true;
			advance(0.2);
			expect(order[8]).to.equal("Polite");
			expect(order[9]).to.equal("Pushy");
			for (const each of [pushy, polite, ...others]) players.leave(each);
		});

		scenario("keeps beyond the first take no more at once than half of the bytes that it may hold", () => {
			let finish = false;
			let running = 0;
			const each = buffer.len(packed) + FOUR_CHUNKS * 18;
			receive({ maxHeldBytes: 6 * each }, () => {
				running += 1;
				while (!finish) task.wait();
			});
			const others = new Array<Player>();
			for (const _ of $range(1, 5)) {
				const other = players.join();
				others.push(other);
				uploadAs(other, remote, noisyTake(1, FOUR_CHUNKS));
			}
			advance(2);
			expect(running).to.equal(3);
			expect(receiver!.usage().bytes).to.equal(3 * each + 2 * buffer.len(packed));
			finish = true;
			advance(1);
			expect(running).to.equal(5);
			for (const other of others) players.leave(other);
		});

		scenario("waits two minutes for an upload, and the sender as long for an answer, unless told", () => {
			receive();
			begin(packed);
			const silent = new Instance("RemoteEvent");
			const result = uploadAs(player, silent, sampleTake(1, 5));
			advance(119.9, 0.1);
			expect(receiver!.usage().uploads).to.equal(1);
			expect(result.outcome).to.equal(undefined);
			advance(0.3, 0.1);
			expectNothingHeld();
			expect(refusal()).to.equal("not complete after 120 seconds");
			expect(result.outcome).to.equal("unanswered");
		});

		scenario("forgets an upload that is not complete in its time, however it drips", () => {
			receive({ timeout: 30 });
			begin(packed);
			for (const index of $range(0, 2)) {
				fire("chunk", 7, index, chunk(packed, index));
				advance(9.9, 0.1);
			}
			expect(receiver!.usage().bytes).to.equal(3 * CHUNK);
			advance(0.4, 0.1);
			expectNothingHeld();
			expect(refusal()).to.equal("not complete after 30 seconds");
			fire("chunk", 7, 3, chunk(packed, 3));
			fire("end", 7);
			step(0.1);
			expect(kept.size()).to.equal(0);
		});

		scenario("forgets a player who leaves, and what that player sent last", () => {
			receive();
			begin(packed);
			fire("chunk", 7, 0, chunk(packed, 0));
			step(0.1);
			expect(receiver!.usage().bytes).to.equal(CHUNK);
			players.leave(player);
			fire("chunk", 7, 1, chunk(packed, 1));
			begin(packed);
			step(0.1);
			expectNothingHeld(0);
			advance(130, 1);
			expectNothingHeld(0);
		});

		scenario("hands on a take though its player leaves while it is kept, and answers nobody", () => {
			let finished = false;
			receive({}, () => {
				task.wait(5);
				finished = true;
			});
			const bytes = encodeRecording(sampleTake(1, 2));
			fire("begin", 7, buffer.len(bytes));
			fire("chunk", 7, 0, bytes);
			fire("end", 7);
			step(0.1);
			players.leave(player);
			advance(6, 0.1);
			expect(finished).to.equal(true);
			expectNothingHeld(0);
		});

		scenario("receives nothing more once destroyed", () => {
			receive();
			begin(packed);
			fire("chunk", 7, 0, chunk(packed, 0));
			step(0.1);
			const gone = receiver!;
			gone.destroy();
			expect(gone.usage().bytes).to.equal(0);
			fire("chunk", 7, 1, chunk(packed, 1));
			step(0.1);
			expect(gone.usage().players).to.equal(0);
		});

		it("refuses limits that are none", () => {
			const problem = (limits: unknown) => failureOf(() => new RecordingRemote(remote, limits as never));
			for (const name of ["maxBytes", "uploadsPerMinute", "messagesPerSecond", "timeout", "maxHeldBytes"]) {
				for (const value of [0, -1, 0 / 0]) {
					expect(problem({ [name]: value })).to.equal(
						`[dolly] RecordingRemote: ${name} is ${value}; expected a number above 0`,
					);
				}
			}
			expect(problem({ timeout: "5" })).to.equal('[dolly] RecordingRemote: timeout is "5"; expected a number above 0');
			expect(problem({ maxbytes: 5 })).to.equal(
				'[dolly] RecordingRemote: unknown option "maxbytes"; did you mean "maxBytes"?',
			);
			new RecordingRemote(remote, { timeout: 0.5, uploadsPerMinute: 0.1 }).destroy();
		});

		scenario("passes over messages that it does not know, and what comes again once all has come", () => {
			let finish = false;
			let running = 0;
			receive({}, () => {
				running += 1;
				while (!finish) task.wait();
			});
			begin(packed);
			fire("chunk", 7, 0, chunk(packed, 0));
			fire("finish", 7);
			fire("kept", 7);
			step(0.1);
			expect(receiver!.usage().uploads).to.equal(1);
			expect(answers.map((answer) => answer.join(" ")).join()).to.equal("ack 7 1");
			for (const index of $range(1, 3)) fire("chunk", 7, index, chunk(packed, index));
			for (const _ of $range(1, 3)) fire("end", 7);
			step(0.1);
			fire("end", 7);
			fire("chunk", 7, 3, chunk(packed, 3));
			fire("cancel", 7);
			step(0.1);
			expect(running).to.equal(1);
			expect(receiver!.usage().uploads).to.equal(1);
			finish = true;
			step(0.1);
			expect(answers[answers.size() - 1].join(" ")).to.equal("kept 7");
			expectNothingHeld();
		});

		scenario("keeps a second take at once where both have room in half of the bytes, and not before", () => {
			const each = buffer.len(packed) + FOUR_CHUNKS * 18;
			for (const [maxHeldBytes, expected] of [
				[4 * each, 2],
				[4 * each - 2, 1],
				[each, 1],
			]) {
				let finish = false;
				let running = 0;
				receive({ maxHeldBytes }, () => {
					running += 1;
					while (!finish) task.wait();
				});
				const others = [players.join(), players.join()];
				beginAs(others, 4);
				for (const other of others) remotes.fireServer(other, remote, "end", 1);
				step(0.1);
				expect(running).to.equal(expected);
				finish = true;
				step(0.1);
				step(0.1);
				for (const other of others) players.leave(other);
				step(0.1);
				receiver!.destroy();
			}
		});

		scenario("takes an upload for idle after two seconds without a chunk, and not before", () => {
			for (const [seconds, ended] of [
				[1.9, "busy"],
				[2.1, undefined],
			] as Array<[number, unknown]>) {
				receive({ maxHeldBytes: 4 * CHUNK });
				const idle = players.join();
				let heard: unknown;
				beginAs([idle], 1);
				advance(seconds - 0.1, 0.1);
				begin(packed);
				remotes.onClientEvent(player, remote, (kind) => {
					if (kind === "busy") heard = kind;
				});
				for (const index of $range(0, 3)) fire("chunk", 7, index, chunk(packed, index));
				step(0.05);
				// The newer one has more: it goes, unless the other is idle.
				expect(heard).to.equal(ended);
				players.leave(idle);
				fire("cancel", 7);
				step(0.1);
				receiver!.destroy();
			}
		});
	});

	describe("an abusive client", () => {
		const scenario = headless ? it : itSKIP;

		scenario("that floods 100,000 chunks, claims 1 GB, shuffles and leaves costs the server nothing in the end", () => {
			receive();
			const mallory = players.join();
			const random = new Seeded(5);
			let replies = 0;
			remotes.onClientEvent(mallory, remote, () => {
				replies += 1;
			});
			const heldChunks = countHeldChunks(remote);
			remotes.fireServer(mallory, remote, "cancel", 1);
			step(0.1);
			const before = kilobytesInUse();

			const unclaimed = gcinfo();
			remotes.fireServer(mallory, remote, "begin", 1, 1e9);
			step(1 / 60);
			expect(receiver!.usage().bytes).to.equal(0);
			expect(gcinfo() - unclaimed < 100).to.equal(true);

			// In order: what is within the rate is held, until the flood ends the upload.
			remotes.fireServer(mallory, remote, "begin", 2, 3_000_000);
			let most = 0;
			const watch = game.GetService("RunService").Heartbeat.Connect(() => {
				most = math.max(most, receiver!.usage().bytes);
			});
			floodChunks(mallory, remote, 2, 50_000, 100);
			expect(most <= 60 * CHUNK).to.equal(true);

			advance(2, 0.1);
			remotes.fireServer(mallory, remote, "begin", 3, 3_000_000);
			floodChunks(mallory, remote, 3, 50_000, 100, random);
			expect(receiver!.usage().bytes).to.equal(0);

			// And once more within the rate, so that there is something to forget.
			advance(2, 0.1);
			remotes.fireServer(mallory, remote, "begin", 4, 3_000_000);
			floodChunks(mallory, remote, 4, 180, 1);
			expect(receiver!.usage().bytes).to.equal(180 * CHUNK);
			// Once the collector has run, the weak references count exactly; the heap also sheds what other specs left.
			kilobytesInUse();
			expect(heldChunks()).to.equal(180);

			players.leave(mallory);
			step(0.1);
			watch.Disconnect();
			expectNothingHeld(0);
			const after = kilobytesInUse() - before;
			expect(heldChunks()).to.equal(0);
			expect(after < TOLERANCE).to.equal(true);
			// Every chunk that was taken was answered once, and every upload that was refused.
			expect(replies < 300).to.equal(true);
			expect(kept.size()).to.equal(0);
		});

		scenario("that sends anything at all causes no error and is forgotten", () => {
			receive({ uploadsPerMinute: 10000, messagesPerSecond: 10000, timeout: 30 });
			fireAnything(player, remote, 5000, new Seeded(9));
			expect(takeErrors().join("\n")).to.equal("");
			expect(receiver!.usage().bytes <= 3_000_000).to.equal(true);
			expect(kept.size()).to.equal(0);
			advance(31, 1);
			expectNothingHeld();
		});
	});

	describe("a download", () => {
		const scenario = headless ? it : itSKIP;

		scenario("arrives at its player only", () => {
			const other = players.join();
			let strays = 0;
			remotes.onClientEvent(other, remote, () => {
				strays += 1;
			});
			const takes = new Array<Take>();
			const stop = listen((received) => takes.push(received));
			const take = { ...noisyTake(3, FOUR_CHUNKS, "Harbour", 24), name: "harbour" };
			let whole = false;
			task.spawn(() => {
				whole = sendTo(player, take);
			});
			advance(1);
			expect(whole).to.equal(true);
			expect(takes.size()).to.equal(1);
			expect(takes[0].rate).to.equal(24);
			expect(fingerprint(takes[0])).to.equal(fingerprint(take));
			expect(strays).to.equal(0);
			stop();
			players.leave(other);
		});

		scenario("goes no further ahead than eight chunks that the client has not answered, whatever it answers", () => {
			let chunks = 0;
			let id: unknown;
			remotes.onClientEvent(player, remote, (kind, number) => {
				id = number;
				if (kind === "chunk") chunks += 1;
			});
			let whole: boolean | undefined;
			task.spawn(() => {
				whole = sendTo(player, noisyTake(3, 60000), { timeout: 20 });
			});
			advance(2);
			expect(chunks).to.equal(8);
			fire("ack", id, 4);
			advance(2);
			expect(chunks).to.equal(12);
			for (const count of [0 / 0, 1e300, 13, -5, "12", undefined]) fire("ack", id, count);
			fire("ack", 999, 12);
			advance(2);
			expect(chunks).to.equal(12);
			expect(whole).to.equal(undefined);
			advance(14.1);
			expect(whole).to.equal(false);
		});

		scenario("is refused by a client that receives no more", () => {
			const stop = listen(() => {});
			let whole: boolean | undefined;
			task.spawn(() => (whole = sendTo(player, noisyTake(3, FOUR_CHUNKS))));
			step(1 / 60);
			stop();
			advance(0.5);
			expect(whole).to.equal(false);
		});

		scenario("is answered by the client for every fourth chunk, and when it is whole", () => {
			const stop = listen(() => {});
			const heard = new Array<string>();
			remote.OnServerEvent.Connect((_, ...[kind, , count]: Array<unknown>) => heard.push(`${kind} ${count}`));
			const take = noisyTake(2, 8200);
			expect(math.ceil(buffer.len(encodeRecording(take)) / CHUNK)).to.equal(9);
			task.spawn(() => sendTo(player, take));
			advance(2);
			expect(heard.join("; ")).to.equal("ack 4; ack 8; kept nil");
			stop();
		});

		scenario("is not whole where the client refuses it, and not for another player's word", () => {
			const other = players.join();
			let id: unknown;
			remotes.onClientEvent(player, remote, (_, number) => {
				id = number;
			});
			let whole: boolean | undefined;
			task.spawn(() => {
				whole = sendTo(player, sampleTake(3, 5));
			});
			step(0.1);
			remotes.fireServer(other, remote, "kept", id);
			step(0.1);
			expect(whole).to.equal(undefined);
			fire("refused", id, "no room");
			step(0.1);
			expect(whole).to.equal(false);
			players.leave(other);
		});

		scenario("goes on for the others when one is done, to the same player and to others", () => {
			const other = players.join();
			const ids = new Array<[Player, unknown]>();
			for (const each of [player, other]) {
				remotes.onClientEvent(each, remote, (kind, id) => {
					if (kind === "begin") ids.push([each, id]);
				});
			}
			const results = new Array<boolean>();
			for (const each of [player, player, other, other]) {
				task.spawn(() => results.push(sendTo(each, sampleTake(3, 5))));
			}
			step(0.1);
			expect(ids.size()).to.equal(4);
			ids.forEach(([each, id], index) => {
				remotes.fireServer(each, remote, "kept", id);
				step(0.1);
				step(0.1);
				expect(results.size()).to.equal(index + 1);
			});
			expect(results.every((whole) => whole)).to.equal(true);
			players.leave(other);
		});

		scenario("ends when its remote does", () => {
			let whole: boolean | undefined;
			task.spawn(() => (whole = sendTo(player, noisyTake(3, FOUR_CHUNKS))));
			advance(0.5, 0.1);
			expect(whole).to.equal(undefined);
			remote.Destroy();
			step(0.1);
			step(0.1);
			expect(whole).to.equal(false);
		});

		scenario("fails as what hears of its progress does, and the client need not wait for the rest", () => {
			const heard = new Array<string>();
			remotes.onClientEvent(player, remote, (kind) => heard.push(`${kind}`));
			const onProgress = () => error("no more", 0);
			expect(failureOf(() => sendTo(player, noisyTake(3, FOUR_CHUNKS), { onProgress }))).to.equal("no more");
			step(0.1);
			expect(heard.join(" ")).to.equal("begin chunk cancel");
		});

		scenario("that goes slowly hears within a tenth of a second that it is refused", () => {
			let id: unknown;
			remotes.onClientEvent(player, remote, (_, number) => (id = number));
			let whole: boolean | undefined;
			task.spawn(() => (whole = sendTo(player, noisyTake(3, FOUR_CHUNKS), { chunksPerSecond: 0.1 })));
			advance(1.05, 0.01);
			fire("refused", id, "no room");
			advance(0.11, 0.01);
			expect(whole).to.equal(false);
		});

		scenario("is the oldest to go where the server sends a ninth at once", () => {
			const stop = listen(() => {});
			for (const id of $range(1, 8)) remote.FireClient(player, "begin", id, 20000);
			step(0.1);
			expect(takeWarnings().size()).to.equal(0);
			remote.FireClient(player, "begin", 9, 20000);
			step(0.1);
			expect(takeWarnings().join()).to.equal("[dolly] RecordingRemote: too many transfers at once");
			stop();
		});

		scenario("ends when its player leaves", () => {
			let whole: boolean | undefined;
			task.spawn(() => {
				whole = sendTo(player, noisyTake(3, 60000));
			});
			advance(1);
			expect(whole).to.equal(undefined);
			players.leave(player);
			advance(0.1);
			expect(whole).to.equal(false);
		});

		scenario("that does not come to its end in ten minutes is warned of and dropped", () => {
			const stop = listen(() => {});
			remote.FireClient(player, "begin", 1, 20000);
			advance(599, 1);
			expect(takeWarnings().size()).to.equal(0);
			advance(2, 1);
			expect(takeWarnings().join()).to.equal("[dolly] RecordingRemote: not complete after 600 seconds");
			stop();
		});

		scenario("that is unfinished when its receiver stops is forgotten without a word", () => {
			const stop = listen(() => {});
			remote.FireClient(player, "begin", 1, 20000);
			step(0.1);
			stop();
			advance(700, 1);
			expect(takeWarnings().size()).to.equal(0);
		});

		scenario("goes on whatever other players answer for it", () => {
			const mallory = players.join();
			const takes = new Array<Take>();
			const stop = listen((take) => takes.push(take));
			remotes.onClientEvent(player, remote, (kind, id) => {
				if (kind !== "begin") return;
				for (const answer of ["kept", "refused", "busy", "cancel", "ack"]) {
					remotes.fireServer(mallory, remote, answer, id, math.huge);
				}
			});
			let isKept: boolean | undefined;
			task.spawn(() => {
				isKept = sendTo(player, noisyTake(3, FOUR_CHUNKS));
			});
			advance(1);
			expect(isKept).to.equal(true);
			expect(takes.size()).to.equal(1);
			stop();
			players.leave(mallory);
		});

		scenario("that begins again is the one that counts", () => {
			const takes = new Array<Take>();
			const stop = listen((take) => takes.push(take));
			const bytes = encodeRecording(sampleTake(1, 2));
			for (const size of $range(1, 100)) remote.FireClient(player, "begin", 1, size);
			remote.FireClient(player, "begin", 1, buffer.len(bytes));
			remote.FireClient(player, "chunk", 1, 0, bytes);
			remote.FireClient(player, "end", 1);
			step(0.1);
			expect(takes.size()).to.equal(1);
			expect(takeWarnings().join()).to.equal("");
			// Nothing is left that could come to its ten minutes.
			advance(601, 1);
			expect(takeWarnings().join()).to.equal("");
			stop();
		});

		scenario("of a remote that sends anything at all causes no error, and takes still come", () => {
			const takes = new Array<Take>();
			const stop = listen((take) => takes.push(take));
			const random = new Seeded(11);
			const kinds = ["begin", "chunk", "end", "cancel", "ack", "kept", "refused", "busy"];
			for (const index of $range(1, 3000)) {
				const isKnown = random.int(0, 9) > 0;
				const kind = isKnown ? kinds[random.int(0, kinds.size() - 1)] : anyValue(random);
				const id = isKnown ? random.int(1, 12) : anyValue(random);
				const first = random.int(0, 2) > 0 ? random.int(0, 40000) : anyValue(random);
				remote.FireClient(player, kind, id, first, anyValue(random));
				if (index % 20 === 0) step(1 / 10);
			}
			expect(takeErrors().join("\n")).to.equal("");
			for (const warning of takeWarnings()) {
				expect(warning.sub(1, 25)).to.equal("[dolly] RecordingRemote: ");
				expect(warning.size() < 200 && utf8.len(warning)[0] !== undefined).to.equal(true);
			}
			for (const id of $range(1, 12)) remote.FireClient(player, "cancel", id);
			task.spawn(() => sendTo(player, sampleTake(1, 2)));
			advance(1);
			expect(takes.size()).to.equal(1);
			expect(takeWarnings().join()).to.equal("");
			stop();
		});

		scenario("holds 100 MB of unfinished takes at most, of the newest", () => {
			const held = setmetatable(new Map<buffer, boolean>(), { __mode: "k" });
			remote.OnClientEvent.Connect((...values: Array<unknown>) => {
				if (typeIs(values[3], "buffer")) held.set(values[3], true);
			});
			const stop = listen(() => {});
			const empty = buffer.create(CHUNK);
			const send = (id: number, count: number) => {
				remote.FireClient(player, "begin", id, 60_000_000);
				for (const index of $range(0, count - 1)) {
					remote.FireClient(player, "chunk", id, index, empty);
					if (index % 100 === 99) step(1 / 60);
				}
				step(1 / 60);
			};
			send(1, 3600);
			send(2, 2500);
			expect(takeWarnings().join()).to.equal("");
			send(3, 4);
			expect(takeWarnings().join()).to.equal("[dolly] RecordingRemote: too many bytes at once");
			answers.clear();
			kilobytesInUse();
			expect(held.size()).to.equal(2500 + 4);
			stop();
		});

		scenario("that does not fit together is warned of and dropped", () => {
			const takes = new Array<Take>();
			const stop = listen((take) => takes.push(take));
			const bytes = encodeRecording(sampleTake(1, 2));
			const send = (...values: Array<unknown>) => remote.FireClient(player, ...values);
			send("begin", 1, 1e12);
			send("begin", 2, buffer.len(bytes));
			send("chunk", 2, 0, buffer.create(buffer.len(bytes)));
			send("end", 2);
			send("begin", 3, buffer.len(bytes));
			send("chunk", 3, 1, bytes);
			send("begin", 4, buffer.len(bytes));
			send("end", 4);
			send("begin", 5, buffer.len(bytes));
			send("cancel", 5);
			send("end", 5);
			step(0.1);
			expect(takes.size()).to.equal(0);
			expect(takeWarnings().join("\n")).to.equal(
				[
					"[dolly] RecordingRemote: the recording has 1000000000000 bytes; expected at most 100000000",
					`[dolly] RecordingRemote: recording: it starts with "\\000\\000\\000\\000\\000"; expected "DOLY" (decodeArchive reads archives, decodeSnap13 reads SNAPV1.3) at byte 0`,
					"[dolly] RecordingRemote: there is no chunk 1 of 1",
					"[dolly] RecordingRemote: 0 of 1 chunks arrived",
				].join("\n"),
			);
			stop();
		});
	});
};
