import { fail } from "../bytes/fail";
import { createPose, POSE_STRIDE } from "./pose";
import { Joint, Skeleton } from "./skeleton";

/**
 * Options of `createSkeleton`.
 *
 * @example
 * const rest = createPose(1);
 * buffer.writef32(rest, 4, 5); // five above the origin
 * const options: CreateSkeletonOptions = { rest };
 * const { skeleton } = createSkeleton("pole", [{ name: "Top", parent: -1 }], options);
 */
export interface CreateSkeletonOptions {
	/** A pose in the order of `joints`. Defaults to the identity. */
	rest?: buffer;
	/** The name in messages: the format that is being read. Defaults to `createSkeleton`. */
	format?: string;
}

/**
 * A skeleton, and the new indices of its joints.
 *
 * @example
 * const { skeleton, mapping }: CreatedSkeleton = createSkeleton("arm", [
 * 	{ name: "Hand", parent: 1 },
 * 	{ name: "Arm", parent: -1 },
 * ]);
 * print(skeleton.joints[mapping[0]].name); // Hand
 */
export interface CreatedSkeleton {
	skeleton: Skeleton;
	/** The new index of each joint. */
	mapping: Array<number>;
}

/** Returns an order in which every joint follows its parent. Joints keep their given order as far as possible. */
function parentsFirst(joints: ReadonlyArray<Joint>, format: string): Array<number> {
	const count = joints.size();
	const order = new Array<number>();
	// 0: not seen, 1: on the way up from the current joint, 2: placed.
	const state = new Array<number>(count, 0);
	const path = new Array<number>();
	for (const first of $range(0, count - 1)) {
		let joint = first;
		while (joint >= 0 && state[joint] !== 2) {
			if (state[joint] === 1) fail(format, `joint ${joint} "${joints[joint].name}" is its own ancestor`);
			state[joint] = 1;
			path.push(joint);
			const parent = joints[joint].parent;
			if (parent !== -1 && !(parent >= 0 && parent < count && parent % 1 === 0)) {
				fail(format, `joint ${joint} "${joints[joint].name}" has parent ${parent}, but there are ${count} joints`);
			}
			joint = parent;
		}
		while (!path.isEmpty()) {
			const placed = path.pop()!;
			state[placed] = 2;
			order.push(placed);
		}
	}
	return order;
}

function reordered(source: buffer, order: ReadonlyArray<number>, stride: number): buffer {
	const result = buffer.create(order.size() * stride);
	order.forEach((from, to) => buffer.copy(result, to * stride, source, from * stride, stride));
	return result;
}

/**
 * Makes a skeleton from joints in any order, each with the index of its parent (-1 for none). Fails for cycles and
 * missing parents.
 *
 * @example
 * const { skeleton, mapping } = createSkeleton("rig", [
 * 	{ name: "Head", parent: 1 },
 * 	{ name: "Body", parent: -1 },
 * ]);
 * // skeleton.joints: Body, Head; mapping: [1, 0]
 */
export function createSkeleton(
	name: string,
	joints: ReadonlyArray<Joint>,
	options: CreateSkeletonOptions = {},
): CreatedSkeleton {
	const format = options.format ?? "createSkeleton";
	const count = joints.size();
	const { rest } = options;
	if (rest && buffer.len(rest) !== count * POSE_STRIDE) {
		fail(format, `rest has ${buffer.len(rest)} bytes, but ${count} joints take ${count * POSE_STRIDE}`);
	}
	const order = parentsFirst(joints, format);
	const mapping = new Array<number>(count, 0);
	order.forEach((from, to) => (mapping[from] = to));
	const skeleton: Skeleton = {
		name,
		joints: order.map((from) => {
			const { parent } = joints[from];
			return { ...joints[from], parent: parent < 0 ? -1 : mapping[parent] };
		}),
		rest: rest ? reordered(rest, order, POSE_STRIDE) : createPose(count),
	};
	return { skeleton, mapping };
}
