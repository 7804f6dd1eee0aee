import { RunService, SoundService, Workspace } from "@rbxts/services";
import { encodeRecording, sampleCFrame } from "../../src/camera";
import { encodeBase64 } from "../../src/codecs";
import { takePath } from "../../src/take/take-path";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { buildGlb } from "../builders/glb";
import { takeOf } from "../take/make-take";
import { keepCutscene, playCutscene as playFromBlender } from "./code/blender-cutscene";
import { watchCar } from "./code/film-1";
import { slowOpening } from "./code/film-2";
import { playFilm } from "./code/film-3";
import { playHarbour } from "./code/film-4";
import { playCutscene as playSkippable } from "./code/film-5";
import { playKept } from "./code/plugin-1";
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

	test("the page on filming: opens the doors of markers that were skipped, without their sounds", () => {
		const markers = [
			{ name: "hall", seconds: 0.5 },
			{ name: "cellar", seconds: 1.5 },
		];
		const take = takeOf([0, 1, 2, 3, 4], { rate: 2, markers });
		const heard = new Array<string>();
		const player = playSkippable(
			take,
			(name) => heard.push(`open ${name}`),
			(name) => heard.push(`hear ${name}`),
		);
		engine.advance(1, 0.1);
		player.skip();
		expect(heard.join(", ")).to.equal("open hall, hear hall, open cellar");
		player.destroy();
	});

	test("the page on filming: watches a car, slows an opening, and plays shots with their markers", () => {
		const car = new Instance("Model");
		const last = watchCar(car, 1);
		during(3, 1 / 60, (now) => {
			car.WorldPivot = new CFrame(now, 0, 0);
		});
		const take = last();
		expect(take.count).to.equal(31);
		expectNear(
			xyz(sampleCFrame(take, 1)).map((value) => math.round(value)),
			[3, 0, 0],
			0,
		);

		const xs = new Array<number>();
		for (const frame of $range(0, 120)) xs.push(frame + (frame % 2) * 0.2);
		const trembling = takeOf(xs, { markers: [{ name: "turn", seconds: 0.5 }] });
		const [slow, report] = slowOpening(trembling, 1);
		expect(slow.name).to.equal("m, slow");
		expect(slow.markers.map(({ name, seconds }) => `${name} ${seconds}`).join()).to.equal("title 0, turn 1");
		// Both halves keep their frames: 60 of them take two seconds, 61 one, at the same rate.
		expectNear([takePath(slow).duration], [3], 0.05);
		// A tremor of 0.2 studs in every second frame goes; the ends stay.
		expect(report.join()).to.equal("smoothTake moves the camera by up to 0.19 studs and 0 degrees");

		const heard = new Array<string>();
		const shots = [
			takeOf([0, 1, 2, 3, 4, 5], { rate: 5, markers: [{ name: "thunder", seconds: 0.2 }] }),
			takeOf([9, 8, 7, 6, 5, 4], { rate: 5, markers: [{ name: "rain", seconds: 0.8 }] }),
		];
		const player = playFilm(shots, (name) => heard.push(name));
		engine.advance(3, 1 / 60);
		expect(heard.join(", ")).to.equal("thunder, rain");
		player.destroy();
	});

	test("the page on filming: music plays and the postman walks, until the film is over", () => {
		engine.assets.setAudio(1843463175, { Title: "Tidal", Artist: "Nobody", Duration: 48 });
		const harbour = new Instance("Folder");
		harbour.Name = "Harbour";
		const postman = new Instance("Model");
		postman.Name = "Postman";
		const controller = new Instance("AnimationController");
		const animator = new Instance("Animator");
		animator.Parent = controller;
		controller.Parent = postman;
		postman.Parent = harbour;
		harbour.Parent = Workspace;
		const take = takeOf([0, 1, 2, 3, 4, 5, 6], { rate: 1 });
		const player = playHarbour([take, take]);
		engine.advance(6);
		const music = SoundService.FindFirstChild("Tidal") as Sound;
		expect(music.TimePosition).to.be.near(6, 0.1);
		expect(music.Volume).to.be.near(0.4, 1e-6);
		const [track] = animator.GetPlayingAnimationTracks();
		expect(track.Animation!.AnimationId).to.equal("rbxassetid://507777826");
		engine.advance(7);
		expect(player.isPlaying).to.equal(false);
		expect(music.Parent).to.equal(undefined);
		expect(track.IsPlaying).to.equal(false);
		expect(player.report.size()).to.equal(0);
		player.destroy();
		harbour.Destroy();
		engine.assets.setAudio(1843463175);
	});
};
