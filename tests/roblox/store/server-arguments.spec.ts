import {
	createTake,
	Job,
	LiveReceiver,
	RecordingRemote,
	RecordingStore,
	relayLive,
	serveRecordings,
} from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { headless } from "../../headless";
import { Call, complaints, needed, optional, options } from "../../wrong-arguments";

function callsOf(): Array<Call> {
	const take = createTake({ rate: 60, frames: buffer.create(FRAME_SIZE * 3) });
	const remote = new Instance("RemoteEvent");
	const unreliable = new Instance("UnreliableRemoteEvent");
	const [player] = game.GetService("Players").GetPlayers();
	const store = new RecordingStore("Arguments");
	const key = needed("key", "intro");
	return [
		{
			name: "RecordingStore",
			call: ([name, value]) => new RecordingStore(name as never, value as never),
			args: [needed("name", "Takes"), options([optional("partBytes", 1000)])],
		},
		{
			name: "RecordingStore",
			call: ([a, b, c]) => store.save(a as never, b as never, c as never),
			args: [key, needed("recording", take), options([optional("userIds", [1]), optional("job", new Job())])],
		},
		{ name: "RecordingStore", call: ([a]) => store.load(a as never), args: [key] },
		{ name: "RecordingStore", call: ([a]) => store.remove(a as never), args: [key] },
		{ name: "RecordingStore", call: ([a]) => store.list(a as never), args: [optional("prefix", "in")] },
		{
			name: "RecordingRemote.sendTo",
			call: ([b, c, d]) => new RecordingRemote(remote).sendTo(b as never, c as never, d as never),
			args: [
				needed("player", player),
				needed("recording", take),
				options([
					optional("chunksPerSecond", 30, ["inf"]),
					optional("onProgress", () => {}),
					optional("job", new Job()),
				]),
			],
		},
		{
			name: "RecordingRemote",
			call: ([a, c]) => new RecordingRemote(a as never, c as never).destroy(),
			args: [
				needed("remote", remote),
				options([
					optional("maxBytes", 100, ["inf"]),
					optional("uploadsPerMinute", 3, ["inf"]),
					optional("messagesPerSecond", 30, ["inf"]),
					optional("timeout", 30, ["inf"]),
					optional("maxHeldBytes", 1000, ["inf"]),
				]),
			],
		},
		{
			name: "serveRecordings",
			call: ([a, b, c, d]) =>
				serveRecordings({
					store: a as never,
					remote: b as never,
					filter: c as never,
					onSaved: d as never,
				}).destroy(),
			args: [
				needed("store", store),
				needed("remote", new RecordingRemote(remote)),
				optional("filter", (text: string) => text),
				optional("onSaved", () => {}),
			],
		},
		{
			name: "relayLive",
			call: ([a, b]) => relayLive(a as never, b as never).destroy(),
			args: [needed("remote", unreliable), options([optional("mayWatch", () => true)])],
		},
		{
			name: "LiveReceiver",
			call: ([a, b]) => new LiveReceiver(a as never, b as never),
			args: [needed("remote", unreliable), needed("sender", player)],
		},
	];
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	itHeadless("refuses every wrong argument in words that name the function and the argument", () => {
		headless!.dataStores.reset();
		headless!.players.join("Ada");
		const lines = new Array<string>();
		for (const call of callsOf()) {
			for (const line of complaints(call)) lines.push(line);
		}
		expect(lines.join("\n")).to.equal("");
	});
};
