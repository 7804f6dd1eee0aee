//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { POSE_STRIDE } from "./pose";
import { Skeleton } from "./skeleton";

/**
 * Bytes of one joint in world space: twelve f32, the rows of a 3×4 matrix for column vectors
 * (r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22 z).
 *
 * @example
 * const world = buffer.create(skeleton.joints.size() * WORLD_STRIDE);
 * poseToWorld(skeleton, skeleton.rest, world);
 */
export const WORLD_STRIDE = 48;

/** Writes the matrix of the local transform at byte `at` of a pose. */
export function writeMatrix(pose: buffer, at: number, world: buffer, to: number): void {
	const x = buffer.readf32(pose, at + 12);
	const y = buffer.readf32(pose, at + 16);
	const z = buffer.readf32(pose, at + 20);
	const w = buffer.readf32(pose, at + 24);
	const sx = buffer.readf32(pose, at + 28);
	const sy = buffer.readf32(pose, at + 32);
	const sz = buffer.readf32(pose, at + 36);
	buffer.writef32(world, to, (1 - 2 * (y * y + z * z)) * sx);
	buffer.writef32(world, to + 4, 2 * (x * y - z * w) * sy);
	buffer.writef32(world, to + 8, 2 * (x * z + y * w) * sz);
	buffer.writef32(world, to + 12, buffer.readf32(pose, at));
	buffer.writef32(world, to + 16, 2 * (x * y + z * w) * sx);
	buffer.writef32(world, to + 20, (1 - 2 * (x * x + z * z)) * sy);
	buffer.writef32(world, to + 24, 2 * (y * z - x * w) * sz);
	buffer.writef32(world, to + 28, buffer.readf32(pose, at + 4));
	buffer.writef32(world, to + 32, 2 * (x * z - y * w) * sx);
	buffer.writef32(world, to + 36, 2 * (y * z + x * w) * sy);
	buffer.writef32(world, to + 40, (1 - 2 * (x * x + y * y)) * sz);
	buffer.writef32(world, to + 44, buffer.readf32(pose, at + 8));
}

/** Puts `parent` before the matrix at `to`: one row of the product a turn, from the rows that stand there. */
export function multiplyMatrix(world: buffer, parent: number, to: number): void {
	const a = buffer.readf32(world, parent);
	const b = buffer.readf32(world, parent + 4);
	const c = buffer.readf32(world, parent + 8);
	const d = buffer.readf32(world, parent + 16);
	const e = buffer.readf32(world, parent + 20);
	const f = buffer.readf32(world, parent + 24);
	const g = buffer.readf32(world, parent + 32);
	const h = buffer.readf32(world, parent + 36);
	const i = buffer.readf32(world, parent + 40);
	for (const column of $range(0, 12, 4)) {
		const at = to + column;
		const x = buffer.readf32(world, at);
		const y = buffer.readf32(world, at + 16);
		const z = buffer.readf32(world, at + 32);
		buffer.writef32(world, at, a * x + b * y + c * z);
		buffer.writef32(world, at + 16, d * x + e * y + f * z);
		buffer.writef32(world, at + 32, g * x + h * y + i * z);
	}
	buffer.writef32(world, to + 12, buffer.readf32(world, to + 12) + buffer.readf32(world, parent + 12));
	buffer.writef32(world, to + 28, buffer.readf32(world, to + 28) + buffer.readf32(world, parent + 28));
	buffer.writef32(world, to + 44, buffer.readf32(world, to + 44) + buffer.readf32(world, parent + 44));
}

/**
 * Composes the hierarchy: writes every joint's transform in the space of the skeleton into `world`
 * (`WORLD_STRIDE` bytes a joint). Makes no garbage.
 *
 * @example
 * const pose = createPose(skeleton.joints.size());
 * const world = buffer.create(skeleton.joints.size() * WORLD_STRIDE);
 * samplePose(clip, 0.5, pose);
 * poseToWorld(skeleton, pose, world);
 * const height = buffer.readf32(world, 3 * WORLD_STRIDE + 28); // of the fourth joint
 */
export function poseToWorld(skeleton: Skeleton, pose: buffer, world: buffer): void {
	const joints = skeleton.joints;
	const count = joints.size();
	if (buffer.len(pose) < count * POSE_STRIDE) {
		fail("poseToWorld", `pose has ${buffer.len(pose)} bytes, but ${count} joints take ${count * POSE_STRIDE}`);
	}
	if (buffer.len(world) < count * WORLD_STRIDE) {
		fail("poseToWorld", `world has ${buffer.len(world)} bytes, but ${count} joints take ${count * WORLD_STRIDE}`);
	}
	for (const index of $range(0, count - 1)) {
		const to = index * WORLD_STRIDE;
		writeMatrix(pose, index * POSE_STRIDE, world, to);
		const parent = joints[index].parent;
		if (parent >= 0) multiplyMatrix(world, parent * WORLD_STRIDE, to);
	}
}
