import { AnimationClipProvider, RunService, Workspace } from "@rbxts/services";
import { buildBones, buildKeyframeSequence } from "../../src";
import { needs, skip } from "../needs";
import { boneOf, DEGREES_A_SECOND, readWave, turnOf } from "./wave";

/** The tolerance of keyframes is 0.1 degrees; an Animator may be a frame ahead of the time that it tells. */
const DEGREES = 0.1 + DEGREES_A_SECOND / 20;

const LOADING_SECONDS = 10;

export = () => {
	const test = needs("Studio", it, itSKIP);

	test("plays a keyframe sequence in an Animator", () => {
		const { skeleton, clip } = readWave();
		const { sequence } = buildKeyframeSequence(clip, skeleton);
		const [ok, id] = pcall(() => AnimationClipProvider.RegisterAnimationClip(sequence));
		if (!ok) skip(`animation clips cannot be registered here: ${id}`);

		const model = new Instance("Model");
		const part = new Instance("Part");
		part.Anchored = true;
		part.Parent = model;
		model.PrimaryPart = part;
		buildBones(skeleton, part);
		const controller = new Instance("AnimationController");
		controller.Parent = model;
		const animator = new Instance("Animator");
		animator.Parent = controller;
		model.Parent = Workspace;

		const animation = new Instance("Animation");
		animation.AnimationId = id as string;
		const track = animator.LoadAnimation(animation);
		const started = os.clock();
		while (track.Length === 0 && os.clock() - started < LOADING_SECONDS) task.wait();
		expect(track.Length).to.be.near(clip.duration, 1e-3);
		track.Looped = false;
		track.Play(0);
		task.wait(1);
		RunService.PreSimulation.Wait();
		const [turn, time] = [turnOf(boneOf(part, "Tip")), track.TimePosition];
		model.Destroy();
		expect(time).to.be.near(1, 0.5);
		// Servers need not show what they play: what a client sees is what counts.
		if (RunService.IsClient()) expect(turn).to.be.near(time * DEGREES_A_SECOND, DEGREES);
	});
};
