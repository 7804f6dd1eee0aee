import { encodeRecording } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";
import { LiveKind, liveUser, packLiveNote } from "../../src/take/live/live-packet";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { importFixtures } from "../roblox/model/import-fixtures";
import { takeOf } from "../take/make-take";
import { figureFile, figurePack } from "./animation-pack";
import { Language, openPage, PagePlace } from "./open-page";

const FRAME = 1 / 60;

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** Goes on for `seconds`, and calls `each` before every frame with the seconds that have gone by. */
function during({ session }: PagePlace, seconds: number, each: (now: number) => void): void {
	for (const frame of $range(1, math.round(seconds / FRAME))) {
		each(frame * FRAME);
		session.step(FRAME);
	}
}

/** Nothing may have failed, been warned of, or be left over. */
function expectQuiet({ session }: PagePlace): void {
	const said = [...session.takeErrors(), ...session.takeWarnings()].join("\n");
	assert(said === "", said);
}

const replayOf = ({ workspace }: PagePlace) => workspace.FindFirstChild("DollyReplay");
const isHeld = ({ camera }: PagePlace) => camera.CameraType === Enum.CameraType.Scriptable;
const humanoidOf = (player: Player) => player.Character!.FindFirstChildOfClass("Humanoid")!;

/** A StringValue that holds Base64. */
function keep({ add }: PagePlace, name: string, bytes: buffer, parent: Instance): void {
	add("StringValue", name, parent).Value = encodeBase64(bytes);
}

/** A GLB of a skinned model with a clip. */
function skinnedGlb(): string {
	return importFixtures().find(({ name }) => name === "skinned, gltfpack -c")!.glb;
}

export = () => {
	const test = headless ? it : itSKIP;
	const both = (name: string, body: (language: Language) => void) => {
		for (const language of ["Luau", "TypeScript"] as const) test(`${name}, in ${language}`, () => body(language));
	};

	both("getting started: five seconds come again at half the speed", (language) => {
		const place = openPage("docs/getting-started.md", language, ({ session, ada }) => session.players.spawn(ada));
		const walk = (now: number) => place.ada.Character!.PivotTo(new CFrame(now * 2, 3, 0));
		during(place, 5, walk);
		place.session.advance(0.1);
		expect(isHeld(place)).to.equal(true);
		place.session.advance(5);
		const copy = replayOf(place)!.FindFirstChild("Ada") as Model;
		expectNear(xyz(copy.GetPivot()), [5, 3, 0], 0.3);
		place.session.advance(5.5);
		expect(replayOf(place)).to.equal(undefined);
		expect(isHeld(place)).to.equal(false);
		expectQuiet(place);
	});

	both("README: five seconds are packed and shown again", (language) => {
		const place = openPage("README.md", language, ({ add, storage, session, ada }) => {
			session.players.spawn(ada);
			add("StringValue", "Fox", storage).Value = skinnedGlb();
			session.assets.setMeshApis(true);
		});
		during(place, 5, (now) => place.ada.Character!.PivotTo(new CFrame(now * 2, 3, 0)));
		place.session.advance(5);
		expectNear(xyz((replayOf(place)!.FindFirstChild("Ada") as Model).GetPivot()), [5, 3, 0], 0.3);
		place.session.advance(6);
		expect(replayOf(place)).to.equal(undefined);
		expectQuiet(place);
	});

	both("README: a fox walks", (language) => {
		const place = openPage("README.md", language, ({ add, storage, session, ada }) => {
			session.players.spawn(ada);
			add("StringValue", "Fox", storage).Value = skinnedGlb();
			session.assets.setMeshApis(true);
		});
		place.session.advance(1);
		const bones = place.workspace.GetDescendants().filter((instance): instance is Bone => instance.IsA("Bone"));
		expect(bones.some(({ Transform }) => Transform !== CFrame.identity)).to.equal(true);
		expectQuiet(place);
	});

	both("concepts: all eight are made, played and packed", (language) => {
		const place = openPage("docs/concepts.md", language, ({ add, storage, session, ada }) => {
			session.players.spawn(ada);
			add("StringValue", "Fox", storage).Value = skinnedGlb();
			session.assets.setMeshApis(true);
		});
		place.session.advance(4.5);
		// The shot is first: half a second of its two.
		expect(isHeld(place)).to.equal(true);
		expect(place.camera.CFrame.Z < 40 && place.camera.CFrame.Z > 30).to.equal(true);
		place.session.advance(3.5);
		// The replay is last, and Ada is in it.
		expect(replayOf(place)!.FindFirstChild("Ada")).to.be.ok();
		place.session.advance(3);
		expect(isHeld(place)).to.equal(false);
		const printed = place.session.takePrinted();
		expect(printed[0]).to.equal("true");
		expect(printed[1].match("^%d+ %%: %w+")[0]).to.be.ok();
		const models = place.workspace
			.GetChildren()
			.filter((child) => child.FindFirstChildWhichIsA("Bone", true) !== undefined);
		expect(models.size()).to.equal(2);
		const moves = models.map((model) =>
			model.GetDescendants().some((bone) => bone.IsA("Bone") && bone.Transform !== CFrame.identity),
		);
		expect(moves.join()).to.equal("true, false");
		expectQuiet(place);
	});

	both("animated character: it walks when its player does, waves at a key, and comes with each respawn", (language) => {
		let character: Model;
		const place = openPage("docs/guides/animated-character.md", language, (made) => {
			made.session.assets.setMeshApis(true);
			keep(made, "Hero", figureFile(), made.storage);
			keep(made, "Pack", figurePack(), made.storage);
			character = made.session.players.spawn(made.ada, new Vector3(0, 3, 0));
		});
		const { session, ada, workspace } = place;
		session.advance(0.5);
		const model = workspace.FindFirstChild("Hero") as Model;
		const turn = (name: string) => (model.FindFirstChild(name, true) as Bone).Transform.ToAxisAngle()[1];
		expect((character!.FindFirstChild("HumanoidRootPart") as Part).Transparency).to.equal(1);
		expect(turn("LeftUpperLeg") < 0.01).to.equal(true);
		let legs = 0;
		during(place, 1, (now) => {
			character.PivotTo(new CFrame(now * 10, 3, 0));
			legs = math.max(legs, turn("LeftUpperLeg"));
		});
		expect(legs > 0.05).to.equal(true);
		expectNear(xyz(model.GetPivot()), [10, 0, 0], 0.2);
		session.advance(0.5);
		expect(turn("LeftUpperLeg") < 0.01 && turn("RightUpperArm") < 0.01).to.equal(true);
		session.pressKey("G");
		session.advance(0.3);
		expect(turn("RightUpperArm") > 0.02).to.equal(true);

		session.players.spawn(ada, new Vector3(0, 3, 20));
		session.advance(0.5);
		expect(model.Parent).to.equal(undefined);
		const another = workspace.FindFirstChild("Hero") as Model;
		expectNear([another.GetPivot().Z], [20], 0.1);
		session.players.leave(ada);
		session.advance(0.1);
		expect(another.Parent).to.equal(undefined);
		expectQuiet(place);
	});

	test("animated character: it walks to a place, and a model in the place plays the pack, in TypeScript", () => {
		const place = openPage("docs/guides/animated-character.md", "TypeScript", (made) => {
			made.session.assets.setMeshApis(true);
			keep(made, "Hero", figureFile(), made.storage);
			keep(made, "Pack", figurePack(), made.storage);
		});
		const { session, workspace } = place;
		const source = session.createScript(
			"LocalScript",
			`local page = require(game.ReplicatedStorage.tests.docs.code["animated-character-1"])
			local dolly = require(game.ReplicatedStorage.dolly)
			local heroFile = dolly.readBytes(game.ReplicatedStorage.Hero)
			local packFile = dolly.readBytes(game.ReplicatedStorage.Pack)
			local hero, clips = page.createHero(heroFile, packFile)
			local start = hero.model:GetPivot().Position
			page.walkTo(hero, clips, start + Vector3.new(8, 0, 0), 4)
			task.wait(1)
			page.bindHero(hero.model, heroFile, packFile)`,
		);
		source.Parent = place.storage;
		session.runScript(source);
		session.advance(1);
		const model = workspace.FindFirstChild("Hero") as Model;
		expectNear([model.GetPivot().X, model.GetPivot().LookVector.X], [4, 1], 0.2);
		session.advance(2);
		expectNear(xyz(model.GetPivot()), [8, 0, 0], 0.01);
		const turn = () => (model.FindFirstChild("LeftUpperLeg", true) as Bone).Transform.ToAxisAngle()[1];
		expect(turn() < 0.01).to.equal(true);
		session.advance(0.6);
		expect(turn() > 0.05).to.equal(true);
		expectQuiet(place);
	});

	both("camera from A to B: it flies, visits a part, tours, and bends a flight", (language) => {
		const place = openPage("docs/guides/camera-path.md", language, ({ add }) => {
			add("Part", "View").CFrame = CFrame.lookAt(new Vector3(50, 5, 0), Vector3.zero);
			const tour = add("Folder", "Tour");
			for (const step of [1, 2, 3]) add("Part", `${step}`, tour).CFrame = new CFrame(step * 10, 20, 0);
		});
		const { session, camera } = place;
		session.step(FRAME);
		expectNear(xyz(camera.CFrame), [-14, 12, 22], 0.01);
		session.advance(1.5);
		// Halfway through the time and the easing.
		expectNear(xyz(camera.CFrame), [-5, 8, 15.5], 0.3);
		session.advance(2.7);
		// From here to the part: two seconds there, two seconds of rest, a second back.
		session.advance(2.5);
		expectNear(xyz(camera.CFrame), [50, 5, 0], 0.01);
		expect(camera.FieldOfView).to.be.near(40, 0.1);
		session.advance(2.5);
		// The tour: two seconds forth and two back.
		session.advance(1);
		expectNear([camera.CFrame.Y], [20], 0.01);
		const first = camera.CFrame.X;
		session.advance(4);
		expectNear([camera.CFrame.X], [first], 0.5);
		session.advance(2.1);
		expect(isHeld(place)).to.equal(false);
		// Four seconds of flying, then the bent flight.
		during(place, 4.2, (now) => (camera.CFrame = new CFrame(20 * math.sin(now), 0, 0)));
		let highest = 0;
		during(place, 4, () => (highest = math.max(highest, camera.CFrame.Y)));
		expectNear([highest], [5], 1);
		session.advance(1.5);
		expect(isHeld(place)).to.equal(false);
		expectQuiet(place);
	});

	both("camera shake: an explosion shakes the view, which is the player's own again", (language) => {
		const place = openPage("docs/guides/camera-shake.md", language, ({ add, session, ada }) => {
			session.players.spawn(ada);
			add("Part", "Statue").CFrame = new CFrame(0, 3, 0);
		});
		const { session, camera } = place;
		// The shot plays for four seconds and looks at the statue, give or take half a degree or two.
		session.advance(2);
		expect(isHeld(place)).to.equal(true);
		expectNear([camera.CFrame.LookVector.Dot(new Vector3(0, 3, 0).sub(camera.CFrame.Position).Unit)], [1], 0.005);
		session.advance(3);
		expect(isHeld(place)).to.equal(false);

		const rest = camera.CFrame;
		const farthest = (seconds: number) => {
			let most = 0;
			during(place, seconds, () => {
				most = math.max(most, math.deg(math.acos(math.min(camera.CFrame.LookVector.Dot(rest.LookVector), 1))));
			});
			return most;
		};
		expect(farthest(0.5) < 0.01).to.equal(true);
		const explosion = place.add("Explosion", "Explosion");
		explosion.Position = camera.CFrame.Position;
		expect(farthest(0.5) > 1).to.equal(true);
		session.advance(0.6);
		expect(farthest(0.5) < 0.01).to.equal(true);
		expectNear(xyz(camera.CFrame), xyz(rest), 0.001);

		// A view that starts each frame from where it was does not drift either.
		camera.CameraType = Enum.CameraType.Scriptable;
		camera.CFrame = new CFrame(0, 10, 0);
		const another = place.add("Explosion", "Explosion");
		another.Position = new Vector3(0, 10, 0);
		session.advance(0.5);
		expect(camera.CFrame.LookVector.Z > -0.99999).to.equal(true);
		session.advance(1);
		expectNear(xyz(camera.CFrame), [0, 10, 0], 0.001);
		expectNear([camera.CFrame.LookVector.Z], [-1], 1e-5); // f32, rounded at each frame
		expectQuiet(place);
	});

	both("cutscene: GUIs go, a sound plays in time, a key skips, and a flight of the plugin's comes next", (language) => {
		let screen: ScreenGui;
		let subtitles: ScreenGui;
		let line: TextLabel;
		let thunder: Sound;
		const place = openPage("docs/guides/cutscene.md", language, (made) => {
			made.session.players.spawn(made.ada);
			const gui = made.ada.FindFirstChildOfClass("PlayerGui")!;
			screen = made.add("ScreenGui", "Hud", gui);
			subtitles = made.add("ScreenGui", "Subtitles", gui);
			line = made.add("TextLabel", "Line", subtitles);
			thunder = made.add("Sound", "Thunder", made.session.game.GetService("SoundService"));
			const kept = made.add("Folder", "Recordings", made.add("Folder", "Dolly", made.storage));
			keep(made, "Harbour 1", encodeRecording(takeOf([70, 71, 72, 73, 74, 75, 76], { rate: 1 })), kept);
		});
		const { session, camera } = place;
		const shown = () => `${screen.Enabled} ${subtitles.Enabled}`;
		session.advance(1.5);
		expect(`${shown()} ${thunder!.Playing}`).to.equal("false false false");
		session.advance(1);
		expect(thunder!.Playing).to.equal(true);
		session.pressKey("Space");
		session.advance(2);
		// The flight of the plugin's, with its subtitles; E skips it.
		expectNear([camera.CFrame.X], [71], 1);
		expect(shown()).to.equal("false true");
		session.pressKey("Space");
		session.advance(1);
		expectNear([camera.CFrame.X], [72], 1);
		session.pressKey("E");
		session.advance(1.5);
		// The film: four seconds of the shot, and a cut.
		expect(shown()).to.equal("false false");
		session.advance(3.7);
		expectNear(xyz(camera.CFrame), [3, 4, 6], 1);
		session.advance(2);
		// The story: subtitles at their markers, an explosion that shakes the view for a second, and a zoom.
		expect(shown()).to.equal("false true");
		const story = (seconds: number) => {
			let farthest = 0;
			during(place, seconds, () => (farthest = math.max(farthest, camera.CFrame.Position.sub(near).Magnitude)));
			return farthest;
		};
		const near = new Vector3(4, 4, 12);
		session.advance(0.6);
		expect(line!.Text).to.equal("It is quiet here.");
		session.advance(1.3);
		expect(line!.Text).to.equal("Too quiet.");
		expect(story(0.5) < 0.01).to.equal(true);
		expect(place.workspace.FindFirstChildOfClass("Explosion")).to.equal(undefined);
		expect(story(0.7) > 0.05).to.equal(true);
		expect(line!.Text).to.equal("");
		expect(place.workspace.FindFirstChildOfClass("Explosion")).to.be.ok();
		session.advance(0.9);
		expect(story(0.5) < 0.01).to.equal(true);
		expect(camera.FieldOfView < 40 && camera.FieldOfView >= 30).to.equal(true);
		session.pressKey("Space");
		session.advance(0.5);
		expect(shown()).to.equal("true true");
		expect(isHeld(place)).to.equal(false);
		expectQuiet(place);
	});

	both("instant replay: a goal is shown again and slows down at the mark, then a flight at bullet time", (language) => {
		let ball: Part;
		let goal: Part;
		const place = openPage("docs/guides/instant-replay.md", language, ({ add }) => {
			ball = add("Part", "Ball");
			goal = add("Part", "Goal");
		});
		const { session, camera } = place;
		// The last block of the page flies at once: four seconds, and a take that is 1.6 seconds longer.
		during(place, 4, (now) => {
			camera.CFrame = new CFrame(now * 10, 0, 0);
			ball.CFrame = new CFrame(now, 0, 0);
		});
		session.advance(2.45);
		const slow = camera.CFrame.X;
		session.advance(0.1);
		expectNear([camera.CFrame.X - slow], [0.2], 0.05);
		session.advance(6);
		expect(isHeld(place)).to.equal(false);

		// Six seconds of a ball that goes a stud a second, and the goal.
		during(place, 7, (now) => (ball.CFrame = new CFrame(now, 0, 0)));
		session.fire(goal!, "Touched", ball!);
		during(place, 1, (now) => (ball.CFrame = new CFrame(7 + now, 0, 0)));
		session.advance(0.5);
		const shownX = () => (replayOf(place)!.FindFirstChild("Ball") as Part).Position.X;
		expectNear([shownX()], [2.5], 0.2);
		session.advance(5);
		// Half a second after the mark, at a fifth of the speed.
		const marked = shownX();
		expectNear([marked], [7.1], 0.2);
		session.advance(1);
		expectNear([shownX() - marked], [0.2], 0.02);
		session.advance(3);
		expect(replayOf(place)).to.equal(undefined);
		expect(isHeld(place)).to.equal(false);
		// The next goal is shown too.
		session.advance(1);
		session.fire(goal!, "Touched", ball!);
		session.advance(1.5);
		expect(replayOf(place)).to.be.ok();
		expectQuiet(place);
	});

	both(
		"killcam: a death shows the last two seconds, each time, and the killer's side with a name on request",
		(language) => {
			let bob: Player;
			const place = openPage("docs/guides/killcam.md", language, ({ session, ada }) => {
				session.players.spawn(ada);
				bob = session.players.join("Bob");
				session.players.spawn(bob, new Vector3(0, 3, 50));
			});
			const { session, ada, camera } = place;
			during(place, 5, (now) => ada.Character!.PivotTo(new CFrame(now * 2, 3, 0)));
			humanoidOf(ada).Health = 0;
			session.advance(1);
			const shown = replayOf(place)!;
			expect(shown.FindFirstChild("Bob")).to.be.ok();
			// A second at half the speed, from three seconds on.
			expectNear(xyz((shown.FindFirstChild("Ada") as Model).GetPivot()), [7, 3, 0], 0.2);
			expect(isHeld(place)).to.equal(true);
			session.advance(3.5);
			expect(replayOf(place)).to.equal(undefined);
			expect(isHeld(place)).to.equal(false);

			session.players.spawn(ada);
			session.advance(1);
			humanoidOf(ada).Health = 0;
			session.advance(0.5);
			expect(replayOf(place)).to.be.ok();
			session.advance(5);
			expect(replayOf(place)).to.equal(undefined);

			// The server names the killer, who has a tag of Bob's in the Humanoid.
			const named = new Array<string>();
			const eliminated = place.storage.FindFirstChild("Eliminated") as RemoteEvent;
			session.remotes.onClientEvent(bob!, eliminated, (killer) => named.push(tostring(killer)));
			const creator = place.add("ObjectValue", "creator", humanoidOf(bob!));
			creator.Value = ada;
			humanoidOf(bob!).Health = 0;
			session.advance(0.1);
			expect(named.join()).to.equal("Ada");

			session.players.spawn(ada);
			session.players.leave(bob!);
			session.advance(1);
			bob = session.players.join("Bob", bob!.UserId);
			session.players.spawn(bob);
			const hud = place.add("ScreenGui", "Hud", ada.FindFirstChildOfClass("PlayerGui")!);
			during(place, 3, (now) => bob.Character!.PivotTo(new CFrame(now, 3, 50)));
			const tell = (killer: string) => {
				const server = session.createScript(
					"Script",
					`game.ReplicatedStorage.Eliminated:FireClient(game.Players.Ada, ${killer})`,
				);
				server.Parent = place.storage;
				session.runScript(server);
			};
			tell("game.Players.Bob");
			session.advance(1);
			// Bob has come back within the eight seconds: the replay may have two of him.
			const copyX = () => camera.CFrame.mul(new CFrame(3, 2, 8).Inverse());
			expectNear(xyz(copyX()), [1.5, 3, 50], 0.2);
			const screen = ada.FindFirstChildOfClass("PlayerGui")!.FindFirstChild("Killer") as ScreenGui;
			expect(`${screen.Enabled} ${hud.Enabled}`).to.equal("true false");
			expect((screen.FindFirstChildOfClass("TextLabel") as TextLabel).Text).to.equal("Bob got you. Space skips.");
			session.pressKey("Space");
			session.advance(0.1);
			expect(replayOf(place)).to.equal(undefined);
			expect(`${screen.Enabled} ${hud.Enabled} ${isHeld(place)}`).to.equal("false true false");

			// A respawn ends it, and without a killer it is the plain one.
			session.advance(1);
			tell("game.Players.Bob");
			session.advance(0.5);
			expect(replayOf(place)).to.be.ok();
			session.players.spawn(ada);
			session.advance(0.1);
			expect(replayOf(place)).to.equal(undefined);
			expect(isHeld(place)).to.equal(false);
			session.advance(3);
			tell("nil");
			session.advance(1);
			expect(replayOf(place)).to.be.ok();
			expect(screen.Enabled).to.equal(false);
			session.advance(5);
			expect(replayOf(place)).to.equal(undefined);
			expectQuiet(place);
		},
	);

	both("racing ghost: the best lap drives again, with wheels, and is kept", (language) => {
		let body: Part;
		let wheel: Part;
		let line: Part;
		const prepare = ({ add }: PagePlace) => {
			const car = add("Model", "Car");
			body = add("Part", "Body", car);
			wheel = add("Part", "Wheel", car);
			car.PrimaryPart = body;
			line = add("Part", "FinishLine");
		};
		const place = openPage("docs/guides/racing-ghost.md", language, prepare);
		const { session, ada, workspace } = place;
		const drive = (now: number) => {
			body.CFrame = new CFrame(now * 10, 0, 0);
			wheel.CFrame = body.CFrame.mul(new CFrame(2, 0, 0)).mul(CFrame.Angles(now * 2, 0, 0));
		};
		expectQuiet(place);
		// Before the first lap the last block of the page records five seconds for its block, which drives them again.
		during(place, 5, drive);
		session.advance(2);
		expectNear([(workspace.FindFirstChild("Part") as Part).Position.X], [20], 1);

		session.fire(line!, "Touched", wheel!);
		during(place, 4, drive);
		session.fire(line!, "Touched", wheel!);
		session.fire(line!, "Touched", body!);
		drive(0);
		session.advance(1);
		const ghost = replayOf(place)!.FindFirstChild("Car") as Model;
		const [ghostBody, ghostWheel] = ["Body", "Wheel"].map((name) => ghost.FindFirstChild(name) as Part);
		expectNear([ghostBody.Position.X], [10], 0.5);
		expect(ghostBody.CFrame.ToObjectSpace(ghostWheel.CFrame).YVector.Y < 0).to.equal(true);
		expect(ghostBody.Transparency).to.be.near(0.6, 1e-6);
		expect(body!.LocalTransparencyModifier).to.equal(0);
		// A slower lap leaves the best one; its ghost is the first again.
		session.advance(4.5);
		expect(replayOf(place)).to.equal(undefined);
		session.fire(line!, "Touched", wheel!);
		session.advance(3.5);
		expect(replayOf(place)).to.be.ok();
		session.advance(1);
		expect(replayOf(place)).to.equal(undefined);

		const key = `h/${ada.UserId}/Ring`;
		expect(session.dataStores.keys("Laps").join()).to.equal(key);
		expectQuiet(place);

		// The next visit starts with the ghost of the last one.
		const kept = session.dataStores.peek("Laps", key);
		const visit = openPage("docs/guides/racing-ghost.md", language, (made) => {
			made.session.dataStores.put("Laps", key, kept);
			prepare(made);
		});
		expect(visit.ada.UserId).to.equal(ada.UserId);
		visit.session.advance(4);
		visit.session.fire(line!, "Touched", wheel!);
		visit.session.advance(1);
		expectNear(xyz((replayOf(visit)!.FindFirstChild("Car") as Model).GetPivot()), [10, 0, 0], 0.5);
		expectQuiet(visit);
	});

	both("spectate: who is out sees what a team-mate's camera sees, until the respawn", (language) => {
		let bob: Player;
		const place = openPage("docs/guides/spectate.md", language, ({ session, ada }) => {
			session.players.spawn(ada);
			bob = session.players.join("Bob");
			session.players.spawn(bob);
		});
		const { session, ada, camera } = place;
		const live = place.storage.FindFirstChild("Live") as UnreliableRemoteEvent;
		const sent = new Array<buffer>();
		session.remotes.onClientEvent(bob!, live, (packet) => sent.push(packet as buffer));
		const watched = packLiveNote(LiveKind.Watch, liveUser(ada.UserId), 0);
		camera.CameraType = Enum.CameraType.Scriptable;
		during(place, 2, (now) => {
			if (math.round(now / FRAME) % 60 === 1) session.remotes.fireServer(bob, live, watched);
			camera.CFrame = new CFrame(now * 5, 20, 0);
		});
		camera.CameraType = Enum.CameraType.Custom;
		const packets = [...sent];
		expect(packets.size() >= 50 && packets.size() <= 62).to.equal(true);

		humanoidOf(ada).Health = 0;
		session.advance(0.5);
		// Bob's machine sends the same flight in his own name.
		for (const packet of packets) {
			buffer.writeu32(packet, 1, liveUser(bob!.UserId));
			session.remotes.fireServer(bob!, live, packet);
			session.advance(1 / 30, FRAME);
		}
		expect(isHeld(place)).to.equal(true);
		expectNear([camera.CFrame.Y], [20], 0.01);
		expect(camera.CFrame.X > 7 && camera.CFrame.X < 10).to.equal(true);
		session.players.spawn(ada);
		session.advance(0.1);
		expect(isHeld(place)).to.equal(false);
		// The next time, Bob leaves before the respawn.
		humanoidOf(ada).Health = 0;
		session.advance(0.5);
		session.remotes.fireServer(bob!, live, packets[0]);
		session.advance(0.5);
		expect(isHeld(place)).to.equal(true);
		session.players.leave(bob!);
		session.advance(0.5);
		expect(isHeld(place)).to.equal(false);
		expectQuiet(place);
	});
};
