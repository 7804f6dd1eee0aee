//!native
//!optimize 2
import { composeRigid } from "./compose-rigid";
import { RIGID_STRIDE, RigidPose } from "./rigid-pose";
import { Skeleton } from "./skeleton";

/** Where each joint of a skeleton stands at rest, without its scale, in the skeleton's space: seven f64 each. */
export function restInWorld(skeleton: Skeleton): buffer {
	const { rest } = new RigidPose(skeleton);
	const world = buffer.create(buffer.len(rest));
	skeleton.joints.forEach(({ parent }, joint) => {
		const at = joint * RIGID_STRIDE;
		if (parent >= 0) composeRigid(world, parent * RIGID_STRIDE, rest, at, world, at);
		else buffer.copy(world, at, rest, at, RIGID_STRIDE);
	});
	return world;
}
