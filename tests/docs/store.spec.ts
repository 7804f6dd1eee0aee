import { Players, Workspace } from "@rbxts/services";
import { collectGarbage } from "../collect-garbage";
import { headless } from "../headless";
import { isRecording, RecordingStore, ReplayRecorder } from "../../src/camera";
import { Seeded } from "../random";
import { countHeldChunks } from "../roblox/store/abuse";
import { HOSTILE_KINDS, uploadAs } from "../roblox/store/clients";
import { noisyTake, sampleTake } from "../roblox/store/sample-takes";
import { keepRecordings } from "./code/store-1";
import { keepMatch } from "./code/store-3";
import { visitKeys } from "./code/store-4";
import { shrink } from "./code/store-7";

/** What the page's server lets one player upload, and what the receiver holds of all players, unless told. */
const MAX_BYTES = 500_000;
const MAX_HELD_BYTES = 60_000_000;

/** Frames a second. */
const FRAMES = 20;

export = () => {
	const scenario = headless ? it : itSKIP;

	scenario("the page's server is the one of the examples", () => {
		const example = buffer.tostring(headless!.readFile("examples/save-to-data-store.ts"));
		const page = buffer.tostring(headless!.readFile("docs/guides/store.md"));
		expect(page.find("```ts\n" + example + "```", 1, true)[0]).to.be.ok();
	});

	scenario("the page's smaller takes are smaller in the store, too", () => {
		const { dataStores } = headless!;
		dataStores.reset();
		const store = new RecordingStore("Small");
		const take = noisyTake(1, 600);
		store.save("whole", take);
		store.save("small", shrink(take));
		const bytesOf = (name: string) => {
			const sizes = dataStores.keys("Small").filter((key) => key.find(name, 1, true)[0] !== undefined);
			return sizes.reduce((sum, key) => sum + dataStores.size("Small", key), 0);
		};
		expect(bytesOf("small") < bytesOf("whole") * 0.8).to.equal(true);
		expect(store.load("small")!.name).to.equal(take.name);
	});

	scenario("the page's match is kept under a key of its own", () => {
		headless!.dataStores.reset();
		const store = new RecordingStore("Matches");
		const recorder = new ReplayRecorder();
		const ball = new Instance("Part");
		ball.Parent = Workspace;
		recorder.add(ball, { name: "Ball" });
		recorder.start();
		headless!.advance(1);
		const replay = recorder.stop();
		recorder.destroy();
		ball.Destroy();
		const back = keepMatch(store, "12", replay)!;
		expect(isRecording(back, "replay") && back.subjects[0].name).to.equal("Ball");
		expect(headless!.dataStores.keys("Matches").join()).to.equal("h/match/12");
	});

	scenario("the page's loop goes through every key", () => {
		headless!.dataStores.reset();
		const store = new RecordingStore("Visited");
		store.save("a/0", sampleTake(1, 1));
		for (const index of $range(1, 249)) {
			headless!.dataStores.put("Visited", `h/a/${index}`, headless!.dataStores.peek("Visited", "h/a/0"));
		}
		const keys = new Set<string>();
		visitKeys(store, "a/", (key) => keys.add(key));
		expect(keys.size()).to.equal(250);
	});

	scenario("200 hostile clients do not keep honest uploads from being kept, nor the server from its memory", () => {
		const { dataStores, players, step, takeErrors, takePrinted, takeWarnings } = headless!;
		dataStores.reset();
		takeErrors();
		const takes = new Instance("RemoteEvent");
		const { remote, server } = keepRecordings(takes);
		const heldChunks = countHeldChunks(takes);

		const target = { takes, maxBytes: MAX_BYTES, take: noisyTake(1, 25_000), random: new Seeded(3) };
		const hostile = new Array<(frame: number) => void>();
		for (const index of $range(0, 199)) {
			hostile.push(HOSTILE_KINDS[index % HOSTILE_KINDS.size()](players.join(`Mallory${index}`), target));
		}
		const honest = new Array<ReturnType<typeof uploadAs>>();
		let mostBytes = 0;
		for (const frame of $range(0, 40 * FRAMES - 1)) {
			for (const act of hostile) act(frame);
			// From the second second on two honest players come each second, with takes of 10 seconds to 5 minutes.
			if (frame >= 2 * FRAMES && frame % 10 === 0 && honest.size() < 10) {
				const index = honest.size();
				const take = { ...noisyTake(index, [600, 3600, 18_000][index % 3]), name: `Honest ${index}` };
				honest.push(uploadAs(players.join(`Ada${index}`), takes, take));
			}
			step(1 / FRAMES);
			mostBytes = math.max(mostBytes, remote.usage().bytes);
			if (frame >= 8 * FRAMES && honest.every(({ outcome }) => outcome !== undefined)) break;
		}
		for (const { outcome, seconds } of honest) {
			expect(outcome).to.equal("kept");
			expect(seconds <= 30).to.equal(true);
		}
		expect(honest.size()).to.equal(10);
		// What is counted is what is held: of all the chunks that came, those that somebody still has are not more.
		expect(mostBytes <= MAX_HELD_BYTES).to.equal(true);
		collectGarbage();
		expect(heldChunks() * 16384 <= MAX_HELD_BYTES).to.equal(true);
		server.destroy();
		remote.destroy();
		for (const player of Players.GetPlayers()) players.leave(player);
		step(1);
		expect(takeErrors().join("\n")).to.equal("");
		takeWarnings();
		for (const line of takePrinted()) expect(line.match("^%w+ saved ")[0]).to.be.ok();
	});
};
