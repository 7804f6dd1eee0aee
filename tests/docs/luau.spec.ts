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

	test("the page on filming: a slowed flight is longer, and modifiers turn what is shown", () => {
		const code = ["slowAt", "followByHand", "roll"].map((name) => luauWith("docs/guides/film.md", name));
		const session = play(`local dolly = require(game:GetService("ReplicatedStorage"):WaitForChild("dolly"))
			local shot = dolly.createShot({
				{ seconds = 0, cframe = CFrame.new(0, 5, 0) },
				{ seconds = 4, cframe = CFrame.new(40, 5, 0) },
			})
			local flight = dolly.takeFromPath(shot, { rate = 60 })
			local character = Instance.new("Part")
			character.CFrame = CFrame.new(20, 0, -30)
			${code.join("\n")}
			local slow = slowAt(flight, 2)
			player:play()
			task.wait(1)
			local rolled = workspace.CurrentCamera.CFrame.UpVector.X
			player:destroy()
			local hand = followByHand(flight, character)
			task.wait(2)
			local camera = workspace.CurrentCamera.CFrame
			local aim = camera.LookVector:Dot((character.Position + Vector3.new(0, 1.5, 0) - camera.Position).Unit)
			hand:destroy()
			script.Name = \`{math.round((slow.count - 1) / slow.rate * 100)} {math.abs(rolled) > 0.05} {aim > 0.995}\`
		`);
		session.advance(4);
		expect(session.takeErrors().join("\n")).to.equal("");
		// Half a second that slows down to a quarter takes 0.5 · ln(4) / 0.75 seconds: 0.924.
		const name = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!.Name;
		expect(name).to.equal("485 true true");
	});

	test("the page on filming: a theatre, two replays together, and a motion on another rig", () => {
		const code = ["openTheatre", "playTogether", "danceLike"].map((name) => luauWith("docs/guides/film.md", name));
		const session = play(`${code.join("\n")}
			local function rig(name)
				local model = Instance.new("Model")
				local root, arm, joint = Instance.new("Part"), Instance.new("Part"), Instance.new("Motor6D")
				root.Name, arm.Name, joint.Name = "HumanoidRootPart", "Arm", "Shoulder"
				joint.Part0, joint.Part1 = root, arm
				root.Anchored = true
				root.Parent, arm.Parent, joint.Parent = model, model, root
				model.Name, model.PrimaryPart, model.Parent = name, root, workspace
				return model, joint
			end
			local ada, shoulder = rig("Ada")
			local bob, other = rig("Bob")
			local recorder = dolly.ReplayRecorder.new()
			recorder:add(ada)
			recorder:start()
			for _ = 1, 120 do
				shoulder.Transform = CFrame.Angles(1, 0, 0)
				RunService.PreRender:Wait()
			end
			local replay = recorder:stop()
			local fill = Instance.new("Frame")
			local theatre = openTheatre(replay, fill)
			clickBar(theatre, 0.5)
			task.wait(0.5)
			theatre.speed = -1
			task.wait(0.25)
			local seconds = theatre.position
			theatre:destroy()
			local together = playTogether({ replay, replay })
			task.wait(0.5)
			local positions = together[1].position - together[2].position
			for _, player in together do
				player:destroy()
			end
			local track = danceLike(replay, "Ada", bob)
			task.wait(0.5)
			local _, angle = other.Transform:ToAxisAngle()
			script.Name = string.format("%.1f %.1f %.0f %.1f %s", fill.Size.X.Scale, seconds, positions, angle, saveDance(replay, "Ada").ClassName)`);
		session.advance(5);
		expect(session.takeErrors().join("\n")).to.equal("");
		const ran = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!;
		expect(ran.Name).to.equal("0.5 1.0 0 1.0 KeyframeSequence");
	});

	test("the page on filming: gulls beside a flight", () => {
		const session = play(`local dolly = require(game:GetService("ReplicatedStorage"):WaitForChild("dolly"))
			${luauWith("docs/guides/film.md", "playWithGulls")}
			local gull = Instance.new("Part")
			gull.Name, gull.Anchored, gull.Parent = "Gull", true, workspace
			local replays = dolly.ReplayRecorder.new()
			replays:add(gull)
			replays:start()
			local recorder = dolly.Recorder.new({ rate = 30 })
			recorder:start()
			task.wait(2)
			local player = playWithGulls(recorder:stop(), replays:stop())
			task.wait(1)
			local shown = player:instanceOf("Gull")
			local music = game:GetService("SoundService"):FindFirstChild("Tidal")
			script.Name = tostring(shown ~= nil and shown ~= gull and shown.Parent ~= nil) .. " " .. tostring(music.Playing)
			player:destroy()`);
		session.advance(4);
		expect(session.takeErrors().join("\n")).to.equal("");
		const ran = session.game.GetService("ReplicatedStorage").FindFirstChildOfClass("LocalScript")!;
		expect(ran.Name).to.equal("true true");
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
			luauWith("docs/guides/import.md", "canImport"),
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
		add("Script", luauWith("docs/guides/store.md", "serveRecordings"));
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

	test("the page on recordings: a client saves, loads, and shows a replay that comes from the server", () => {
		const session = headless!.open({ context: "BothSides" });
		const storage = session.game.GetService("ReplicatedStorage");
		for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
		for (const name of ["Recordings", "Replays"]) {
			const event = session.create("RemoteEvent");
			event.Name = name;
			event.Parent = storage;
		}
		const crate = session.create("Part");
		crate.Name = "Crate";
		crate.Parent = storage;
		session.players.setLocal(session.players.join("Ada"));
		const add = (kind: "Script" | "LocalScript", code: string) => {
			const source = session.createScript(kind, code);
			source.Parent = storage;
			session.runScript(source);
			return source;
		};
		add("Script", luauWith("docs/guides/store.md", "serveRecordings"));
		const passing = luauWith("docs/guides/store.md", "sendTo").gsub("player ~= sender", "player == sender")[0]; // one client is all there is
		add("Script", passing);
		const client = [
			luauWith("docs/guides/store.md", "saveAs"),
			luauWith("docs/guides/store.md", "showReplay"),
			luauWith("docs/guides/store.md", "shrink"),
			"local recorder = dolly.ReplayRecorder.new()",
			"local box = Instance.new('Part')",
			"box.Name, box.Parent = 'Box', workspace",
			"recorder:add(box, { look = 'crate' })",
			"recorder:start()",
			"task.wait(1)",
			"local replay = recorder:stop()",
			"recorder:destroy()",
			"box:Destroy()",
			"local frames = buffer.create(36)",
			"buffer.writef32(frames, 0, 1 / 3)",
			"local small = shrink(dolly.createTake({ rate = 30, frames = frames }))",
			"assert(buffer.readf32(small.frames, 0) == 43 / 128)",
			"script.Name = `{saveAs(replay, 'Goal')} {loadAs('Goal').name}`",
			"local replays = dolly.RecordingRemote.new(ReplicatedStorage.Replays)",
			"replays.received:Connect(function(recording)",
			"	script.Name ..= ` {#showReplay(recording).report}`",
			"end)",
			"replays:send(replay)",
		];
		const source = add("LocalScript", client.join("\n"));
		session.advance(6);
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(source.Name).to.equal("true Goal 0");
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
