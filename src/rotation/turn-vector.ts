//!native
//!optimize 2

/** Below this a sine equals its angle: its square is less than rounding. */
const SMALL = 1e-9;

/**
 * Returns the rotation vector of a unit quaternion: its axis, as long as its angle in radians, for the shorter turn.
 *
 * @example
 * const [x, y, z] = turnVector(0, math.sin(0.1), 0, math.cos(0.1)); // 0, 0.2, 0
 */
export function turnVector(x: number, y: number, z: number, w: number) {
	const sine = math.sqrt(x * x + y * y + z * z);
	if (sine < SMALL) return $tuple(2 * x, 2 * y, 2 * z);
	const scale = (2 * math.atan2(w < 0 ? -sine : sine, math.abs(w))) / sine;
	return $tuple(x * scale, y * scale, z * scale);
}

/**
 * Returns the unit quaternion of a rotation vector.
 *
 * @example
 * const [x, y, z, w] = fromTurnVector(0, math.pi / 2, 0); // a quarter turn about Y
 */
export function fromTurnVector(x: number, y: number, z: number) {
	const angle = math.sqrt(x * x + y * y + z * z);
	if (angle < SMALL) return $tuple(x / 2, y / 2, z / 2, 1);
	const scale = math.sin(angle / 2) / angle;
	return $tuple(x * scale, y * scale, z * scale, math.cos(angle / 2));
}
