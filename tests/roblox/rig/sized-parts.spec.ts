import { FixedChannel } from "../../../src/motion/fixed-channel";
import { buildBones } from "../../../src/roblox/rig/build-bones";
import { ClipMixer } from "../../../src/roblox/rig/clip-mixer";
import { markFollower } from "../../../src/roblox/rig/rig-pose";
import { Clip } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { createPose } from "../../../src/scene/pose";
import { expectNear } from "../../expect-near";
import { showClip } from "./show-clip";

const SCALE = [2, 3, 0.5];

function xyz({ X, Y, Z }: Vector3): Array<number> {
	return [X, Y, Z];
}

function partOf(name: string, model: Model, at: CFrame): Part {
	const part = new Instance("Part");
	part.Name = name;
	part.Size = new Vector3(1, 2, 4);
	part.CFrame = at;
	part.Parent = model;
	return part;
}

interface ScalingOptions {
	/** Where the hand stands from the arm, and the joint from it. */
	weld?: CFrame;
	c1?: CFrame;
	/** The joint's scale at rest, of which the clip has multiples. */
	restScale?: number;
	isFlat?: boolean;
	/** Whether another joint hangs on it, or comes before it. */
	isParent?: boolean;
	isSecond?: boolean;
	hasOddWelds?: boolean;
}

/**
 * A base and an arm that a motor moves, whose joint is a stud below the arm's middle, and a hand that is welded to the arm.
 * The clip scales the joint.
 */
function scaling(options: ScalingOptions = {}) {
	const { weld: c0 = new CFrame(1, 0.5, -2), c1 = new CFrame(0, -1, 0), restScale = 1, isParent = false } = options;
	const model = new Instance("Model");
	const base = partOf("Base", model, new CFrame());
	base.Anchored = true;
	const arm = partOf("Arm", model, new CFrame(0, 1, 0));
	const hand = partOf("Hand", model, arm.CFrame.mul(c0));
	const motor = new Instance("Motor6D");
	motor.Part0 = base;
	motor.Part1 = arm;
	motor.C1 = c1;
	motor.Parent = base;
	const weld = new Instance("Weld");
	weld.Part0 = arm;
	weld.Part1 = hand;
	weld.C0 = c0;
	weld.Parent = arm;
	if (options.hasOddWelds) {
		// One that holds the arm itself, and one that holds nothing, both askew.
		for (const [from, to] of [
			[hand, arm],
			[arm, undefined],
		]) {
			const odd = new Instance("Weld");
			odd.Part0 = from;
			odd.Part1 = to;
			odd.C0 = CFrame.Angles(1, 0, 0);
			odd.Parent = arm;
		}
	}
	const joints = [{ name: "Arm", parent: -1 }];
	if (isParent) joints.push({ name: "Finger", parent: 0 });
	const joint = options.isSecond ? 1 : 0;
	if (options.isSecond) joints.unshift({ name: "Root", parent: -1 });
	const rest = createPose(joints.size());
	for (const axis of $range(0, 2)) {
		buffer.writef32(rest, joint * 40 + 28 + axis * 4, options.isFlat && axis === 0 ? 0 : restScale);
	}
	const { skeleton } = createSkeleton("arm", joints, { rest });
	const [x, y, z] = SCALE.map((value) => value * restScale);
	const tracks = [{ joint, scale: new FixedChannel(x, y, z) }];
	const clip: Clip = { name: "grow", duration: 1, loop: false, skeleton, tracks };
	const mixer = ClipMixer.of({ skeleton, instance: model });
	return { mixer, clip, arm, hand, motor, weld };
}

export = () => {
	it("grow with their joint about where it stands, and so do those that are welded to them", () => {
		for (const options of [{}, { restScale: 2 }, { isSecond: true }, { isParent: true }]) {
			const { mixer, clip, arm, hand, motor, weld } = scaling(options);
			expect(mixer.scaledBy(clip).size()).to.equal(0);
			const track = showClip(mixer, clip, 0.5);
			expectNear(xyz(arm.Size), [2, 6, 2], 1e-5);
			expectNear(xyz(hand.Size), [2, 6, 2], 1e-5);
			// From the joint the arm stands (0, 1, 0), and the hand (1, 1.5, -2): each three times as far up, and so on.
			expectNear(xyz(motor.C1.Inverse().Position), [0, 3, 0], 1e-5);
			expectNear(xyz(motor.C1.Inverse().mul(weld.C0).Position), [2, 4.5, -1], 1e-5);
			track.stop(0);
			expectNear(xyz(arm.Size), [1, 2, 4], 0);
			expectNear(xyz(hand.Size), [1, 2, 4], 0);
			expectNear(xyz(motor.C1.Position), [0, -1, 0], 0);
			expectNear(xyz(weld.C0.Position), [1, 0.5, -2], 0);
			mixer.destroy();
		}
	});

	it("stay as they are, and are told of, where one stands askew to the joint or something hangs on it", () => {
		for (const options of [
			// A thousandth of a radian is 0.057°; a roll is seen by a thousandth of its cosine, at 2.56°.
			{ weld: CFrame.Angles(math.rad(0.06), 0, 0) },
			{ weld: CFrame.Angles(0, math.rad(0.06), 0) },
			{ weld: CFrame.Angles(0, 0, math.rad(2.6)) },
			{ weld: CFrame.Angles(0, 0.1, 0) },
			{ weld: CFrame.Angles(0, 0, 0.1) },
			{ weld: CFrame.Angles(0.1, 0, 0) },
			{ weld: CFrame.Angles(math.pi, 0, 0) },
			{ weld: CFrame.Angles(0, 0, math.pi) },
			{ c1: CFrame.Angles(0, 0.1, 0) },
		]) {
			const { mixer, clip, arm } = scaling(options);
			expect(
				mixer
					.scaledBy(clip)
					.map(({ joint }) => joint)
					.join(),
			).to.equal("Arm");
			showClip(mixer, clip, 0.5);
			expectNear(xyz(arm.Size), [1, 2, 4], 0);
			mixer.destroy();
		}
		// What rounding turns by counts as upright.
		for (const weld of [
			CFrame.Angles(math.rad(0.055), 0, 0),
			CFrame.Angles(0, math.rad(0.055), 0),
			CFrame.Angles(0, 0, math.rad(2.5)),
		]) {
			const { mixer, clip, arm } = scaling({ weld });
			showClip(mixer, clip, 0.5);
			expectNear(xyz(arm.Size), [2, 6, 2], 1e-5);
			mixer.destroy();
		}
	});

	it("grow wherever they stand if all axes grow alike", () => {
		const { mixer, clip, arm, hand, weld } = scaling({ weld: new CFrame(1, 2, 3).mul(CFrame.Angles(0.5, 1, 0)) });
		const { C0 } = weld;
		const tracks = [{ joint: 0, scale: new FixedChannel(2, 2, 2) }];
		expect(mixer.scaledBy({ ...clip, tracks }).size()).to.equal(0);
		const track = showClip(mixer, { ...clip, tracks }, 0.5);
		expectNear(xyz(arm.Size), [2, 4, 8], 1e-5);
		expectNear(xyz(hand.Size), [2, 4, 8], 1e-5);
		expectNear(xyz(weld.C0.Position), [2, 4, 6], 1e-5);
		track.stop(0);
		expect(weld.C0).to.equal(C0);
		mixer.destroy();
	});

	/** A finger with a part of its own that a motor holds to the arm, two studs above its middle. */
	function fingered(scale: FixedChannel) {
		const { mixer: first, clip, arm, motor } = scaling({ isParent: true });
		first.destroy();
		const model = arm.Parent as Model;
		const finger = partOf("Finger", model, new CFrame(0, 3, 0));
		const joint = new Instance("Motor6D");
		joint.Part0 = arm;
		joint.Part1 = finger;
		joint.C0 = new CFrame(0, 2, 0);
		joint.Parent = arm;
		const mixer = ClipMixer.of({ skeleton: clip.skeleton, instance: model });
		return { mixer, clip: { ...clip, tracks: [{ joint: 0, scale }] }, arm, motor, finger, joint };
	}

	it("take those with them that hang on them by motors, which grow as much", () => {
		const { mixer, clip, motor, finger, joint } = fingered(new FixedChannel(2, 2, 2));
		expect(mixer.scaledBy(clip).size()).to.equal(0);
		const track = showClip(mixer, clip, 0.5);
		expectNear(xyz(finger.Size), [2, 4, 8], 1e-5);
		// From the joint the arm's middle is a stud away, and the finger's joint three: the clip moves that by its Transform.
		expectNear(xyz(motor.C1.Inverse().Position), [0, 2, 0], 1e-5);
		expectNear(xyz(motor.C1.Inverse().mul(joint.C0).Position), [0, 3, 0], 1e-5);
		track.stop(0);
		expectNear(xyz(finger.Size), [1, 2, 4], 0);
		expectNear(xyz(joint.C0.Position), [0, 2, 0], 0);
		mixer.destroy();
		// What a stretched joint does to those below may be a slant: that is told of.
		const stretched = fingered(new FixedChannel(2, 3, 1));
		expect(stretched.mixer.scaledBy(stretched.clip).size()).to.equal(1);
		stretched.mixer.destroy();
	});

	it("are as small as parts can be where they shrink to nothing, and have their size back under a clip that scales nothing", () => {
		const { mixer, clip, arm } = scaling();
		const gone = mixer.play({ ...clip, tracks: [{ joint: 0, scale: new FixedChannel(0, 0, 0) }] }, { fade: 0 });
		expectNear(xyz(arm.Size), [0.001, 0.001, 0.001], 1e-9);
		mixer.play({ ...clip, tracks: [{ joint: 0, translation: new FixedChannel(0, 1, 0) }] }, { fade: 0 });
		gone.stop(0);
		expectNear(xyz(arm.Size), [1, 2, 4], 0);
		mixer.destroy();
	});

	it("are left alone while their joint stays as large as it is", () => {
		const { mixer, clip, arm } = scaling();
		const track = showClip(mixer, clip, 0.5);
		arm.Size = new Vector3(7, 7, 7);
		track.seek(0.6);
		expectNear(xyz(arm.Size), [7, 7, 7], 0);
		mixer.destroy();
		expectNear(xyz(arm.Size), [1, 2, 4], 0);
	});

	it("with bones are hidden while the one bone that they follow has no size, and the report says that they do not shrink", () => {
		const { skeleton } = createSkeleton("skin", [
			{ name: "Root", parent: -1 },
			{ name: "Blade", parent: 0 },
		]);
		const model = new Instance("Model");
		const [blade, sleeve] = ["Blade mesh", "Sleeve"].map((name) => partOf(name, model, new CFrame()));
		buildBones(skeleton, blade);
		buildBones(skeleton, sleeve);
		markFollower(blade, "Blade");
		const mixer = ClipMixer.of({ skeleton, instance: model });
		const clipOf = (size: number): Clip => {
			const tracks = [{ joint: 0, scale: new FixedChannel(size, size, size) }];
			return { name: "shrink", duration: 1, loop: false, skeleton, tracks };
		};
		expect(mixer.scaledBy(clipOf(0)).size()).to.equal(1);
		const track = showClip(mixer, clipOf(0), 0.5);
		expect(blade.LocalTransparencyModifier).to.equal(1);
		expect(sleeve.LocalTransparencyModifier).to.equal(0);
		expectNear(xyz(blade.Size), [1, 2, 4], 0);
		track.stop(0);
		expect(blade.LocalTransparencyModifier).to.equal(0);
		showClip(mixer, clipOf(0.5), 0.5);
		expect(blade.LocalTransparencyModifier).to.equal(0);
		mixer.destroy();
	});

	it("are those alone that hang on the arm", () => {
		const { mixer, clip, arm, hand } = scaling({ hasOddWelds: true });
		showClip(mixer, clip, 0.5);
		expectNear(xyz(arm.Size), [2, 6, 2], 1e-5);
		expectNear(xyz(hand.Size), [2, 6, 2], 1e-5);
		mixer.destroy();
	});

	it("change in every frame while the clip plays", () => {
		const { mixer, clip, arm } = scaling();
		mixer.play(clip, { fade: 0 });
		expectNear(xyz(arm.Size), [2, 6, 2], 1e-5);
		mixer.destroy();
		expectNear(xyz(arm.Size), [1, 2, 4], 0);
	});

	it("go on with the next clip that scales them, and are told of in neither", () => {
		const { mixer, clip, arm } = scaling();
		showClip(mixer, clip, 0.5);
		const priority = Enum.AnimationPriority.Action;
		mixer.play({ ...clip, tracks: [{ joint: 0, scale: new FixedChannel(4, 1, 1) }] }, { fade: 0, priority });
		expect(mixer.scaledBy(clip).size()).to.equal(0);
		expectNear(xyz(arm.Size), [4, 2, 4], 1e-5);
		mixer.destroy();
		expectNear(xyz(arm.Size), [1, 2, 4], 0);
	});

	it("mirror nothing: a factor below 0 is one above it, and where rest has no size they stay", () => {
		const { mixer, clip, arm } = scaling({ restScale: -1 });
		showClip(mixer, clip, 0.5);
		expectNear(xyz(arm.Size), [2, 6, 2], 1e-5);
		mixer.destroy();
		const flat = scaling({ isFlat: true });
		showClip(flat.mixer, flat.clip, 0.5);
		expectNear(xyz(flat.arm.Size), [1, 6, 2], 1e-5);
		flat.mixer.destroy();
	});
};
