/**
 * A pose is one buffer with the local transform of every joint, in the order of its skeleton: ten f32 per joint,
 * translation x y z, rotation x y z w, scale x y z.
 *
 * @example
 * const jointCount = buffer.len(pose) / POSE_STRIDE;
 */
export const POSE_STRIDE = 40;

/**
 * The byte offset of a joint's rotation in its ten numbers. Its translation is at 0.
 *
 * @example
 * const w = buffer.readf32(pose, 3 * POSE_STRIDE + ROTATION_OFFSET + 12); // of the fourth joint
 */
export const ROTATION_OFFSET = 12;

/**
 * The byte offset of a joint's scale in its ten numbers.
 *
 * @example
 * buffer.writef32(pose, 3 * POSE_STRIDE + SCALE_OFFSET + 4, 2); // the fourth joint, twice as tall
 */
export const SCALE_OFFSET = 28;

/**
 * Returns a pose of `jointCount` joints, each with the identity transform.
 *
 * @example
 * const pose = createPose(skeleton.joints.size());
 * samplePose(clip, 0, pose);
 */
export function createPose(jointCount: number): buffer {
	const pose = buffer.create(jointCount * POSE_STRIDE);
	for (const joint of $range(0, jointCount - 1)) {
		const at = joint * POSE_STRIDE;
		buffer.writef32(pose, at + ROTATION_OFFSET + 12, 1);
		buffer.writef32(pose, at + SCALE_OFFSET, 1);
		buffer.writef32(pose, at + SCALE_OFFSET + 4, 1);
		buffer.writef32(pose, at + SCALE_OFFSET + 8, 1);
	}
	return pose;
}

/** Returns whether every joint of a pose has factors of 1. */
export function isUnscaledPose(pose: buffer): boolean {
	for (const at of $range(SCALE_OFFSET, buffer.len(pose) - 4, POSE_STRIDE)) {
		for (const axis of $range(at, at + 8, 4)) if (buffer.readf32(pose, axis) !== 1) return false;
	}
	return true;
}
