//!native
//!optimize 2
import { normalise } from "./quaternion";

/**
 * The rotation that turns X, Y and Z into three axes of unit length at right angles: the columns of its matrix.
 * Each branch builds on a component that cannot be small, so that no rotation loses precision.
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
	if (xx + yy + zz > 0) return normalise(yz - zy, zx - xz, xy - yx, 1 + xx + yy + zz);
	if (xx > yy && xx > zz) return normalise(1 + xx - yy - zz, xy + yx, zx + xz, yz - zy);
	if (yy > zz) return normalise(xy + yx, 1 - xx + yy - zz, yz + zy, zx - xz);
	return normalise(zx + xz, yz + zy, 1 - xx - yy + zz, xy - yx);
}
