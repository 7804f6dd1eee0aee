//!native
//!optimize 2
import { checkFinite } from "../bytes/check-argument";

/**
 * Unpacks a rotation from a vector along its axis with length tan(angle / 4).
 *
 * It needs no sine, and every finite vector is valid and returns unit length. 0 is the identity, length 1 is a half
 * turn, and longer vectors are the same rotations from the other side.
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

/** `unpackTanQuarter` for numbers known to be finite. */
export function restoreTanQuarter(x: number, y: number, z: number) {
	const square = x * x + y * y + z * z;
	const scale = 2 / (1 + square);
	return $tuple(x * scale, y * scale, z * scale, (1 - square) / (1 + square));
}

/**
 * Packs a rotation of unit length into a vector along its axis with length tan(angle / 4). Of the two such vectors it
 * returns the one not longer than 1.
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
