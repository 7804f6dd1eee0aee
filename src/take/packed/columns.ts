//!native
//!optimize 2
/**
 * The columns of packed frames, as offsets in an element of a block: X, Y and Z as the bits of an f32, with Z rotated
 * by two bits to move the index out of its lowest bits; the three numbers of the rotation; and the field of view, an
 * f32, if each frame has its own. All but the field of view have the same offset as in a frame.
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

/** How far the bits of Z are rotated. */
export const Z_TURN = 2;

/** One more than the max of the lower half of a 32-bit number. */
export const LOWER = 2 ** 16;

export function isShort(column: number): boolean {
	return column >= FIRST_SHORT && column <= LAST_SHORT;
}

/** Returns the bytes of one number of a column. */
export function columnSize(column: number): number {
	return isShort(column) ? 2 : 4;
}
