//!native
//!optimize 2

/** Determinants below this have no inverse that says anything. */
const SINGULAR = 1e-30;

/** How far the last row of an affine matrix may be from 0 0 0 1. */
const TOLERANCE = 1e-3;

/**
 * Writes matrices of sixteen f32, column by column, as the upper three rows of twelve. Gives the first whose last row
 * is not 0 0 0 1, or -1.
 */
export function rowsOfMatrix(matrices: buffer, count: number, rows: buffer): number {
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

/** Writes the inverse of the matrix of twelve f32 at `from` of `source`; the identity where it has none. */
export function invertMatrix(source: buffer, from: number, target: buffer, to: number): void {
	const a = buffer.readf32(source, from);
	const b = buffer.readf32(source, from + 4);
	const c = buffer.readf32(source, from + 8);
	const d = buffer.readf32(source, from + 16);
	const e = buffer.readf32(source, from + 20);
	const f = buffer.readf32(source, from + 24);
	const g = buffer.readf32(source, from + 32);
	const h = buffer.readf32(source, from + 36);
	const i = buffer.readf32(source, from + 40);
	const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
	const isSingular = math.abs(determinant) < SINGULAR;
	const scale = isSingular ? 0 : 1 / determinant;
	buffer.writef32(target, to, isSingular ? 1 : (e * i - f * h) * scale);
	buffer.writef32(target, to + 4, (c * h - b * i) * scale);
	buffer.writef32(target, to + 8, (b * f - c * e) * scale);
	buffer.writef32(target, to + 16, (f * g - d * i) * scale);
	buffer.writef32(target, to + 20, isSingular ? 1 : (a * i - c * g) * scale);
	buffer.writef32(target, to + 24, (c * d - a * f) * scale);
	buffer.writef32(target, to + 32, (d * h - e * g) * scale);
	buffer.writef32(target, to + 36, (b * g - a * h) * scale);
	buffer.writef32(target, to + 40, isSingular ? 1 : (a * e - b * d) * scale);
	const x = buffer.readf32(source, from + 12);
	const y = buffer.readf32(source, from + 28);
	const z = buffer.readf32(source, from + 44);
	for (const row of $range(to, to + 32, 16)) {
		const moved =
			buffer.readf32(target, row) * x + buffer.readf32(target, row + 4) * y + buffer.readf32(target, row + 8) * z;
		buffer.writef32(target, row + 12, -moved);
	}
}
