import { checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { POSE_STRIDE } from "./pose";
import { forgetRest } from "./rest";

/**
 * How a joint faces the camera. `full`: with its +X, its Y up, and then rotated by its own rotation. The others:
 * rotated by its own rotation first, then about one of its own axes only; about X it faces the camera with its -Z.
 *
 * @example
 * const billboard: Billboard | undefined = skeleton.joints[0].billboard;
 * if (billboard === "full") print("it always faces the camera");
 */
export type Billboard = "full" | "lockX" | "lockY" | "lockZ";

/**
 * The parts of its parent's transform that a joint ignores.
 *
 * @example
 * const detachment: Detachment | undefined = skeleton.joints[0].detached;
 * if (detachment?.rotation) print("it does not turn with its parent");
 */
export interface Detachment {
	translation: boolean;
	scale: boolean;
	rotation: boolean;
	/**
	 * Its parent's rest position in the space of the skeleton. Without the parent's translation, the joint is relative
	 * to this point.
	 */
	origin: [number, number, number];
}

/**
 * One joint. Its index is its position in `Skeleton.joints`.
 *
 * @example
 * const joint: Joint = skeleton.joints[3];
 * if (joint.parent >= 0) print(`${joint.name} hangs on ${skeleton.joints[joint.parent].name}`);
 */
export interface Joint {
	name: string;
	/** The index of its parent, always lower than its own; -1 for a root. */
	parent: number;
	billboard?: Billboard;
	detached?: Detachment;
}

/**
 * Named joints in a hierarchy, parents before children, with their rest pose.
 *
 * @example
 * const rig: Skeleton = scene.skeletons[0];
 * const bones = buildBones(rig, part);
 */
export interface Skeleton {
	name: string;
	joints: Array<Joint>;
	/** A pose (see `POSE_STRIDE`): each joint's local transform at rest. */
	rest: buffer;
}

/**
 * Refuses an argument that is not a Skeleton. Drops cached data derived from it, since the caller may have changed it.
 */
export function checkSkeleton(skeleton: Skeleton, caller: string, argument = "skeleton"): void {
	if (!typeIs(skeleton, "table") || !typeIs(skeleton.joints, "table")) {
		fail(caller, `${argument} is ${describeValue(skeleton)}; expected a Skeleton`);
	}
	checkType(skeleton.rest, "buffer", caller, `${argument}.rest`);
	const size = skeleton.joints.size() * POSE_STRIDE;
	if (buffer.len(skeleton.rest) !== size) {
		fail(caller, `${argument}.rest has ${buffer.len(skeleton.rest)} bytes, but its joints take ${size}`);
	}
	forgetRest(skeleton);
	skeleton.joints.forEach((joint, index) => {
		if (!typeIs(joint, "table") || !typeIs(joint.name, "string")) {
			fail(
				caller,
				`${itemOf(`joints of ${argument}`, index)} is ${describeValue(joint)}; expected a Joint with a name`,
			);
		}
		const { parent } = joint;
		// Parents come first, so that the hierarchy has no cycles.
		if (!typeIs(parent, "number") || !(parent >= -1 && parent < index && parent % 1 === 0)) {
			fail(
				caller,
				`parent of "${joint.name}" in ${argument} is ${describeValue(parent)}; expected -1 or the index of a joint before it`,
			);
		}
	});
}
