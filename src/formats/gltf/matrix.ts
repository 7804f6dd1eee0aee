import { rotationFromAxes } from "../../rotation/from-axes";

/** Shorter columns have no direction. */
const SHORTEST = 1e-12;
/** A larger cosine between two columns is more than rounding: the matrix shears. */
const SHEAR = 1e-3;

export interface Decomposed {
	translation: [number, number, number];
	rotation: [number, number, number, number];
	scale: [number, number, number];
	/** Whether the matrix does more than translation, rotation and scale can. */
	isSheared: boolean;
}

/** Splits an affine matrix (sixteen numbers, column by column) into translation, rotation and scale. */
export function decompose(m: ReadonlyArray<number>): Decomposed {
	let sx = math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
	const sy = math.sqrt(m[4] * m[4] + m[5] * m[5] + m[6] * m[6]);
	const sz = math.sqrt(m[8] * m[8] + m[9] * m[9] + m[10] * m[10]);
	const translation: [number, number, number] = [m[12], m[13], m[14]];
	if (sx < SHORTEST || sy < SHORTEST || sz < SHORTEST) {
		return { translation, rotation: [0, 0, 0, 1], scale: [sx, sy, sz], isSheared: false };
	}
	const determinant =
		(m[0] / sx) * ((m[5] / sy) * (m[10] / sz) - (m[6] / sy) * (m[9] / sz)) -
		(m[4] / sy) * ((m[1] / sx) * (m[10] / sz) - (m[2] / sx) * (m[9] / sz)) +
		(m[8] / sz) * ((m[1] / sx) * (m[6] / sy) - (m[2] / sx) * (m[5] / sy));
	// A mirror has no rotation; by convention X is mirrored.
	if (determinant < 0) sx = -sx;
	const [ax, ay, az] = [m[0] / sx, m[1] / sx, m[2] / sx];
	const [bx, by, bz] = [m[4] / sy, m[5] / sy, m[6] / sy];
	const [cx, cy, cz] = [m[8] / sz, m[9] / sz, m[10] / sz];
	const worst = math.max(
		math.abs(ax * bx + ay * by + az * bz),
		math.abs(ax * cx + ay * cy + az * cz),
		math.abs(bx * cx + by * cy + bz * cz),
	);
	const [x, y, z, w] = rotationFromAxes(ax, ay, az, bx, by, bz, cx, cy, cz);
	return { translation, rotation: [x, y, z, w], scale: [sx, sy, sz], isSheared: worst > SHEAR };
}
