import { RunService, Workspace } from "@rbxts/services";
import { headless } from "../headless";
import { recordRound, serveReplays, watchReplays } from "./code/spectator-replay";
import { RecordingRemote } from "../../src/camera";
import { keepRecordings } from "./code/store-1";
import { filmAndReplay } from "./code/store-2";

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
		task.spawn(() => filmAndReplay(remoteEvent));
		engine.enter("BothSides");
		engine.advance(10, 1 / 60);
		land();
		camera().CFrame = new CFrame(-50, 0, 0);
		let [least, most] = [math.huge, -math.huge];
		for (const _ of $range(1, 20 * 60)) {
			engine.step(1 / 60);
			if (camera().CameraType !== Enum.CameraType.Scriptable) continue;
			least = math.min(least, camera().CFrame.X);
			most = math.max(most, camera().CFrame.X);
		}
		expect(engine.dataStores.keys("Recordings").join()).to.equal(`h/${player.UserId}/Opening`);
		// The whole flight was shown, from its first frame to its last, and then the camera was given back.
		expect(least >= 0 && least < 0.1).to.equal(true);
		expect(most > 9.8 && most < 10.1).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		expect(engine.takePrinted().join("\n")).to.equal(`${player.Name} saved Opening`);
		server.destroy();
		remote.destroy();
		engine.players.leave(player);
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
