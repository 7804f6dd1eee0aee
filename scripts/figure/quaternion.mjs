/* Unit quaternions as glTF has them: x, y, z, w. */

/** A turn about one of the axes, in degrees. */
export function turn(axis, degrees) {
	const half = (degrees * Math.PI) / 360;
	const result = [0, 0, 0, Math.cos(half)];
	result["xyz".indexOf(axis)] = Math.sin(half);
	return result;
}

/** One turn after another: the last is done first. */
export function compose(...turns) {
	return turns.reduce(([ax, ay, az, aw], [bx, by, bz, bw]) => [
		aw * bx + ax * bw + ay * bz - az * by,
		aw * by - ax * bz + ay * bw + az * bx,
		aw * bz + ax * by - ay * bx + az * bw,
		aw * bw - ax * bx - ay * by - az * bz,
	]);
}

export const inverse = ([x, y, z, w]) => [-x, -y, -z, w];

/** A vector, turned. */
export function rotate(q, vector) {
	return compose(q, [...vector, 0], inverse(q)).slice(0, 3);
}
