import { ReplicatedStorage, RunService, Workspace } from "@rbxts/services";
import { headless } from "../headless";
import { recordRound, serveReplays, watchReplays } from "./code/spectator-replay";
import { decodeRecording, encodeRecording, Recorder, RecordingRemote, Replay, ReplayRecorder } from "../../src/camera";
import { keepRecordings } from "./code/store-1";
import { playSaved, saveAs } from "./code/store-2";
import { showReplay } from "./code/store-5";
import { passOn } from "./code/store-6";

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	/** A player at whose screen this is; the camera goes along X, a stud a second, until what is given is called. */
	function flyingPlayer(): [player: Player, land: () => void] {
		const player = engine.players.join();
		engine.players.setLocal(player);
		let x = 0;
		RunService.BindToRenderStep("flying", Enum.RenderPriority.Camera.Value, (passed) => {
			x += passed;
			camera().CFrame = new CFrame(x, 0, 0);
		});
		return [player, () => RunService.UnbindFromRenderStep("flying")];
	}

	afterEach(() => engine?.players.setLocal(undefined));

	test("the page on storing: a client films, the server keeps, and what comes back is played", () => {
		engine.dataStores.reset();
		const remoteEvent = new Instance("RemoteEvent");
		engine.enter("LiveServer");
		const { remote, server } = keepRecordings(remoteEvent);
		engine.enter("BothSides");
		const [player, land] = flyingPlayer();
		engine.enter("LiveClient");
		const client = new RecordingRemote(remoteEvent);
		const recorder = new Recorder();
		recorder.start();
		engine.enter("BothSides");
		engine.advance(10, 1 / 60);
		land();
		camera().CFrame = new CFrame(-50, 0, 0);
		const take = recorder.stop();
		let isSaved: boolean | undefined;
		task.spawn(() => {
			isSaved = saveAs(client, take, "Opening");
			playSaved(client, "Opening");
			task.wait(1);
			playSaved(client, "Ending");
		});
		let [least, most] = [math.huge, -math.huge];
		for (const _ of $range(1, 20 * 60)) {
			engine.step(1 / 60);
			if (camera().CameraType !== Enum.CameraType.Scriptable) continue;
			least = math.min(least, camera().CFrame.X);
			most = math.max(most, camera().CFrame.X);
		}
		expect(isSaved).to.equal(true);
		expect(engine.takeWarnings().join("\n")).to.equal('there is no recording "Ending"');
		expect(engine.dataStores.keys("Recordings").join()).to.equal(`h/${player.UserId}/Opening`);
		// The whole flight was shown, from its first frame to its last, and then the camera was given back.
		expect(least >= 0 && least < 0.1).to.equal(true);
		expect(most > 9.8 && most < 10.1).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(engine.takePrinted().join("\n")).to.equal(`${player.Name} saved Opening`);
		client.destroy();
		server.destroy();
		remote.destroy();
		engine.players.leave(player);
	});

	test("the page on storing: a server passes a replay on, and it looks like the crate", () => {
		const remoteEvent = new Instance("RemoteEvent");
		const original = new Instance("Part");
		original.Name = "Box";
		original.Parent = Workspace;
		const recorder = new ReplayRecorder();
		recorder.add(original, { look: "crate" });
		recorder.start();
		engine.advance(1);
		const replay = recorder.stop();
		recorder.destroy();
		original.Destroy();
		const crate = new Instance("Part");
		crate.Name = "Crate";
		crate.Size = new Vector3(3, 3, 3);
		crate.Parent = ReplicatedStorage;

		engine.enter("LiveServer");
		const server = passOn(remoteEvent);
		engine.enter("LiveClient");
		const client = new RecordingRemote(remoteEvent);
		engine.enter("BothSides");
		const [sender, watcher] = [engine.players.join(), engine.players.join()];
		engine.players.setLocal(sender);
		const heard = new Map<Player, Array<string>>();
		for (const player of [sender, watcher]) {
			const kinds = new Array<string>();
			heard.set(player, kinds);
			engine.remotes.onClientEvent(player, remoteEvent, (kind) => kinds.push(tostring(kind)));
		}
		let isSent: boolean | undefined;
		task.spawn(() => {
			[isSent] = client.send(replay);
		});
		engine.advance(2);
		expect(isSent).to.equal(true);
		expect(heard.get(watcher)!.join()).to.equal("begin, chunk, end");
		expect(heard.get(sender)!.includes("begin")).to.equal(false);

		const shown = showReplay(decodeRecording(encodeRecording(replay)) as Replay);
		expect((shown.instanceOf("Box") as Part).Size.X).to.equal(3);
		expect(shown.report.size()).to.equal(0);
		shown.destroy();
		client.destroy();
		server.destroy();
		crate.Destroy();
		for (const player of [sender, watcher]) engine.players.leave(player);
	});

	test("spectator replay: a round that a player recorded is shown to another", () => {
		const remote = new Instance("RemoteEvent");
		engine.enter("LiveServer");
		const show = serveReplays(remote);
		engine.enter("LiveClient");
		const client = new RecordingRemote(remote);
		engine.enter("BothSides");
		const [runner, land] = flyingPlayer();
		const finish = recordRound(client, "Arena");
		engine.advance(3, 1 / 60);
		task.spawn(finish);
		engine.advance(2, 1 / 60);
		land();

		const spectator = engine.players.join();
		engine.players.setLocal(spectator);
		watchReplays(client);
		let isSent: boolean | undefined;
		task.spawn(() => (isSent = show(spectator, runner)));
		let most = -math.huge;
		for (const _ of $range(1, 10 * 60)) {
			engine.step(1 / 60);
			if (camera().CameraType === Enum.CameraType.Scriptable) most = math.max(most, camera().CFrame.X);
		}
		expect(isSent).to.equal(true);
		expect(most > 2.9 && most < 3.1).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(show(spectator, spectator)).to.equal(false);
		client.destroy();
		for (const player of [runner, spectator]) engine.players.leave(player);
	});
};
