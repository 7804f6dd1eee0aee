//!native
//!optimize 2

/*
 * A matrix is twelve numbers, the rows of a 3×4 matrix for column vectors (r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22 z).
 * Those of files and of joints in world space are f32 (`WORLD_STRIDE` bytes); those that move vertices are f64.
 */

/** Bytes of a matrix of f64. */
export const MATRIX_SIZE = 96;

/** Writes the matrix of twelve f32 at `from` as f64. */
export function widenMatrix(source: buffer, from: number, target: buffer, to: number): void {
	for (const element of $range(0, 11)) {
		buffer.writef64(target, to + element * 8, buffer.readf32(source, from + element * 4));
	}
}

/** Writes the product of the matrix at `a` and the one at `b`, both of twelve f32, as twelve f64. */
export function multiplyWide(left: buffer, a: number, right: buffer, b: number, target: buffer, to: number): void {
	for (const row of $range(0, 2)) {
		const x = buffer.readf32(left, a + row * 16);
		const y = buffer.readf32(left, a + row * 16 + 4);
		const z = buffer.readf32(left, a + row * 16 + 8);
		for (const column of $range(0, 3)) {
			const at = b + column * 4;
			let sum = x * buffer.readf32(right, at) + y * buffer.readf32(right, at + 16) + z * buffer.readf32(right, at + 32);
			if (column === 3) sum += buffer.readf32(left, a + row * 16 + 12);
			buffer.writef64(target, to + row * 32 + column * 8, sum);
		}
	}
}

/** The determinant of the 3×3 part of the matrix of f64 at `at`: negative where it mirrors. */
export function determinantOf(matrix: buffer, at: number): number {
	const d = buffer.readf64(matrix, at + 32);
	const e = buffer.readf64(matrix, at + 40);
	const f = buffer.readf64(matrix, at + 48);
	const g = buffer.readf64(matrix, at + 64);
	const h = buffer.readf64(matrix, at + 72);
	const i = buffer.readf64(matrix, at + 80);
	return (
		buffer.readf64(matrix, at) * (e * i - f * h) +
		buffer.readf64(matrix, at + 8) * (f * g - d * i) +
		buffer.readf64(matrix, at + 16) * (d * h - e * g)
	);
}

/** Whether the matrix of f64 at `at` moves nothing. */
export function isIdentity(matrix: buffer, at: number): boolean {
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 3)) {
			if (buffer.readf64(matrix, at + row * 32 + column * 8) !== (row === column ? 1 : 0)) return false;
		}
	}
	return true;
}
