import { checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { POSE_STRIDE } from "./pose";

/**
 * How a joint turns to face the camera, where it does at all: with its +X, its Y up; or turning about one of its own axes
 * only (about X it faces the camera with its +Y).
 *
 * @example
 * const billboard: Billboard | undefined = skeleton.joints[0].billboard;
 * if (billboard === "full") print("it always faces the camera");
 */
export type Billboard = "full" | "lockX" | "lockY" | "lockZ";

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

/** Refuses what is no Skeleton. */
export function checkSkeleton(skeleton: Skeleton, caller: string, argument = "skeleton"): void {
	if (!typeIs(skeleton, "table") || !typeIs(skeleton.joints, "table")) {
		fail(caller, `${argument} is ${describeValue(skeleton)}; it must be a Skeleton`);
	}
	checkType(skeleton.rest, "buffer", caller, `${argument}.rest`);
	const size = skeleton.joints.size() * POSE_STRIDE;
	if (buffer.len(skeleton.rest) !== size) {
		fail(caller, `${argument}.rest has ${buffer.len(skeleton.rest)} bytes, but its joints take ${size}`);
	}
}
