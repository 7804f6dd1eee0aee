import { buildBones } from "../../../src/roblox/rig/build-bones";
import { ClipPlayer } from "../../../src/roblox/rig/clip-player";
import { Clip } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { createPose } from "../../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { samplePose } from "../../../src/scene/sample-pose";
import { Billboard } from "../../../src/scene/skeleton";
import { doubles, floats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
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
		rest: skeleton.rest,
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

/** Lets it play; the first frame shows where it begins. */
function start(player: ClipPlayer): void {
	player.play();
	headless!.step(1 / 60);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	it("puts every bone where the pose has its joint, rest scale included", () => {
		for (const restScale of [1, 0.5]) {
			const { clip, skeleton } = smoothClip(8, 2, restScale);
			const part = new Instance("Part");
			const bones = buildBones(skeleton, part);
			const player = new ClipPlayer(clip, { skeleton, instance: part });
			const pose = createPose(8);
			const world = buffer.create(8 * WORLD_STRIDE);
			for (const seconds of [0, 0.3, 1.7]) {
				player.seek(seconds);
				samplePose(clip, seconds, pose);
				poseToWorld(skeleton, pose, world);
				bones.forEach((bone, joint) => {
					const expected = [12, 28, 44].map((at) => buffer.readf32(world, joint * WORLD_STRIDE + at));
					expectNear(xyz(bone.TransformedWorldCFrame.Position), expected, 1e-4);
				});
			}
			expect(player.missing.isEmpty()).to.equal(true);
			player.destroy();
		}
	});

	itHeadless("plays, pauses, seeks and goes at any speed", () => {
		const { skeleton, part, root, clip } = sliding();
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		expect(root.Transform.X).to.equal(0);
		start(player);
		expect(player.isPlaying).to.equal(true);
		expectNear([root.Transform.X, player.duration], [0, 4], 0);
		headless!.advance(1);
		expectNear([root.Transform.X, player.position], [1, 1], 1e-5);
		player.pause();
		headless!.advance(1);
		expectNear([root.Transform.X], [1], 1e-5);
		player.speed = 2;
		start(player);
		headless!.advance(0.5);
		expectNear([root.Transform.X], [2], 1e-5);
		player.speed = -1;
		headless!.advance(0.5);
		expectNear([root.Transform.X], [1.5], 1e-5);
		player.seek(3.25);
		expectNear([root.Transform.X], [3.25], 1e-5);
		player.destroy();
	});

	itHeadless("holds the end, says so once, and starts again when it is played again", () => {
		const { skeleton, part, root, clip } = sliding();
		let finished = 0;
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		player.finished.Connect(() => (finished += 1));
		start(player);
		headless!.advance(6);
		expect(finished).to.equal(1);
		expect(player.isPlaying).to.equal(false);
		expectNear([root.Transform.X], [4], 1e-5);
		start(player);
		headless!.advance(0.5);
		expectNear([root.Transform.X], [0.5], 1e-5);
		player.destroy();
	});

	itHeadless("loops where the clip or its option says so", () => {
		const { skeleton, part, root, clip } = sliding();
		const player = new ClipPlayer(clip, { skeleton, instance: part }, { loop: true });
		start(player);
		headless!.advance(9);
		expectNear([root.Transform.X], [1], 1e-4);
		player.speed = -1;
		headless!.advance(2);
		expectNear([root.Transform.X], [3], 1e-4);
		player.destroy();
	});

	itHeadless("gives the rest pose back when it stops, and leaves the rig alone from then on", () => {
		const { skeleton, part, root, clip } = sliding();
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		start(player);
		headless!.advance(1);
		player.stop();
		expect(root.Transform).to.equal(new CFrame());
		root.Transform = new CFrame(9, 9, 9);
		headless!.advance(1);
		expectNear(xyz(root.Transform.Position), [9, 9, 9], 0);
		expect(player.position).to.equal(0);
		player.destroy();
		expect(failureOf(() => player.play())).to.equal("[dolly] ClipPlayer: play needs a player that is not destroyed");
	});

	itHeadless("has the rig alone: who plays or seeks next replaces it, and leaves the rig to the other for good", () => {
		const { clip, other, skeleton, part, root } = sliding();
		const rig = { skeleton, instance: part };
		const first = new ClipPlayer(clip, rig);
		const second = new ClipPlayer(other, rig);
		const heard = new Array<string>();
		first.stopped.Connect((reason) => heard.push(`first stopped: ${reason}`));
		first.ended.Connect((reason) => heard.push(`first ended: ${reason}`));
		second.ended.Connect((reason) => heard.push(`second ended: ${reason}`));
		start(first);
		start(second);
		headless!.step(1);
		expect(heard.join(", ")).to.equal("first stopped: replaced, first ended: replaced");
		expect(first.isPlaying).to.equal(false);
		expectNear(xyz(root.Transform.Position), [1, 8, 0], 1e-5);
		first.stop();
		expectNear(xyz(root.Transform.Position), [1, 8, 0], 1e-5);
		first.seek(3);
		expectNear(xyz(root.Transform.Position), [3, 0, 0], 1e-5);
		headless!.step(1);
		expect(heard[2]).to.equal("second ended: replaced");
		expectNear(xyz(root.Transform.Position), [3, 0, 0], 1e-5);
		first.destroy();
		expectNear(xyz(root.Transform.Position), [0, 0, 0], 1e-5);
		second.destroy();
	});

	itHeadless("leaves sizes to the player that replaced it", () => {
		const { skeleton } = createSkeleton("box", [{ name: "Lid", parent: -1 }]);
		const model = new Instance("Model");
		const [base, lid] = ["Base", "Lid"].map((name) => {
			const part = new Instance("Part");
			part.Name = name;
			part.Size = new Vector3(2, 2, 2);
			part.Parent = model;
			return part;
		});
		const motor = new Instance("Motor6D");
		motor.Part0 = base;
		motor.Part1 = lid;
		motor.Parent = base;
		const playerOf = (scale: number) => {
			const values = floats(scale, scale, scale, scale, scale, scale);
			const channel = new KeyedChannel({ kind: "vector", interpolation: "linear", times: doubles(0, 4), values });
			const tracks = [{ joint: 0, scale: channel }];
			const clip: Clip = { name: `${scale}`, duration: 4, loop: false, rest: skeleton.rest, tracks };
			return new ClipPlayer(clip, { skeleton, instance: model });
		};
		const first = playerOf(2);
		const second = playerOf(3);
		start(first);
		expect(lid.Size.X).to.be.near(4, 1e-5);
		second.play();
		expect(lid.Size.X).to.be.near(6, 1e-5);
		second.destroy();
		expect(lid.Size.X).to.be.near(2, 1e-5);
		first.destroy();
	});

	itHeadless("shares an instance with a player of other joints", () => {
		const one = sliding();
		const two = sliding();
		const model = new Instance("Model");
		one.part.Parent = model;
		two.root.Name = "Other root";
		two.part.Parent = model;
		const { skeleton } = createSkeleton("other", [
			{ name: "Other root", parent: -1 },
			{ name: "Other tip", parent: 0 },
		]);
		const first = new ClipPlayer(one.clip, { skeleton: one.skeleton, instance: model });
		const second = new ClipPlayer(two.other, { skeleton, instance: model });
		start(first);
		start(second);
		expect(first.isPlaying && second.isPlaying).to.equal(true);
		first.destroy();
		second.destroy();
	});

	itHeadless("fades from one clip to another while both run on", () => {
		const { skeleton, part, root, clip, other } = sliding(true);
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		start(player);
		headless!.advance(2);
		player.crossFade(other, 1);
		expectNear([root.Transform.X, root.Transform.Y], [2, 0], 1e-4);
		headless!.advance(0.5);
		// Halfway: the former at 2.5, the new one at 0.5 and eight studs up.
		expectNear([root.Transform.X, root.Transform.Y], [1.5, 4], 1e-4);
		headless!.advance(0.5);
		expectNear([root.Transform.X, root.Transform.Y], [1, 8], 1e-4);
		headless!.advance(0.5);
		expectNear([root.Transform.X, root.Transform.Y], [1.5, 8], 1e-4);
		player.destroy();
	});

	itHeadless("fades on from what it shows when a fade is cut short", () => {
		const { skeleton, part, root, clip, other } = sliding(true);
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		start(player);
		headless!.advance(2);
		player.crossFade(other, 1);
		headless!.advance(0.5);
		player.crossFade(clip, 1);
		expectNear([root.Transform.X, root.Transform.Y], [1.5, 4], 1e-4);
		headless!.advance(0.5);
		expectNear([root.Transform.X, root.Transform.Y], [1, 2], 1e-4);
		player.destroy();
	});

	itHeadless("fades for a quarter of a second, or as long as the clip says, unless it is told", () => {
		const { skeleton, part, root, clip, other } = sliding(true);
		for (const [blendTime, within, seconds] of [
			[undefined, undefined, 0.25],
			[0.5, undefined, 0.5],
			[0.5, 1, 1],
			[0.5, 0, 0],
		] as Array<[number | undefined, number | undefined, number]>) {
			const player = new ClipPlayer(clip, { skeleton, instance: part });
			start(player);
			player.crossFade({ ...other, blendTime }, within);
			headless!.advance(0.2, 0.1);
			expectNear([root.Transform.Y], [seconds === 0 ? 8 : 8 * math.min(0.2 / seconds, 1)], 1e-4);
			player.destroy();
		}
	});

	itHeadless("shows the scale of a clip that fades away, though the next one has none", () => {
		const { skeleton, part, tip, clip } = sliding(true);
		const scale = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 4),
			values: floats(3, 3, 3, 3, 3, 3),
		});
		const offset = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 4),
			values: floats(0, 2, 0, 0, 2, 0),
		});
		const up = { joint: 1, translation: offset };
		const scaling: Clip = { ...clip, tracks: [{ joint: 0, scale }, up] };
		const player = new ClipPlayer(scaling, { skeleton, instance: part });
		start(player);
		expectNear([tip.Transform.Y], [6], 1e-4);
		player.crossFade({ ...clip, tracks: [up] }, 1);
		headless!.advance(0.5, 0.1);
		expectNear([tip.Transform.Y], [4], 1e-4);
		headless!.advance(1, 0.1);
		expectNear([tip.Transform.Y], [2], 1e-4);
		player.destroy();
	});

	itHeadless("plays a clip whose keys nobody can tell, again and again", () => {
		const { skeleton, part, root } = sliding();
		const translation = {
			write(seconds: number, pose: buffer, at: number) {
				for (const axis of $range(0, 2)) buffer.writef32(pose, at + axis * 4, seconds + axis);
			},
		};
		const clip: Clip = {
			name: "own",
			duration: 4,
			loop: false,
			rest: skeleton.rest,
			tracks: [{ joint: 0, translation }],
		};
		for (const _ of $range(1, 3)) {
			const player = new ClipPlayer(clip, { skeleton, instance: part });
			start(player);
			headless!.advance(1);
			expectNear(xyz(root.Transform.Position), [1, 2, 3], 1e-4);
			player.destroy();
		}
	});

	itHeadless("begins where the clip does, however that differs from rest", () => {
		const { skeleton, part, root, other } = sliding();
		const player = new ClipPlayer(other, { skeleton, instance: part });
		start(player);
		expectNear(xyz(root.Transform.Position), [0, 8, 0], 1e-5);
		headless!.step(1 / 60);
		expectNear(xyz(root.Transform.Position), [1 / 60, 8, 0], 1e-5);
		player.destroy();
	});

	itHeadless("steps by sixtieths of a second", () => {
		const { skeleton, part, root, clip } = sliding();
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		player.seek(1);
		player.step(30);
		expectNear([player.position, root.Transform.X], [1.5, 1.5], 1e-6);
		player.step(-6);
		expectNear([player.position], [1.4], 1e-6);
		player.destroy();
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
		const clip = { name: "x", duration: 1, loop: false, rest: skeleton.rest, tracks };
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
		const player = new ClipPlayer(clip, { skeleton, instance: model });
		expect(player.missing.join(" ")).to.equal("Tail");
		player.seek(1);
		expectNear([motor.Transform.X, constraint.Transform.X], [3, 3], 1e-6);
		player.stop();
		expectNear([motor.Transform.X, constraint.Transform.X], [0, 0], 0);
		player.destroy();
	});

	itHeadless("writes after the engine's animations, also while it is paused", () => {
		const { skeleton, part, root, clip } = sliding();
		const animator = game.GetService("RunService").PreAnimation.Connect(() => {
			root.Transform = new CFrame(0, 100, 0);
		});
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		start(player);
		headless!.advance(1);
		expectNear(xyz(root.Transform.Position), [1, 0, 0], 1e-5);
		player.pause();
		headless!.advance(0.1);
		expectNear(xyz(root.Transform.Position), [1, 0, 0], 1e-5);
		animator.Disconnect();
		player.destroy();
	});

	itHeadless("ends with its rig", () => {
		const { skeleton, part, clip } = sliding();
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		player.play();
		part.Destroy();
		headless!.advance(0.1);
		expect(player.isPlaying).to.equal(false);
		expect(headless!.takeErrors().isEmpty()).to.equal(true);
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
			const clip = { name: "still", duration: 1, loop: false, rest, tracks: [] };
			const player = new ClipPlayer(clip, { skeleton, instance: part }, { camera });
			player.seek(0);
			const shown = flare.TransformedWorldCFrame;
			const unturned = flare.WorldCFrame;
			player.destroy();
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

	it("names mistakes", () => {
		const { skeleton, part, clip } = sliding();
		const short = { ...clip, rest: createPose(1) };
		expect(failureOf(() => new ClipPlayer(short, { skeleton, instance: part }))).to.equal(
			'[dolly] ClipPlayer: clip "slide" has 1 joints, the skeleton 2',
		);
		const player = new ClipPlayer(clip, { skeleton, instance: part });
		const misspelt = { looped: true } as never;
		expect(failureOf(() => new ClipPlayer(clip, { skeleton, instance: part }, misspelt))).to.equal(
			'[dolly] ClipPlayer: options has the key "looped"; those that there are: camera, loop, speed',
		);
		expect(failureOf(() => player.seek("x" as never))).to.equal(
			'[dolly] ClipPlayer: seconds is "x"; it must be a number, for seek',
		);
		expect(failureOf(() => player.crossFade(clip, -1))).to.equal(
			"[dolly] ClipPlayer: within is -1; a fade takes a number of seconds",
		);
		expect(failureOf(() => player.crossFade(short))).to.equal(
			'[dolly] ClipPlayer: clip "slide" has 1 joints, the skeleton 2',
		);
		player.destroy();
	});
};
