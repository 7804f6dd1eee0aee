import { checkType, describeValue, itemOf } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { POSE_STRIDE } from "./pose";
import { forgetRest } from "./rest";

/**
 * How a joint turns to face the camera, where it does at all: with its +X, its Y up, and then as its own rotation says; or
 * turned by its own rotation first, and then about one of its own axes only (about X it faces the camera with its -Z).
 *
 * @example
 * const billboard: Billboard | undefined = skeleton.joints[0].billboard;
 * if (billboard === "full") print("it always faces the camera");
 */
export type Billboard = "full" | "lockX" | "lockY" | "lockZ";

/**
 * What of its parent's transform a joint does not take.
 *
 * @example
 * const detachment: Detachment | undefined = skeleton.joints[0].detached;
 * if (detachment?.rotation) print("it does not turn with its parent");
 */
export interface Detachment {
	translation: boolean;
	scale: boolean;
	rotation: boolean;
	/** Where its parent rests in the space of the skeleton: without the parent's translation it stands from there. */
	origin: [number, number, number];
}

/**
 * One joint; its place in `Skeleton.joints` is its index.
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
 * Named joints in a hierarchy, parents before children, with the pose in which they rest.
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

/** Refuses an argument that is not a Skeleton. A caller may have changed it, so what was derived of it is forgotten. */
export function checkSkeleton(skeleton: Skeleton, caller: string, argument = "skeleton"): void {
	if (!typeIs(skeleton, "table") || !typeIs(skeleton.joints, "table")) {
		fail(caller, `${argument} is ${describeValue(skeleton)}; it must be a Skeleton`);
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
		// Parents come first, so that nobody goes round in circles on the way up.
		if (!typeIs(parent, "number") || !(parent >= -1 && parent < index && parent % 1 === 0)) {
			fail(
				caller,
				`parent of "${joint.name}" in ${argument} is ${describeValue(parent)}; expected -1 or the index of a joint before it`,
			);
		}
	});
}
