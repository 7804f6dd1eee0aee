import { RunService, Workspace } from "@rbxts/services";
import { LiveKind, liveUser, packLiveNote } from "../../src/take/live/live-packet";
import { headless } from "../headless";
import { sendCamera, serveSpectators, spectate as spectateTeam } from "./code/spectate";
import { send, serve, spectate } from "./code/spectate-1";

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	/** Has Ada's machine send a flight, and returns what Bob's is sent of it: here both are one machine. */
	function filmAda(ada: Player, bob: Player, remote: UnreliableRemoteEvent, start: () => { destroy(): void }) {
		const sent = new Array<buffer>();
		let isFilming = true;
		engine.remotes.onClientEvent(bob, remote, (packet) => isFilming && sent.push(packet as buffer));
		engine.players.setLocal(ada);
		let x = 0;
		RunService.BindToRenderStep("flying", Enum.RenderPriority.Camera.Value, (passed) => {
			x += passed * 5;
			camera().CFrame = new CFrame(x, 20, 0);
		});
		const sender = start();
		engine.remotes.fireServer(bob, remote, packLiveNote(LiveKind.Watch, liveUser(ada.UserId), 0));
		engine.advance(2, 1 / 60);
		isFilming = false;
		sender.destroy();
		RunService.UnbindFromRenderStep("flying");
		camera().CFrame = new CFrame(0, -50, 0);
		engine.step(1 / 60);
		return sent;
	}

	/** Plays that to Bob, at 30 packets per second. */
	function showTo(bob: Player, ada: Player, remote: UnreliableRemoteEvent, sent: Array<buffer>): void {
		for (const packet of sent) {
			engine.remotes.fireServer(ada, remote, packet);
			engine.advance(1 / 30, 1 / 60);
		}
		expect(camera().CFrame.Y).to.equal(20);
		expect(camera().CFrame.X > 8 && camera().CFrame.X < 10).to.equal(true);
		expect(bob.Parent).to.be.ok();
	}

	function withPlayers(body: (ada: Player, bob: Player, remote: UnreliableRemoteEvent) => void): void {
		const remote = new Instance("UnreliableRemoteEvent");
		const [ada, bob] = [engine.players.join("Ada"), engine.players.join("Bob")];
		body(ada, bob, remote);
		engine.players.setLocal(undefined);
		for (const player of [ada, bob]) if (player.Parent) engine.players.leave(player);
		engine.step(0.1);
	}

	test("the guide on spectating: Bob sees what Ada's camera sees", () => {
		withPlayers((ada, bob, remote) => {
			engine.enter("LiveServer");
			const relay = serve(remote);
			engine.enter("BothSides");
			const sent = filmAda(ada, bob, remote, () => send(remote));
			engine.players.setLocal(bob);
			const view = spectate(remote, ada);
			showTo(bob, ada, remote, sent);
			view.destroy();
			engine.step(1 / 60);
			relay.destroy();
		});
	});

	test("spectate: a team-mate's camera is shown, and given back when the mate leaves", () => {
		withPlayers((ada, bob, remote) => {
			engine.enter("LiveServer");
			const relay = serveSpectators(remote);
			engine.enter("BothSides");
			const sent = filmAda(ada, bob, remote, () => sendCamera(remote));
			engine.players.setLocal(bob);
			spectateTeam(remote, ada);
			engine.advance(0.1);
			showTo(bob, ada, remote, sent);
			engine.players.leave(ada);
			engine.advance(1, 1 / 60);
			expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
			expect(engine.takePrinted().join("\n")).to.equal("live Ada is sending\nended Ada has left");
			relay.destroy();
		});
	});

	test("the guide on spectating, in Luau: the server relays, and the watcher's camera follows", () => {
		const blocks = new Array<string>();
		const page = buffer.tostring(engine.readFile("docs/guides/spectate.md"));
		for (const [code] of page.gmatch("```lua\n(.-)```")) blocks.push(code as string);
		const session = engine.open({ context: "LiveClient" });
		const storage = session.game.GetService("ReplicatedStorage");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
		const remote = session.create("UnreliableRemoteEvent") as UnreliableRemoteEvent;
		remote.Name = "Live";
		remote.Parent = storage;
		const [ada, bob] = [session.players.join("Ada"), session.players.join("Bob")];
		session.players.setLocal(bob);
		const server = session.createScript("Script", blocks[0]);
		server.Parent = storage;
		session.runScript(server);
		const sent = new Array<buffer>();
		session.remotes.onClientEvent(ada, remote, (packet) => sent.push(packet as buffer));
		const client = session.createScript(
			"LocalScript",
			`${blocks[1]}\nspectate(game:GetService("Players"):WaitForChild("Ada"))`,
		);
		client.Parent = storage;
		session.runScript(client);
		session.remotes.fireServer(ada, remote, packLiveNote(LiveKind.Watch, liveUser(bob.UserId), 0));
		session.advance(1, 1 / 60);
		// Bob's camera is sent to Ada; Ada's, which shows the same in her own name, comes back to Bob.
		expect(sent.size() >= 28 && sent.size() <= 31).to.equal(true);
		for (const packet of [...sent]) {
			buffer.writeu32(packet, 1, liveUser(ada.UserId));
			session.remotes.fireServer(ada, remote, packet);
			session.advance(1 / 30, 1 / 60);
		}
		const { CurrentCamera: shown } = session.game.GetService("Workspace");
		expect(shown!.CameraType).to.equal(Enum.CameraType.Scriptable);
		expect(session.takeErrors().join("\n")).to.equal("");
	});
};
