//!native
//!optimize 2
import { Clip, JointTrack } from "../../src/scene/clip";
import { createSkeleton } from "../../src/scene/create-skeleton";
import { Interpolation, KeyedChannel } from "../../src/motion/keyed-channel";
import { Joint } from "../../src/scene/skeleton";
import { Seeded } from "../random";

const KEYS = 31;

function keyTimes(duration: number): buffer {
	const times = buffer.create(KEYS * 8);
	for (const key of $range(0, KEYS - 1)) buffer.writef64(times, key * 8, (key / (KEYS - 1)) * duration);
	return times;
}

function randomValues(count: number, size: number, random: Seeded): buffer {
	const values = buffer.create(count * 4);
	for (const at of $range(0, count * 4 - 4, 4)) buffer.writef32(values, at, random.between(-size, size));
	return values;
}

/** A clip that moves and turns every one of `count` joints, in interpolations of every kind, and its skeleton. */
export function manyJoints(count: number, duration: number) {
	const random = new Seeded(count);
	const joints = new Array<Joint>();
	for (const index of $range(0, count - 1)) {
		joints.push({ name: `Joint${index}`, parent: index === 0 ? -1 : random.int(math.max(0, index - 4), index - 1) });
	}
	const { skeleton } = createSkeleton("many", joints);
	const times = keyTimes(duration);
	const vectorKinds: Array<Interpolation> = ["linear", "cubic", "hermite", "bezier", "step"];
	const rotationKinds: Array<Interpolation> = ["linear", "cubic", "squad", "linear", "step"];
	const channel = (kind: "vector" | "rotation", interpolation: Interpolation, size: number) => {
		const numbers =
			KEYS * (kind === "vector" ? 3 : 4) * (interpolation === "linear" || interpolation === "step" ? 1 : 3);
		return new KeyedChannel({ kind, interpolation, times, values: randomValues(numbers, size, random) });
	};
	const tracks = joints.map((_, joint): JointTrack => {
		const translation = channel("vector", vectorKinds[joint % 5], 1);
		const rotation = channel("rotation", rotationKinds[joint % 5], 1);
		return { joint, translation, rotation };
	});
	const clip: Clip = { name: "many", duration, loop: true, skeleton, tracks };
	return { clip, skeleton };
}
