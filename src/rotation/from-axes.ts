//!native
//!optimize 2
import { normalise } from "./quaternion";

/**
 * Returns `rotationFromAxes` without normalising it. Each branch builds on a component that cannot be small, so that no
 * rotation loses precision; and on all nine numbers, so that a result is not finite if any of them is not.
 */
export function directionFromAxes(
	xx: number,
	xy: number,
	xz: number,
	yx: number,
	yy: number,
	yz: number,
	zx: number,
	zy: number,
	zz: number,
) {
	if (xx + yy + zz > 0) return $tuple(yz - zy, zx - xz, xy - yx, 1 + xx + yy + zz);
	if (xx > yy && xx > zz) return $tuple(1 + xx - yy - zz, xy + yx, zx + xz, yz - zy);
	if (yy > zz) return $tuple(xy + yx, 1 - xx + yy - zz, yz + zy, zx - xz);
	return $tuple(zx + xz, yz + zy, 1 - xx - yy + zz, xy - yx);
}

/**
 * Returns the rotation that turns X, Y and Z into three orthogonal axes of unit length: the columns of its matrix.
 *
 * @example
 * const [x, y, z, w] = rotationFromAxes(0, 0, -1, 0, 1, 0, 1, 0, 0); // a quarter turn about Y
 */
export function rotationFromAxes(
	xx: number,
	xy: number,
	xz: number,
	yx: number,
	yy: number,
	yz: number,
	zx: number,
	zy: number,
	zz: number,
) {
	const [x, y, z, w] = directionFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	return normalise(x, y, z, w);
}
