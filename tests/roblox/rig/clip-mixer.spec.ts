import { buildBones } from "../../../src/roblox/rig/build-bones";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { ClipTrack } from "../../../src/roblox/rig/clip-track";
import { Clip } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { FixedChannel } from "../../../src/motion/fixed-channel";
import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { createPose } from "../../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { samplePose } from "../../../src/scene/sample-pose";
import { Billboard, Skeleton } from "../../../src/scene/skeleton";
import { doubles, floats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { Seeded } from "../../random";
import { showClip } from "./show-clip";
import { smoothClip } from "./smooth-clip";

const HALF = math.sqrt(0.5);

function xyz(vector: Vector3): Array<number> {
	return [vector.X, vector.Y, vector.Z];
}

/** A rig of two joints and a clip that moves the first along X, one stud a second for four seconds. */
function sliding(loop = false) {
	const { skeleton } = createSkeleton("rig", [
		{ name: "Root", parent: -1 },
		{ name: "Tip", parent: 0 },
	]);
	const clipOf = (name: string, x: number, y: number): Clip => ({
		name,
		duration: 4,
		loop,
		skeleton,
		tracks: [
			{
				joint: 0,
				translation: new KeyedChannel({
					kind: "vector",
					interpolation: "linear",
					times: doubles(0, 4),
					values: floats(0, y, 0, x, y, 0),
				}),
			},
		],
	});
	const part = new Instance("Part");
	const [root, tip] = buildBones(skeleton, part);
	return { skeleton, part, root, tip, clip: clipOf("slide", 4, 0), other: clipOf("raised", 4, 8) };
}

/** A clip that turns a joint about Y by so many degrees, at a standstill. */
function turned(skeleton: Skeleton, joint: number, degrees: number): Clip {
	const half = math.rad(degrees) / 2;
	const rotation = new FixedChannel(0, math.sin(half), 0, math.cos(half));
	return { name: `turn ${degrees}`, duration: 1, loop: true, skeleton, tracks: [{ joint, rotation }] };
}

function degreesOf({ Transform }: Bone): number {
	const [, yaw] = Transform.ToEulerAnglesYXZ();
	return math.deg(yaw);
}

const { Action, Action2, Core, Idle, Movement } = Enum.AnimationPriority;

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("puts every bone where the pose has its joint, rest scale included", () => {
		for (const restScale of [1, 0.5]) {
			const { clip, skeleton } = smoothClip(8, 2, restScale);
			const part = new Instance("Part");
			const bones = buildBones(skeleton, part);
			const mixer = ClipMixer.of({ skeleton, instance: part });
			const track = showClip(mixer, clip, 0);
			const pose = createPose(8);
			const world = buffer.create(8 * WORLD_STRIDE);
			for (const seconds of [0, 0.3, 1.7]) {
				track.seek(seconds);
				samplePose(clip, seconds, pose);
				poseToWorld(skeleton, pose, world);
				bones.forEach((bone, joint) => {
					const expected = [12, 28, 44].map((at) => buffer.readf32(world, joint * WORLD_STRIDE + at));
					expectNear(xyz(bone.TransformedWorldCFrame.Position), expected, 1e-4);
				});
			}
			expect(track.missing.isEmpty()).to.equal(true);
			mixer.destroy();
		}
	});

	itHeadless("plays, stands still, seeks and goes at any speed", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0 });
		headless!.step(0);
		expect(track.isPlaying).to.equal(true);
		expectNear([root.Transform.X], [0], 0);
		headless!.advance(1);
		expectNear([root.Transform.X, track.position], [1, 1], 1e-5);
		track.speed = 0;
		headless!.advance(1);
		expectNear([root.Transform.X], [1], 1e-5);
		track.speed = 2;
		headless!.advance(0.5);
		expectNear([root.Transform.X], [2], 1e-5);
		track.speed = -1;
		headless!.advance(0.5);
		expectNear([root.Transform.X], [1.5], 1e-5);
		track.seek(3.25);
		expectNear([root.Transform.X], [3.25], 1e-5);
		mixer.destroy();
	});

	itHeadless("fades out at the clip's end, then says so once", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const ends = new Array<string>();
		const track = mixer.play(clip, { fade: 0.5 });
		track.ended.Connect((reason) => ends.push(reason));
		headless!.step(0);
		headless!.advance(4.25);
		expect(track.isPlaying).to.equal(false);
		// Half of it is faded out, to within a frame.
		expectNear([root.Transform.X], [2], 0.14);
		expect(ends.size()).to.equal(0);
		headless!.advance(1);
		expect(ends.join()).to.equal("finished");
		expect(root.Transform).to.equal(new CFrame());
		mixer.destroy();
		headless!.advance(0.1);
		expect(ends.size()).to.equal(1);
	});

	itHeadless("holds the last pose until it is stopped, if asked to", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0, hold: true });
		headless!.advance(60);
		expectNear([root.Transform.X], [4], 1e-5);
		expect(track.isPlaying).to.equal(true);
		track.stop(0);
		expectNear([root.Transform.X], [0], 0);
		const [reason] = track.ended.Wait();
		expect(reason).to.equal("stop");
		mixer.destroy();
	});

	itHeadless("loops if the clip or its option says so", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0, loop: true });
		let laps = 0;
		track.looped.Connect((count) => (laps += count));
		headless!.step(0);
		headless!.advance(9);
		expectNear([root.Transform.X, laps], [1, 2], 1e-4);
		track.speed = -1;
		headless!.advance(2);
		expectNear([root.Transform.X, laps], [3, 3], 1e-4);
		mixer.destroy();
	});

	itHeadless("leaves the rig alone once nothing plays", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0 });
		headless!.advance(1);
		track.stop(0);
		expect(root.Transform).to.equal(new CFrame());
		root.Transform = new CFrame(9, 9, 9);
		headless!.advance(1);
		expectNear(xyz(root.Transform.Position), [9, 9, 9], 0);
		mixer.destroy();
		expect(failureOf(() => mixer.play(clip))).to.equal("[dolly] play: the model is destroyed");
	});

	it("is one per rig, however the skeleton was made", () => {
		const { skeleton, part, clip, other } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		expect(ClipMixer.of({ skeleton, instance: part })).to.equal(mixer);
		const same = createSkeleton("again", [
			{ name: "Root", parent: -1 },
			{ name: "Tip", parent: 0 },
		]);
		const shared = ClipMixer.of({ skeleton: same.skeleton, instance: part });
		expect(shared).to.equal(mixer);
		mixer.play(clip, { fade: 0 });
		shared.play(other, { fade: 0 });
		mixer.destroy();
		const newer = ClipMixer.of({ skeleton, instance: part });
		expect(newer === mixer).to.equal(false);
		newer.destroy();
	});

	itHeadless("ends the tracks of another mixer that has one of its joints", () => {
		const { skeleton, part, root, clip, other } = sliding();
		const model = new Instance("Model");
		part.Parent = model;
		const inner = ClipMixer.of({ skeleton, instance: part });
		const outer = ClipMixer.of({ skeleton, instance: model });
		const track = inner.play(clip, { fade: 0 });
		const ends = new Array<string>();
		track.ended.Connect((reason) => ends.push(reason));
		outer.play(other, { fade: 0 });
		headless!.step(0);
		headless!.step(1);
		headless!.step(0);
		expect(ends.join()).to.equal("replaced");
		expectNear(xyz(root.Transform.Position), [1, 8, 0], 1e-5);
		inner.destroy();
		expectNear(xyz(root.Transform.Position), [1, 8, 0], 1e-5);
		outer.destroy();
		expectNear(xyz(root.Transform.Position), [0, 0, 0], 0);
	});

	itHeadless("fades from one clip to another while both run on", () => {
		const { skeleton, part, root, clip, other } = sliding(true);
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const first = mixer.play(clip, { fade: 0 });
		headless!.step(0);
		headless!.advance(2);
		first.stop(1);
		mixer.play(other, { fade: 1 });
		headless!.step(0);
		headless!.advance(0.5);
		headless!.step(0);
		// Halfway: the first at 2.5, the second at 0.5 and eight studs up.
		expectNear([root.Transform.X, root.Transform.Y], [1.5, 4], 1e-4);
		headless!.advance(0.75);
		headless!.step(0);
		expectNear([root.Transform.X, root.Transform.Y], [1.25, 8], 1e-4);
		mixer.destroy();
	});

	itHeadless("fades for a tenth of a second, or as long as the clip says, by default", () => {
		const { skeleton, part, root, other } = sliding(true);
		const mixer = ClipMixer.of({ skeleton, instance: part });
		for (const [blendTime, fade, seconds] of [
			[undefined, undefined, 0.1],
			[0.5, undefined, 0.5],
			[0.5, 1, 1],
			[0.5, 0, 0],
		] as Array<[number | undefined, number | undefined, number]>) {
			const track = mixer.play({ ...other, blendTime }, { fade });
			headless!.step(0.05);
			expectNear([root.Transform.Y], [seconds === 0 ? 8 : 8 * math.min(0.05 / seconds, 1)], 1e-4);
			track.stop(0);
		}
		mixer.destroy();
	});

	it("gives a joint to the highest priority, and blends equal ones by weight", () => {
		const { skeleton, part, root } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const play = (degrees: number, priority: Enum.AnimationPriority, weight: number) =>
			mixer.play(turned(skeleton, 0, degrees), { fade: 0, priority, weight });
		const core = play(10, Core, 1);
		expectNear([degreesOf(root)], [10], 1e-4);
		play(20, Idle, 1);
		expectNear([degreesOf(root)], [20], 1e-4);
		const low = play(40, Movement, 1);
		const high = play(80, Movement, 3);
		// A quarter of the one and three quarters of the other; small turns blend nearly as their angles do.
		expectNear([degreesOf(root)], [70], 0.5);
		const action = play(0, Action, 0.5);
		expectNear([degreesOf(root)], [35], 0.5);
		action.weight = 1;
		high.weight = 0;
		headless?.step(1 / 60);
		if (headless) expectNear([degreesOf(root)], [0], 1e-4);
		action.stop(0);
		if (headless) expectNear([degreesOf(root)], [40], 1e-4);
		low.stop(0);
		high.stop(0);
		expectNear([degreesOf(root)], [20], 1e-4);
		core.stop(0);
		mixer.destroy();
	});

	itHeadless("layers walk, wave and breathe on one rig", () => {
		const { skeleton } = createSkeleton("person", [
			{ name: "Root", parent: -1 },
			{ name: "Spine", parent: 0 },
			{ name: "Arm", parent: 1 },
			{ name: "Hand", parent: 2 },
			{ name: "Leg", parent: 0 },
		]);
		const part = new Instance("Part");
		const [root, spine, arm, hand, leg] = buildBones(skeleton, part);
		const all = (degrees: number, ...joints: Array<number>): Clip => ({
			...turned(skeleton, 0, degrees),
			tracks: joints.map((joint) => turned(skeleton, joint, degrees).tracks[0]),
		});
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const shown = () => [root, spine, arm, hand, leg].map(degreesOf);
		mixer.play(all(5, 1), { fade: 0, priority: Idle }); // breathe
		mixer.play(all(30, 0, 2, 4), { fade: 0 }); // walk
		expectNear(shown(), [30, 5, 30, 0, 30], 1e-4);
		const wave = mixer.play(all(60, 0, 1, 2, 3, 4), { fade: 0, priority: Action, joints: ["Arm"] });
		expectNear(shown(), [30, 5, 60, 60, 30], 1e-4);
		wave.stop(1);
		headless!.step(0);
		headless!.step(0.5);
		headless!.step(0);
		expectNear(shown(), [30, 5, 45, 30, 30], 0.6);
		headless!.advance(1);
		expectNear(shown(), [30, 5, 30, 0, 30], 1e-4);
		mixer.destroy();
		expectNear(shown(), [0, 0, 0, 0, 0], 0);
	});

	itHeadless("fades between any two of ten clips in any order, and ends on the last", () => {
		const { skeleton, part, root } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const random = new Seeded(31);
		const clips = new Array<Clip>();
		for (const index of $range(0, 9)) clips.push(turned(skeleton, 0, index * 15 - 60));
		let degrees = 0;
		let track: ClipTrack | undefined;
		for (const _ of $range(1, 300)) {
			const index = random.int(0, 9);
			track?.stop(0.2);
			track = mixer.play(clips[index], { fade: 0.2 });
			degrees = index * 15 - 60;
			const frames = random.int(1, 30);
			for (const _ of $range(1, frames)) {
				headless!.step(1 / 60);
				const shown = degreesOf(root);
				expect(shown === shown && math.abs(shown) <= 75.01).to.equal(true);
			}
			if (frames > 14) expectNear([degreesOf(root)], [degrees], 1e-3);
		}
		headless!.advance(0.5);
		expectNear([degreesOf(root)], [degrees], 1e-3);
		mixer.destroy();
	});

	itHeadless("lets a track be stopped, and others be played, inside another's ended", () => {
		const { skeleton, part, root } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const [low, mid, high] = [20, 40, 60].map((degrees) => turned(skeleton, 0, degrees));
		const heard = new Array<string>();
		const first = mixer.play(low, { fade: 0, priority: Idle });
		const second = mixer.play(mid, { fade: 0, priority: Movement });
		first.ended.Connect((reason) => heard.push(`first ${reason}`));
		second.ended.Connect((reason) => {
			heard.push(`second ${reason}`);
			first.stop(0);
			mixer.play(high, { fade: 0, priority: Action2 });
		});
		second.stop(0.1);
		headless!.advance(0.5);
		expect(heard.join(", ")).to.equal("second stop, first stop");
		expectNear([degreesOf(root)], [60], 1e-4);
		mixer.destroy();
		headless!.step(0);
	});

	itHeadless("survives all pairs of calls from handlers", () => {
		const calls: { [name: string]: (mixer: ClipMixer, track: ClipTrack, clip: Clip) => void } = {
			stop: (_, track) => track.stop(),
			"stop at once": (_, track) => track.stop(0),
			play: (mixer, _, clip) => mixer.play(clip, { fade: 0, loop: false }),
			seek: (_, track) => track.seek(0.5),
			"set numbers": (_, track) => {
				track.speed = 3;
				track.weight = 0;
				track.loop = false;
			},
			destroy: (mixer) => mixer.destroy(),
		};
		for (const [firstName, firstCall] of pairs(calls)) {
			for (const [secondName, secondCall] of pairs(calls)) {
				for (const event of ["ended", "looped", "marker"] as const) {
					const { skeleton, part, root, clip } = sliding();
					const mixer = ClipMixer.of({ skeleton, instance: part });
					const marked: Clip = { ...clip, duration: 0.5, markers: [{ name: "half", seconds: 0.25 }] };
					const track = mixer.play(marked, { loop: event === "looped", fade: 0.05 });
					const other = mixer.play(clip, { loop: true });
					let ends = 0;
					track.ended.Connect(() => (ends += 1));
					let isDone = false;
					const act = () => {
						if (isDone) return;
						isDone = true;
						pcall(firstCall, mixer, track, clip);
						pcall(secondCall, mixer, other, clip);
					};
					if (event === "ended") track.ended.Connect(act);
					else if (event === "looped") track.looped.Connect(act);
					else track.marker.Connect(act);
					headless!.advance(2);
					const [x, y, z] = root.Transform.GetComponents();
					const label = `${event}: ${firstName}, ${secondName}`;
					if (!isDone || x + y + z !== x + y + z) error(`${label}: not heard, or NaN`, 0);
					mixer.destroy();
					headless!.step(0);
					if (ends !== 1) error(`${label}: ended fired ${ends} times`, 0);
					expect(root.Transform).to.equal(new CFrame());
				}
			}
		}
	});

	itHeadless("ends a track whose clip fails, with its error, and goes on with the others", () => {
		const { skeleton, part, root } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const broken = {
			write(seconds: number, pose: buffer, at: number) {
				if (seconds > 0.5) error("broken", 0);
				buffer.writef32(pose, at, 1);
			},
		};
		const tracks = [{ joint: 1, translation: broken }];
		const track = mixer.play({ name: "broken", duration: 2, loop: false, skeleton, tracks }, { fade: 0 });
		const ends = new Array<string>();
		track.ended.Connect((reason) => ends.push(reason));
		mixer.play(turned(skeleton, 0, 30), { fade: 0 });
		headless!.advance(1);
		expect(ends.join()).to.equal("error");
		expectNear([degreesOf(root)], [30], 1e-4);
		const errors = headless!.takeErrors();
		expect(errors.size()).to.equal(1);
		expect(errors[0].find("broken")[0]).to.be.ok();
		mixer.destroy();
	});

	itHeadless("shows the scale of a clip that fades away, though the next one has none", () => {
		const { skeleton, part, tip, clip } = sliding(true);
		const up = { joint: 1, translation: new FixedChannel(0, 2, 0) };
		const scaling: Clip = { ...clip, tracks: [{ joint: 0, scale: new FixedChannel(3, 3, 3) }, up] };
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(scaling, { fade: 0 });
		headless!.step(0.1);
		expectNear([tip.Transform.Y], [6], 1e-4);
		track.stop(1);
		mixer.play({ ...clip, tracks: [up] }, { fade: 1 });
		headless!.step(0);
		headless!.step(0.5);
		headless!.step(0);
		// Half of the scale is left.
		expectNear([tip.Transform.Y], [4], 1e-4);
		headless!.advance(1, 0.1);
		expectNear([tip.Transform.Y], [2], 1e-4);
		mixer.destroy();
	});

	it("plays a clip of another skeleton by the names of its joints, relative to its rest", () => {
		const { skeleton, part, root, tip } = sliding();
		const rest = createPose(3);
		buffer.copy(rest, 40, floats(0, 9, 0, 0, HALF, 0, HALF, 1, 1, 1));
		const foreign = createSkeleton(
			"foreign",
			[
				{ name: "Extra", parent: -1 },
				{ name: "Tip", parent: 0 },
				{ name: "Lost", parent: 0 },
			],
			{ rest },
		).skeleton;
		// Three studs along the foreign joint's own -Z at rest, which points along X.
		const tracks = [1, 2].map((joint) => ({ joint, translation: new FixedChannel(3, 9, 0) }));
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const clip = { name: "foreign", duration: 1, loop: true, skeleton: foreign, tracks };
		const track = mixer.play(clip, { fade: 0 });
		expect(track.missing.join()).to.equal("Lost");
		expectNear(xyz(tip.Transform.Position), [0, 0, 3], 1e-5);
		expect(root.Transform).to.equal(new CFrame());
		mixer.play({ ...turned(skeleton, 0, 45), tracks: [{ joint: 0, scale: new FixedChannel(2, 2, 2) }] }, { fade: 0 });
		// Mixed as poses because of the scale: twice as far below a parent that is twice as large.
		expectNear(xyz(tip.Transform.Position), [0, 0, 6], 1e-5);
		mixer.destroy();
	});

	itHeadless("plays a clip whose keys nobody can tell, again and again", () => {
		const { skeleton, part, root } = sliding();
		const translation = {
			write(seconds: number, pose: buffer, at: number) {
				for (const axis of $range(0, 2)) buffer.writef32(pose, at + axis * 4, seconds + axis);
			},
		};
		const clip: Clip = { name: "own", duration: 4, loop: false, skeleton, tracks: [{ joint: 0, translation }] };
		for (const _ of $range(1, 3)) {
			const mixer = ClipMixer.of({ skeleton, instance: part });
			mixer.play(clip, { fade: 0 });
			headless!.step(0);
			headless!.advance(1);
			expectNear(xyz(root.Transform.Position), [1, 2, 3], 1e-4);
			mixer.destroy();
		}
	});

	it("drives motors and constraints by the part they move, and names what the rig lacks", () => {
		const { skeleton } = createSkeleton("rig", [
			{ name: "UpperTorso", parent: -1 },
			{ name: "Head", parent: 0 },
			{ name: "Tail", parent: 0 },
		]);
		const slide = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 1),
			values: floats(0, 0, 0, 3, 0, 0),
		});
		const tracks = [0, 1, 2].map((joint) => ({ joint, translation: slide }));
		const clip = { name: "x", duration: 1, loop: false, skeleton, tracks };
		const model = new Instance("Model");
		const torso = new Instance("Part", model);
		torso.Name = "UpperTorso";
		const head = new Instance("Part", model);
		head.Name = "Head";
		const motor = new Instance("Motor6D", model);
		motor.Name = "Waist";
		motor.Part1 = torso;
		const attachment = new Instance("Attachment", head);
		const constraint = new Instance("AnimationConstraint", model);
		constraint.Name = "Neck";
		constraint.Attachment1 = attachment;
		const mixer = ClipMixer.of({ skeleton, instance: model });
		expect(mixer.missing.join(" ")).to.equal("Tail");
		const track = showClip(mixer, clip, 1);
		expect(track.missing.join(" ")).to.equal("Tail");
		expectNear([motor.Transform.X, constraint.Transform.X], [3, 3], 1e-6);
		track.stop(0);
		expectNear([motor.Transform.X, constraint.Transform.X], [0, 0], 0);
		mixer.destroy();
	});

	itHeadless("writes after the engine's animations, but only what its clips animate", () => {
		const { skeleton, part, root, tip, clip } = sliding();
		const animator = game.GetService("RunService").PreAnimation.Connect(() => {
			root.Transform = new CFrame(0, 100, 0);
			tip.Transform = new CFrame(0, 100, 0);
		});
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0 });
		headless!.step(0);
		headless!.advance(1);
		expectNear(xyz(root.Transform.Position), [1, 0, 0], 1e-5);
		expectNear(xyz(tip.Transform.Position), [0, 100, 0], 0);
		track.speed = 0;
		headless!.advance(0.1);
		expectNear(xyz(root.Transform.Position), [1, 0, 0], 1e-5);
		animator.Disconnect();
		mixer.destroy();
	});

	itHeadless("ends with its rig", () => {
		const { skeleton, part, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip);
		const ends = new Array<string>();
		track.ended.Connect((reason) => ends.push(reason));
		part.Destroy();
		headless!.advance(0.1);
		expect(track.isPlaying).to.equal(false);
		expect(ends.join()).to.equal("destroy");
	});

	it("turns billboards to the camera, whatever their parents do", () => {
		const boneOf = (billboard: Billboard) => {
			const rest = createPose(2);
			buffer.copy(rest, 0, floats(0, 2, 0, HALF, 0, 0, HALF, 1, 1, 1));
			buffer.copy(rest, 40, floats(1, 0, 0, 0, 0, 0, 1, 1, 1, 1));
			const joints = [
				{ name: "Root", parent: -1 },
				{ name: "Flare", parent: 0, billboard },
			];
			const { skeleton } = createSkeleton("rig", joints, { rest });
			const part = new Instance("Part");
			part.CFrame = CFrame.fromEulerAnglesXYZ(0.3, 0.8, -0.4);
			const [, flare] = buildBones(skeleton, part);
			const camera = new Instance("Camera");
			camera.CFrame = CFrame.fromEulerAnglesXYZ(-0.5, 1.1, 0.2);
			const clip = { name: "still", duration: 1, loop: false, skeleton, tracks: [] };
			const mixer = ClipMixer.of({ skeleton, instance: part });
			mixer.camera = camera;
			mixer.play(clip, { fade: 0 });
			const shown = flare.TransformedWorldCFrame;
			const unturned = flare.WorldCFrame;
			mixer.destroy();
			return { shown, unturned, towards: camera.CFrame.LookVector.mul(-1), up: camera.CFrame.UpVector };
		};
		const full = boneOf("full");
		expectNear(xyz(full.shown.RightVector), xyz(full.towards), 1e-5);
		expectNear(xyz(full.shown.UpVector), xyz(full.up), 1e-5);
		for (const lock of ["lockX", "lockY", "lockZ"] as const) {
			const { shown, unturned, towards } = boneOf(lock);
			const axisOf = (cframe: CFrame) =>
				lock === "lockX" ? cframe.RightVector : lock === "lockY" ? cframe.UpVector : cframe.LookVector;
			const faceOf = (cframe: CFrame) => (lock === "lockX" ? cframe.LookVector : cframe.RightVector);
			expectNear(xyz(axisOf(shown)), xyz(axisOf(unturned)), 1e-5);
			// As near to the camera as its axis lets it come: what is left across the axis is gone.
			const axis = axisOf(shown);
			const reachable = towards.sub(axis.mul(axis.Dot(towards))).Unit;
			expectNear(xyz(faceOf(shown)), xyz(reachable), 1e-5);
		}
	});

	itHeadless("turns billboards to the current camera on clients while nothing plays", () => {
		const { skeleton } = createSkeleton("rig", [{ name: "Flare", parent: -1, billboard: "full" }]);
		const part = new Instance("Part");
		const [flare] = buildBones(skeleton, part);
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const camera = game.Workspace.CurrentCamera!;
		camera.CFrame = CFrame.lookAt(Vector3.zero, new Vector3(1, 2, 3));
		headless!.step(0);
		headless!.step(0);
		const towards = camera.CFrame.LookVector.mul(-1);
		expectNear(xyz(flare.Transform.RightVector), xyz(towards), 1e-5);
		mixer.destroy();
		expect(flare.Transform).to.equal(new CFrame());
	});

	it("names mistakes", () => {
		const { skeleton, part, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const said = (options: object) => failureOf(() => mixer.play(clip, options));
		expect(failureOf(() => mixer.play("Walk" as never))).to.equal('[dolly] play: clip is "Walk"; expected a Clip');
		expect(failureOf(() => ClipMixer.of({ skeleton } as never))).to.equal(
			"[dolly] ClipMixer: rig.instance is missing; expected a PVInstance",
		);
		expect(said({ fade: -1 })).to.equal("[dolly] play: fade is -1; expected a number of seconds, 0 or more");
		expect(said({ weight: -1 })).to.equal("[dolly] play: weight is -1; expected a number, 0 or more");
		expect(said({ speed: 0 / 0 })).to.equal("[dolly] play: speed is nan; expected a finite number");
		expect(said({ joints: ["Tail"] })).to.equal('[dolly] play: joints has "Tail"; expected names of joints of "rig"');
		expect(said({ priority: Enum.KeyCode.A })).to.equal(
			"[dolly] play: priority is Enum.KeyCode.A; expected an Enum.AnimationPriority",
		);
		const track = mixer.play(clip, { fade: 0 });
		expect(failureOf(() => track.seek("x" as never))).to.equal('[dolly] ClipTrack: seconds is "x"; expected a number');
		expect(failureOf(() => track.stop(-1))).to.equal(
			"[dolly] ClipTrack: fade is -1; expected a number of seconds, 0 or more",
		);
		mixer.destroy();
	});

	itHeadless("refuses nonsense that is set on a track, and goes on with what made sense", () => {
		const { skeleton, part, root, clip } = sliding();
		const mixer = ClipMixer.of({ skeleton, instance: part });
		const track = mixer.play(clip, { fade: 0 });
		headless!.step(0);
		track.speed = 0 / 0;
		track.weight = "much" as never;
		track.loop = 1 as never;
		headless!.advance(1);
		expectNear([root.Transform.X], [1], 1e-5);
		expect([track.speed, track.weight, tostring(track.loop)].join()).to.equal("1, 1, false");
		expect(headless!.takeErrors().size()).to.equal(3);
		mixer.destroy();
	});
};
