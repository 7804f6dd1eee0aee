import { headless } from "../headless";
import { findGui, isGuiShown, textOf } from "../plugin/find-gui";
import { fly, openDemo } from "./open-demo";

export = () => {
	const test = headless ? it : itSKIP;

	test("builds a park to walk through", () => {
		const { session } = openDemo();
		const park = session.game.GetService("Workspace").FindFirstChild("Park")!;
		const count = (name: string) =>
			park
				.GetChildren()
				.filter((child) => child.Name === name)
				.size();
		expect(count("Tree")).to.equal(110);
		expect(count("Lamp")).to.equal(16);
		expect(count("Bench")).to.equal(3);
		expect(park.FindFirstChild("Water", true)).to.be.ok();
		expect(park.FindFirstChildOfClass("SpawnLocation")).to.be.ok();
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("records on R, plays on P, and shows time, frames and bytes", () => {
		const { session, hud } = openDemo();
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		session.pressKey("R");
		expect(textOf(hud, "RecordButton")).to.equal("Stop  R");
		fly(session, 2);
		// 2 seconds at 60 frames a second and the frame at the start, 18 bytes each.
		expect(textOf(hud, "Counts")).to.equal("0:02.0  ·  120 frames  ·  2.2 KB");
		session.pressKey("R");
		session.step(1 / 60);
		expect(textOf(hud, "RecordButton")).to.equal("Record  R");
		expect(findGui(hud, "Take 1", "TextButton")).to.be.ok();

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
		expect(textOf(hud, "PlayButton")).to.equal("Play  P");
		session.pressKey("P");
		session.advance(1.5);
		expect(camera.CameraType).to.equal(typeBefore);
		expect(camera.CFrame).to.equal(before);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("shows the last seconds again on L, with everybody in them", () => {
		const { session, hud, player } = openDemo();
		const workspace = session.game.GetService("Workspace");
		session.players.spawn(player);
		session.advance(3);
		session.pressKey("L");
		session.advance(1);
		expect(textOf(hud, "ReplayButton")).to.equal("Leave replay  L");
		const shown = workspace.FindFirstChild("DollyReplay")!;
		expect(shown.FindFirstChild("Ada")).to.be.ok();
		expect(shown.FindFirstChild("Walker")).to.be.ok();
		expect(shown.FindFirstChild("Ball")).to.be.ok();
		session.pressKey("L");
		session.step(1 / 60);
		expect(textOf(hud, "ReplayButton")).to.equal("Last seconds  L");
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(workspace.CurrentCamera!.CameraType).to.equal(Enum.CameraType.Custom);
		// By itself: what was recorded, at half the speed.
		session.pressKey("L");
		session.advance(17);
		expect(textOf(hud, "ReplayButton")).to.equal("Last seconds  L");
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("flies with W A S D, Q and E, looks with the right mouse button, and records the flight", () => {
		const { session, hud } = openDemo();
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		const start = new CFrame(0, 10, 40);
		camera.CFrame = start;
		session.pressKey("F");
		session.pressKey("R");
		session.holdKey("W");
		session.advance(1);
		session.releaseKey("W");
		// 24 studs per second, along where it looks.
		expect(camera.CFrame.Position.sub(new Vector3(0, 10, 16)).Magnitude < 0.5).to.equal(true);
		session.holdKey("E");
		session.advance(0.5);
		session.releaseKey("E");
		expect(math.abs(camera.CFrame.Y - 22) < 0.5).to.equal(true);
		session.userInput.dragWorld("MouseButton2", 100, 0);
		session.step(1 / 60);
		// 100 pixels to the right turn it by 0.35 radians.
		expect(math.abs(camera.CFrame.LookVector.X - math.sin(0.35)) < 0.01).to.equal(true);
		session.userInput.wheelWorld(1);
		session.step(1 / 60);
		expect(textOf(hud, "Message").match("Flying at 30 studs")[0]).to.be.ok();
		session.pressKey("R");
		session.pressKey("F");
		session.step(1 / 60);
		expect(camera.CFrame).to.equal(start);
		session.pressKey("P");
		session.advance(1 + 1 / 60);
		expect(camera.CFrame.Position.sub(new Vector3(0, 10, 16)).Magnitude < 1).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("flies with the sticks of a gamepad and with fingers", () => {
		const { session } = openDemo();
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		camera.CFrame = new CFrame(0, 10, 40);
		session.pressKey("F");
		session.userInput.pushStick("Thumbstick1", 0, 0.5);
		session.advance(1);
		session.userInput.pushStick("Thumbstick1", 0.1, 0);
		session.advance(1);
		// Half of 24 studs per second, for a second; then the stick is let go.
		expect(camera.CFrame.Position.sub(new Vector3(0, 10, 28)).Magnitude < 0.5).to.equal(true);
		session.userInput.pushStick("Thumbstick2", 1, 0);
		session.advance(0.5);
		session.userInput.pushStick("Thumbstick2", 0, 0);
		session.step(1 / 60);
		expect(math.abs(camera.CFrame.LookVector.X - math.sin(0.9)) < 0.05).to.equal(true);
		const before = camera.CFrame.LookVector;
		session.userInput.dragWorld("Touch", -100, 0);
		session.step(1 / 60);
		expect(math.abs(math.acos(camera.CFrame.LookVector.Dot(before)) - 0.35) < 0.01).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("makes a shot of the keys that K places, two seconds apart, and plays it", () => {
		const { session, hud } = openDemo();
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		const place = (position: Vector3) => {
			camera.CFrame = new CFrame(position);
			session.step(1 / 60);
			session.pressKey("K");
		};
		place(new Vector3(0, 5, 30));
		expect(isGuiShown(hud, "Shot 1")).to.equal(false);
		place(new Vector3(10, 5, 30));
		place(new Vector3(10, 15, 30));
		session.step(1 / 60);
		expect(isGuiShown(hud, "Shot 1")).to.equal(true);
		expect(textOf(hud, "Time")).to.equal("0:00.0 / 0:04.0");
		session.pressKey("P");
		session.advance(2 + 1 / 60);
		expect(camera.CFrame.Position.sub(new Vector3(10, 5, 30)).Magnitude < 0.3).to.equal(true);
		session.advance(2.5);
		// The next key belongs to another shot.
		place(new Vector3(0, 5, 0));
		place(new Vector3(0, 5, 9));
		session.step(1 / 60);
		expect(isGuiShown(hud, "Shot 2")).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("imports the duck on I, once, and it swims in the pond", () => {
		const { session, hud } = openDemo();
		const workspace = session.game.GetService("Workspace");
		session.userInput.press(findGui(hud, "ImportButton", "TextButton"));
		session.advance(0.5);
		const duck = workspace.FindFirstChild("Duck") as Model;
		const before = duck.GetPivot().Position;
		const head = duck.FindFirstChild("Head", true) as Bone;
		const nod = head.Transform;
		session.advance(1);
		expect(duck.GetPivot().Position.sub(before).Magnitude > 2).to.equal(true);
		expect(head.Transform !== nod).to.equal(true);
		session.pressKey("I");
		session.advance(0.5);
		const ducks = workspace.GetChildren().filter((child) => child.Name === "Duck");
		expect(ducks.size()).to.equal(1);
		session.pressKey("L");
		// At half the speed, the replay shows the park without the duck first.
		session.advance(3);
		expect(workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Duck")).to.be.ok();
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("throws the ball at the figure on B, which falls, stands up and walks on", () => {
		const { session, hud } = openDemo();
		const workspace = session.game.GetService("Workspace");
		const figure = workspace.FindFirstChild("Walker") as Model;
		const chest = figure.FindFirstChild("Chest", true) as Bone;
		const height = () => chest.TransformedWorldCFrame.Y;
		// The opening's ball hits it all the same.
		session.advance(9);
		expect(height() > 3).to.equal(true);
		session.pressKey("B");
		session.advance(3.3);
		expect(height() > 3).to.equal(true);
		session.advance(1.2);
		expect(height() < 1).to.equal(true);
		session.pressKey("B");
		session.step(1 / 60);
		expect(textOf(hud, "Message")).to.equal("Wait until the figure walks again.");
		session.advance(3);
		expect(height() > 3).to.equal(true);
		const before = figure.GetPivot().Position;
		session.advance(1);
		expect(math.abs(figure.GetPivot().Position.sub(before).Magnitude - 10 / 3) < 0.1).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("says why no figure walks if models cannot be imported", () => {
		const { session, hud } = openDemo({ hasMeshApis: false, skipsOpening: false });
		session.advance(0.5);
		expect(textOf(hud, "Message").match("^The figure could not be imported: .+")[0]).to.be.ok();
		session.pressKey("B");
		session.pressKey("O");
		session.pressKey("R");
		session.advance(1);
		session.pressKey("R");
		session.step(1 / 60);
		expect(isGuiShown(hud, "Take 1")).to.equal(true);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("leaves nothing behind when the client ends", () => {
		const session = headless!.open({ file: "dist/demo.rbxl", context: "PlayClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.runScript(session.game.GetService("ServerScriptService").FindFirstChild("start")!);
		session.advance(1);
		const workspace = session.game.GetService("Workspace");
		const playerGui = player.FindFirstChild("PlayerGui")!;
		const module = session.game.GetService("ReplicatedStorage").FindFirstChild("demo")!.FindFirstChild("client");
		const client = session.require(module as ModuleScript) as {
			startClient: (this: void, gui: Instance) => () => void;
		};
		const visit = (work: () => void) => {
			let finish: (() => void) | undefined;
			session.run(() => (finish = client.startClient(playerGui)));
			session.advance(1);
			work();
			session.run(() => finish!());
			session.advance(1);
		};
		// What stays for the whole game is there after the first visit.
		visit(() => undefined);
		const left = () => [
			session.countConnections(),
			session.countRenderSteps(),
			workspace.GetDescendants().size(),
			playerGui.GetDescendants().size(),
		];
		const before = left().join(" ");
		visit(() => session.advance(6));
		expect(left().join(" ")).to.equal(before);
		visit(() => {
			session.pressKey("Space");
			session.advance(0.5);
			for (const key of ["I", "B", "F", "R", "K", "K"] as const) {
				session.pressKey(key);
				session.advance(0.5);
			}
			session.pressKey("P");
			session.advance(0.5);
			session.pressKey("L");
			session.advance(0.5);
		});
		expect(left().join(" ")).to.equal(before);
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
		expect(textOf(hud, "PlayButton")).to.equal("Pause  P");
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
		expect(findGui(hud, "Take 2", "TextButton")).to.be.ok();
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("needs nothing of the world that streaming may not have brought yet", () => {
		const { session, hud } = openDemo({ isStreamedOut: true });
		const workspace = session.game.GetService("Workspace");
		expect(workspace.StreamingEnabled).to.equal(true);
		expect(workspace.FindFirstChild("Park")).to.equal(undefined);
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
