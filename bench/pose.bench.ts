//!native
//!optimize 2
import { Channel } from "../src/motion/channel";
import { KeyedChannel } from "../src/motion/keyed-channel";
import { UniformChannel } from "../src/motion/uniform-channel";
import { buildBones } from "../src/roblox/rig/build-bones";
import { ClipMixer } from "../src/roblox/rig/clip-mixer";
import { Clip } from "../src/scene/clip";
import { createSkeleton } from "../src/scene/create-skeleton";
import { Joint, Skeleton } from "../src/scene/skeleton";
import { manyJoints } from "../tests/scene/many-joints";
import { BenchRow } from "./row";

/** The counts and motions of `before/4620eac/pose.bench.luau`: a large skeleton, and one as characters have them. */
const JOINTS = 200;
const FEWER_JOINTS = 60;
const SECONDS = 4;
const RATE = 30;
const FRAMES = 10;

/** A joint swings and bobs, each a little differently. */
function swing(joint: number, seconds: number): [x: number, y: number, z: number, w: number] {
	const half = 0.3 * math.sin(seconds * (1 + joint / 20) + joint);
	const tilt = 0.2 * math.cos(seconds * 2 + joint);
	const sine = math.sin(half);
	return [sine * math.cos(tilt), sine * math.sin(tilt), 0, math.cos(half)];
}

function bob(joint: number, seconds: number): [x: number, y: number, z: number] {
	return [0.1 * math.sin(seconds * 3 + joint), 0.5, 0.1 * math.cos(seconds * 2)];
}

function writeAll(target: buffer, at: number, values: Array<number>): void {
	values.forEach((value, index) => buffer.writef32(target, at + index * 4, value));
}

/** The channels of a joint, made of its values at `times`. */
function channels(
	joint: number,
	times: Array<number>,
	make: (kind: "vector" | "rotation", values: buffer) => Channel,
): [translation: Channel, rotation: Channel] {
	const translations = buffer.create(times.size() * 12);
	const rotations = buffer.create(times.size() * 16);
	times.forEach((seconds, key) => {
		writeAll(translations, key * 12, bob(joint, seconds));
		writeAll(rotations, key * 16, swing(joint, seconds));
	});
	return [make("vector", translations), make("rotation", rotations)];
}

function uniformClip(skeleton: Skeleton): Clip {
	const times = new Array<number>();
	for (const key of $range(0, SECONDS * RATE)) times.push(key / RATE);
	const tracks = skeleton.joints.map((_, joint) => {
		const make = (kind: "vector" | "rotation", values: buffer) => new UniformChannel({ kind, rate: RATE, values });
		const [translation, rotation] = channels(joint, times, make);
		return { joint, translation, rotation };
	});
	return { name: "uniform", duration: SECONDS, loop: true, skeleton, tracks };
}

/** Keys that stand at times of their own in every joint. */
function unevenClip(skeleton: Skeleton): Clip {
	const tracks = skeleton.joints.map((_, joint) => {
		const times = new Array<number>();
		for (const key of $range(0, SECONDS * RATE)) {
			times.push(math.min((key + 0.3 * math.sin(key * 1.7 + joint)) / RATE, SECONDS));
		}
		times[0] = 0;
		const packed = buffer.create(times.size() * 8);
		times.forEach((seconds, key) => buffer.writef64(packed, key * 8, seconds));
		const make = (kind: "vector" | "rotation", values: buffer) =>
			new KeyedChannel({ kind, interpolation: "linear", times: packed, values });
		const [translation, rotation] = channels(joint, times, make);
		return { joint, translation, rotation };
	});
	return { name: "uneven", duration: SECONDS, loop: true, skeleton, tracks };
}

/** What the rows reach into: a frame of the mixer, the instances that it moves, and which it moves how. */
interface Inside {
	tick(time: number, gap: number): void;
	rigPose: { driven: { firsts: Map<number, object> } };
	cohorts?: object;
}

/** A row that plays a clip, ten frames a call. Joints are plain tables, so that writing them costs next to nothing. */
function playRow(name: string, clip: Clip, skeleton: Skeleton): BenchRow {
	const part = new Instance("Part");
	buildBones(skeleton, part);
	const mixer = ClipMixer.of({ skeleton, instance: part });
	const inside = mixer as unknown as Inside;
	mixer.play(clip, { fade: 0 });
	const { firsts } = inside.rigPose.driven;
	for (const [joint] of firsts) firsts.set(joint, {});
	inside.cohorts = undefined;
	let time = 1e6;
	const tick = () => {
		time += 1 / 60;
		inside.tick(time, 1 / 60);
	};
	// One pass that nobody times: a game plays a clip many times.
	for (const _ of $range(1, SECONDS * 60)) tick();
	return {
		name,
		unit: "joints/s",
		work: skeleton.joints.size() * FRAMES,
		stubbed: true,
		body: () => {
			for (const _ of $range(1, FRAMES)) tick();
		},
	};
}

function skeletonOf(count: number): Skeleton {
	const joints = new Array<Joint>();
	for (const index of $range(0, count - 1)) {
		joints.push({ name: `Joint${index}`, parent: index === 0 ? -1 : (index - 1).idiv(2) });
	}
	return createSkeleton("bench", joints).skeleton;
}

export = (): Array<BenchRow> => {
	const skeleton = skeletonOf(JOINTS);
	const smaller = skeletonOf(FEWER_JOINTS);
	const many = manyJoints(JOINTS, SECONDS);
	const fewer = manyJoints(FEWER_JOINTS, SECONDS);
	return [
		playRow("one track, 30 samples a second", uniformClip(skeleton), skeleton),
		playRow("one track, 30 samples a second, 60 joints", uniformClip(smaller), smaller),
		playRow("one track, keys at uneven times", unevenClip(skeleton), skeleton),
		playRow("one track, keys at uneven times, 60 joints", unevenClip(smaller), smaller),
		playRow("one track, every interpolation, steps among them", many.clip, many.skeleton),
		playRow("one track, every interpolation, steps among them, 60 joints", fewer.clip, fewer.skeleton),
	];
};
