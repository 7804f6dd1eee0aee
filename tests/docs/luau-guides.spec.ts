import { encodeBase64 } from "../../src/codecs";
import { headless } from "../headless";
import type { Session } from "../headless/session";
import { fromBase64 } from "../oracle-data";
import { importFixtures } from "../roblox/model/import-fixtures";
import { figureFile, figurePack, figureWith } from "./animation-pack";
import { takenApart } from "./taken-apart";

/** All Luau of a page, in its order. */
function luauOf(page: string): string {
	let code = "";
	for (const [block] of buffer.tostring(headless!.readFile(page)).gmatch("```lua\n(.-)```")) code += `${block}\n`;
	return code;
}

/** The blocks of Luau of a page that have one of these texts. */
function luauWith(page: string, ...texts: Array<string>): string {
	let code = "";
	for (const [block] of buffer.tostring(headless!.readFile(page)).gmatch("```lua\n(.-)```")) {
		if (texts.some((text) => (block as string).find(text, 1, true)[0] !== undefined)) code += `${block}\n`;
	}
	return code;
}

/** A game with the model file in its ReplicatedStorage and Ada at the screen. */
function openGame(context: "LiveClient" | "BothSides" = "LiveClient"): Session {
	const session = headless!.open({ context });
	const storage = session.game.GetService("ReplicatedStorage");
	for (const root of session.loadModel("dist/dolly.rbxm")) root.Parent = storage;
	const player = session.players.join("Ada");
	session.players.setLocal(player);
	session.players.spawn(player);
	return session;
}

function addScript(session: Session, kind: "Script" | "LocalScript", code: string) {
	const source = session.createScript(kind, code);
	source.Parent = session.game.GetService("ReplicatedStorage");
	session.runScript(source);
	return source;
}

/** Files as StringValues in ReplicatedStorage. */
function addFiles(session: Session, files: { [name: string]: buffer }): void {
	for (const [name, file] of pairs(files)) {
		const holder = session.create("StringValue") as StringValue;
		holder.Name = name as string;
		holder.Value = encodeBase64(file);
		holder.Parent = session.game.GetService("ReplicatedStorage");
	}
}

/** What the code of a page and of a spec calls to be heard: `say` joins whatever it is given. */
const SAY = `
	local function say(...)
		local words = {}
		for index = 1, select("#", ...) do
			words[index] = tostring((select(index, ...)))
		end
		script:SetAttribute("Said", (script:GetAttribute("Said") or "") .. table.concat(words, " ") .. "\\n")
	end
	local print, warn = say, say
`;

/** Runs a LocalScript for `seconds` and returns what it said, a line each. */
function saidBy(session: Session, code: string, seconds: number): string {
	const source = addScript(session, "LocalScript", SAY + code);
	session.advance(seconds);
	const errors = session.takeErrors();
	assert(errors.isEmpty(), errors.join("\n"));
	return (source.GetAttribute("Said") as string | undefined) ?? "";
}

/** A camera that goes along X, ten studs per second. */
const FLIGHT = `
	local x = 0
	game:GetService("RunService"):BindToRenderStep("fly", Enum.RenderPriority.Camera.Value + 1, function(passed)
		x += passed
		if workspace.CurrentCamera.CameraType ~= Enum.CameraType.Scriptable then
			workspace.CurrentCamera.CFrame = CFrame.new(10 * x, 5, 0)
		end
	end)
	local function seen()
		return math.round(workspace.CurrentCamera.CFrame.X)
	end`;

/** A body with an arm on a Motor6D. */
const RIG = `
	local function rig(name)
		local model = Instance.new("Model")
		local root, arm, joint = Instance.new("Part"), Instance.new("Part"), Instance.new("Motor6D")
		root.Name, arm.Name, joint.Name = "HumanoidRootPart", "Arm", "Shoulder"
		joint.Part0, joint.Part1 = root, arm
		root.Anchored = true
		root.Parent, arm.Parent, joint.Parent = model, model, root
		model.Name, model.PrimaryPart, model.Parent = name, root, workspace
		return model, joint
	end`;

/** The Luau of the guides, as a LocalScript or a Script of a game runs it. */
export = () => {
	const test = headless ? it : itSKIP;

	test("record.md: records, replays, controls, marks and modifies", () => {
		const said = saidBy(
			openGame(),
			`${luauOf("docs/guides/record.md")}
			${FLIGHT}
			local take
			task.spawn(function()
				take = recordAndReplay(1)
			end)
			task.wait(2)
			say("halfway", seen() >= 3 and seen() <= 7)
			task.wait(1.2)
			say("take", take.count >= 30 and take.count <= 32, workspace.CurrentCamera.CameraType.Name)

			local car = Instance.new("Part")
			car.Name, car.Anchored, car.Parent = "Car", true, workspace
			local last = watchCar(car, 0.5)
			task.wait(1)
			car.CFrame = CFrame.new(3, 0, 0)
			task.wait(0.2)
			local seconds = last()
			say("car", seconds.count, dolly.sampleCFrame(seconds, 0.5).X)

			local ghost = Instance.new("Part")
			ghost.Anchored = true
			local follower = showGhost(take, ghost)
			task.wait(0.5)
			say("ghost", ghost.Position.X > 3 and ghost.Position.X < 8)
			follower:destroy()

			local replay = recordRound(car, 1)
			say("round", replay.subjects[1].name, replay.subjects[2].name, replay.subjects[1].look == tostring(Players.LocalPlayer.UserId))

			local fill = Instance.new("Frame")
			local theatre = openTheatre(replay, fill)
			clickBar(theatre, 0.5)
			task.wait(0.5)
			say("theatre", math.abs(theatre.position - 0.75) < 0.03, math.abs(fill.Size.X.Scale - 0.75) < 0.05)
			theatre:destroy()

			local marked = dolly.createTake({
				rate = 2, frames = buffer.create(5 * 18),
				markers = { { name = "hall", seconds = 0.5 }, { name = "cellar", seconds = 1.5 } },
			})
			local doors = playWithDoors(marked, function(name)
				say("open", name)
			end, function(name)
				say("hear", name)
			end)
			task.wait(1)
			doors:skip()
			task.wait(0.1)

			local character = Instance.new("Part")
			character.CFrame = CFrame.new(5, 0, -30)
			local hand = followByHand(take, character)
			task.wait(0.8)
			local camera = workspace.CurrentCamera.CFrame
			say("aim", camera.LookVector:Dot((character.Position + Vector3.new(0, 1.5, 0) - camera.Position).Unit) > 0.99)
			hand:destroy()
			local sea = playAtSea(take)
			task.wait(0.8)
			say("roll", math.abs(workspace.CurrentCamera.CFrame.UpVector.X) > 0.05)
			sea:destroy()`,
			14,
		);
		expect(said).to.equal(
			[
				"halfway true",
				"take true Custom",
				"car 16 3",
				"ghost true",
				"round Ada Car true",
				"theatre true true",
				"open hall",
				"hear hall",
				"open cellar",
				"aim true",
				"roll true\n",
			].join("\n"),
		);
	});

	test("edit.md: slows, joins, blends, plays beside, and uses motions again", () => {
		const session = openGame();
		session.assets.setAudio(1843463175, { Title: "Tidal", Artist: "Nobody", Duration: 48 });
		const said = saidBy(
			session,
			`${luauOf("docs/guides/edit.md")}
			${RIG}
			local shot = dolly.createShot({
				{ seconds = 0, cframe = CFrame.new(0, 5, 0), easing = "linear" },
				{ seconds = 4, cframe = CFrame.new(40, 5, 0), easing = "linear" },
			})
			local flight = dolly.takeFromPath(shot, { rate = 60 })
			flight.markers = { { name = "hit", seconds = 2 } }
			local opening, report = slowOpening(flight, 1)
			say("opening", opening.markers[1].name, math.round(opening.markers[2].seconds), math.round((opening.count - 1) / opening.rate), #report)
			local slow = slowAt(flight, 2)
			say("slow", math.round((slow.count - 1) / slow.rate * 100))

			local film = playFilm({ flight, flight }, function(name)
				say("marker", name)
			end)
			say("film", film.duration)
			task.wait(8)

			local harbour = Instance.new("Folder")
			harbour.Name, harbour.Parent = "Harbour", workspace
			local postman, controller = Instance.new("Model"), Instance.new("AnimationController")
			local animator = Instance.new("Animator")
			postman.Name, postman.Parent = "Postman", harbour
			controller.Parent, animator.Parent = postman, controller
			local player = playHarbour({ flight, flight })
			task.wait(6)
			local music = game:GetService("SoundService"):FindFirstChild("Tidal")
			say("harbour", music.Playing, #animator:GetPlayingAnimationTracks(), #player.report)
			player:destroy()

			local ada, shoulder = rig("Dancer")
			local bob, other = rig("Bob")
			local recorder = dolly.ReplayRecorder.new()
			recorder:add(ada)
			recorder:start()
			for _ = 1, 90 do
				shoulder.Transform = CFrame.Angles(1, 0, 0)
				task.wait()
			end
			local replay = recorder:stop()
			local track, mixer = danceLike(replay, "Dancer", bob)
			task.wait(0.5)
			local _, angle = other.Transform:ToAxisAngle()
			say("dance", track.isPlaying, string.format("%.1f", angle), saveDance(replay, "Dancer").ClassName)
			mixer:destroy()
			local together = playTogether({ replay, replay })
			task.wait(0.2)
			say("together", together[1].position == together[2].position and together[1].position > 0)
			for _, each in together do
				each:destroy()
			end`,
			20,
		);
		expect(said).to.equal(
			[
				"opening title 3 5 0",
				// Half a second that slows down to a quarter takes 0.5 · ln(4) / 0.75 seconds.
				"slow 485",
				"film 7.5",
				"marker hit",
				"marker hit",
				"harbour true 1 0",
				"dance true 1.0 KeyframeSequence",
				"together true\n",
			].join("\n"),
		);
	});

	test("store.md: a server keeps what a client sends, and sends it back", () => {
		const session = openGame("BothSides");
		const storage = session.game.GetService("ReplicatedStorage");
		for (const name of ["Recordings", "Replays"]) {
			const event = session.create("RemoteEvent");
			event.Name = name;
			event.Parent = storage;
		}
		const crate = session.create("Part");
		crate.Name = "Crate";
		crate.Parent = storage;
		const page = "docs/guides/store.md";
		const keeping = addScript(
			session,
			"Script",
			`${luauWith(page, "serveRecordings", "keepMatch", "visitKeys", "shrink")}
			local replays = dolly.ReplayRecorder.new()
			local ball = Instance.new("Part")
			ball.Parent = workspace
			replays:add(ball)
			replays:start()
			task.wait(0.5)
			local match = keepMatch(store, "12", replays:stop())
			replays:destroy()
			local keys = {}
			visitKeys(store, "match/", function(key)
				table.insert(keys, key)
			end)
			local frames = buffer.create(36)
			buffer.writef32(frames, 0, 1 / 3)
			local small = shrink(dolly.createTake({ rate = 30, frames = frames }))
			script.Name = \`{#match.subjects} {table.concat(keys)} {buffer.readf32(small.frames, 0) * 128}\``,
		);
		// There is one client, and it hears what it has sent.
		addScript(session, "Script", luauWith(page, "sendTo").gsub("player ~= sender", "player == sender")[0]);
		const said = saidBy(
			session,
			`${luauWith(page, "saveAs", "showReplay")}
			local recorder = dolly.ReplayRecorder.new()
			local box = Instance.new("Part")
			box.Name, box.Parent = "Box", workspace
			recorder:add(box, { look = "crate" })
			recorder:start()
			task.wait(1)
			local replay = recorder:stop()
			recorder:destroy()
			box:Destroy()
			say(tostring(saveAs(replay, "Goal")))
			local shot = dolly.createShot({ { seconds = 0, cframe = CFrame.identity }, { seconds = 9, cframe = CFrame.new(9, 0, 0) } })
			say(tostring(saveAs(shot, "Shot")))
			local player = playSaved("Shot")
			say(tostring(player.duration))
			player:destroy()
			task.wait(1)
			local grey = playSaved("Goal")
			say(tostring(#grey.report))
			grey:destroy()
			local replays = dolly.RecordingRemote.new(ReplicatedStorage.Replays)
			replays.received:Connect(function(recording)
				local shown = showReplay(recording)
				say("passed on", tostring(#shown.report), shown:instanceOf("Box").ClassName)
				shown:destroy()
			end)
			replays:send(replay)`,
			10,
		);
		expect(keeping.Name).to.equal(`1 match/12 ${(43 / 128) * 128}`);
		expect(said).to.equal("true\ntrue\n9\n1\npassed on 0 Part\n");
	});

	test("import.md: imports, plays, asks, and changes", () => {
		const session = openGame();
		session.assets.setMeshApis(true);
		const crane = fromBase64(importFixtures().find(({ name }) => name === "node-animated")!.glb);
		const [gltf, bin] = takenApart(crane, "Crane.bin");
		addFiles(session, { FoxFile: figureFile(), Crane: crane, Gltf: gltf, Bin: bin, Wave: figureWith("Wave") });
		const said = saidBy(
			session,
			`${luauOf("docs/guides/import.md")}
			local function file(name)
				return dolly.readBytes(ReplicatedStorage[name])
			end
			local function legs(model)
				local _, angle = model:FindFirstChild("LeftUpperLeg", true).Transform:ToAxisAngle()
				return angle > 0.05
			end
			local fox = showFox(ReplicatedStorage.FoxFile)
			say(fox.model.Name, math.round(fox.model:GetPivot().LookVector.Z))
			task.wait(0.5)
			say("walks", legs(fox.model))
			fox.clips.Run = table.clone(fox.clips.Walk)
			local run = walkThenRun(fox)
			task.wait(0.5)
			say("runs", run.isPlaying, legs(fox.model))
			fox.clips.Wave = dolly.readModel(file("Wave")).clips[1]
			say("waves", waveWhileWalking(fox).isPlaying)
			fox:destroy()

			local apart = importWithFiles(file("Gltf"), file("Bin"))
			say("meshes", #apart.scene.meshes)
			apart:destroy()

			local label = Instance.new("TextLabel")
			importIfAllowed(file("Crane"), label):destroy()
			local built = importWithProgress(file("Crane"))
			built:destroy()
			local red = buildRed(file("FoxFile"))
			say("red", red.model:FindFirstChildWhichIsA("MeshPart", true).Color == Color3.new(1, 0, 0))
			red:destroy()`,
			5,
		);
		const lines = said.split("\n").filter((line) => line.match("^%d+ %%: ")[0] === undefined);
		expect(said.find("100 %: Done", 1, true)[0]).to.be.ok();
		expect(lines.join("\n")).to.equal("Fox -1\nwalks true\nruns true true\nwaves true\nmeshes 5\nred true\n");
	});

	test("import.md: a server downloads a file", () => {
		const session = openGame("BothSides");
		session.web.answer((address) => (address === "https://models.test/fox.glb" ? "glTF" : undefined));
		const block = luauWith("docs/guides/import.md", "download");
		const call = 'script.Name = buffer.tostring(download("https://models.test/fox.glb"))';
		const source = addScript(session, "Script", block + call);
		session.advance(1);
		expect(session.takeErrors().join("\n")).to.equal("");
		expect(source.Name).to.equal("glTF");
	});

	test("import.md: says why it cannot import", () => {
		const session = openGame();
		const said = saidBy(
			session,
			`${luauOf("docs/guides/import.md")}
			local label = Instance.new("TextLabel")
			say(importIfAllowed(buffer.create(0), label), label.Text)`,
			0.5,
		);
		expect(said.find("must turn on Enable Mesh / Image APIs", 1, true)[0]).to.be.ok();
		expect(said.sub(1, 3)).to.equal("nil");
	});

	test("animated-character.md: a pack's clips move a character, which walks and waves", () => {
		const session = openGame();
		session.assets.setMeshApis(true);
		addFiles(session, {
			Hero: figureFile(),
			Idle: figureWith("Idle"),
			Walk: figureWith("Walk"),
			Wave: figureWith("Wave"),
			Pack: figurePack(), // for the players' own
		});
		const said = saidBy(
			session,
			`${luauOf("docs/guides/animated-character.md")}
			local function file(name)
				return dolly.readBytes(ReplicatedStorage[name])
			end
			local function turn(model, name)
				local _, angle = model:FindFirstChild(name, true).Transform:ToAxisAngle()
				return angle
			end
			local hero, clips = createHero(file("Hero"), file("Idle"))
			clips.Walk = readClips(file("Walk")).Walk
			clips.Wave = readClips(file("Wave")).Wave
			task.wait(0.5)
			say("idle", turn(hero.model, "LeftUpperLeg") > 0.05, #hero.report)
			local start = hero.model:GetPivot().Position
			walkTo(hero, clips, start + Vector3.new(8, 0, 0), 4)
			local there = hero.model:GetPivot()
			say("there", math.round(there.X - start.X), math.round(there.LookVector.X))
			wave(hero, clips)
			task.wait(0.5)
			say("waves", math.abs(turn(hero.model, "RightUpperArm") - turn(hero.model, "LeftUpperArm")) > 0.01)
			local model = hero.model
			local bound = bindHero(model, file("Hero"), file("Walk"))
			task.wait(0.5)
			say("bound", turn(model, "LeftUpperLeg") > 0.05, #bound.report)
			bound:unbind()
			hero:destroy()`,
			6,
		);
		expect(said).to.equal("idle true 0\nthere 8 1\nwaves true\nbound true 0\n");
	});

	test("publish.md: a file in the place is built, and plays on a model that is there", () => {
		const session = openGame();
		session.assets.setMeshApis(true);
		addFiles(session, { FoxFile: figureFile() });
		const said = saidBy(
			session,
			`${luauOf("docs/guides/publish.md")}
			local fox = showFox()
			local bound = playPublished(fox.model, ReplicatedStorage.FoxFile)
			task.wait(0.5)
			local _, angle = fox.model:FindFirstChild("LeftUpperLeg", true).Transform:ToAxisAngle()
			say(fox.model.Name, angle > 0.05)
			bound:unbind()
			fox:destroy()`,
			3,
		);
		expect(said).to.equal("Fox true\n");
	});

	test("limits.md: imports, or says why not", () => {
		const session = openGame();
		session.assets.setMeshApis(true);
		addFiles(session, { Hero: figureFile() });
		const said = saidBy(
			session,
			`${luauOf("docs/limits.md")}
			local label = Instance.new("TextLabel")
			local hero = importOrSay(dolly.readBytes(game.ReplicatedStorage.Hero), label)
			say(hero.model.Parent == workspace)
			hero:destroy()
			say(importOrSay(buffer.create(0), label), label.Text)`,
			3,
		);
		expect(said).to.equal("true\nnil [dolly] readModel: the file is empty\n");
	});

	test("troubleshooting.md: prints what the engine refuses", () => {
		const code = `${luauOf("docs/guides/troubleshooting.md")} printDiagnosis()`;
		const lines = saidBy(openGame(), code, 1).split("\n");
		expect(lines.size()).to.equal(8);
		expect(lines[0].find("^NO Editable meshes ")[0]).to.be.ok();
	});
};
