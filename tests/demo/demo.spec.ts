import { headless } from "../headless";
import { findGui, textOf } from "../plugin/find-gui";
import { fly, openDemo } from "./open-demo";

export = () => {
	const test = headless ? it : itSKIP;

	test("builds a scene of gates and towers to fly through", () => {
		const { session } = openDemo();
		const scene = session.game.GetService("Workspace").FindFirstChild("Scene")!;
		let gates = 0;
		for (const child of scene.GetChildren()) gates += child.Name === "Gate" ? 1 : 0;
		expect(gates).to.equal(16);
		expect(scene.FindFirstChildOfClass("SpawnLocation")).to.be.ok();
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("records on R, plays on P, and shows time, frames and bytes", () => {
		const { session, hud } = openDemo();
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		session.pressKey("R");
		expect(textOf(hud, "RecordButton")).to.equal("Stop (R)");
		fly(session, 2);
		// 2 seconds at 60 frames a second and the frame at the start, 18 bytes each.
		expect(textOf(hud, "Counts")).to.equal("0:02.0  ·  120 frames  ·  2.2 KB");
		session.pressKey("R");
		session.step(1 / 60);
		expect(textOf(hud, "RecordButton")).to.equal("Record (R)");
		expect(findGui(hud, "Take 1", "Frame")).to.be.ok();

		const before = camera.CFrame;
		const typeBefore = camera.CameraType;
		session.pressKey("P");
		session.advance(1);
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		expect(textOf(hud, "Time")).to.equal("0:01.0 / 0:02.0");
		// 60 rendered frames: the first shows the start, and the others bring it to 59/60 of a second, and of a radian.
		const { X, Z } = camera.CFrame.Position;
		expect(math.abs(math.atan2(Z, X) - 59 / 60) < 0.001).to.equal(true);
		session.pressKey("P");
		expect(textOf(hud, "PlayButton")).to.equal("Play (P)");
		session.pressKey("P");
		session.advance(1.5);
		expect(camera.CameraType).to.equal(typeBefore);
		expect(camera.CFrame).to.equal(before);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("shows the last seconds again on K, with everybody in them", () => {
		const { session, hud, player } = openDemo();
		const workspace = session.game.GetService("Workspace");
		session.players.spawn(player);
		session.advance(3);
		session.pressKey("K");
		session.advance(1);
		expect(textOf(hud, "ReplayButton")).to.equal("Leave (K)");
		expect(workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Ada")).to.be.ok();
		session.pressKey("K");
		session.step(1 / 60);
		expect(textOf(hud, "ReplayButton")).to.equal("Replay (K)");
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Custom);
		// By itself: what was recorded, at half the speed.
		session.pressKey("K");
		session.advance(17);
		expect(textOf(hud, "ReplayButton")).to.equal("Replay (K)");
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("draws the path of the chosen take, with a handle at each second", () => {
		const { session, hud } = openDemo();
		session.pressKey("R");
		fly(session, 2.5);
		session.pressKey("R");
		const drawing = hud.Parent!.FindFirstChild("DollyPath", true)!;
		expect(drawing.FindFirstChild("Second0")).to.be.ok();
		expect(drawing.FindFirstChild("Second2")).to.be.ok();
		expect(drawing.FindFirstChild("Second3")).to.never.be.ok();
		// Pieces of one colour each, which share their ends.
		const points = new Array<Vector3>();
		for (const path of session.studio.pathsOf(drawing.FindFirstChild("Line")!)) {
			path.points.forEach((point, index) => {
				if (index > 0 || points.isEmpty()) points.push(point);
			});
		}
		// 2.48 seconds at 20 points a second, both ends.
		expect(points.size()).to.equal(51);
		expect(math.abs(points[25].sub(new Vector3(0, 12, 0)).Magnitude - 30) < 0.01).to.equal(true);
		expect(findGui(hud, "Scrub", "Frame")).to.be.ok();
		expect(session.press(drawing.FindFirstChild("Second2") as SphereHandleAdornment)).to.equal(true);
		session.step(1 / 60);
		expect(textOf(hud, "Time")).to.equal("0:02.0 / 0:02.5");
	});

	test("scrubs, changes speed and loops", () => {
		const { session, hud } = openDemo();
		session.pressKey("R");
		fly(session, 4 + 1 / 60);
		session.pressKey("R");
		session.step(1 / 60);
		session.userInput.drag(findGui(hud, "Scrub", "Frame"), [0.1, 0.3, 0.75]);
		expect(textOf(hud, "Time")).to.equal("0:03.0 / 0:04.0");
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		expect(math.abs(math.atan2(camera.CFrame.Position.Z, camera.CFrame.Position.X) - 3) < 0.02).to.equal(true);
		session.userInput.press(findGui(hud, "Faster", "TextButton"));
		expect(textOf(hud, "Speed")).to.equal("2×");
		session.userInput.press(findGui(hud, "Loop", "TextButton"));
		session.pressKey("P");
		// A second is left: at twice the speed half of that, and then from the start again.
		session.advance(1);
		expect(textOf(hud, "Time")).to.equal("0:01.0 / 0:04.0");
		expect(textOf(hud, "PlayButton")).to.equal("Pause (P)");
	});

	test("saves a take through the server's store and loads it again", () => {
		const { session, hud } = openDemo();
		session.pressKey("R");
		fly(session, 1);
		session.pressKey("R");
		session.step(1 / 60);
		session.userInput.press(findGui(hud, "Save", "TextButton"));
		session.advance(5);
		expect(textOf(hud, "Message")).to.equal('Saved "Take 1".');
		session.userInput.press(findGui(hud, "Load Take 1", "TextButton"));
		session.advance(5);
		expect(textOf(hud, "Message")).to.equal('Loaded "Take 1".');
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("asks the store five times at once and then every two seconds for a client that asks 60 times a second", () => {
		const { session, hud } = openDemo();
		const { remotes, dataStores } = session;
		const storage = session.game.GetService("ReplicatedStorage");
		const requests = storage.FindFirstChild("DollyRecordings") as RemoteEvent;
		const mallory = session.players.join("Mallory");
		const prefix = `h/${mallory.UserId}/`;
		let asked = 0;
		dataStores.intercept(({ key }) => {
			if (key === undefined || key.sub(1, prefix.size()) === prefix) asked += 1;
			return undefined;
		});
		// Mallory has takes to ask for.
		for (const name of ["a", "b"]) dataStores.put("DollyDemo", prefix + name, {});
		const ask = (frames: number) => {
			for (const frame of $range(1, frames)) {
				const what = frame % 7 === 0 ? "list" : "load";
				remotes.fireServer(mallory, requests, "ask", frame, what, frame % 3 === 0 ? "a" : "b");
				session.step(1 / 60);
			}
		};
		ask(600);
		// One list, and a take for each request that was let through.
		expect(asked >= 4 && asked <= 1 + 5 + 5).to.equal(true);
		session.pressKey("R");
		fly(session, 1);
		session.pressKey("R");
		session.step(1 / 60);
		session.userInput.press(findGui(hud, "Save", "TextButton"));
		ask(120);
		expect(textOf(hud, "Message")).to.equal('Saved "Take 1".');
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("keeps takes until the server stops where the place was never published, and says so", () => {
		const { session, hud } = openDemo({ placeId: 0 });
		session.pressKey("R");
		fly(session, 1);
		session.pressKey("R");
		session.step(1 / 60);
		session.userInput.press(findGui(hud, "Save", "TextButton"));
		session.advance(5);
		expect(textOf(hud, "Message")).to.equal('Saved "Take 1" until the server stops: this place was never published.');
		session.userInput.press(findGui(hud, "Load Take 1", "TextButton"));
		session.advance(5);
		expect(textOf(hud, "Message")).to.equal('Loaded "Take 1".');
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("goes on after a respawn: its panel, its path and its handles stay, and what plays keeps the camera", () => {
		const { session, hud, player } = openDemo();
		session.pressKey("R");
		fly(session, 3);
		session.pressKey("R");
		session.pressKey("P");
		session.advance(0.5);
		session.players.spawn(player, new Vector3(50, 3, 50));
		session.advance(0.5);
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		expect(hud.Parent).to.equal(player.FindFirstChild("PlayerGui"));
		expect(textOf(hud, "Time")).to.equal("0:01.0 / 0:03.0");
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		expect(math.abs(camera.CFrame.Position.Y - 12) < 0.01).to.equal(true);
		const handle = hud.Parent!.FindFirstChild("Second2", true) as SphereHandleAdornment;
		expect(session.press(handle)).to.equal(true);
		session.step(1 / 60);
		expect(textOf(hud, "Time")).to.equal("0:02.0 / 0:03.0");
		session.pressKey("R");
		fly(session, 1);
		session.pressKey("R");
		session.step(1 / 60);
		expect(findGui(hud, "Take 2", "Frame")).to.be.ok();
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("needs nothing of the world that streaming may not have brought yet", () => {
		const { session, hud } = openDemo({ isStreamedOut: true });
		const workspace = session.game.GetService("Workspace");
		expect(workspace.StreamingEnabled).to.equal(true);
		expect(workspace.FindFirstChild("Scene")).to.equal(undefined);
		session.pressKey("R");
		fly(session, 2);
		session.pressKey("R");
		session.pressKey("P");
		session.advance(1);
		expect(textOf(hud, "Time")).to.equal("0:01.0 / 0:02.0");
		expect(session.press(hud.Parent!.FindFirstChild("Second1", true) as SphereHandleAdornment)).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});
};
