//!native
//!optimize 2
import { checkFinite } from "../bytes/check-argument";

/**
 * The rotation that a vector stands for whose direction is the axis and whose length is tan(angle / 4).
 *
 * No sine is needed and no vector is invalid: any finite one gives unit length, 0 the identity, length 1 a half turn, and
 * longer ones the same rotations again from the other side.
 *
 * @example
 * const [x, y, z, w] = unpackTanQuarter(0, math.tan(math.rad(90) / 4), 0); // a quarter turn about Y
 */
export function unpackTanQuarter(x: number, y: number, z: number) {
	checkFinite(x, "unpackTanQuarter", "x");
	checkFinite(y, "unpackTanQuarter", "y");
	checkFinite(z, "unpackTanQuarter", "z");
	return restoreTanQuarter(x, y, z);
}

/** Does what `unpackTanQuarter` does for numbers that are known to be finite. */
export function restoreTanQuarter(x: number, y: number, z: number) {
	const square = x * x + y * y + z * z;
	const scale = 2 / (1 + square);
	return $tuple(x * scale, y * scale, z * scale, (1 - square) / (1 + square));
}

/**
 * The vector of length tan(angle / 4) for a rotation of unit length. Of the two that stand for it, the one not longer
 * than 1.
 *
 * @example
 * const [x, y, z] = packTanQuarter(0, math.sqrt(0.5), 0, math.sqrt(0.5)); // a quarter turn about Y: y is 0.4142
 */
export function packTanQuarter(qx: number, qy: number, qz: number, qw: number) {
	checkFinite(qx, "packTanQuarter", "qx");
	checkFinite(qy, "packTanQuarter", "qy");
	checkFinite(qz, "packTanQuarter", "qz");
	checkFinite(qw, "packTanQuarter", "qw");
	// q and -q are the same rotation; with w at least 0 the divisor is at least 1.
	const scale = (qw < 0 ? -1 : 1) / (1 + math.abs(qw));
	return $tuple(qx * scale, qy * scale, qz * scale);
}
