import { RunService, Workspace } from "@rbxts/services";
import { Replay, ReplayPlayer, ReplayRecorder } from "../../../src/camera";
import { decodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { headless } from "../../headless";
import { createFigure } from "./figure";

/** What is known to go wrong with replays in games, each with what Dolly does about it. */
export = () => {
	const test = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));
	afterEach(() => headless?.enter("PlayClient"));

	test("root, joints and camera of a rendered frame are of one time", () => {
		const figure = createFigure();
		const camera = Workspace.CurrentCamera!;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.add(camera);
		replays.start();
		let seconds = 0;
		const posing = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			figure.pose(seconds);
		});
		RunService.BindToRenderStep("chase", Enum.RenderPriority.Camera.Value, () => {
			camera.CFrame = new CFrame(figure.root.Position.X, 5, 10);
		});
		headless!.advance(3);
		posing.Disconnect();
		RunService.UnbindFromRenderStep("chase");
		const player = new ReplayPlayer(replays.stop(), { hideOriginals: false });
		player.play();
		let worst = 0;
		let frames = 0;
		const drawn = RunService.PreRender.Connect(() => {
			const model = player.instanceOf("Figure") as Model | undefined;
			if (!model || player.position < 0.1 || player.position > 2.8) return;
			const root = model.FindFirstChild("HumanoidRootPart") as BasePart;
			worst = math.max(worst, math.abs(camera.CFrame.X - root.CFrame.X));
			frames += 1;
		});
		// Twelve studs per second: a frame late would be 0.2 studs, and a hitch far more.
		headless!.advance(2.5, () => (frames % 40 === 39 ? 0.15 : 1 / 60));
		drawn.Disconnect();
		expect(frames > 50).to.equal(true);
		expect(worst < 0.02).to.equal(true);
		player.destroy();
		replays.destroy();
		figure.model.Destroy();
	});

	test("a copy has no Animator, no script and stops nothing", () => {
		const figure = createFigure();
		const controller = new Instance("AnimationController");
		new Instance("Animator").Parent = controller;
		controller.Parent = figure.model;
		new Instance("LocalScript").Parent = figure.model;
		figure.model.Archivable = false;
		const replays = new ReplayRecorder();
		replays.add(figure.model);
		replays.start();
		headless!.advance(1);
		const player = new ReplayPlayer(replays.stop());
		player.play();
		const copy = player.instanceOf("Figure")!;
		expect(figure.model.Archivable).to.equal(false);
		expect(copy.FindFirstChildWhichIsA("Animator", true)).to.equal(undefined);
		expect(copy.FindFirstChildWhichIsA("BaseScript", true)).to.equal(undefined);
		for (const part of copy.GetDescendants()) if (part.IsA("BasePart")) expect(part.CanCollide).to.equal(false);
		player.destroy();
		replays.destroy();
		figure.model.Destroy();
	});

	test("constraints are joints, and so is what scripts do to C0", () => {
		const figure = createFigure();
		const head = figure.part("Head");
		const from = new Instance("Attachment");
		const to = new Instance("Attachment");
		const hat = new Instance("Part");
		hat.Name = "Hat";
		hat.Parent = figure.model;
		from.CFrame = new CFrame(0, 0.6, 0);
		from.Parent = head;
		to.Parent = hat;
		const constraint = new Instance("AnimationConstraint");
		constraint.Attachment0 = from;
		constraint.Attachment1 = to;
		constraint.Parent = hat;
		const neck = figure.motors.find((motor) => motor.Name === "Head")!;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.start();
		headless!.advance(0.5);
		neck.C0 = neck.C0.mul(CFrame.Angles(0, 1, 0));
		constraint.Transform = CFrame.Angles(0.5, 0, 0);
		headless!.advance(0.5);
		const wanted = hat.CFrame;
		const replay = replays.stop();
		expect(replay.subjects[0].joints.map(({ name }) => name).includes("Hat")).to.equal(true);
		neck.C0 = new CFrame(0, 0.8, 0);
		constraint.Transform = new CFrame();
		const player = new ReplayPlayer(replay, { hideOriginals: false });
		player.play();
		player.pause();
		player.seek(0.9);
		headless!.step(1 / 60);
		const shown = player.instanceOf("Figure")!.FindFirstChild("Hat") as BasePart;
		expect(shown.CFrame.Position.sub(wanted.Position).Magnitude < 0.01).to.equal(true);
		expect(shown.CFrame.LookVector.sub(wanted.LookVector).Magnitude < 0.02).to.equal(true);
		player.destroy();
		replays.destroy();
		figure.model.Destroy();
	});

	test("far characters are not throttled while they are recorded", () => {
		const figure = createFigure();
		const controller = new Instance("AnimationController");
		const animator = new Instance("Animator");
		animator.Parent = controller;
		controller.Parent = figure.model;
		const replays = new ReplayRecorder();
		replays.add(figure.model);
		replays.start();
		headless!.advance(0.2);
		expect(animator.PreferLodEnabled).to.equal(false);
		replays.stop();
		expect(animator.PreferLodEnabled).to.equal(true);
		replays.destroy();
		figure.model.Destroy();
	});

	test("a server says that joints stand still there", () => {
		headless!.enter("LiveServer");
		const figure = createFigure();
		const replays = new ReplayRecorder();
		replays.add(figure.model);
		expect(replays.report.join()).to.equal(
			"joints stand still on servers, where animations are not evaluated; record on clients: Figure",
		);
		replays.destroy();
		figure.model.Destroy();
	});

	test("what streams out ends its span, and stays hidden when it comes back", () => {
		const figure = createFigure();
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.start();
		headless!.advance(1);
		figure.model.Parent = undefined;
		headless!.advance(1);
		figure.model.Parent = Workspace;
		headless!.advance(1);
		const replay = replays.stop();
		expect(replay.subjects[0].spans.size()).to.equal(2);
		const player = new ReplayPlayer(replay);
		player.play();
		headless!.advance(0.2);
		const head = figure.part("Head");
		figure.model.Parent = undefined;
		head.LocalTransparencyModifier = 0;
		headless!.advance(0.2);
		figure.model.Parent = Workspace;
		headless!.advance(0.1);
		expect(head.LocalTransparencyModifier).to.equal(1);
		player.destroy();
		expect(head.LocalTransparencyModifier).to.equal(0);
		replays.destroy();
		figure.model.Destroy();
	});

	test("a character that is built part by part is recorded as it grows", () => {
		const whole = createFigure();
		const parts = whole.model.GetChildren().filter((child) => child !== whole.root);
		for (const part of parts) part.Parent = undefined;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(whole.model);
		replays.start();
		headless!.advance(0.3);
		for (const part of parts) {
			part.Parent = whole.model;
			headless!.advance(1 / 60);
		}
		headless!.advance(0.3);
		const replay = replays.stop();
		expect(replay.subjects.size()).to.equal(1);
		expect(replay.subjects[0].joints.size()).to.equal(15);
		replays.destroy();
		whole.model.Destroy();
	});

	test("a jump of a few studs is a cut with nothing between, and a fast flight is none, whenever one asks", () => {
		for (const [rate, gap] of [
			[30, 1 / 60],
			[60, 1 / 30],
			[30, 1 / 144],
		]) {
			for (const [speed, jump] of [
				[10, 5],
				[400, 0],
			]) {
				const part = new Instance("Part");
				part.Parent = Workspace;
				const replays = new ReplayRecorder({ rate, keepLast: 3 });
				replays.add(part);
				let seconds = 0;
				const xAt = (time: number) => speed * time + (time > 1.005 ? jump : 0);
				const connection = RunService.PreSimulation.Connect(() => {
					part.CFrame = new CFrame(xAt(seconds), 0, 0);
					seconds += gap;
				});
				replays.start();
				const expectTruth = (replay: Replay) => {
					const { root } = replay.subjects[0];
					const cuts = root.cuts.map((cut) => cut / rate);
					let most = 0;
					for (const frame of $range(1, root.count - 1)) {
						const [from] = decodeFrame(root.frames, (frame - 1) * FRAME_SIZE);
						const [to] = decodeFrame(root.frames, frame * FRAME_SIZE);
						if (!root.cuts.includes(frame)) most = math.max(most, to - from);
					}
					// Nothing but a cut goes farther than the flight does, in a frame or in the look before one.
					expect(most < speed * (1 / rate + 1e-3)).to.equal(true);
					return cuts;
				};
				// Asked for at each frame around the jump.
				while (seconds < 1.2) {
					headless!.advance(gap, gap);
					if (replays.duration > 0) expectTruth(replays.peek());
				}
				headless!.advance(1, gap);
				const cuts = expectTruth(replays.stop());
				expect(cuts.size()).to.equal(jump > 0 ? 1 : 0);
				connection.Disconnect();
				replays.destroy();
				part.Destroy();
			}
		}
	});

	test("server times are read at the start and at the end, and lie on a line between", () => {
		const figure = createFigure();
		headless!.serverTime.setOffset(5);
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.start();
		headless!.advance(10);
		const before = Workspace.GetServerTimeNow();
		const replay = replays.stop();
		expect(math.abs(replay.serverEnd! - before) < 1 / 20).to.equal(true);
		expect(math.abs(replay.serverEnd! - replay.serverStart! - (replay.count - 1) / 30) < 1e-3).to.equal(true);
		headless!.serverTime.setOffset(0);
		replays.destroy();
		figure.model.Destroy();
	});
};
