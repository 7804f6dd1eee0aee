import { RunService, Workspace } from "@rbxts/services";
import { encodeRecording, sampleCFrame } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { buildGlb } from "../builders/glb";
import { takeOf } from "../take/make-take";
import { keepCutscene, playCutscene as playFromBlender } from "./code/blender-cutscene";
import { playIntro } from "./code/camera-path-1";
import { playParts } from "./code/camera-path-2";
import { liftMiddle } from "./code/camera-path-3";
import { playCutscene } from "./code/cutscene";
import { playCutscene as playGuide } from "./code/cutscene-1";
import { watchForReplays } from "./code/instant-replay";
import { recordEverybody, showKillcam } from "./code/killcam-1";
import { playKept } from "./code/plugin-1";
import { recordAndReplay } from "./code/readme-2";
import { patrol } from "./code/security-camera";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** A camera that goes 4 metres along X in 2 seconds, as an exporter writes it. */
function cameraGlb(): buffer {
	const binary = buffer.create(32);
	[0, 2, 0, 0, 0, 4, 0, 0].forEach((value, index) => buffer.writef32(binary, index * 4, value));
	const json = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"Shot","camera":0}],
		"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],"buffers":[{"byteLength":32}],
		"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":24}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[2]},
			{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}],
		"animations":[{"samplers":[{"input":0,"output":1}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]}`;
	return buildGlb(json, binary);
}

export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;

	/** Moves something every frame, for `seconds`. */
	function during(seconds: number, gap: number, each: (now: number) => void): void {
		let now = 0;
		RunService.BindToRenderStep("during", Enum.RenderPriority.Camera.Value, (passed) => {
			now += passed;
			each(now);
		});
		engine.advance(seconds, gap);
		RunService.UnbindFromRenderStep("during");
	}

	test("the plugin's page: a take of the place is read and played", () => {
		const storage = game.GetService("ReplicatedStorage");
		const folder = new Instance("Folder");
		folder.Name = "Dolly";
		const takes = new Instance("Folder");
		takes.Name = "Recordings";
		takes.Parent = folder;
		const holder = new Instance("StringValue");
		holder.Name = "Harbour 1";
		holder.Value = encodeBase64(encodeRecording(takeOf([7, 7])));
		holder.Parent = takes;
		folder.Parent = storage;
		playKept("Harbour 1");
		engine.advance(0.02, 0.01);
		expectNear(xyz(camera().CFrame), [7, 0, 0], 1e-3);
		engine.advance(1);
		folder.Destroy();
	});

	test("README: ten seconds are recorded, packed, unpacked and replayed at half the speed", () => {
		let take: ReturnType<typeof recordAndReplay> | undefined;
		task.spawn(() => (take = recordAndReplay()));
		during(10, 1 / 60, (now) => {
			camera().CFrame = new CFrame(now, 0, 0);
		});
		engine.advance(10, 1 / 60);
		expect(camera().CameraType).to.equal(Enum.CameraType.Scriptable);
		expectNear(xyz(camera().CFrame), [5, 0, 0], 0.05);
		expect(take).to.equal(undefined);
		engine.advance(10.5, 1 / 60);
		expect(take!.map).to.equal("Harbour");
		expectNear([(take!.count - 1) / take!.rate], [10], 0.1);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});

	test("Blender's camera flies in studs, and is kept as a take", () => {
		const studs = 4 / 0.28;
		let isOver = false;
		task.spawn(() => {
			playFromBlender(cameraGlb());
			isOver = true;
		});
		engine.advance(1, 1 / 60);
		// The first rendered frame shows the start.
		expectNear(xyz(camera().CFrame), [(studs * 59) / 120, 0, 0], 0.13);
		engine.advance(1.2, 1 / 60);
		expect(isOver).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);

		const take = keepCutscene(cameraGlb(), "Harbour");
		expect(`${take.map} ${take.count} ${take.rate}`).to.equal("Harbour 121 60");
		expectNear(xyz(sampleCFrame(take, 2)), [studs, 0, 0], 1e-5);
	});

	test("killcam: everybody's last seconds, again, in slow motion", () => {
		const player = headless!.players.join("Ada");
		headless!.players.spawn(player);
		recordEverybody();
		headless!.advance(3);
		let isOver = false;
		task.spawn(() => {
			showKillcam();
			isOver = true;
		});
		headless!.advance(1);
		expect(Workspace.FindFirstChild("DollyReplay")!.FindFirstChild("Ada")).to.be.ok();
		expect(isOver).to.equal(false);
		headless!.advance(6);
		expect(isOver).to.equal(true);
		expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		headless!.players.leave(player);
	});

	test("camera from A to B: a shot plays, parts are keys, and a fitted flight bends", () => {
		let isOver = false;
		task.spawn(() => {
			playIntro();
			isOver = true;
		});
		engine.advance(1.5, 1 / 60);
		// Halfway through both the time and the easing.
		expectNear(xyz(camera().CFrame), [30, 30, 40], 1.5);
		engine.advance(3, 1 / 60);
		expect(isOver).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);

		const folder = new Instance("Folder");
		for (const step of [1, 2, 3]) {
			const part = new Instance("Part");
			part.Name = tostring(step);
			part.CFrame = new CFrame(step * 10, 0, 0);
			part.Parent = folder;
		}
		playParts(folder);
		engine.advance(1 + 1 / 60, 1 / 60);
		expectNear(xyz(camera().CFrame), [20, 0, 0], 0.5);
		engine.advance(2, 1 / 60);

		const xs = new Array<number>();
		for (const frame of $range(0, 240)) xs.push(20 * math.sin(frame / 60));
		const take = takeOf(xs);
		const bent = liftMiddle(take);
		let highest = 0;
		for (const frame of $range(0, 240)) highest = math.max(highest, sampleCFrame(bent, frame / 60).Y);
		expectNear([highest], [5], 0.2);
		expectNear(xyz(sampleCFrame(bent, 0)), xyz(sampleCFrame(take, 0)), 1e-4);
	});

	test("instant replay: the last seconds, again, at half the speed", () => {
		const replay = watchForReplays(2, 0.5);
		during(5, 1 / 60, (now) => {
			camera().CFrame = new CFrame(now, 0, 0);
		});
		let isOver = false;
		task.spawn(() => {
			replay();
			isOver = true;
		});
		engine.step(1 / 60);
		expectNear(xyz(camera().CFrame), [3, 0, 0], 0.05);
		engine.advance(2, 1 / 60);
		expectNear(xyz(camera().CFrame), [4, 0, 0], 0.05);
		expect(isOver).to.equal(false);
		engine.advance(3, 1 / 60);
		expect(isOver).to.equal(true);
		expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
	});

	test("security camera: what was seen on the lift is seen on the lift", () => {
		const lift = new Instance("Model");
		lift.WorldPivot = new CFrame(0, 10, 0);
		camera().CFrame = new CFrame(1, 12, 3);
		let player: ReturnType<typeof patrol> | undefined;
		task.spawn(() => (player = patrol(lift, 1)));
		engine.advance(1.2, 1 / 60);
		lift.WorldPivot = new CFrame(100, 0, 0);
		engine.advance(2, 1 / 60);
		expectNear(xyz(camera().CFrame), [101, 2, 3], 1e-3);
		player!.destroy();
	});

	test("cutscene: screens are hidden, markers heard, and a key ends it", () => {
		const localPlayer = engine.players.join("Ada");
		engine.players.setLocal(localPlayer);
		const character = engine.players.spawn(localPlayer);
		// The headless engine holds characters, because it has no ground.
		character.PrimaryPart!.Anchored = false;
		const playerGui = localPlayer.WaitForChild("PlayerGui");
		const screen = new Instance("ScreenGui");
		screen.Parent = playerGui;
		const subtitles = new Instance("ScreenGui");
		subtitles.Name = "Subtitles";
		subtitles.Parent = playerGui;
		const sounds = new Instance("Folder");
		const thunder = new Instance("Sound");
		thunder.Name = "thunder";
		thunder.Parent = sounds;
		const take = takeOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], { rate: 2, markers: [{ name: "thunder", seconds: 1 }] });
		for (const play of [playCutscene, playGuide]) {
			thunder.Playing = false;
			let isOver = false;
			task.spawn(() => {
				play(take, sounds);
				isOver = true;
			});
			engine.advance(0.5, 1 / 60);
			expect(screen.Enabled).to.equal(false);
			expect(subtitles.Enabled).to.equal(true);
			expect(character.PrimaryPart!.Anchored).to.equal(true);
			expect(thunder.Playing).to.equal(false);
			engine.advance(1, 1 / 60);
			expect(thunder.Playing).to.equal(true);
			engine.pressKey("Space");
			engine.advance(2, 1 / 60);
			expect(isOver).to.equal(true);
			expect(screen.Enabled).to.equal(true);
			expect(character.PrimaryPart!.Anchored).to.equal(false);
			expect(camera().CameraType).never.to.equal(Enum.CameraType.Scriptable);
		}
		engine.players.setLocal(undefined);
		engine.players.leave(localPlayer);
	});
};
