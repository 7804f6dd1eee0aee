import { headless } from "../headless";
import type { Session } from "../headless/session";
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

	test("the killcam guide: the last seconds are shown again, with everybody in them", () => {
		const session = headless!.open({ context: "LiveClient" });
		const player = session.players.join("Ada");
		session.players.setLocal(player);
		session.players.spawn(player);
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = session.game.GetService("ReplicatedStorage");
		const code = `${luauOf("docs/guides/killcam.md")}\ntask.wait(3)\nshowKillcam()\nscript.Name = "shown"`;
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

	test("the page on importing: a client asks before it imports, and shows why it cannot", () => {
		const run = [
			luauWith("docs/importing.md", "canImport"),
			"local label = Instance.new('TextLabel')",
			"label.Parent = script",
			"importIfAllowed(require(game.ReplicatedStorage.dolly), buffer.create(0), label)",
		];
		const session = play(run.join("\n"));
		session.advance(0.5);
		expect(session.takeErrors().join("\n")).to.equal("");
		const label = session.game.GetService("ReplicatedStorage").FindFirstChildWhichIsA("TextLabel", true)!;
		expect(label.Text.find("must turn on Enable Mesh / Image APIs", 1, true)[0]).to.be.ok();
	});

	test("the page on recordings: a server keeps what a client sends", () => {
		const session = headless!.open({ context: "BothSides" });
		const storage = session.game.GetService("ReplicatedStorage");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
		const event = session.create("RemoteEvent") as RemoteEvent;
		event.Name = "Recordings";
		event.Parent = storage;
		session.players.setLocal(session.players.join("Ada"));
		const add = (kind: "Script" | "LocalScript", code: string) => {
			const source = session.createScript(kind, code);
			source.Parent = storage;
			session.runScript(source);
		};
		add("Script", luauOf("docs/store.md"));
		add(
			"LocalScript",
			[
				"local storage = game:GetService('ReplicatedStorage')",
				"local dolly = require(storage:WaitForChild('dolly'))",
				"local remote = dolly.RecordingRemote.new(storage.Recordings)",
				"local take = dolly.createTake({ name = 'Opening', rate = 60, frames = buffer.create(36) })",
				"local ok, reason = remote:send(take)",
				"local names = remote:list()",
				"local back, problem = remote:load('Opening')",
				"script.Name = `{ok} {reason} {table.concat(names)} {back and back.count} {problem}`",
			].join("\n"),
		);
		session.advance(5);
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(storage.FindFirstChildOfClass("LocalScript")!.Name).to.equal("true nil Opening 2 nil");
	});

	test("the page on troubles prints what the engine refuses", () => {
		const prints = "local function print(...) script.Name ..= select('#', ...) end\n";
		const session = play(prints + luauOf("docs/guides/troubleshooting.md"));
		session.advance(1);
		expect(session.takeErrors().join("\n")).to.equal("");
		// Seven lines of three words each.
		const printed = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!.Name;
		expect(printed).to.equal("LocalScript3333333");
	});

	test("the plugin's page: a game plays a take that the plugin kept in the place", () => {
		const user = openStudio();
		user.type("Map", "Harbour");
		user.press("RecordButton");
		user.fly(2);
		user.press("RecordButton");
		user.session.advance(0.5);
		const session = play(luauOf("docs/plugin.md"), user.session.save());
		session.advance(1);
		const camera = session.game.GetService("Workspace").CurrentCamera!;
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
		session.advance(2);
		expect(camera.CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});
};
