import { headless } from "../headless";
import type { Session } from "../headless/session";
import { record, setMap } from "../plugin/library/in-library";
import { openStudio } from "../plugin/open-studio";

/** The one block of Luau of a page. */
function luauOf(page: string): string {
	const [code, another] = buffer.tostring(headless!.readFile(page)).match("```lua\n(.-)```(.*)");
	assert(
		code !== undefined && (another as string).find("```lua", 1, true)[0] === undefined,
		`${page} has no one block`,
	);
	return code as string;
}

/** The block of Luau of a page that has this text. */
function luauWith(page: string, text: string): string {
	for (const [code] of buffer.tostring(headless!.readFile(page)).gmatch("```lua\n(.-)```")) {
		if ((code as string).find(text, 1, true)[0] !== undefined) return code as string;
	}
	error(`${page} has no block with ${text}`, 0);
}

/** Runs Luau in a game that has the model file in its ReplicatedStorage. */
function play(code: string, place?: buffer): Session {
	const session = headless!.open({ place, context: "LiveClient" });
	for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
	const source = session.createScript("LocalScript", code);
	source.Parent = session.game.GetService("ReplicatedStorage");
	session.runScript(source);
	return session;
}

export = () => {
	const test = headless ? it : itSKIP;

	test("README's Luau records", () => {
		const session = play(`${luauOf("README.md")}\ntask.wait(2)\nscript.Name = tostring(recorder:stop().count)`);
		session.advance(2.5);
		expect(session.takeErrors().join("\n")).to.equal("");
		const storage = session.game.GetService("ReplicatedStorage");
		// Thirty a second, the first at once.
		const count = tonumber(storage.FindFirstChildOfClass("LocalScript")!.Name)!;
		expect(count >= 60 && count <= 62).to.equal(true);
	});

	test("the guide from A to B: a shot plays, parts are keys, and a fitted flight bends", () => {
		const page = buffer.tostring(headless!.readFile("docs/guides/camera-path.md"));
		let code = "";
		for (const [block] of page.gmatch("```lua\n(.-)```")) code += `${block}\n`;
		const session = play(`${code}
			playIntro()
			local recorder = dolly.Recorder.new({ rate = 30 })
			recorder:start()
			local folder = Instance.new("Folder")
			for step = 1, 3 do
				local part = Instance.new("Part")
				part.Name, part.CFrame, part.Parent = tostring(step), CFrame.new(step * 10, 0, 0), folder
			end
			playParts(folder)
			task.wait(2.5)
			local take = recorder:stop()
			local bent = liftMiddle(take)
			local highest = 0
			for step = 0, 200 do
				highest = math.max(highest, dolly.sampleCFrame(bent, step / 100).Y)
			end
			script.Name = string.format("%.0f %d", highest, take.count // 10)`);
		session.advance(8);
		expect(session.takeErrors().join("\n")).to.equal("");
		const ran = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!;
		expect(ran.Name).to.equal("5 7");
	});

	test("the cutscene guide: GUIs are hidden until a key skips", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		const screen = session.create("ScreenGui") as ScreenGui;
		screen.Parent = player.FindFirstChildOfClass("PlayerGui");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
		const code = `${luauOf("docs/guides/cutscene.md")}
			local shot = dolly.createShot({ { seconds = 0, cframe = CFrame.identity }, { seconds = 9, cframe = CFrame.identity } })
			playCutscene(shot, script)
			script.Name = "over"`;
		const source = session.createScript("LocalScript", code);
		source.Parent = session.game.GetService("ReplicatedStorage");
		session.runScript(source);
		session.advance(2);
		expect(`${screen.Enabled} ${source.Name}`).to.equal("false LocalScript");
		session.pressKey("Space");
		session.advance(1.5);
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(`${screen.Enabled} ${source.Name}`).to.equal("true over");
	});

	test("the killcam guide: the last seconds are shown again, with everybody in them", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
		const code = `${luauWith("docs/guides/killcam.md", "keepLast")}\ntask.wait(3)\nshowKillcam()\nscript.Name = "shown"`;
		const source = session.createScript("LocalScript", code);
		source.Parent = session.game.GetService("ReplicatedStorage");
		session.runScript(source);
		session.advance(5);
		expect(session.takeErrors().join("\n")).to.equal("");
		const folder = session.game.GetService("Workspace").FindFirstChild("DollyReplay");
		expect(folder!.FindFirstChild("Ada")).to.be.ok();
		// Three seconds at half speed.
		session.advance(5);
		expect(session.game.GetService("Workspace").FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(source.Name).to.equal("shown");
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("the killcam guide: three seconds with a health bar, until the respawn", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
		const code = [
			luauWith("docs/guides/killcam.md", "keepLast"),
			luauWith("docs/guides/killcam.md", "showDeath"),
			"local function print(...) script.Name ..= table.concat({ ... }, ' ') end",
			"task.wait(5)",
			"local label = Instance.new('TextLabel')",
			"label.Parent = script",
			"showDeath(label)",
			"script.Name ..= replays.state",
		];
		const source = session.createScript("LocalScript", code.join("\n"));
		source.Parent = session.game.GetService("ReplicatedStorage");
		session.runScript(source);
		session.advance(7);
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(source.FindFirstChildOfClass("TextLabel")!.Text).to.equal("Health 100");
		const workspace = session.game.GetService("Workspace");
		expect(workspace.FindFirstChild("DollyReplay")).to.be.ok();
		session.players.spawn(player);
		session.advance(0.5);
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(source.Name).to.equal("LocalScriptrecording");
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("the racing guide: a ghost has wheels", () => {
		const session = play(`${luauWith("docs/guides/racing-ghost.md", "startLap")}
			local car, body, wheel = Instance.new("Model"), Instance.new("Part"), Instance.new("Part")
			body.Name, wheel.Name = "Body", "Wheel"
			body.Anchored, wheel.Anchored = true, true
			body.Parent, wheel.Parent, car.PrimaryPart, car.Parent = car, car, body, workspace
			local finish = startLap(car)
			for step = 1, 60 do
				body.CFrame = CFrame.new(step, 0, 0)
				wheel.CFrame = body.CFrame * CFrame.new(2, 0, 0) * CFrame.Angles(step / 20, 0, 0)
				task.wait()
			end
			local ghost = sendGhost(finish(), car:Clone())
			task.wait(0.5)
			local copy = ghost:instanceOf("Car")
			local turn = copy.Body.CFrame:ToObjectSpace(copy.Wheel.CFrame)
			script.Name = if turn.YVector.Y < 0.8 then "turns" else "stands"`);
		session.advance(3);
		expect(session.takeErrors().join("\n")).to.equal("");
		const ran = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!;
		expect(ran.Name).to.equal("turns");
		expect(session.game.GetService("Workspace").FindFirstChild("DollyReplay")).to.equal(undefined);
	});

	test("the killcam example: a death shows the last seconds again", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		const packages = session.create("Folder");
		packages.Name = "Packages";
		packages.Parent = session.game.GetService("ReplicatedStorage");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = packages;
		const code = buffer.tostring(headless!.readFile("examples/luau/src/killcam.client.luau"));
		const source = session.createScript("LocalScript", code);
		source.Parent = packages;
		session.runScript(source);
		session.advance(3);
		const workspace = session.game.GetService("Workspace");
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		(player.Character!.FindFirstChild("Humanoid") as Humanoid).Health = 0;
		session.advance(0.5);
		expect(workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Ada")).to.be.ok();
		session.advance(7);
		expect(workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		expect(session.takeErrors().join("\n")).to.equal("");
	});

	test("the plugin's page: a game plays a take that the plugin kept in the place", () => {
		const user = openStudio();
		setMap(user, "Harbour");
		record(user, 2);
		const session = play(luauWith("docs/plugin.md", "readBytes"), user.session.save());
		session.advance(1);
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		session.advance(2);
		expect(camera.CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});
};
