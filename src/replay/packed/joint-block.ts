/** A block of joints starts with the u32 checksum of everything after it, and the u32 size of the block. */
export const SIZE_AT = 4;
export const HEAD_SIZE = 8;

/** Steps per number of a column that moves. */
export const STEPS_A_NUMBER = 2;

/** Returns the min bytes of a block: two for each joint, if nothing moves. */
export function minimumJointBlock(joints: number): number {
	return HEAD_SIZE + 2 * joints;
}
