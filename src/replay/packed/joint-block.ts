/** A block of joints starts with u32 checksum of all that follows in it, and u32 size of it all. */
export const SIZE_AT = 4;
export const HEAD_SIZE = 8;

/** Steps of a number of a column that moves. */
export const STEPS_A_NUMBER = 2;

/** The fewest bytes that a block takes: two for each joint, in which nothing moves. */
export function minimumJointBlock(joints: number): number {
	return HEAD_SIZE + 2 * joints;
}
