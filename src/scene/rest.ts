//!native
//!optimize 2
import { composeRigid } from "./compose-rigid";
import { MAX_NAME } from "../bytes/cut-name";
import { DistinctNames } from "../bytes/distinct-names";
import { isUnscaledPose, POSE_STRIDE, SCALE_OFFSET } from "./pose";
import { MIRROR_STRIDE, RIGID_STRIDE, RigidPose } from "./rigid-pose";
import type { Skeleton } from "./skeleton";

/** Cached properties of a skeleton at rest. */
export interface Rest {
	/** Each joint's transform in its parent's space, without scale, `RIGID_STRIDE` bytes per joint. */
	inParent: buffer;
	/** The same in the skeleton's space. */
	inWorld: buffer;
	/**
	 * The mirrored axes of each joint, `MIRROR_STRIDE` bytes per joint; undefined if no joint has a negative scale.
	 */
	mirrors?: buffer;
	hasBillboards: boolean;
	hasDetached: boolean;
	/** Whether no joint is mirrored or leaves its parent. */
	isPlain: boolean;
	isUnscaled: boolean;
	/** The joints' names in a rig, made when first needed. */
	names?: ReadonlyArray<string>;
}

/** By skeleton. No Rest refers to its skeleton, or the weak key would never be collected. */
const known = new WeakMap<Skeleton, Rest>();

function mirrorsOf({ joints, rest }: Skeleton): buffer | undefined {
	let isMirrored = false;
	const mirrors = buffer.create(joints.size() * MIRROR_STRIDE);
	joints.forEach(({ parent }, joint) => {
		for (const axis of $range(0, 2)) {
			const at = joint * MIRROR_STRIDE + axis;
			const above = parent * MIRROR_STRIDE + axis;
			const own = buffer.readf32(rest, joint * POSE_STRIDE + SCALE_OFFSET + axis * 4) < 0 ? -1 : 1;
			buffer.writei8(mirrors, at, parent < 0 ? 1 : buffer.readi8(mirrors, above) * buffer.readi8(mirrors, above + 3));
			buffer.writei8(mirrors, at + 3, own);
			if (own < 0) isMirrored = true;
		}
	});
	return isMirrored ? mirrors : undefined;
}

function worldOf({ joints }: Skeleton, inParent: buffer): buffer {
	const world = buffer.create(buffer.len(inParent));
	joints.forEach(({ parent }, joint) => {
		const at = joint * RIGID_STRIDE;
		if (parent >= 0) composeRigid(world, parent * RIGID_STRIDE, inParent, at, world, at);
		else buffer.copy(world, at, inParent, at, RIGID_STRIDE);
	});
	return world;
}

function deriveRest(skeleton: Skeleton): Rest {
	const { joints, rest: pose } = skeleton;
	const mirrors = mirrorsOf(skeleton);
	const hasBillboards = joints.some(({ billboard }) => billboard !== undefined);
	const hasDetached = joints.some(({ detached }) => detached !== undefined);
	const inParent = buffer.create(joints.size() * RIGID_STRIDE);
	const rigid = new RigidPose(skeleton, { inParent, mirrors, hasBillboards, hasDetached });
	rigid.update(pose);
	buffer.copy(inParent, 0, rigid.current);
	return {
		inParent,
		inWorld: worldOf(skeleton, inParent),
		mirrors,
		hasBillboards,
		hasDetached,
		isPlain: mirrors === undefined && !hasDetached,
		isUnscaled: isUnscaledPose(pose),
	};
}

/** Returns the properties of a skeleton at rest, derived once until `forgetRest`. */
export function restOf(skeleton: Skeleton): Rest {
	let rest = known.get(skeleton);
	if (rest === undefined) {
		rest = deriveRest(skeleton);
		known.set(skeleton, rest);
	}
	return rest;
}

/** Drops the skeleton's cached rest: a caller may have changed the skeleton. */
export function forgetRest(skeleton: Skeleton): void {
	known.delete(skeleton);
}

/** Returns a pose of a skeleton that shows no scale. */
export function rigidPoseOf(skeleton: Skeleton): RigidPose {
	return new RigidPose(skeleton, restOf(skeleton));
}

/** Gives joints unique names: the engine takes each name once in a mesh. */
function nameJoints({ joints }: Skeleton): Array<string> {
	const names = new DistinctNames(MAX_NAME);
	return joints.map((joint, index) => names.add(joint.name === "" ? `Joint ${index + 1}` : joint.name));
}

/**
 * Returns the name of each joint in a rig: its own if possible. Equal names get a number.
 *
 * @example
 * rigNames(skeleton); // "Arm", "Hand", "Hand 2"
 */
export function rigNames(skeleton: Skeleton): ReadonlyArray<string> {
	const rest = restOf(skeleton);
	rest.names ??= nameJoints(skeleton);
	return rest.names;
}
