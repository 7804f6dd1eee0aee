import { KeyedChannel } from "../../src/motion/keyed-channel";
import { Clip } from "../../src/scene/clip";
import { createPose } from "../../src/scene/pose";

/** Keys per second of the clip below. */
export const RATE = 30;

/** So many joints in a tree, all of which turn back at every sample: no key can be left out. */
export function zigzag(jointCount: number, seconds: number): Clip {
	const joints = [];
	for (const joint of $range(0, jointCount - 1)) joints.push({ name: `${joint}`, parent: (joint - 1).idiv(2) });
	const count = seconds * RATE + 1;
	const times = buffer.create(count * 8);
	const values = buffer.create(count * 12);
	for (const key of $range(0, count - 1)) {
		buffer.writef64(times, key * 8, key / RATE);
		buffer.writef32(values, key * 12, key % 2);
	}
	const translation = new KeyedChannel({ kind: "vector", interpolation: "linear", times, values });
	const tracks = joints.map((_, joint) => ({ joint, translation }));
	const skeleton = { name: "tree", joints, rest: createPose(jointCount) };
	return { name: "zigzag", duration: seconds, loop: false, skeleton, tracks };
}
