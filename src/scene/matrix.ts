//!native
//!optimize 2

/*
 * A matrix is twelve numbers, the rows of a 3×4 matrix for column vectors (r00 r01 r02 x, r10 r11 r12 y, r20 r21 r22
 * z). Those of files and of joints in world space are f32 (`WORLD_STRIDE` bytes); those that move vertices are f64.
 */

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

/** Returns the determinant of the 3×3 part of the matrix of f64 at `at`: negative if it mirrors. */
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

/** Returns whether the matrix of f64 at `at` is the identity. */
export function isIdentity(matrix: buffer, at: number): boolean {
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 3)) {
			if (buffer.readf64(matrix, at + row * 32 + column * 8) !== (row === column ? 1 : 0)) return false;
		}
	}
	return true;
}

/** Returns the factor by which the matrix of f64 at `at` scales, if it does nothing else. */
export function scaleOf(matrix: buffer, at: number): number | undefined {
	const scale = buffer.readf64(matrix, at);
	if (!(scale > 0)) return undefined;
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 3)) {
			if (buffer.readf64(matrix, at + row * 32 + column * 8) !== (row === column ? scale : 0)) return undefined;
		}
	}
	return scale;
}

export function multiplyMatrices(left: buffer, a: number, right: buffer, b: number, target: buffer, to: number): void {
	for (const row of $range(0, 2)) {
		const x = buffer.readf64(left, a + row * 32);
		const y = buffer.readf64(left, a + row * 32 + 8);
		const z = buffer.readf64(left, a + row * 32 + 16);
		for (const column of $range(0, 3)) {
			const at = b + column * 8;
			let sum = x * buffer.readf64(right, at) + y * buffer.readf64(right, at + 32) + z * buffer.readf64(right, at + 64);
			if (column === 3) sum += buffer.readf64(left, a + row * 32 + 24);
			buffer.writef64(target, to + row * 32 + column * 8, sum);
		}
	}
}

/** Writes the inverse of the matrix of f64 at `from`. Returns false if it has none that is finite. */
export function invertMatrix(source: buffer, from: number, target: buffer, to: number): boolean {
	const determinant = determinantOf(source, from);
	const scale = 1 / determinant;
	if (determinant === 0 || scale - scale !== 0) return false;
	for (const row of $range(0, 2)) {
		const c = ((row + 1) % 3) * 8;
		const d = ((row + 2) % 3) * 8;
		for (const column of $range(0, 2)) {
			const r = from + ((column + 1) % 3) * 32;
			const s = from + ((column + 2) % 3) * 32;
			const cofactor =
				buffer.readf64(source, r + c) * buffer.readf64(source, s + d) -
				buffer.readf64(source, r + d) * buffer.readf64(source, s + c);
			buffer.writef64(target, to + row * 32 + column * 8, cofactor * scale);
		}
	}
	const x = buffer.readf64(source, from + 24);
	const y = buffer.readf64(source, from + 56);
	const z = buffer.readf64(source, from + 88);
	for (const row of $range(to, to + 64, 32)) {
		const moved =
			buffer.readf64(target, row) * x + buffer.readf64(target, row + 8) * y + buffer.readf64(target, row + 16) * z;
		buffer.writef64(target, row + 24, -moved);
		if (moved - moved !== 0) return false;
	}
	return true;
}

/** Returns how far the 3×3 part of a matrix of f64 is from a rotation: 0 for a rotation, large for a mirror. */
export function shearOf(matrix: buffer, at: number): number {
	if (!(determinantOf(matrix, at) > 0)) return math.huge;
	let worst = 0;
	for (const a of $range(0, 2)) {
		for (const b of $range(a, 2)) {
			let dot = 0;
			for (const row of $range(at, at + 64, 32)) {
				dot += buffer.readf64(matrix, row + a * 8) * buffer.readf64(matrix, row + b * 8);
			}
			worst = math.max(worst, math.abs(dot - (a === b ? 1 : 0)));
		}
	}
	return worst;
}
