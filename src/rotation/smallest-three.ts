//!native
//!optimize 2
import { checkFinite, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/** The scale of the quantised components: each is stored as round(value × 32767). */
const SCALE = 32767;
const SCALE_SQUARED = SCALE * SCALE;

/** Shorter quaternions are no rotation, and are stored as the identity. */
const SHORTEST = 1e-6;

/** Quantises three components of a quaternion of a length, with the sign that makes the fourth positive. */
function quantise(index: number, dropped: number, length: number, a: number, b: number, c: number) {
	const scale = (dropped >= 0 ? SCALE : -SCALE) / length;
	// Adding 0 turns -0 into 0.
	return $tuple(index, math.round(a * scale) + 0, math.round(b * scale) + 0, math.round(c * scale) + 0);
}

/** `packRotation` for checked numbers. `caller` is the name in the message. */
export function quantiseRotation(qx: number, qy: number, qz: number, qw: number, caller: string) {
	const xx = qx * qx;
	const yy = qy * qy;
	const zz = qz * qz;
	const ww = qw * qw;
	const length = math.sqrt(xx + yy + zz + ww);
	// Written so that NaN fails too.
	if (!(length < math.huge)) {
		fail(caller, `rotation ${qx}, ${qy}, ${qz}, ${qw} has no finite length`);
	}
	if (length <= SHORTEST) {
		return $tuple(3, 0, 0, 0);
	}
	if (xx >= yy && xx >= zz && xx >= ww) return quantise(0, qx, length, qy, qz, qw);
	if (yy >= zz && yy >= ww) return quantise(1, qy, length, qx, qz, qw);
	if (zz >= ww) return quantise(2, qz, length, qx, qy, qw);
	return quantise(3, qw, length, qx, qy, qz);
}

/**
 * Packs a rotation into the index of its largest component (0 to 3 for x y z w) and the other three as whole numbers.
 *
 * The largest is the first one of greatest absolute value, so the other three are at most 1/√2 and their whole numbers
 * at most 23170. Rounding moves each by at most half a unit of 1/32767 and the dropped one by at most three times that,
 * so the rotation turns by at most 2√3/32767 rad (0.0061°), reached near (½, ½, ½, ½).
 *
 * @example
 * const [index, q0, q1, q2] = packRotation(0, 0, 0, 1); // 3, 0, 0, 0
 */
export function packRotation(
	qx: number,
	qy: number,
	qz: number,
	qw: number,
): LuaTuple<[index: number, q0: number, q1: number, q2: number]> {
	checkFinite(qx, "packRotation", "qx");
	checkFinite(qy, "packRotation", "qy");
	checkFinite(qz, "packRotation", "qz");
	checkFinite(qw, "packRotation", "qw");
	return quantiseRotation(qx, qy, qz, qw, "packRotation");
}

/**
 * Returns whether `packRotation` can return these three numbers: their squares must leave room for the dropped one.
 */
export function isPackedRotation(q0: number, q1: number, q2: number): boolean {
	return q0 * q0 + q1 * q1 + q2 * q2 <= SCALE_SQUARED;
}

/** `unpackRotation` for checked numbers. */
export function restoreRotation(index: number, q0: number, q1: number, q2: number) {
	// The whole numbers' squares are exact, so a sum of exactly 1 leaves exactly 0.
	const dropped = math.sqrt(SCALE_SQUARED - (q0 * q0 + q1 * q1 + q2 * q2)) / SCALE;
	const a = q0 / SCALE;
	const b = q1 / SCALE;
	const c = q2 / SCALE;
	if (index === 0) return $tuple(dropped, a, b, c);
	if (index === 1) return $tuple(a, dropped, b, c);
	if (index === 2) return $tuple(a, b, dropped, c);
	return $tuple(a, b, c, dropped);
}

/**
 * Unpacks the rotation of `packRotation`, as x y z w of unit length.
 *
 * The dropped component is the largest, so it is at least 0.5. A sum of squares above 1 is corrupt data and fails.
 *
 * @example
 * const [qx, qy, qz, qw] = unpackRotation(3, 0, 0, 0); // 0, 0, 0, 1
 */
export function unpackRotation(
	index: number,
	q0: number,
	q1: number,
	q2: number,
): LuaTuple<[qx: number, qy: number, qz: number, qw: number]> {
	checkFinite(q0, "unpackRotation", "q0");
	checkFinite(q1, "unpackRotation", "q1");
	checkFinite(q2, "unpackRotation", "q2");
	if (!isPackedRotation(q0, q1, q2)) {
		fail("unpackRotation", `rotation ${q0}, ${q1}, ${q2} is longer than 1`);
	}
	if (index !== 0 && index !== 1 && index !== 2 && index !== 3) {
		fail("unpackRotation", `index is ${describeValue(index)}; expected 0, 1, 2 or 3`);
	}
	return restoreRotation(index, q0, q1, q2);
}
