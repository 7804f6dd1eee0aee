//!native
//!optimize 2

/** Lengths below this are rounding noise: nothing says which rotation they stand for. */
const SHORTEST = 1e-12;

/** Above this cosine the arc is so short that a straight line, made unit length again, is closer than sin can divide. */
const STRAIGHT = 0.999999;

/**
 * The rotation of unit length in the direction of four numbers; the identity where they are all but zero.
 *
 * @example
 * const [x, y, z, w] = normalise(0, 2, 0, 2); // a quarter turn about Y
 */
export function normalise(x: number, y: number, z: number, w: number) {
	const length = math.sqrt(x * x + y * y + z * z + w * w);
	if (length > SHORTEST) {
		return $tuple(x / length, y / length, z / length, w / length);
	}
	return $tuple(0, 0, 0, 1);
}

/**
 * The inverse of a rotation of unit length.
 *
 * @example
 * const [x, y, z, w] = conjugate(qx, qy, qz, qw);
 */
export function conjugate(x: number, y: number, z: number, w: number) {
	return $tuple(-x, -y, -z, w);
}

/**
 * The rotation `a` after `b`: turning by the product is turning by `b` first, as with CFrames.
 *
 * @example
 * const [x, y, z, w] = multiply(parentX, parentY, parentZ, parentW, localX, localY, localZ, localW);
 */
export function multiply(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
) {
	return $tuple(
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	);
}

/**
 * The vector that a rotation of unit length turns `vx vy vz` into.
 *
 * @example
 * const [x, y, z] = rotate(qx, qy, qz, qw, 0, 0, -1); // where a camera looks
 */
export function rotate(qx: number, qy: number, qz: number, qw: number, vx: number, vy: number, vz: number) {
	const tx = 2 * (qy * vz - qz * vy);
	const ty = 2 * (qz * vx - qx * vz);
	const tz = 2 * (qx * vy - qy * vx);
	return $tuple(
		vx + qw * tx + (qy * tz - qz * ty),
		vy + qw * ty + (qz * tx - qx * tz),
		vz + qw * tz + (qx * ty - qy * tx),
	);
}

/**
 * The weights of the two ends of an arc, `t` of the way along it, for the cosine of the angle that it spans. Where it spans
 * next to nothing they are those of a straight line: the sum must be made unit length. Not for opposite ends.
 */
export function arcWeights(cosine: number, t: number) {
	if (cosine >= STRAIGHT) return $tuple(1 - t, t);
	const angle = math.acos(cosine);
	const sine = math.sin(angle);
	return $tuple(math.sin((1 - t) * angle) / sine, math.sin(t * angle) / sine);
}

/**
 * The rotation `t` of the way from `a` to `b`, at constant speed and the short way round. Both of unit length.
 *
 * @example
 * const [x, y, z, w] = slerp(0, 0, 0, 1, 0, 1, 0, 0, 0.5); // a quarter turn about Y
 */
export function slerp(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
	t: number,
) {
	const dot = ax * bx + ay * by + az * bz + aw * bw;
	const [from, forth] = arcWeights(math.abs(dot), t);
	// b and -b are the same rotation: the one on a's side lies the shorter way.
	const to = dot < 0 ? -forth : forth;
	return normalise(from * ax + to * bx, from * ay + to * by, from * az + to * bz, from * aw + to * bw);
}
