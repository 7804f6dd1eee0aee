import { RunService, Workspace } from "@rbxts/services";
import { Replay, ReplayPlayer, ReplayRecorder } from "../../../src/camera";
import { headless } from "../../headless";
import { createFigure, Figure } from "./figure";

/** Lets a figure walk by the clock, posed before physics as an Animator does. */
function walk(figure: Figure): () => void {
	let seconds = 0;
	const connection = RunService.PreSimulation.Connect((gap) => {
		seconds += gap;
		figure.pose(seconds);
	});
	return () => connection.Disconnect();
}

/** The parts of what a player shows for a subject, by name. */
function shownParts(player: ReplayPlayer, subject: string): Map<string, BasePart> {
	const parts = new Map<string, BasePart>();
	for (const part of player.instanceOf(subject)!.GetDescendants()) if (part.IsA("BasePart")) parts.set(part.Name, part);
	return parts;
}

function record(seconds: number, figure: Figure, rate = 30): Replay {
	const replays = new ReplayRecorder({ rate });
	replays.add(figure.model);
	replays.add(Workspace.CurrentCamera!);
	replays.start();
	const stopWalking = walk(figure);
	headless!.advance(seconds);
	stopWalking();
	const replay = replays.stop();
	replays.destroy();
	return replay;
}

export = () => {
	const itHeadless = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	itHeadless("records a figure with its joints, and plays it as it was at every frame", () => {
		const figure = createFigure();
		const truth = new Array<Map<string, CFrame>>();
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.start();
		const stopWalking = walk(figure);
		let looks = 0;
		RunService.BindToRenderStep("truth", Enum.RenderPriority.Camera.Value + 3, () => {
			// Looks at 60 frames per second: every second one is a frame.
			if (looks % 2 === 0) {
				const places = new Map<string, CFrame>();
				for (const part of figure.model.GetChildren()) if (part.IsA("BasePart")) places.set(part.Name, part.CFrame);
				truth.push(places);
			}
			looks += 1;
		});
		headless!.advance(4);
		RunService.UnbindFromRenderStep("truth");
		stopWalking();
		const replay = replays.stop();
		expect(replay.subjects.size()).to.equal(1);
		expect(replay.subjects[0].joints.size()).to.equal(15);
		expect(replay.count >= 115).to.equal(true);

		const player = new ReplayPlayer(replay);
		player.play();
		player.pause();
		let worst = 0;
		for (const frame of $range(1, replay.count - 2)) {
			player.seek(frame / replay.rate);
			headless!.step(1 / 60);
			for (const [name, part] of shownParts(player, "Figure")) {
				const place = truth[frame].get(name)!;
				// The farthest corner of the part.
				const half = part.Size.mul(0.5);
				const off = part.CFrame.PointToWorldSpace(half).sub(place.PointToWorldSpace(half)).Magnitude;
				worst = math.max(worst, off);
			}
		}
		expect(worst < 0.02).to.equal(true);
		player.destroy();
		figure.model.Destroy();
	});

	itHeadless("hides the original while it plays, and puts everything back however it ends", () => {
		const figure = createFigure();
		const replay = record(2, figure);
		const head = figure.part("Head");
		const camera = Workspace.CurrentCamera!;
		const before = camera.CFrame;
		const typeBefore = camera.CameraType;
		const endings: Array<(player: ReplayPlayer) => void> = [
			() => headless!.advance(3),
			(player) => player.stop(),
			(player) => player.destroy(),
			(player) => player.skip(),
			() => new ReplayPlayer(replay).play(),
		];
		for (const finish of endings) {
			const player = new ReplayPlayer(replay);
			const reasons = new Array<string>();
			player.ended.Connect((reason) => reasons.push(reason));
			player.play();
			headless!.advance(0.5);
			expect(head.LocalTransparencyModifier).to.equal(1);
			expect(Workspace.FindFirstChild("DollyReplay")).to.be.ok();
			expect(camera.CameraType).to.equal(Enum.CameraType.Scriptable);
			finish(player);
			headless!.advance(3);
			expect(head.LocalTransparencyModifier).to.equal(0);
			expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
			expect(camera.CameraType).to.equal(typeBefore);
			expect(camera.CFrame).to.equal(before);
			expect(reasons.size()).to.equal(1);
			player.destroy();
		}
		figure.model.Destroy();
	});

	itHeadless("keeps only the last seconds, in a ring", () => {
		const figure = createFigure();
		const replays = new ReplayRecorder({ keepLast: 2, rate: 30 });
		replays.add(figure.model);
		replays.start();
		const stopWalking = walk(figure);
		headless!.advance(7.3);
		const replay = replays.peek();
		expect(replay.count).to.equal(61);
		const player = new ReplayPlayer(replay, { hideOriginals: false });
		player.play();
		player.pause();
		player.seek(2);
		headless!.step(1 / 60);
		stopWalking();
		const shown = shownParts(player, "Figure").get("HumanoidRootPart")!;
		// The last frame is at most two looks old, at twelve studs per second.
		expect(shown.Position.sub(figure.root.Position).Magnitude < 1).to.equal(true);
		player.destroy();
		replays.destroy();
		figure.model.Destroy();
	});

	itHeadless("shows the same state however a time is reached", () => {
		const figure = createFigure();
		const replay = record(3, figure);
		const player = new ReplayPlayer(replay, { hideOriginals: false, camera: false });
		player.play();
		player.pause();
		const placesAt = (seconds: number) => {
			player.seek(seconds);
			headless!.step(1 / 60);
			const hand = shownParts(player, "Figure").get("RightHand")!;
			return hand.CFrame;
		};
		const times = new Array<number>();
		for (const index of $range(0, 40)) times.push((((index * 7919) % 97) / 97) * 2.9);
		const onward = new Map([...times].sort((a, b) => a < b).map((seconds) => [seconds, placesAt(seconds)]));
		for (const seconds of times) {
			expect(placesAt(seconds).Position.sub(onward.get(seconds)!.Position).Magnitude).to.equal(0);
		}
		player.destroy();
		figure.model.Destroy();
	});

	itHeadless("shows subjects only while they were there", () => {
		const early = createFigure("Early");
		const late = createFigure("Late", new CFrame(0, 0, 20));
		late.model.Parent = undefined;
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(early.model);
		replays.add(late.model);
		replays.start();
		headless!.advance(1);
		late.model.Parent = Workspace;
		headless!.advance(1);
		early.model.Parent = undefined;
		headless!.advance(1);
		const replay = replays.stop();
		const [first, second] = replay.subjects;
		expect(first.spans.map((span) => `${span.first}-${span.last}`).join()).to.equal("0-59");
		expect(second.spans[0].first >= 29 && second.spans[0].first <= 31).to.equal(true);
		expect(second.spans[0].last).to.equal(replay.count - 1);
		const player = new ReplayPlayer(replay, { hideOriginals: false });
		player.play();
		player.pause();
		const presence = (seconds: number) => {
			player.seek(seconds);
			return `${player.instanceOf("Early") ? "early" : ""} ${player.instanceOf("Late") ? "late" : ""}`;
		};
		expect(presence(0.5)).to.equal("early ");
		expect(presence(1.5)).to.equal("early late");
		expect(presence(2.5)).to.equal(" late");
		expect(presence(0.5)).to.equal("early ");
		player.destroy();
		early.model.Destroy();
		late.model.Destroy();
	});
};
