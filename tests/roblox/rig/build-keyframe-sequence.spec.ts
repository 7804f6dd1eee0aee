import { buildKeyframeSequence } from "../../../src/roblox/rig/build-keyframe-sequence";
import { Clip } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { createPose } from "../../../src/scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../../src/scene/pose-to-world";
import { samplePose } from "../../../src/scene/sample-pose";
import { Skeleton } from "../../../src/scene/skeleton";
import { doubles, floats, readFloats } from "../../buffers";
import { failureOf } from "../../expect-failure";
import { expectNear } from "../../expect-near";
import { headless } from "../../headless";
import { smoothClip } from "./smooth-clip";

interface Key {
	time: number;
	cframe: CFrame;
}

/** The weighted poses of a sequence by name, in the order of time, as the engine reads them. */
function keysOf(sequence: KeyframeSequence): Map<string, Array<Key>> {
	const keyframes = (sequence.GetChildren() as Array<Keyframe>).sort((a, b) => a.Time < b.Time);
	const keys = new Map<string, Array<Key>>();
	for (const keyframe of keyframes) {
		for (const pose of keyframe.GetDescendants() as Array<Pose>) {
			if (pose.Weight === 0) continue;
			const list = keys.get(pose.Name) ?? [];
			list.push({ time: keyframe.Time, cframe: pose.CFrame });
			keys.set(pose.Name, list);
		}
	}
	return keys;
}

/** What a joint's keys give at a time: straight lines between the two around it. */
function readAt(keys: Array<Key> | undefined, time: number): CFrame {
	if (!keys) return new CFrame();
	let index = 0;
	while (index + 1 < keys.size() && keys[index + 1].time <= time) index += 1;
	const from = keys[index];
	const to = keys[math.min(index + 1, keys.size() - 1)];
	if (to.time <= from.time) return from.cframe;
	return from.cframe.Lerp(to.cframe, (time - from.time) / (to.time - from.time));
}

/** A joint's place in its parent's, from matrices without scale. */
function localOf(skeleton: Skeleton, world: buffer, joint: number): CFrame {
	const cframeAt = (index: number) => {
		const m = readFloats(world, index * WORLD_STRIDE, 12);
		return new CFrame(m[3], m[7], m[11], m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]);
	};
	const parent = skeleton.joints[joint].parent;
	return parent < 0 ? cframeAt(joint) : cframeAt(parent).Inverse().mul(cframeAt(joint));
}

/** Degrees between two rotations, by how far their matrices are apart: exact for small angles too. */
function angleBetween(a: CFrame, b: CFrame): number {
	const [p, q] = [[...a.GetComponents()], [...b.GetComponents()]];
	const squares = p.reduce((sum, value, index) => (index < 3 ? sum : sum + (value - q[index]) ** 2), 0);
	return math.deg(2 * math.asin(math.sqrt(squares / 8)));
}

export = () => {
	(headless ? it : itSKIP)("stays within the tolerance of the clip once it is written to a file and read back", () => {
		const { clip, skeleton } = smoothClip(9, 2, 1);
		const built = buildKeyframeSequence(clip);
		const [loaded] = headless!.loadModel(headless!.saveModel([built.sequence])) as Array<KeyframeSequence>;
		expect(loaded.ClassName).to.equal("KeyframeSequence");
		expect(loaded.Name).to.equal("Sway");
		expect(loaded.Loop).to.equal(true);
		const keys = keysOf(loaded);
		const pose = createPose(9);
		const world = buffer.create(9 * WORLD_STRIDE);
		poseToWorld(skeleton, skeleton.rest, world);
		const rests = skeleton.joints.map((_, joint) => localOf(skeleton, world, joint));
		let degrees = 0;
		let studs = 0;
		for (const step of $range(0, 120)) {
			const time = step / 60;
			samplePose(clip, time, pose);
			poseToWorld(skeleton, pose, world);
			skeleton.joints.forEach(({ name }, joint) => {
				const expected = rests[joint].Inverse().mul(localOf(skeleton, world, joint));
				const actual = readAt(keys.get(name), time);
				studs = math.max(studs, expected.Position.sub(actual.Position).Magnitude);
				degrees = math.max(degrees, angleBetween(expected, actual));
			});
		}
		expect(built.tolerance.degrees).to.equal(0.1);
		expect(built.tolerance.studs).to.equal(0.001);
		// The file holds f32, and so do the matrices compared here: about 1e-5 of each.
		expect(degrees <= 0.1 + 1e-3).to.equal(true);
		expect(studs <= 0.001 + 1e-5).to.equal(true);
		expect(built.error.degrees <= 0.1).to.equal(true);
		expect(built.error.studs <= 0.001).to.equal(true);
		// An empty sequence would be far off: the motion itself is large.
		expect(built.error.degrees > 0).to.equal(true);
		expect(keys.get("Joint0")!.size() > 2).to.equal(true);
	});

	it("nests poses like the skeleton, and leaves joints alone that the clip does not move", () => {
		const { skeleton } = createSkeleton("rig", [
			{ name: "Root", parent: -1 },
			{ name: "Arm", parent: 0 },
			{ name: "Hand", parent: 1 },
			{ name: "Leg", parent: 0 },
		]);
		const rotation = new KeyedChannel({
			kind: "rotation",
			interpolation: "linear",
			times: doubles(0, 1),
			values: floats(0, 0, 0, 1, 0, 1, 0, 1),
		});
		const clip = { name: "wave", duration: 1, loop: false, skeleton, tracks: [{ joint: 2, rotation }] };
		const { sequence, keyCount } = buildKeyframeSequence(clip);
		expect(keyCount).to.equal(2);
		const keyframes = sequence.GetChildren() as Array<Keyframe>;
		expect(keyframes.map(({ Time }) => Time).join(" ")).to.equal("0 1");
		const last = keyframes[1];
		expect(
			last
				.GetDescendants()
				.map(({ Name }) => Name)
				.join(" "),
		).to.equal("Root Arm Hand");
		const root = last.FindFirstChild("Root") as Pose;
		const hand = root.FindFirstChild("Arm")!.FindFirstChild("Hand") as Pose;
		expect(root.Weight).to.equal(0);
		expect(hand.Weight).to.equal(1);
		expectNear([angleBetween(new CFrame(), hand.CFrame)], [90], 0.01);
		expect(sequence.Loop).to.equal(false);
	});

	it("keeps two keys of a straight line and more of a curve", () => {
		const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
		const clipOf = (interpolation: "linear" | "hermite", values: buffer): Clip => ({
			name: "move",
			duration: 2,
			loop: false,
			skeleton,
			tracks: [
				{
					joint: 0,
					translation: new KeyedChannel({ kind: "vector", interpolation, times: doubles(0, 2), values }),
				},
			],
		});
		const straight = buildKeyframeSequence(clipOf("linear", floats(0, 0, 0, 5, 6, 7)));
		expect(straight.sampleCount).to.equal(61);
		expect(straight.keyCount).to.equal(2);
		const curve = clipOf("hermite", floats(0, 0, 0, 0, 0, 0, 0, 8, 0, 5, 0, 0, 0, 8, 0, 0, 0, 0));
		const fine = buildKeyframeSequence(curve);
		const coarse = buildKeyframeSequence(curve, { tolerance: { studs: 0.1 } });
		expect(fine.keyCount > coarse.keyCount && coarse.keyCount > 2).to.equal(true);
		expect(coarse.error.studs > fine.error.studs).to.equal(true);
		expect(coarse.error.studs <= 0.1 && fine.error.studs <= 0.001).to.equal(true);
	});

	it("samples closer where a motion jumps, and says how far it is off there", () => {
		const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
		const translation = new KeyedChannel({
			kind: "vector",
			interpolation: "step",
			times: doubles(0, 0.51, 1),
			values: floats(0, 0, 0, 4, 0, 0, 8, 0, 0),
		});
		const clip = { name: "jump", duration: 1, loop: false, skeleton, tracks: [{ joint: 0, translation }] };
		const { sequence, error: off } = buildKeyframeSequence(clip, { rate: 10 });
		const keys = keysOf(sequence).get("Root")!;
		expectNear([readAt(keys, 0.505).Position.X, readAt(keys, 0.515).Position.X], [0, 4], 1e-3);
		expect(off.studs > 1).to.equal(true);
	});

	it("moves children by a rest scale and by an animated one, and reports the latter", () => {
		const rest = createPose(3);
		buffer.copy(rest, 0, floats(0, 0, 0, 0, 0, 0, 1, 2, 2, 2));
		buffer.copy(rest, 40, floats(1, 0, 0, 0, 0, 0, 1, 1, 1, 1));
		buffer.copy(rest, 80, floats(0, 1, 0, 0, 0, 0, 1, 1, 1, 1));
		const { skeleton } = createSkeleton(
			"rig",
			[
				{ name: "Root", parent: -1 },
				{ name: "Arm", parent: 0 },
				{ name: "Hand", parent: 1 },
			],
			{ rest },
		);
		const scale = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0, 1),
			values: floats(2, 2, 2, 6, 2, 2),
		});
		const clip = { name: "grow", duration: 1, loop: false, skeleton, tracks: [{ joint: 0, scale }] };
		const { sequence, scaled } = buildKeyframeSequence(clip);
		const keys = keysOf(sequence);
		// The arm was at 2 and ends at 6 studs along X; the hand hangs two studs above it all the time.
		expectNear([readAt(keys.get("Arm"), 1).Position.X, readAt(keys.get("Arm"), 0).Position.X], [4, 0], 1e-4);
		expect(keys.get("Hand")).to.equal(undefined);
		expect(scaled.size()).to.equal(1);
		expect(scaled[0].joint).to.equal("Root");
		expectNear([scaled[0].factor], [3], 1e-6);
	});

	it("makes one keyframe of a clip without length", () => {
		const { skeleton } = createSkeleton("rig", [{ name: "Root", parent: -1 }]);
		const translation = new KeyedChannel({
			kind: "vector",
			interpolation: "linear",
			times: doubles(0),
			values: floats(1, 2, 3),
		});
		const clip = { name: "pose", duration: 0, loop: false, skeleton, tracks: [{ joint: 0, translation }] };
		const { sequence } = buildKeyframeSequence(clip);
		const keyframes = sequence.GetChildren() as Array<Keyframe>;
		expect(keyframes.size()).to.equal(1);
		const { Position } = (keyframes[0].FindFirstChild("Root") as Pose).CFrame;
		expectNear([Position.X, Position.Y, Position.Z], [1, 2, 3], 0);
	});

	it("names mistakes", () => {
		const { clip, skeleton } = smoothClip(3, 1, 1);
		expect(failureOf(() => buildKeyframeSequence(clip, { rate: 0 }))).to.equal(
			"[dolly] buildKeyframeSequence: rate is 0; expected a number of frames per second, 0.001 to 1000",
		);
		expect(failureOf(() => buildKeyframeSequence(clip, { tolerance: { degrees: 0 } }))).to.equal(
			"[dolly] buildKeyframeSequence: tolerance.degrees is 0; expected a number above 0",
		);
		const short = { ...skeleton, rest: createPose(2) };
		expect(failureOf(() => buildKeyframeSequence({ ...clip, skeleton: short }))).to.equal(
			"[dolly] buildKeyframeSequence: clip.skeleton.rest has 80 bytes, but its joints take 120",
		);
		expect(failureOf(() => buildKeyframeSequence({ ...clip, tracks: [{ joint: 7 }] }))).to.equal(
			"[dolly] buildKeyframeSequence: joint of item 1 of clip.tracks is 7; expected the index of a joint",
		);
	});
};
