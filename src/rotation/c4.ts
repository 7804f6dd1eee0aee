//!native
//!optimize 2
import { checkFinite, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";

/**
 * 64 bits per rotation: x in the top 22 (in units of 2^-21), y in the next 21 and z in the low 21 (in units of 2^-20),
 * all signed. w is not stored: a rotation and its negative are the same, so w can always be positive.
 */
const X_UNIT = 2 ** -21;
const YZ_UNIT = 2 ** -20;
const YZ_RANGE = 2 ** 21;

/** How far the sum of squares may be from 1 for w to be 0. */
const SNAP = 2 ** -20;

/**
 * Rounds to single precision: a product, sum or root of singles, computed in doubles and rounded once, equals the
 * single's.
 */
const scratch = buffer.create(8);

function single(value: number): number {
	buffer.writef32(scratch, 0, value);
	return buffer.readf32(scratch, 0);
}

/** Returns x² + y² + z² in single precision: each product and each sum rounded. */
function sumOfSquares(x: number, y: number, z: number): number {
	return single(single(single(x * x) + single(y * y)) + single(z * z));
}

/** Returns w for a sum of squares, in single precision; -1 if no rotation has such a sum. */
function recoverW(sum: number): number {
	const excess = single(sum - 1);
	if (math.abs(excess) < SNAP) return 0;
	return excess > 0 ? -1 : single(math.sqrt(single(1 - sum)));
}

/**
 * Unpacks `count` rotations like `unpackC4`: `stride` bytes apart from byte `from`, to four f32 each, `width` bytes
 * apart from byte `to`. Stops at the first corrupt one, whose w is 0, and returns its index; -1 if all are valid.
 */
export function unpackC4Run(
	source: buffer,
	from: number,
	stride: number,
	count: number,
	target: buffer,
	to: number,
	width: number,
): number {
	// A hot path: everything is inline, and remainders are faster than bits.
	const rounded = scratch;
	let into = to;
	for (const at of $range(from, from + (count - 1) * stride, stride)) {
		const low = buffer.readu32(source, at);
		const high = buffer.readi32(source, at + 4);
		const highOfY = high % 2 ** 10;
		let z = low % YZ_RANGE;
		let y = highOfY * 2 ** 11 + (low - z) / YZ_RANGE;
		if (y >= YZ_RANGE / 2) y -= YZ_RANGE;
		if (z >= YZ_RANGE / 2) z -= YZ_RANGE;
		y *= YZ_UNIT;
		z *= YZ_UNIT;
		const x = (high - highOfY) * (X_UNIT / 2 ** 10);
		buffer.writef32(target, into, x);
		buffer.writef32(target, into + 4, y);
		buffer.writef32(target, into + 8, z);
		// As in `sumOfSquares` and `recoverW`. Near 1, where it matters, the difference of two singles is a single
		// anyway.
		buffer.writef32(rounded, 0, x * x);
		buffer.writef32(rounded, 4, y * y);
		buffer.writef32(rounded, 0, buffer.readf32(rounded, 0) + buffer.readf32(rounded, 4));
		buffer.writef32(rounded, 4, z * z);
		buffer.writef32(rounded, 0, buffer.readf32(rounded, 0) + buffer.readf32(rounded, 4));
		const missing = 1 - buffer.readf32(rounded, 0);
		if (missing < SNAP) {
			buffer.writef32(target, into + 12, 0);
			if (missing <= -SNAP) return at;
		} else {
			buffer.writef32(rounded, 0, missing);
			buffer.writef32(target, into + 12, math.sqrt(buffer.readf32(rounded, 0)));
		}
		into += width;
	}
	return -1;
}

/** The one rotation that `unpackC4` unpacks. */
const packed = buffer.create(8);
const unpacked = buffer.create(16);

function checkHalf(half: unknown, argument: string): void {
	if (!typeIs(half, "number") || !(half >= 0 && half < 2 ** 32 && half % 1 === 0)) {
		fail("unpackC4", `${argument} is ${describeValue(half)}; expected a whole number of 32 bits`);
	}
}

/**
 * Unpacks a rotation from the two halves of its 64 bits, low half first.
 *
 * The sum of squares is computed in single precision, like the game's client, so w is the same to the last bit: doubles
 * would move the border at which it becomes 0. A sum of 1 + 2^-20 or more has no w: such data is corrupt and fails.
 *
 * @example
 * const [x, y, z, w] = unpackC4(buffer.readu32(source, 0), buffer.readu32(source, 4));
 */
export function unpackC4(data0: number, data1: number) {
	checkHalf(data0, "data0");
	checkHalf(data1, "data1");
	buffer.writeu32(packed, 0, data0);
	buffer.writeu32(packed, 4, data1);
	const isSound = unpackC4Run(packed, 0, 8, 1, unpacked, 0, 16) < 0;
	const x = buffer.readf32(unpacked, 0);
	const y = buffer.readf32(unpacked, 4);
	const z = buffer.readf32(unpacked, 8);
	if (!isSound) {
		fail("c4", `rotation (${x}, ${y}, ${z}) has a sum of squares of ${sumOfSquares(x, y, z)}, which is above 1`);
	}
	return $tuple(x, y, z, buffer.readf32(unpacked, 12));
}

/** Returns the whole units in a component, truncated toward zero as in the client. */
function unitsIn(value: number, unit: number): number {
	const units = value / unit;
	return units < 0 ? math.ceil(units) : math.floor(units);
}

/**
 * Packs a rotation of unit length into 64 bits, returned as their low and high half. If w is negative, `packC4` packs
 * the negative quaternion, which is the same rotation. A component of exactly 1 comes back as -1: w is 0 there, and
 * both signs are the same rotation.
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
	if (recoverW(sum) < 0) fail("packC4", `(${x}, ${y}, ${z}, ${w}) does not have unit length`);
	const high = packedY & 0x1fffff;
	return $tuple((packedZ & 0x1fffff) | (high << 21), ((packedX & 0x3fffff) << 10) | (high >>> 11));
}
