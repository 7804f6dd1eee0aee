//!native
//!optimize 2

/** How far the last row of an affine matrix may be from 0 0 0 1. */
const TOLERANCE = 1e-3;

/**
 * Writes matrices of sixteen f32, column by column, as the upper three rows of twelve. Returns the first whose last row
 * is not 0 0 0 1, or -1.
 */
export function rowsOfMatrices(matrices: buffer, count: number, rows: buffer): number {
	for (const index of $range(0, count - 1)) {
		const from = index * 64;
		for (const row of $range(0, 2)) {
			for (const column of $range(0, 3)) {
				const value = buffer.readf32(matrices, from + column * 16 + row * 4);
				buffer.writef32(rows, index * 48 + row * 16 + column * 4, value);
			}
		}
		const x = math.abs(buffer.readf32(matrices, from + 12));
		const y = math.abs(buffer.readf32(matrices, from + 28));
		const z = math.abs(buffer.readf32(matrices, from + 44));
		const w = math.abs(buffer.readf32(matrices, from + 60) - 1);
		if (math.max(x, y, z, w) > TOLERANCE) return index;
	}
	return -1;
}
