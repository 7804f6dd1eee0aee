import {
	encodeRecording,
	Recording,
	RecordingRemote,
	RecordingStore,
	Replay,
	ServeOptions,
	serveRecordings,
} from "../../../src/camera";
import { Budget } from "../../../src/bytes/budget";
import { unpackedBytes } from "../../../src/replay/recording";
import { bytesOf, rememberBytes } from "../../../src/roblox/store/recording-bytes";
import type { RecordingServer } from "../../../src/roblox/store/serve-recordings";
import { headless } from "../../headless";
import { decodeReplay } from "../../replay/decode-replay";
import { jointOf, numberedRows, replayOf, subjectOf } from "../../replay/make-replay";
import { replayDifference } from "../../replay/random-replay";

/** Ten frames of Ada, who is hit, and of a camera. */
function fight(extra: Partial<Replay> = {}): Replay {
	const values = [{ name: "Tool", frames: [0, 4], values: ["Sword", "Shield"] }];
	const ada = subjectOf("Ada", 10, { values, look: "look", rotations: numberedRows(10, 2) });
	const camera = subjectOf("Camera", 10, { kind: "camera", joints: [] });
	const markers = [{ name: "hit", seconds: 0.1, data: "by Bo" }];
	return replayOf(10, [ada, camera], { markers, metadata: { round: "third" }, ...extra });
}

export = () => {
	const scenario = headless ? it : itSKIP;
	const { advance, dataStores, enter, players, step, takeErrors, takeWarnings } =
		headless ?? ({} as NonNullable<typeof headless>);

	let remoteEvent: RemoteEvent;
	let player: Player;
	let store: RecordingStore;
	let remote: RecordingRemote;
	let client: RecordingRemote;
	let server: RecordingServer | undefined;

	beforeEach(() => {
		if (!headless) return;
		dataStores.reset();
		takeErrors();
		takeWarnings();
		player = players.join("Ada");
		players.setLocal(player);
		remoteEvent = new Instance("RemoteEvent");
		store = new RecordingStore("Served");
		enter("LiveServer");
		remote = new RecordingRemote(remoteEvent, { uploadsPerMinute: 1000, messagesPerSecond: 1000, maxBytes: 20_000 });
		enter("LiveClient");
		client = new RecordingRemote(remoteEvent);
		enter("BothSides");
	});

	afterEach(() => {
		if (!headless) return;
		server?.destroy();
		server = undefined;
		remote.destroy();
		client.destroy();
		players.setLocal(undefined);
		players.leave(player);
		dataStores.reset();
		step(1 / 60);
		expect(takeErrors().join("\n")).to.equal("");
	});

	function serve(options: Partial<ServeOptions> = {}): void {
		enter("LiveServer");
		server = serveRecordings({ store, remote, ...options });
		enter("BothSides");
	}

	/** How sending a replay ended: "true", or the reason why not. */
	function send(replay: Replay): string {
		let text = "nothing yet";
		task.spawn(() => {
			const [ok, reason] = client.send(replay);
			text = reason ?? tostring(ok);
		});
		advance(3, 1 / 20);
		return text;
	}

	scenario("comes back from the store as it was saved", () => {
		store.save("fight", fight());
		expect(replayDifference(store.load("fight") as Replay, fight())).to.equal("");
	});

	scenario("goes to the server and back to a client as it was sent", () => {
		serve();
		expect(send(fight())).to.equal("true");
		let loaded: Recording | undefined;
		task.spawn(() => {
			[loaded] = client.load("Fight");
		});
		advance(3, 1 / 20);
		expect(replayDifference(loaded as Replay, fight())).to.equal("");
	});

	scenario("has each of its texts filtered once: what is read is replaced, what is asked for refuses it", () => {
		const seen = new Array<string>();
		let changed = "";
		serve({
			filter: (text) => {
				seen.push(text);
				return text === changed ? "####" : text;
			},
		});
		expect(send(fight())).to.equal("true");
		expect(seen.sort().join(", ")).to.equal(
			"Ada, Camera, Fight, Harbour, Head, Shield, Sword, Tool, Torso, by Bo, hit, look, m, round, third",
		);
		const refusals = new Map([
			["Fight", "its name is not allowed"],
			["Ada", "a subject of it is not allowed"],
			["look", "a subject of it is not allowed"],
			["Head", "a joint of it is not allowed"],
			["Tool", "a value of it is not allowed"],
			["round", "its metadata is not allowed"],
		]);
		for (const [text, reason] of refusals) {
			changed = text;
			expect(send(fight())).to.equal(reason);
		}
		const kept = () => store.load(store.keyOf(player.UserId, "Fight")) as Replay;
		changed = "Sword";
		expect(send(fight())).to.equal("true");
		expect(kept().subjects[0].values[0].values.join()).to.equal("####, Shield");
		changed = "by Bo";
		expect(send(fight())).to.equal("true");
		expect(kept().markers[0].data).to.equal("####");
		changed = "m";
		expect(send(fight())).to.equal("true");
		expect(kept().subjects[1].root.map).to.equal("####");
		changed = "third";
		expect(send(fight())).to.equal("true");
		expect(kept().metadata!.round).to.equal("####");
	});

	scenario("is refused beyond a limit of markers, metadata, frames, subjects, joints or texts", () => {
		const limited = (limits: ServeOptions["limits"]) => {
			serve({ limits, filter: (text) => text });
			const outcome = send(fight());
			server!.destroy();
			return outcome;
		};
		expect(limited({ markers: 0 })).to.equal("it has 1 markers; the max is 0");
		expect(limited({ metadata: 0 })).to.equal("its metadata has 1 keys; the max is 0");
		expect(limited({ frames: 9 })).to.equal("it has 10 frames; the max is 9");
		expect(limited({ subjects: 1 })).to.equal("it has 2 subjects; the max is 1");
		expect(limited({ joints: 1 })).to.equal("it has 2 joints; the max is 1");
		expect(limited({ texts: 14 })).to.equal("it has more than 14 different texts");
		expect(limited({ frames: 10, subjects: 2, joints: 2, texts: 15 })).to.equal("true");
	});

	scenario("counts as what it unpacks to, and is refused if that is too much", () => {
		serve();
		const joints = [jointOf("Torso")];
		const still = replayOf(2000, [subjectOf("Ada", 2000, { joints })]);
		const packed = encodeRecording(still);
		expect(buffer.len(packed) < 20_000).to.equal(true);
		expect(unpackedBytes(packed)).to.equal(2000 * (22 + 12));
		expect(send(still)).to.equal("replay: maxBytes (20000) reached: 2160 bytes used, 36000 more needed at byte 12");
	});

	it("is packed anew only if anything of it was changed where it is", () => {
		const packed = encodeRecording(fight());
		const replay = decodeReplay(packed);
		rememberBytes(replay, packed);
		expect(bytesOf(replay, new Budget())).to.equal(packed);
		const [ada] = replay.subjects;
		(ada.values[0].values as Array<string>)[1] = "Bow";
		const renamed = bytesOf(replay, new Budget());
		expect(renamed === packed).to.equal(false);
		expect(decodeReplay(renamed).subjects[0].values[0].values[1]).to.equal("Bow");
		(ada.values[0].values as Array<string>)[1] = "Shield";
		expect(bytesOf(replay, new Budget())).to.equal(packed);
		(ada as Writable<typeof ada>).rotations = buffer.create(buffer.len(ada.rotations));
		expect(bytesOf(replay, new Budget()) === packed).to.equal(false);
	});
};
