import { RunService, SoundService, Workspace } from "@rbxts/services";
import { isRecording, sampleCFrame, Take } from "../../src/camera";
import { takePath } from "../../src/take/take-path";
import { expectNear } from "../expect-near";
import { headless } from "../headless";
import { takeOf } from "../take/make-take";
import { slowOpening } from "./code/edit-1";
import { slowAt } from "./code/edit-2";
import { playFilm } from "./code/edit-3";
import { playHarbour } from "./code/edit-4";
import { danceLike } from "./code/edit-5";
import { saveDance } from "./code/edit-6";
import { playTogether } from "./code/edit-7";
import { recordAndReplay } from "./code/record-1";
import { watchCar } from "./code/record-2";
import { showGhost } from "./code/record-3";
import { recordRound } from "./code/record-4";
import { clickBar, openTheatre } from "./code/record-5";
import { playWithDoors } from "./code/record-6";
import { followByHand } from "./code/record-7";
import { playAtSea } from "./code/record-8";

function xyz({ Position: { X, Y, Z } }: CFrame): Array<number> {
	return [X, Y, Z];
}

/** Values of frames 0 to `last`. */
function frames(last: number, at: (frame: number) => number): Array<number> {
	const values = new Array<number>();
	for (const frame of $range(0, last)) values.push(at(frame));
	return values;
}

/** A body with an arm on a Motor6D. */
function rig(name: string): [model: Model, joint: Motor6D] {
	const model = new Instance("Model");
	const root = new Instance("Part");
	const arm = new Instance("Part");
	const joint = new Instance("Motor6D");
	root.Name = "HumanoidRootPart";
	arm.Name = "Arm";
	joint.Part0 = root;
	joint.Part1 = arm;
	root.Anchored = true;
	root.Parent = model;
	arm.Parent = model;
	joint.Parent = root;
	model.Name = name;
	model.PrimaryPart = root;
	model.Parent = Workspace;
	return [model, joint];
}

/** The TypeScript of docs/guides/record.md and docs/guides/edit.md, as a game would run it. */
export = () => {
	const test = headless ? it : itSKIP;
	const engine = headless!;
	const camera = () => Workspace.CurrentCamera!;
	const isOwnView = () => camera().CameraType !== Enum.CameraType.Scriptable;

	/** Moves something every frame, for `seconds`. */
	function during(seconds: number, each: (now: number) => void): void {
		let now = 0;
		RunService.BindToRenderStep("during", Enum.RenderPriority.Camera.Value, (passed) => {
			now += passed;
			each(now);
		});
		engine.advance(seconds, 1 / 60);
		RunService.UnbindFromRenderStep("during");
	}

	describe("the page on recording", () => {
		test("records two seconds and shows them at half the speed", () => {
			let take: Take | undefined;
			task.spawn(() => (take = recordAndReplay(2)));
			during(2, (now) => (camera().CFrame = new CFrame(10 * now, 0, 0)));
			engine.advance(2, 1 / 60);
			expectNear(xyz(camera().CFrame), [10, 0, 0], 0.5);
			engine.advance(2.2, 1 / 60);
			expectNear([take!.count], [61], 1);
			expect(isOwnView()).to.equal(true);
		});

		test("watches the last second of a car", () => {
			const car = new Instance("Model");
			const last = watchCar(car, 1);
			during(3, (now) => (car.WorldPivot = new CFrame(now, 0, 0)));
			const take = last();
			expect(take.count).to.equal(31);
			expectNear(xyz(sampleCFrame(take, 1)), [3, 0, 0], 0.05);
			expectNear(xyz(sampleCFrame(take, 0)), [2, 0, 0], 0.05);
		});

		test("moves a ghost along a take, over and over", () => {
			const ghost = new Instance("Model");
			const follower = showGhost(takeOf(frames(60, (frame) => frame / 6)), ghost);
			engine.advance(1.5, 1 / 60);
			expectNear([ghost.WorldPivot.X], [5], 0.3);
			follower.destroy();
		});

		test("records a character and a ball", () => {
			const player = engine.players.join("Ada");
			engine.players.setLocal(player);
			engine.players.spawn(player);
			const ball = new Instance("Part");
			ball.Name = "Ball";
			ball.Parent = Workspace;
			let replay: ReturnType<typeof recordRound> | undefined;
			task.spawn(() => (replay = recordRound(ball, 1)));
			during(1.1, (now) => (ball.CFrame = new CFrame(now, 0, 0)));
			const subjects = replay!.subjects;
			expect(subjects.map(({ name }) => name).join()).to.equal("Ada, Ball");
			expect(subjects[0].look).to.equal(tostring(player.UserId));
			expectNear([(replay!.count - 1) / replay!.rate], [1], 0.05);
			ball.Destroy();
			engine.players.setLocal(undefined);
			engine.players.leave(player);
		});

		test("has a theatre whose bar fills and seeks", () => {
			const ball = new Instance("Part");
			ball.Name = "Ball";
			ball.Parent = Workspace;
			const bo = engine.players.join("Bo");
			engine.players.setLocal(bo);
			let replay: ReturnType<typeof recordRound> | undefined;
			task.spawn(() => (replay = recordRound(ball, 2)));
			engine.advance(2.1, 1 / 60);
			const fill = new Instance("Frame");
			const player = openTheatre(replay!, fill);
			engine.advance(1, 1 / 60);
			expectNear([fill.Size.X.Scale], [0.25], 0.02);
			clickBar(player, 0.75);
			engine.advance(0.1, 1 / 60);
			expectNear([fill.Size.X.Scale], [0.775], 0.02);
			player.destroy();
			const size = fill.Size;
			engine.advance(0.1, 1 / 60);
			expect(fill.Size).to.equal(size);
			ball.Destroy();
			engine.players.setLocal(undefined);
			engine.players.leave(bo);
		});

		test("opens the doors of markers that were skipped, without their sounds", () => {
			const markers = [
				{ name: "hall", seconds: 0.5 },
				{ name: "cellar", seconds: 1.5 },
			];
			const take = takeOf([0, 1, 2, 3, 4], { rate: 2, markers });
			const heard = new Array<string>();
			const player = playWithDoors(
				take,
				(name) => heard.push(`open ${name}`),
				(name) => heard.push(`hear ${name}`),
			);
			engine.advance(1, 0.1);
			player.skip();
			expect(heard.join(", ")).to.equal("open hall, hear hall, open cellar");
			player.destroy();
		});

		test("follows a character by hand, in the same way each time", () => {
			const target = new Instance("Part");
			target.CFrame = new CFrame(0, 0, -50);
			const aim = target.Position.add(new Vector3(0, 1.5, 0));
			const looks = [0, 0].map(() => {
				const player = followByHand(takeOf(frames(180, (frame) => frame / 20)), target);
				engine.advance(2, 1 / 60);
				const { Position, LookVector } = camera().CFrame;
				player.destroy();
				return [LookVector.Dot(aim.sub(Position).Unit), LookVector.X, LookVector.Y];
			});
			expect(looks[0][0] > math.cos(math.rad(3)) && looks[0][0] < 1 - 1e-7).to.equal(true);
			expect(looks[0].join()).to.equal(looks[1].join());
		});

		test("rolls like a ship", () => {
			const player = playAtSea(takeOf([0, 1, 2, 3]));
			player.pause();
			player.seek(0.05);
			engine.advance(1 / 60, 1 / 60);
			const { UpVector } = camera().CFrame;
			player.destroy();
			expect(UpVector.X).to.be.near(-math.sin(0.1 * math.sin(0.05)), 1e-4);
		});
	});

	describe("the page on editing", () => {
		test("calms and slows an opening, and says how far it moved the camera", () => {
			const trembling = takeOf(
				frames(120, (frame) => frame + (frame % 2) * 0.2),
				{ markers: [{ name: "turn", seconds: 0.5 }] },
			);
			const [slow, report] = slowOpening(trembling, 1);
			expect(slow.name).to.equal("m, slow");
			expect(slow.markers.map(({ name, seconds }) => `${name} ${seconds}`).join()).to.equal("title 0, turn 1");
			// The first 60 frames take two seconds, the other 61 one.
			expectNear([takePath(slow).duration], [3], 0.05);
			expect(report.join()).to.equal("smoothTake moves the camera by up to 0.19 studs and 0 degrees");
		});

		test("slows down in the middle and keeps the ends", () => {
			const slow = slowAt(takeOf(frames(240, (frame) => frame / 6)), 2);
			// Half a second whose speed goes evenly from 1 to 0.25 takes 0.5 · ln(4) / 0.75 seconds.
			const ramp = (0.5 * math.log(4)) / 0.75;
			expectNear([(slow.count - 1) / slow.rate], [3 + 2 * ramp], 1 / 60);
			const hit = 1.5 + ramp;
			const speed = (sampleCFrame(slow, hit + 0.02).X - sampleCFrame(slow, hit - 0.02).X) / 0.04;
			expectNear([speed, sampleCFrame(slow, hit).X], [2.5, 20], 0.1);
		});

		test("plays a film of two takes with their markers", () => {
			const heard = new Array<string>();
			const shots = [
				takeOf([0, 1, 2, 3, 4, 5], { rate: 5, markers: [{ name: "thunder", seconds: 0.2 }] }),
				takeOf([9, 8, 7, 6, 5, 4], { rate: 5, markers: [{ name: "rain", seconds: 0.8 }] }),
			];
			const player = playFilm(shots, (name) => heard.push(name));
			// The blend of half a second is in both takes of a second.
			expectNear([player.duration], [1.5], 1e-6);
			engine.advance(3, 1 / 60);
			expect(heard.join(", ")).to.equal("thunder, rain");
			player.destroy();
		});

		test("plays music and has the postman walk, until the film is over", () => {
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

		test("uses a motion again, saves it, and lines up two replays", () => {
			const ada = engine.players.join("Ada");
			engine.players.setLocal(ada);
			const [dancer, shoulder] = rig("Dancer");
			const [other, joint] = rig("Other");
			let replay: ReturnType<typeof recordRound> | undefined;
			task.spawn(() => (replay = recordRound(dancer as unknown as BasePart, 1)));
			during(1.1, () => (shoulder.Transform = CFrame.Angles(1, 0, 0)));
			const [track, mixer] = danceLike(replay!, "Dancer", other);
			expect(mixer.missing.size()).to.equal(0);
			engine.advance(0.5, 1 / 60);
			const [, angle] = joint.Transform.ToAxisAngle();
			expectNear([angle], [1], 0.01);
			expect(track.isPlaying).to.equal(true);
			mixer.destroy();
			expect(saveDance(replay!, "Dancer").GetChildren().isEmpty()).to.equal(false);

			// The clock of the second machine is 0.1 % fast, and it began half a second later.
			const first = { ...replay!, serverStart: 1000, serverEnd: 1001 };
			const second = { ...replay!, serverStart: 1000.5, serverEnd: 1001.501 };
			expect(isRecording(first, "replay")).to.equal(true);
			const players = playTogether([first, second]);
			expectNear([players[0].position, players[1].position], [0.5, 0], 1e-6);
			for (const player of players) player.destroy();
			dancer.Destroy();
			other.Destroy();
			engine.players.setLocal(undefined);
			engine.players.leave(ada);
		});
	});
};
