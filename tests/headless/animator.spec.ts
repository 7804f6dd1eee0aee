import { AnimationClipProvider, RunService, Workspace } from "@rbxts/services";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";
import { headless } from ".";

const TURN = CFrame.Angles(0, 0, math.rad(90));

/** Degrees about Z; a CFrame holds f32. */
const DEGREES = 1e-3;

interface PoseShape {
	name: string;
	/** Degrees about Z. */
	turn: number;
	weight?: number;
	/** The engine's default, which is Linear, unless given. */
	style?: Enum.PoseEasingStyle;
	below?: Array<PoseShape>;
}

function makePose({ name, turn, weight, style, below }: PoseShape): Pose {
	const pose = new Instance("Pose");
	pose.Name = name;
	pose.CFrame = CFrame.Angles(0, 0, math.rad(turn));
	if (style) pose.EasingStyle = style;
	if (weight !== undefined) pose.Weight = weight;
	for (const shape of below ?? []) makePose(shape).Parent = pose;
	return pose;
}

function at(time: number, ...poses: Array<PoseShape>): Keyframe {
	const keyframe = new Instance("Keyframe");
	keyframe.Time = time;
	for (const shape of poses) makePose(shape).Parent = keyframe;
	return keyframe;
}

function makeSequence(...keyframes: Array<Keyframe>): KeyframeSequence {
	const sequence = new Instance("KeyframeSequence");
	for (const keyframe of keyframes) keyframe.Parent = sequence;
	return sequence;
}

function turnOf({ Transform }: Bone | Motor6D): number {
	const [, , angle] = Transform.ToEulerAnglesXYZ();
	return math.deg(angle);
}

export = () => {
	const test = headless ? it : itSKIP;
	const { advance, step, enter } = headless ?? ({} as NonNullable<typeof headless>);
	let model: Model;
	let animator: Animator;
	let part: Part;

	beforeEach(() => {
		if (!headless) return;
		model = new Instance("Model");
		part = new Instance("Part");
		part.Name = "Base";
		part.Anchored = true;
		part.Parent = model;
		const controller = new Instance("AnimationController");
		controller.Parent = model;
		animator = new Instance("Animator");
		animator.Parent = controller;
		model.Parent = Workspace;
	});
	afterEach(() => {
		if (headless) model.Destroy();
	});

	function makeBone(name: string, parent: Instance = part): Bone {
		const bone = new Instance("Bone");
		bone.Name = name;
		bone.Parent = parent;
		return bone;
	}

	function makeMotor(part0: BasePart, name: string): Motor6D {
		const part1 = new Instance("Part");
		part1.Name = name;
		part1.Parent = model;
		const motor = new Instance("Motor6D");
		motor.Part0 = part0;
		motor.Part1 = part1;
		motor.Parent = part0;
		return motor;
	}

	function load(sequence: KeyframeSequence): AnimationTrack {
		const animation = new Instance("Animation");
		animation.AnimationId = AnimationClipProvider.RegisterAnimationClip(sequence);
		const track = animator.LoadAnimation(animation);
		step(1 / 60);
		return track;
	}

	describe("a track", () => {
		test("has the length of the last keyframe once it is loaded, and before that none", () => {
			const animation = new Instance("Animation");
			const sequence = makeSequence(at(2, { name: "Arm", turn: 90 }), at(0, { name: "Arm", turn: 0 }));
			sequence.Loop = true;
			animation.AnimationId = AnimationClipProvider.RegisterAnimationClip(sequence);
			const track = animator.LoadAnimation(animation);
			expect(track.Length).to.equal(0);
			step(1 / 60);
			expect(track.Length).to.equal(2);
			expect(track.Looped).to.equal(true);
			expect(track.Animation).to.equal(animation);
		});

		test("keeps what the clip was when it was registered", () => {
			const arm = makeBone("Arm");
			const sequence = makeSequence(at(1, { name: "Arm", turn: 10 }));
			const track = load(sequence);
			sequence.ClearAllChildren();
			track.Play(0);
			step(0.5);
			expect(turnOf(arm)).to.be.near(10, DEGREES);
		});

		test("is loaded for an Animator in Workspace alone, and its clip in Studio alone", () => {
			const animation = new Instance("Animation");
			animation.AnimationId = AnimationClipProvider.RegisterAnimationClip(
				makeSequence(at(1, { name: "Arm", turn: 10 })),
			);
			model.Parent = undefined;
			expect(failureOf(() => animator.LoadAnimation(animation)).find("AnimationClipProvider", 1, true)[0]).to.be.ok();
			model.Parent = Workspace;
			enter("LiveServer");
			const track = animator.LoadAnimation(animation);
			enter("PlayServer");
			advance(1);
			expect(track.Length).to.equal(0);
		});

		test("goes on with its speed, ends at its length and lets go of what it moved", () => {
			const arm = makeBone("Arm");
			const track = load(makeSequence(at(0, { name: "Arm", turn: 0 }), at(1, { name: "Arm", turn: 90 })));
			track.Looped = false;
			const heard = new Array<string>();
			track.Stopped.Connect(() => heard.push("stopped"));
			track.Ended.Connect(() => heard.push("ended"));
			track.Play(0, 1, 0.5);
			step(1);
			expect(track.TimePosition).to.be.near(0.5, 1e-6);
			expect(turnOf(arm)).to.be.near(45, DEGREES);
			track.AdjustSpeed(1);
			step(0.25);
			expect(turnOf(arm)).to.be.near(67.5, DEGREES);
			step(1);
			expect(track.IsPlaying).to.equal(false);
			expect(heard.join(", ")).to.equal("stopped, ended");
			expect(turnOf(arm)).to.be.near(0, DEGREES);
			// What is not animated any more belongs to scripts.
			arm.Transform = TURN;
			step(0.1);
			expect(turnOf(arm)).to.be.near(90, DEGREES);
		});

		test("begins again where it loops", () => {
			const arm = makeBone("Arm");
			const track = load(makeSequence(at(0, { name: "Arm", turn: 0 }), at(1, { name: "Arm", turn: 90 })));
			track.Looped = true;
			let loops = 0;
			track.DidLoop.Connect(() => (loops += 1));
			track.Play(0);
			step(0.75);
			step(0.75);
			expect(loops).to.equal(1);
			expect(turnOf(arm)).to.be.near(45, DEGREES);
		});

		test("fades in by its weight, a tenth of a second unless told otherwise", () => {
			const arm = makeBone("Arm");
			const track = load(makeSequence(at(1, { name: "Arm", turn: 80 })));
			track.Play();
			step(0.05);
			expect(track.WeightCurrent).to.be.near(0.5, 1e-6);
			expect(turnOf(arm)).to.be.near(40, DEGREES);
			step(0.05);
			expect(turnOf(arm)).to.be.near(80, DEGREES);
		});

		test("goes where a script puts it, at a speed of 0 or any other, while it plays and at no other time", () => {
			const arm = makeBone("Arm");
			const track = load(makeSequence(at(0, { name: "Arm", turn: 0 }), at(1, { name: "Arm", turn: 90 })));
			track.TimePosition = 0.5;
			expect(track.TimePosition).to.equal(0);
			track.Play(0, 1, 0);
			track.TimePosition = 0.5;
			advance(0.5);
			expect(turnOf(arm)).to.be.near(45, DEGREES);
			track.AdjustSpeed(-1);
			step(0.25);
			expect(turnOf(arm)).to.be.near(22.5, DEGREES);
			expect(track.Speed).to.equal(-1);
		});

		test("that is stopped without a fade leaves motors without a MaxVelocity where they are", () => {
			const bone = makeBone("Arm");
			const stiff = makeMotor(part, "Stiff");
			const quick = makeMotor(part, "Quick");
			quick.MaxVelocity = 1;
			const names = ["Arm", "Stiff", "Quick"];
			const track = load(makeSequence(at(5, ...names.map((name) => ({ name, turn: 30 })))));
			track.Play(0);
			step(0.1);
			track.Stop(0);
			step(0.1);
			expectNear([turnOf(bone), turnOf(stiff), turnOf(quick)], [0, 30, 0], DEGREES);
			// With a fade they follow to the end.
			track.Play(0);
			step(0.1);
			track.Stop(0.1);
			advance(0.5);
			expectNear([turnOf(stiff)], [0], DEGREES);
		});

		test("of higher priority covers others, of which Core is the lowest", () => {
			const arm = makeBone("Arm");
			const leg = makeBone("Leg");
			const low = makeSequence(at(5, { name: "Arm", turn: 10 }, { name: "Leg", turn: 20 }));
			low.Priority = Enum.AnimationPriority.Core;
			const high = makeSequence(at(5, { name: "Arm", turn: 50 }));
			high.Priority = Enum.AnimationPriority.Idle;
			const tracks = [load(high), load(low)];
			for (const track of tracks) track.Play(0);
			step(0.1);
			expectNear([turnOf(arm), turnOf(leg)], [50, 20], DEGREES);
			expect(animator.GetPlayingAnimationTracks().size()).to.equal(2);
		});
	});

	describe("a pose", () => {
		test("moves the Bone of its name between its keyframes, those without it left out, and Constant ones in steps", () => {
			const arm = makeBone("Arm");
			const hand = makeBone("Hand", arm);
			const hold = Enum.PoseEasingStyle.Constant;
			const track = load(
				makeSequence(
					at(0, { name: "Arm", turn: 0, below: [{ name: "Hand", turn: 5, style: hold }] }),
					at(1, { name: "Arm", turn: 0, weight: 0, below: [{ name: "Hand", turn: 25, style: hold }] }),
					at(2, { name: "Arm", turn: 60 }),
				),
			);
			track.Play(0);
			step(0.5);
			expectNear([turnOf(arm), turnOf(hand)], [15, 5], DEGREES);
			step(1);
			expectNear([turnOf(arm), turnOf(hand)], [45, 25], DEGREES);
		});

		test("moves the motor from its parent's part to its own, before PreSimulation, and no other", () => {
			const upper = makeMotor(part, "Upper");
			const lower = makeMotor(upper.Part1!, "Lower");
			const other = makeMotor(part, "Lower");
			const track = load(
				makeSequence(
					at(5, { name: "Base", turn: 0, below: [{ name: "Upper", turn: 30, below: [{ name: "Lower", turn: 40 }] }] }),
				),
			);
			track.Play(0);
			const seen = new Array<number>();
			const connection = RunService.PreSimulation.Connect(() => seen.push(turnOf(upper)));
			step(0.1);
			connection.Disconnect();
			expectNear(seen, [30], DEGREES);
			expectNear([turnOf(lower), turnOf(other)], [40, 0], DEGREES);
			const [, , shown] = lower.Part1!.CFrame.ToEulerAnglesXYZ();
			expect(math.deg(shown)).to.be.near(70, DEGREES);
		});
	});

	test("an Animator writes what it animates every frame, over what scripts set", () => {
		const arm = makeBone("Arm");
		const track = load(makeSequence(at(5, { name: "Arm", turn: 30 })));
		track.Play(0);
		step(0.1);
		arm.Transform = TURN;
		step(0.1);
		expect(turnOf(arm)).to.be.near(30, DEGREES);
	});

	test("StepAnimations asks for a plugin's rights", () => {
		expect(failureOf(() => animator.StepAnimations(0.1)).find("lacking capability Plugin", 1, true)[0]).to.be.ok();
	});
};
