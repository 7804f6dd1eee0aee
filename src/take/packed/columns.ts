//!native
//!optimize 2
/**
 * The columns of packed frames, in the order in which their numbers stand in an element of a block: X, Y and Z as the bits
 * of an f32, Z turned by two bits so that the index in its lowest bits is out of the way; the three numbers of the rotation;
 * and the lens, an f32, where there is one for each frame. All but the lens stand in an element where they stand in a frame.
 */
export const COLUMNS = [0, 4, 8, 12, 14, 16, 20];

export const Z = 2;
export const LENS = 6;

/** The columns of 16 bits. */
const FIRST_SHORT = 3;
export const LAST_SHORT = 5;

/** The bytes of an element: a frame's, rounded up to a multiple of 4. */
export const ELEMENT_SIZE = 20;
export const ELEMENT_SIZE_WITH_LENS = 24;

/** How far the bits of Z are turned. */
export const Z_TURN = 2;

/** The lower half of a 32-bit number: its bits, one more than the most it holds, and half of that. */
const LOWER_HALF = 0xffff;
export const LOWER = 2 ** 16;
const HALF_OF_LOWER = 2 ** 15;

export function isShort(column: number): boolean {
	return column >= FIRST_SHORT && column <= LAST_SHORT;
}

/** The bytes of one number of a column. */
export function columnSize(column: number): number {
	return isShort(column) ? 2 : 4;
}

/** A column's number of the frame at `at`, as an unsigned integer. */
export function readColumn(frames: buffer, at: number, column: number): number {
	const place = at + COLUMNS[column];
	if (isShort(column)) return buffer.readu16(frames, place);
	const bits = buffer.readu32(frames, place);
	return column === Z ? bit32.rrotate(bits, Z_TURN) : bits;
}

/**
 * Writes numbers of 32 bits as they stand in elements: their upper halves without the carries from the lower ones, so that those
 * change only where a number does by more than a half can. From where a lower half has gone down by more than 32768, it has
 * gone over, and the upper half is one less than it would be; where it has gone up by as much, one more.
 */
export function dropCarries(numbers: buffer, count: number, target: buffer): void {
	let former = buffer.readu16(numbers, 0);
	let upper = 0;
	for (const at of $range(0, 4 * (count - 1), 4)) {
		const word = buffer.readu32(numbers, at);
		const lower = word & LOWER_HALF;
		const step = lower - former;
		if (step < -HALF_OF_LOWER) upper -= LOWER;
		else if (step >= HALF_OF_LOWER) upper += LOWER;
		former = lower;
		buffer.writeu32(target, at, (word + upper) % 2 ** 32);
	}
}
