//!native
//!optimize 2
import { checkFinite, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/**
 * 64 bits a rotation: x in the top 22 (in units of 2^-21), y in the next 21 and z in the low 21 (in units of 2^-20), all
 * signed; w is not stored, since a rotation and its negative are the same and w can always be made positive.
 */
const X_UNIT = 2 ** -21;
const YZ_UNIT = 2 ** -20;
const X_RANGE = 2 ** 22;
const YZ_RANGE = 2 ** 21;

/** How far from 1 the sum of squares may be for w to be 0. */
const SNAP = 2 ** -20;

/** Rounds to single precision: a product, sum or root of singles, computed in doubles and rounded once, is the single's. */
const scratch = buffer.create(4);

function single(value: number): number {
	buffer.writef32(scratch, 0, value);
	return buffer.readf32(scratch, 0);
}

/** x² + y² + z² as single-precision arithmetic gives it: each product and each sum rounded. */
function sumOfSquares(x: number, y: number, z: number): number {
	return single(single(single(x * x) + single(y * y)) + single(z * z));
}

/** w for a sum of squares, in single precision; -1 where no rotation has such a sum. */
function recoverW(sum: number): number {
	const excess = single(sum - 1);
	if (math.abs(excess) < SNAP) return 0;
	return excess > 0 ? -1 : single(math.sqrt(single(1 - sum)));
}

/**
 * Does what `unpackC4` does, but marks corrupt data with a w of -1, for readers that say where in a file it stands.
 */
export function tryUnpackC4(data0: number, data1: number) {
	let x = data1 >>> 10;
	let y = ((data1 & 0x3ff) << 11) | (data0 >>> 21);
	let z = data0 & 0x1fffff;
	// The bit operators give unsigned numbers: the sign is put back by arithmetic.
	if (x >= X_RANGE / 2) x -= X_RANGE;
	if (y >= YZ_RANGE / 2) y -= YZ_RANGE;
	if (z >= YZ_RANGE / 2) z -= YZ_RANGE;
	x *= X_UNIT;
	y *= YZ_UNIT;
	z *= YZ_UNIT;
	return $tuple(x, y, z, recoverW(sumOfSquares(x, y, z)));
}

function checkHalf(half: unknown, argument: string): void {
	if (!typeIs(half, "number") || !(half >= 0 && half < 2 ** 32 && half % 1 === 0)) {
		fail("unpackC4", `${argument} is ${describeValue(half)}; it must be a whole number of 32 bits`);
	}
}

/**
 * Unpacks a rotation from the two halves of its 64 bits, low half first. The sum of squares is computed in single
 * precision, as the game's client does, so w comes out the same to the last bit: doubles would move the border at which
 * it becomes 0. A sum of 1 + 2^-20 or more, from which no w can be recovered, is corrupt data and fails.
 *
 * @example
 * const [x, y, z, w] = unpackC4(buffer.readu32(source, 0), buffer.readu32(source, 4));
 */
export function unpackC4(data0: number, data1: number) {
	checkHalf(data0, "data0");
	checkHalf(data1, "data1");
	const [x, y, z, w] = tryUnpackC4(data0, data1);
	if (w < 0) {
		fail("c4", `rotation (${x}, ${y}, ${z}) has a sum of squares of ${sumOfSquares(x, y, z)}, which is above 1`);
	}
	return $tuple(x, y, z, w);
}

/** The whole units in a component, cut off toward zero as the client cuts them. */
function unitsIn(value: number, unit: number): number {
	const units = value / unit;
	return units < 0 ? math.ceil(units) : math.floor(units);
}

/**
 * Packs a rotation of unit length into 64 bits, given as their low and their high half. Where w is negative, the opposite
 * of the rotation is packed, which turns the same way. A component of exactly 1 comes back as -1: there w is 0, and both
 * signs turn the same way.
 *
 * @example
 * const [data0, data1] = packC4(0, 0, math.sqrt(0.5), math.sqrt(0.5)); // a quarter turn about Z
 */
export function packC4(x: number, y: number, z: number, w: number) {
	checkFinite(x, "packC4", "x");
	checkFinite(y, "packC4", "y");
	checkFinite(z, "packC4", "z");
	checkFinite(w, "packC4", "w");
	const sign = w >= 0 ? 1 : -1;
	const packedX = sign * unitsIn(x, X_UNIT);
	const packedY = sign * unitsIn(y, YZ_UNIT);
	const packedZ = sign * unitsIn(z, YZ_UNIT);
	const sum = sumOfSquares(packedX * X_UNIT, packedY * YZ_UNIT, packedZ * YZ_UNIT);
	if (recoverW(sum) < 0) fail("packC4", `(${x}, ${y}, ${z}, ${w}) is not of unit length`);
	const high = packedY & 0x1fffff;
	return $tuple((packedZ & 0x1fffff) | (high << 21), ((packedX & 0x3fffff) << 10) | (high >>> 11));
}
