import { AnimationClipProvider, RunService, Workspace } from "@rbxts/services";
import { buildBones } from "../../src/files";
import { buildKeyframeSequence } from "../../src";
import { needs, skip } from "../needs";
import { watchFrames } from "./watch-frames";
import { boneOf, DEGREES_A_SECOND, readWave, turnOf } from "./wave";

/** The tolerance of keyframes is 0.1 degrees; an Animator may be a frame ahead of the time that it tells. */
const DEGREES = 0.1 + DEGREES_A_SECOND / 20;

const LOADING_SECONDS = 10;

/** Where a frame takes longer, the track may be over before it is looked at. */
const SLOW_FRAME = 0.2;

/** A model with an Animator and an anchored part, not yet in Workspace. */
function makeModel() {
	const model = new Instance("Model");
	const part = new Instance("Part");
	part.Name = "Base";
	part.Anchored = true;
	part.Parent = model;
	model.PrimaryPart = part;
	const controller = new Instance("AnimationController");
	controller.Parent = model;
	const animator = new Instance("Animator");
	animator.Parent = controller;
	return { model, part, animator };
}

function addMotor(part0: BasePart, name: string): Motor6D {
	const part1 = new Instance("Part");
	part1.Name = name;
	part1.Parent = part0.Parent;
	const motor = new Instance("Motor6D");
	motor.Part0 = part0;
	motor.Part1 = part1;
	motor.Parent = part0;
	return motor;
}

export = () => {
	const test = needs("Studio", it, itSKIP);

	/** Plays the wave in Workspace for a second; gives where the track is then and by how many degrees `tip` is turned. */
	function playWave(model: Model, animator: Animator, tip: Bone | Motor6D) {
		const { clip } = readWave();
		const { sequence } = buildKeyframeSequence(clip);
		const [ok, id] = pcall(() => AnimationClipProvider.RegisterAnimationClip(sequence));
		if (!ok) skip(`animation clips cannot be registered here: ${id}`);
		model.Parent = Workspace;
		const animation = new Instance("Animation");
		animation.AnimationId = id as string;
		const track = animator.LoadAnimation(animation);
		const started = os.clock();
		while (track.Length === 0 && os.clock() - started < LOADING_SECONDS) task.wait();
		expect(track.Length).to.be.near(clip.duration, 1e-3);
		track.Looped = false;
		const longestFrame = watchFrames();
		track.Play(0);
		task.wait(1);
		RunService.PreSimulation.Wait();
		const [turn, time] = [turnOf(tip), track.TimePosition];
		model.Destroy();
		const longest = longestFrame();
		if (longest > SLOW_FRAME) skip(`a frame took ${longest} seconds: too few to watch a track by`);
		return { turn, time };
	}

	function expectWave({ turn, time }: ReturnType<typeof playWave>) {
		expect(time).to.be.near(1, 0.5);
		// Servers need not show what they play: what a client sees is what counts.
		if (RunService.IsClient()) expect(turn).to.be.near(time * DEGREES_A_SECOND, DEGREES);
	}

	test("plays a keyframe sequence on bones in an Animator", () => {
		const { model, part, animator } = makeModel();
		buildBones(readWave().skeleton, part);
		expectWave(playWave(model, animator, boneOf(part, "Tip")));
	});

	test("plays a keyframe sequence on motors in an Animator", () => {
		const { model, part, animator } = makeModel();
		const root = addMotor(part, "Root");
		const tip = addMotor(root.Part1!, "Tip");
		expectWave(playWave(model, animator, tip));
	});
};
