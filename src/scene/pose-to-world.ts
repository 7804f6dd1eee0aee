//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { POSE_STRIDE } from "./pose";
import { Detachment, Skeleton } from "./skeleton";

/**
 * Bytes of one joint in world space: twelve f32, the rows of a 3×4 matrix for column vectors (r00 r01 r02 x, r10 r11
 * r12 y, r20 r21 r22 z).
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

/**
 * Multiplies the matrix at `to` by the one at `parent` of `above` from the left: one column of the product per pass.
 */
export function multiplyMatrix(above: buffer, parent: number, world: buffer, to: number): void {
	const a = buffer.readf32(above, parent);
	const b = buffer.readf32(above, parent + 4);
	const c = buffer.readf32(above, parent + 8);
	const d = buffer.readf32(above, parent + 16);
	const e = buffer.readf32(above, parent + 20);
	const f = buffer.readf32(above, parent + 24);
	const g = buffer.readf32(above, parent + 32);
	const h = buffer.readf32(above, parent + 36);
	const i = buffer.readf32(above, parent + 40);
	for (const column of $range(0, 12, 4)) {
		const at = to + column;
		const x = buffer.readf32(world, at);
		const y = buffer.readf32(world, at + 16);
		const z = buffer.readf32(world, at + 32);
		buffer.writef32(world, at, a * x + b * y + c * z);
		buffer.writef32(world, at + 16, d * x + e * y + f * z);
		buffer.writef32(world, at + 32, g * x + h * y + i * z);
	}
	buffer.writef32(world, to + 12, buffer.readf32(world, to + 12) + buffer.readf32(above, parent + 12));
	buffer.writef32(world, to + 28, buffer.readf32(world, to + 28) + buffer.readf32(above, parent + 28));
	buffer.writef32(world, to + 44, buffer.readf32(world, to + 44) + buffer.readf32(above, parent + 44));
}

/** The part of a parent's matrix that a detached joint takes, without its translation. */
const taken = buffer.create(WORLD_STRIDE);

function takeParts(world: buffer, parent: number, { scale, rotation }: Detachment): void {
	buffer.fill(taken, 0, 0);
	for (const column of $range(0, 8, 4)) {
		const x = buffer.readf32(world, parent + column);
		const y = buffer.readf32(world, parent + column + 16);
		const z = buffer.readf32(world, parent + column + 32);
		const length = math.sqrt(x * x + y * y + z * z);
		if (rotation) {
			buffer.writef32(taken, column * 5, scale ? 1 : length);
		} else {
			const factor = scale && length > 0 ? 1 / length : 1;
			buffer.writef32(taken, column, x * factor);
			buffer.writef32(taken, column + 16, y * factor);
			buffer.writef32(taken, column + 32, z * factor);
		}
	}
}

/** `multiplyMatrix` for a joint that takes only a part of its parent's transform. */
function multiplyDetached(world: buffer, parent: number, to: number, detached: Detachment): void {
	takeParts(world, parent, detached);
	const x = buffer.readf32(world, to + 12);
	const y = buffer.readf32(world, to + 28);
	const z = buffer.readf32(world, to + 44);
	multiplyMatrix(taken, 0, world, to);
	const [ox, oy, oz] = detached.origin;
	const isFree = detached.translation;
	for (const row of $range(0, 32, 16)) {
		const source = isFree ? taken : world;
		const at = isFree ? row : parent + row;
		const sum =
			buffer.readf32(source, at) * (isFree ? x + ox : x) +
			buffer.readf32(source, at + 4) * (isFree ? y + oy : y) +
			buffer.readf32(source, at + 8) * (isFree ? z + oz : z);
		buffer.writef32(world, to + row + 12, sum + (isFree ? 0 : buffer.readf32(world, parent + row + 12)));
	}
}

/**
 * Composes the hierarchy: writes every joint's transform in the space of the skeleton into `world` (`WORLD_STRIDE`
 * bytes per joint). Allocates nothing.
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
		const detached = joints[index].detached;
		if (parent < 0) continue;
		if (detached) multiplyDetached(world, parent * WORLD_STRIDE, to, detached);
		else multiplyMatrix(world, parent * WORLD_STRIDE, world, to);
	}
}
