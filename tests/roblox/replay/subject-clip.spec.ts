import { RunService, Workspace } from "@rbxts/services";
import {
	buildKeyframeSequence,
	ClipMixer,
	ReplayPlayer,
	ReplayRecorder,
	subjectClip,
	trimRecording,
} from "../../../src";
import { headless } from "../../headless";
import { createFigure, JOINT_COUNT } from "./figure";

export = () => {
	const test = headless ? it : itSKIP;
	beforeEach(() => headless?.enter("PlayClient"));

	/** A second and a half of a figure that walks. */
	function record() {
		const figure = createFigure();
		const replays = new ReplayRecorder({ rate: 30 });
		replays.add(figure.model);
		replays.start();
		let seconds = 0;
		const walking = RunService.PreSimulation.Connect((gap) => {
			seconds += gap;
			figure.pose(seconds);
		});
		headless!.advance(1.5);
		walking.Disconnect();
		const replay = replays.stop();
		replays.destroy();
		return { figure, replay };
	}

	test("a clip of a subject moves another rig as the replay moves its copy", () => {
		const { figure, replay } = record();
		const clip = subjectClip(replay, "Figure");
		expect(clip.tracks.size()).to.equal(JOINT_COUNT);
		expect(math.abs(clip.duration - (replay.count - 1) / 30) < 1e-9).to.equal(true);
		const dummy = createFigure("Dummy", new CFrame(0, 0, 50));
		const track = ClipMixer.of({ skeleton: clip.skeleton, instance: dummy.model }).play(clip, { speed: 0, fade: 0 });
		const player = new ReplayPlayer(replay, { hideOriginals: false });
		player.play();
		player.pause();
		let worst = 0;
		let farthest = 0;
		for (const frame of $range(1, replay.count - 2, 5)) {
			player.seek(frame / 30);
			track.seek(frame / 30);
			headless!.step(1 / 60);
			const copy = player.instanceOf("Figure") as Model;
			const copyRoot = copy.FindFirstChild("HumanoidRootPart") as BasePart;
			for (const name of ["LeftHand", "RightFoot", "Head"]) {
				const shown = copyRoot.CFrame.PointToObjectSpace((copy.FindFirstChild(name) as BasePart).Position);
				const played = dummy.root.CFrame.PointToObjectSpace(dummy.part(name).Position);
				worst = math.max(worst, shown.sub(played).Magnitude);
				farthest = math.max(farthest, played.sub(dummy.root.CFrame.PointToObjectSpace(figure.root.Position)).Magnitude);
			}
		}
		// Both read the same rows, one in single precision.
		expect(worst).to.be.near(0, 1e-4);
		expect(farthest > 1).to.equal(true);
		track.stop(0);
		player.destroy();
		dummy.model.Destroy();
		figure.model.Destroy();
	});

	test("a clip of a subject becomes the engine's own animation", () => {
		const { figure, replay } = record();
		const { sequence, error: off } = buildKeyframeSequence(subjectClip(replay, "Figure"));
		const names = new Set<string>();
		for (const pose of sequence.GetDescendants()) if (pose.IsA("Pose")) names.add(pose.Name);
		expect(names.size()).to.equal(JOINT_COUNT);
		expect(off.degrees <= 0.11 && off.studs <= 0.0011).to.equal(true);
		figure.model.Destroy();
	});

	test("a piece of a replay shows what the whole shows", () => {
		const { figure, replay } = record();
		const piece = trimRecording(replay, 0.5, 1);
		const shownAt = (player: ReplayPlayer, seconds: number) => {
			player.play();
			player.pause();
			player.seek(seconds);
			headless!.step(1 / 60);
			const hand = (player.instanceOf("Figure") as Model).FindFirstChild("LeftHand") as BasePart;
			const place = hand.CFrame;
			player.destroy();
			return place;
		};
		const player = new ReplayPlayer(piece);
		const whole = shownAt(new ReplayPlayer(replay), 0.8);
		expect(shownAt(player, 0.3).Position.sub(whole.Position).Magnitude < 1e-3).to.equal(true);
		// The piece knows what its subject looks like.
		expect(player.report.size()).to.equal(0);
		expect(Workspace.FindFirstChild("DollyReplay")).to.equal(undefined);
		figure.model.Destroy();
	});
};
