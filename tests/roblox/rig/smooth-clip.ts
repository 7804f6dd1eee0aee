//!native
//!optimize 2
import { Channel } from "../../../src/motion/channel";
import { Clip, JointTrack } from "../../../src/scene/clip";
import { createSkeleton } from "../../../src/scene/create-skeleton";
import { KeyedChannel } from "../../../src/motion/keyed-channel";
import { createPose, POSE_STRIDE } from "../../../src/scene/pose";
import { Joint } from "../../../src/scene/skeleton";
import { Seeded } from "../../random";

function writeFloats(target: buffer, at: number, values: Array<number>): void {
	values.forEach((value, index) => buffer.writef32(target, at + index * 4, value));
}

/** A random rotation; with a small `reach` it is near the identity. */
function randomRotation(random: Seeded, reach: number): Array<number> {
	const [x, y, z] = [random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach)];
	const length = math.sqrt(1 + x * x + y * y + z * z);
	return [x / length, y / length, z / length, 1 / length];
}

function linear(kind: "vector" | "rotation", duration: number, keys: Array<Array<number>>): Channel {
	const width = kind === "vector" ? 3 : 4;
	const times = buffer.create(keys.size() * 8);
	const values = buffer.create(keys.size() * width * 4);
	keys.forEach((key, index) => {
		buffer.writef64(times, index * 8, (index / (keys.size() - 1)) * duration);
		writeFloats(values, index * width * 4, key);
	});
	return new KeyedChannel({ kind, interpolation: "linear", times, values });
}

/** A bend that no straight line follows: a swing by sine, as a format with a channel of its own would bring it. */
class Swing implements Channel {
	constructor(private readonly speed: number) {}

	public write(seconds: number, pose: buffer, offset: number): void {
		const angle = math.sin(seconds * this.speed);
		writeFloats(pose, offset, [math.sin(angle / 2), 0, 0, math.cos(angle / 2)]);
	}
}

/**
 * A skeleton of `count` joints with a rest pose that turns, moves and (where told) scales, and a clip that moves most of
 * them: some in straight lines between few keys, some in curves, one not at all.
 */
export function smoothClip(count: number, duration: number, restScale: number) {
	const random = new Seeded(count * 7 + 1);
	const joints = new Array<Joint>();
	const rest = createPose(count);
	for (const index of $range(0, count - 1)) {
		joints.push({ name: `Joint${index}`, parent: index === 0 ? -1 : random.int(0, index - 1) });
		const at = index * POSE_STRIDE;
		writeFloats(rest, at, [random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)]);
		writeFloats(rest, at + 12, randomRotation(random, 1));
		writeFloats(rest, at + 28, [restScale, restScale, restScale]);
	}
	const { skeleton } = createSkeleton("smooth", joints, { rest });
	const tracks = new Array<JointTrack>();
	for (const joint of $range(0, count - 2)) {
		const translations = [0, 1, 2, 3].map(() => [random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)]);
		const rotations = [0, 1, 2].map(() => randomRotation(random, 0.6));
		tracks.push({
			joint,
			translation: joint % 3 === 0 ? linear("vector", duration, translations) : undefined,
			rotation: joint % 2 === 0 ? new Swing(1 + joint / 2) : linear("rotation", duration, rotations),
		});
	}
	const clip: Clip = { name: "Sway", duration, loop: true, skeleton, tracks };
	return { clip, skeleton };
}
