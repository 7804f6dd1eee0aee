//!native
//!optimize 2

/** Shorter quaternions are rounding noise without a direction. */
const SHORTEST = 1e-12;

/** Above this cosine the arc is so short that a normalised straight line is more exact than dividing by the sine. */
const STRAIGHT = 0.999999;

/**
 * Normalises a rotation. Returns the identity if it is almost zero.
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
 * Returns the product of two rotations: it turns by `b` first, then by `a`, like CFrames.
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
 * Rotates the vector `vx vy vz` by a rotation of unit length.
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
 * Returns the weights of the two ends of an arc at `t`, 0 to 1, by the cosine of its angle. If the angle is almost
 * zero, they are those of a straight line: normalise the sum. Not for opposite ends.
 */
export function arcWeights(cosine: number, t: number) {
	if (cosine >= STRAIGHT) return $tuple(1 - t, t);
	const angle = math.acos(cosine);
	const sine = math.sin(angle);
	return $tuple(math.sin((1 - t) * angle) / sine, math.sin(t * angle) / sine);
}

/**
 * Above this cosine the weights of an arc are those of a polynomial: 28 degrees of turning, more than between usual
 * keys.
 */
const SHORT = 0.97;

/**
 * Returns the weights of `arcWeights` up to a common factor, for sums that are normalised: the projection of the arc's
 * point onto the straight line between the ends, 1/2 + tan(uθ) / (2 tan(θ/2)) with u = t - 1/2. The series of both
 * tangents up to θ⁴ are off by 1e-8 for θ within `SHORT`.
 */
function seenFrom(cosine: number, t: number): number {
	const versine = 1 - cosine;
	const angle2 = versine * (2 + versine * (1 / 3 + versine * (4 / 45 + versine / 35)));
	const u = t - 0.5;
	const u2 = u * u;
	return 0.5 + u * (1 + angle2 * (u2 / 3 - 1 / 12 + angle2 * ((2 / 15) * u2 * u2 - u2 / 36 - 1 / 720)));
}

/**
 * Returns the weights, up to a common factor, of two rotations with the given dot product at `t`, 0 to 1, on the
 * shorter arc from the first to the second: normalise the sum.
 */
export function slerpWeights(dot: number, t: number) {
	const cosine = math.abs(dot);
	// b and -b are the same rotation: the one on a's side has the shorter arc.
	if (cosine > SHORT) {
		const share = seenFrom(cosine, t);
		return $tuple(1 - share, dot < 0 ? -share : share);
	}
	const [from, forth] = arcWeights(cosine, t);
	return $tuple(from, dot < 0 ? -forth : forth);
}

/**
 * Returns the rotation at `t`, 0 to 1, between `a` and `b`, at constant speed on the shorter arc. Both have unit
 * length.
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
	const [from, to] = slerpWeights(ax * bx + ay * by + az * bz + aw * bw, t);
	return normalise(from * ax + to * bx, from * ay + to * by, from * az + to * bz, from * aw + to * bw);
}
