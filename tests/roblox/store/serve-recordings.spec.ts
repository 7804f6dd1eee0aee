import {
	createFilm,
	Film,
	FilmLayer,
	Recording,
	RecordingRemote,
	RecordingStore,
	ServeOptions,
	serveRecordings,
	Take,
} from "../../../src/camera";
import type { RecordingServer } from "../../../src/roblox/store/serve-recordings";
import { failureOf } from "../../expect-failure";
import { headless } from "../../headless";
import { uploadAs, UploadResult } from "./clients";
import { fingerprint, sampleTake } from "./sample-takes";

export = () => {
	const scenario = headless ? it : itSKIP;
	const { advance, dataStores, enter, players, remotes, step, takeErrors, takeWarnings } =
		headless ?? ({} as NonNullable<typeof headless>);

	let remoteEvent: RemoteEvent;
	let player: Player;
	let store: RecordingStore;
	let remote: RecordingRemote;
	let client: RecordingRemote;
	let server: RecordingServer;

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
		remote = new RecordingRemote(remoteEvent, { uploadsPerMinute: 1000, messagesPerSecond: 1000 });
		enter("LiveClient");
		client = new RecordingRemote(remoteEvent);
		enter("BothSides");
	});

	afterEach(() => {
		if (!headless) return;
		server.destroy();
		remote.destroy();
		client.destroy();
		players.setLocal(undefined);
		players.leave(player);
		dataStores.reset();
		step(1 / 60);
		expect(takeErrors().join("\n")).to.equal("");
	});

	/** Serves on a thread of the server. */
	function serve(options: Partial<ServeOptions> = {}): void {
		enter("LiveServer");
		server = serveRecordings({ store, remote, ...options });
		enter("BothSides");
	}

	function named(name: string, extra: Partial<Take> = {}): Take {
		return { ...sampleTake(1, 3), name, ...extra };
	}

	/** Runs a call that yields on a thread of its own for up to `seconds`; gives its results as text. */
	function told(body: () => LuaTuple<[unknown, string?]>, seconds = 3): string {
		let text = "nothing yet";
		task.spawn(() => {
			const [value, reason] = body();
			const shown = typeIs(value, "table")
				? (value as Take).frames
					? (value as Recording).name
					: (value as Array<string>).join(" ")
				: tostring(value);
			text = reason === undefined ? shown : `${shown}: ${reason}`;
		});
		advance(seconds, 1 / 20);
		return text;
	}

	const send = (take: Take | Film, seconds?: number) => told(() => client.send(take), seconds);

	function storedKeys(): string {
		return dataStores.keys("Served").join(" ");
	}

	scenario("saves, lists, loads and removes for a client, each with a result and a reason", () => {
		const saved = new Array<string>();
		serve({ onSaved: (take, from, key) => saved.push(`${take.name} ${from.Name} ${key}`) });
		const take = named("Opening");
		expect(told(() => client.list())).to.equal("");
		expect(send(take)).to.equal("true");
		expect(send(named("Ending"))).to.equal("true");
		expect(saved.join(", ")).to.equal(`Opening Ada ${player.UserId}/Opening, Ending Ada ${player.UserId}/Ending`);
		expect(storedKeys()).to.equal(`h/${player.UserId}/Ending h/${player.UserId}/Opening`);
		expect(told(() => client.list())).to.equal("Ending Opening");
		let loaded: Recording | undefined;
		task.spawn(() => {
			[loaded] = client.load("Opening");
		});
		advance(3, 1 / 20);
		expect(fingerprint(loaded!)).to.equal(fingerprint(take));
		expect(told(() => client.remove("Opening"))).to.equal("true");
		expect(storedKeys()).to.equal(`h/${player.UserId}/Ending`);
		advance(10, 1);
		expect(told(() => client.remove("Opening"))).to.equal('false: there is no recording "Opening"');
		expect(told(() => client.load("Opening"))).to.equal('nil: there is no recording "Opening"');
		expect(told(() => client.list())).to.equal("Ending");
	});

	scenario("serves each player apart", () => {
		serve();
		const other = players.join("Bo");
		const upload = uploadAs(other, remoteEvent, named("Lap"));
		advance(2, 1 / 20);
		expect(upload.outcome).to.equal("kept");
		expect(told(() => client.list())).to.equal("");
		expect(told(() => client.load("Lap"))).to.equal('nil: there is no recording "Lap"');
		expect(storedKeys()).to.equal(`h/${other.UserId}/Lap`);
		players.leave(other);
	});

	scenario("keeps as many recordings as the limit says, and replaces one of the same name", () => {
		serve({ limits: { recordings: 2 } });
		expect(send(named("a"))).to.equal("true");
		expect(send(named("b"))).to.equal("true");
		expect(send(named("c"))).to.equal("false: 2 recordings are kept; remove one first");
		expect(send(named("a", { rate: 30 }))).to.equal("true");
		expect((store.load(store.keyOf(player.UserId, "a")) as Take).rate).to.equal(30);
		expect(told(() => client.remove("b"))).to.equal("true");
		expect(send(named("c"))).to.equal("true");
	});

	scenario("counts what another server has saved for the player", () => {
		for (const index of $range(1, 60)) store.save(store.keyOf(player.UserId, `old ${index}`), named("x"));
		serve({ limits: { recordings: 60 } });
		expect(send(named("new"))).to.equal("false: 60 recordings are kept; remove one first");
	});

	scenario("does not let removals that come with the ends of uploads get around the quota", () => {
		// Each save takes a second, so that a removal sent with its end comes while it is under way.
		dataStores.setLatency(0.5);
		serve({ limits: { recordings: 5, requestsPerMinute: 10_000 } });
		const results = new Array<UploadResult>();
		for (const index of $range(1, 30)) {
			const name = `take ${index}`;
			results.push(uploadAs(player, remoteEvent, named(name)));
			for (const _ of $range(1, 20)) {
				step(1 / 20);
				remotes.fireServer(player, remoteEvent, "ask", 1000 + index, "remove", name);
			}
			advance(8, 1 / 20);
		}
		advance(60, 1 / 2);
		dataStores.setLatency(0);
		const [keys] = store.list(store.keyOf(player.UserId, ""), { limit: 100 });
		expect(keys.size() <= 5).to.equal(true);
		// What is stored is what is listed.
		const prefix = store.keyOf(player.UserId, "").size();
		const names = keys.map((key) => key.sub(prefix + 1));
		expect(told(() => client.list())).to.equal(names.sort().join(" "));
		expect(results.some(({ outcome }) => outcome === "kept")).to.equal(true);
		takeWarnings();
	});

	scenario("refuses recordings without a name, with too many markers, or with too much metadata", () => {
		serve({ limits: { markers: 2, metadata: 1 } });
		const marker = { name: "m", seconds: 0 };
		expect(send(named(""))).to.equal("false: it has no name");
		expect(send(named("a", { markers: [marker, marker, marker] }))).to.equal("false: it has 3 markers; the max is 2");
		expect(send(named("a", { metadata: { a: 1, b: 2 } }))).to.equal("false: its metadata has 2 keys; the max is 1");
		expect(send(named("a", { markers: [marker, marker], metadata: { a: 1 } }))).to.equal("true");
	});

	scenario("keeps 200 markers and 20 keys of metadata unless it is told", () => {
		serve();
		const markers = new Array<{ name: string; seconds: number }>(200, { name: "m", seconds: 0 });
		const metadata: Record<string, number> = {};
		for (const index of $range(1, 20)) metadata[`k${index}`] = index;
		expect(send(named("a", { markers, metadata }))).to.equal("true");
		expect(send(named("b", { markers: [...markers, markers[0]] }))).to.equal(
			"false: it has 201 markers; the max is 200",
		);
		expect(send(named("b", { metadata: { ...metadata, more: 1 } }))).to.equal(
			"false: its metadata has 21 keys; the max is 20",
		);
	});

	scenario("filters every text of a player once, replaces markers, maps and values, and refuses names and keys", () => {
		const heard = new Array<string>();
		serve({
			filter: (text, from) => {
				task.wait();
				heard.push(`${from.Name} ${text}`);
				if (text.find("worst")[0] !== undefined) return undefined;
				return text.gsub("bad", "###")[0];
			},
		});
		const markers = ["bad turn", "good", "bad turn"].map((name, index) => ({ name, seconds: index / 60 }));
		const take = named("Opening", { map: "bad map", markers, metadata: { by: "a bad one", lap: 3 } });
		expect(send(take)).to.equal("true");
		expect(heard.sort().join(", ")).to.equal(
			"Ada Opening, Ada a bad one, Ada bad map, Ada bad turn, Ada by, Ada good, Ada lap",
		);
		const kept = store.load(store.keyOf(player.UserId, "Opening"))!;
		expect(kept.map).to.equal("### map");
		expect(kept.markers.map(({ name, seconds }) => `${name} ${math.round(seconds * 60)}`).join(", ")).to.equal(
			"### turn 0, good 1, ### turn 2",
		);
		expect(kept.metadata!.by).to.equal("a ### one");
		expect(kept.metadata!.lap).to.equal(3);
		expect(send(named("bad name"))).to.equal("false: its name is not allowed");
		expect(send(named("a", { metadata: { bad: 1 } }))).to.equal("false: its metadata is not allowed");
		expect(send(named("a", { map: "worst" }))).to.equal("false: its map is not allowed");
		expect(send(named("a", { markers: [{ name: "worst", seconds: 0 }] }))).to.equal(
			"false: a marker of it is not allowed",
		);
		expect(storedKeys()).to.equal(`h/${player.UserId}/Opening`);
	});

	scenario("filters the texts of a film's layers, and leaves the numbers of assets alone", () => {
		const heard = new Array<string>();
		serve({
			filter: (text) => {
				heard.push(text);
				return text.gsub("bad", "###")[0];
			},
		});
		const music: FilmLayer = { kind: "music", name: "bad song", soundId: "rbxassetid://1843463175", start: 0 };
		const walk = { kind: "rig", name: "Walk", target: "Ada", animationId: "rbxassetid://507777826", start: 0 } as const;
		const film = (target: string) =>
			createFilm([named("Opening")], { layers: [music, { ...walk, target, duration: 1 }] });
		expect(send(film("Ada"))).to.equal("true");
		expect(heard.filter((text) => text.find("rbx")[0] !== undefined).size()).to.equal(0);
		const kept = store.load(store.keyOf(player.UserId, "Opening")) as Film;
		const [first, second] = kept.layers!;
		assert(first.kind === "music" && second.kind === "rig");
		expect(`${first.name}, ${first.soundId}, ${second.name}`).to.equal("### song, rbxassetid://1843463175, Walk");
		expect(send(film("bad one"))).to.equal("false: a target of it is not allowed");
		expect(send(createFilm([named("Opening")], { layers: [{ ...music, soundId: "rbxasset://bad" }] }))).to.equal(
			"false: an asset of it is not allowed",
		);
	});

	scenario("keeps nothing whose filter fails or returns what is no text", () => {
		let returned: unknown = 5;
		serve({
			filter: () => {
				if (returned === undefined) error("the filter is down", 0);
				return returned as string;
			},
		});
		expect(send(named("a"))).to.equal("false: its name is not allowed");
		returned = "\xff";
		expect(send(named("a"))).to.equal("false: its name is not allowed");
		returned = undefined;
		expect(send(named("a"))).to.equal("false: the server could not keep it");
		expect(takeWarnings().join()).to.equal(
			"[dolly] RecordingRemote: a recording of Ada was not kept: the filter is down",
		);
		expect(storedKeys()).to.equal("");
	});

	scenario("gives up a save that hangs, refuses the next until it has ended, and hears of its end", () => {
		const saved = new Array<string>();
		serve({ limits: { timeout: 5 }, onSaved: (take) => saved.push(take.name) });
		expect(send(named("a"))).to.equal("true");
		dataStores.setLatency(({ method }) => (method === "UpdateAsync" ? 20 : 0));
		expect(send(named("b"), 6)).to.equal("false: the server could not save it within 5 seconds");
		expect(takeWarnings().join()).to.equal(
			`[dolly] serveRecordings: "${player.UserId}/b" is not saved after 5 seconds`,
		);
		expect(send(named("c"), 6)).to.equal("false: the previous save has not ended; try again later");
		expect(saved.join(" ")).to.equal("a");
		advance(60, 1);
		expect(saved.join(" ")).to.equal("a b");
		dataStores.setLatency(0);
		expect(told(() => client.list())).to.equal("a b");
		expect(send(named("c"))).to.equal("true");
	});

	scenario("gives up a list, a load and a removal that hang, and goes on", () => {
		serve({ limits: { timeout: 5, requestsPerMinute: 600 } });
		expect(send(named("a"))).to.equal("true");
		dataStores.setLatency(100);
		expect(told(() => client.load("a"), 6)).to.equal("nil: the request failed on the server");
		expect(told(() => client.remove("a"), 6)).to.equal("false: the request failed on the server");
		dataStores.setLatency(0);
		expect(takeWarnings().join("\n")).to.equal(
			"[dolly] serveRecordings: a request of Ada failed: [dolly] serveRecordings: cannot load within 5 seconds\n" +
				"[dolly] serveRecordings: a request of Ada failed: [dolly] serveRecordings: cannot remove within 5 seconds",
		);
		expect(told(() => client.list())).to.equal("a");
	});

	scenario("tells a client of a failing store no more than that it failed", () => {
		serve();
		dataStores.intercept(() => ({ error: "403: secret" }));
		expect(told(() => client.list())).to.equal("nil: the request failed on the server");
		expect(send(named("a"))).to.equal("false: the server could not keep it");
		const report = takeWarnings();
		expect(report.size()).to.equal(2);
		for (const warning of report) expect(warning.find("403: secret", 1, true)[0]).to.be.ok();
	});

	scenario("lets five requests come at once, thirty a minute, and no more", () => {
		serve();
		const answers = new Array<string>();
		remotes.onClientEvent(player, remoteEvent, (kind, _, ok, value) => {
			if (kind === "reply") answers.push(ok === true ? "yes" : tostring(value));
		});
		for (const id of $range(1, 6)) {
			remotes.fireServer(player, remoteEvent, "ask", id, "list");
			step(0.1);
			step(0.1);
		}
		expect(answers.join(" ")).to.equal("yes yes yes yes yes more than 30 requests a minute; try again later");
		answers.clear();
		for (const id of $range(1, 600)) {
			remotes.fireServer(player, remoteEvent, "ask", id, "list");
			step(0.1);
		}
		const allowed = answers.filter((answer) => answer === "yes").size();
		expect(allowed >= 29 && allowed <= 31).to.equal(true);
	});

	scenario("refuses requests of any other shape, and a load while another is on its way", () => {
		serve({ limits: { requestsPerMinute: 6000 } });
		expect(send(named("a"))).to.equal("true");
		const answers = new Array<string>();
		remotes.onClientEvent(player, remoteEvent, (kind, _, ok, value) => {
			if (kind === "reply") answers.push(`${ok} ${value}`);
		});
		const asks: Array<[unknown, unknown]> = [
			["steal", "a"],
			["load", undefined],
			["load", ""],
			["remove", 5],
			["load", "\xff"],
			["load", "n".rep(256)],
			[{}, {}],
		];
		for (const [what, name] of asks) {
			remotes.fireServer(player, remoteEvent, "ask", 1, what, name);
			step(0.1);
		}
		expect(answers.size()).to.equal(7);
		for (const answer of answers) expect(answer).to.equal("false the request is unknown");
		answers.clear();
		// Numbers that are none have nobody to answer to.
		for (const id of ["x", -1, 0 / 0, 1.5, undefined]) remotes.fireServer(player, remoteEvent, "ask", id, "list");
		step(0.1);
		expect(answers.size()).to.equal(0);
		dataStores.setLatency(1);
		remotes.fireServer(player, remoteEvent, "ask", 1, "load", "a");
		remotes.fireServer(player, remoteEvent, "ask", 2, "load", "a");
		step(0.1);
		expect(answers.join()).to.equal("false the previous recording is still being sent");
		for (const id of $range(3, 8)) {
			remotes.fireServer(player, remoteEvent, "ask", id, "remove", "b");
			step(0.02);
		}
		expect(answers[answers.size() - 1]).to.equal("false too many requests at once; try again later");
	});

	scenario("binds to close once, however many serve, and saves what has come whole though its player has left", () => {
		serve();
		server.destroy();
		serve();
		const bound = headless!.closeServer();
		expect(bound >= 1).to.equal(true);
		server.destroy();
		serve();
		expect(headless!.closeServer()).to.equal(bound);
		advance(1);
		dataStores.setLatency(4);
		const guests = [1, 2, 3].map((index) => players.join(`Guest${index}`));
		guests.forEach((guest) => uploadAs(guest, remoteEvent, named("last")));
		advance(1, 1 / 20);
		guests.forEach((guest) => players.leave(guest));
		headless!.closeServer();
		advance(25, 1 / 4);
		dataStores.setLatency(0);
		for (const { UserId } of guests) expect(store.load(`${UserId}/last`)!.name).to.equal("last");
		expect(takeWarnings().join()).to.equal("");
	});

	scenario("saves for 25 seconds when it closes, and names what it could not save", () => {
		serve();
		dataStores.setLatency(40);
		const guests = ["Bo", "Cy"].map((name) => players.join(name));
		guests.forEach((guest) => uploadAs(guest, remoteEvent, named("last")));
		advance(1, 1 / 20);
		guests.forEach((guest) => players.leave(guest));
		headless!.closeServer();
		advance(24, 1 / 4);
		expect(takeWarnings().join()).to.equal("");
		advance(1.5, 1 / 4);
		expect(takeWarnings().join()).to.equal(
			'[dolly] serveRecordings: the server closes before these recordings are saved: "last" of Bo, "last" of Cy',
		);
		advance(200, 1);
		takeWarnings();
	});

	scenario("counts what waits to be kept when it closes, saves it in turn, and says how many were left", () => {
		serve();
		dataStores.setLatency(({ method }) => (method === "UpdateAsync" ? 8 : 0));
		const guests = new Array<Player>();
		for (const index of $range(1, 30)) guests.push(players.join(`Guest${index}`));
		for (const guest of guests) uploadAs(guest, remoteEvent, named("last"));
		advance(1, 1 / 20);
		for (const guest of guests) players.leave(guest);
		headless!.closeServer();
		advance(26, 1 / 4);
		// An update takes 16 seconds here: up to eight are saved, as many are under way, and the others wait.
		const [warning, other] = takeWarnings();
		expect(other).to.equal(undefined);
		const saved = dataStores.keys("Served").size();
		let underWay = 0;
		for (const [] of warning.gmatch('"last" of Guest%d+')) underWay += 1;
		const waiting = tonumber(warning.match(", (%d+) that waited")[0]) ?? 0;
		expect(saved >= 7 && saved <= 8).to.equal(true);
		expect(waiting >= 14).to.equal(true);
		expect(saved + underWay + waiting).to.equal(30);
		// This engine does not end: all that had come whole is saved in the end.
		advance(900, 1);
		expect(dataStores.keys("Served").size()).to.equal(30);
	});

	scenario("serves no more once it is destroyed, and can be served again", () => {
		serve();
		expect(failureOf(() => serveRecordings({ store, remote }))).to.equal(
			"[dolly] serveRecordings: remote already has accept; expected a remote that is not served",
		);
		server.destroy();
		expect(send(named("a"))).to.equal("false: the server takes no recordings");
		expect(told(() => client.list())).to.equal("nil: the server keeps no recordings");
		serve();
		expect(send(named("a"))).to.equal("true");
	});

	scenario("refuses options and limits that are none", () => {
		serve();
		server.destroy();
		const problem = (options: object) => failureOf(() => serveRecordings({ store, remote, ...options } as never));
		expect(problem({ Limits: {} })).to.equal(
			'[dolly] serveRecordings: unknown option "Limits"; did you mean "limits"?',
		);
		expect(problem({ limits: { recording: 5 } })).to.equal(
			'[dolly] serveRecordings: unknown option "recording" in limits; did you mean "recordings"?',
		);
		for (const value of ["5", 0 / 0, -1]) {
			expect(problem({ limits: { recordings: value } }).find("recordings is", 1, true)[0]).to.be.ok();
		}
		expect(problem({ store: 5 })).to.equal("[dolly] serveRecordings: store is 5; expected a RecordingStore");
	});

	scenario("ends a request when the remote does, and after two minutes without an answer", () => {
		serve();
		const quiet = new Instance("RemoteEvent");
		enter("LiveClient");
		const alone = new RecordingRemote(quiet);
		enter("BothSides");
		expect(told(() => alone.list(), 119)).to.equal("nothing yet");
		let reason: string | undefined;
		task.spawn(() => {
			[, reason] = alone.load("x");
		});
		advance(121, 1 / 2);
		expect(reason).to.equal("no answer within 120 seconds");
		task.spawn(() => {
			[, reason] = alone.remove("x");
		});
		step(1);
		alone.destroy();
		step(1);
		expect(reason).to.equal("the RecordingRemote was destroyed");
		expect(told(() => alone.list())).to.equal("nil: the RecordingRemote was destroyed");
		expect(told(() => alone.send(named("a")))).to.equal("false: the RecordingRemote was destroyed");
	});

	scenario("has a side for each method", () => {
		serve();
		expect(failureOf(() => client.sendTo(player, named("a")))).to.equal(
			"[dolly] RecordingRemote.sendTo: sendTo runs on servers; use send on clients",
		);
		expect(failureOf(() => remote.send(named("a")))).to.equal(
			"[dolly] RecordingRemote.send: send runs on clients; use sendTo on servers",
		);
		expect(failureOf(() => remote.list())).to.equal(
			"[dolly] RecordingRemote.list: list runs on clients; servers have the RecordingStore",
		);
	});

	scenario("fires received on both sides, and refuses what nobody listens for", () => {
		serve();
		const heard = new Array<string>();
		expect(told(() => remote.sendTo(player, named("a")))).to.equal("false: the client takes no recordings");
		client.received.Connect((take, from) => heard.push(`client ${take.name} ${from}`));
		remote.received.Connect((take, from) => heard.push(`server ${take.name} ${from!.Name}`));
		expect(told(() => remote.sendTo(player, named("a")))).to.equal("true");
		expect(send(named("b"))).to.equal("true");
		expect(send(named(""))).to.equal("false: it has no name");
		expect(heard.join(", ")).to.equal("client a nil, server b Ada");
		server.destroy();
		expect(send(named("c"))).to.equal("true");
		expect(heard[2]).to.equal("server c Ada");
	});
};
