import { createTake, FRAME_SIZE, receiveUploads, sendTake, TakeStore, Work } from "../../../src/camera";
import { headless } from "../../headless";
import { Call, complaints, needed, optional, options } from "../../wrong-arguments";

function callsOf(): Array<Call> {
	const take = createTake({ rate: 60, frames: buffer.create(FRAME_SIZE * 3) });
	const remote = new Instance("RemoteEvent");
	const [player] = game.GetService("Players").GetPlayers();
	const store = new TakeStore("Arguments");
	const key = needed("key", "intro");
	return [
		{
			name: "TakeStore",
			call: ([name, value]) => new TakeStore(name as never, value as never),
			args: [needed("name", "Takes"), options([optional("partBytes", 1000)])],
		},
		{
			name: "TakeStore",
			call: ([a, b, c]) => store.save(a as never, b as never, c as never),
			args: [key, needed("take", take), options([optional("userIds", [1]), optional("work", new Work())])],
		},
		{ name: "TakeStore", call: ([a]) => store.load(a as never), args: [key] },
		{ name: "TakeStore", call: ([a]) => store.remove(a as never), args: [key] },
		{ name: "TakeStore", call: ([a]) => store.list(a as never), args: [optional("prefix", "in")] },
		{
			name: "sendTake",
			call: ([a, b, c, d]) => sendTake(a as never, b as never, c as never, d as never),
			args: [
				needed("remote", remote),
				needed("player", player),
				needed("take", take),
				options([
					optional("chunksPerSecond", 30, ["inf"]),
					optional("onProgress", () => {}),
					optional("work", new Work()),
				]),
			],
		},
		{
			name: "receiveUploads",
			call: ([a, b, c]) => receiveUploads(a as never, b as never, c as never).destroy(),
			args: [
				needed("remote", remote),
				needed("keep", () => {}),
				{
					...options([
						optional("maxBytes", 100, ["inf"]),
						optional("uploadsPerMinute", 3, ["inf"]),
						optional("messagesPerSecond", 30, ["inf"]),
						optional("timeout", 30, ["inf"]),
						optional("maxHeldBytes", 1000, ["inf"]),
					]),
					name: "limits",
				},
			],
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
