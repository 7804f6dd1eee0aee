//!native
//!optimize 2

/**
 * Returns pitch, yaw and roll of a unit quaternion in radians, like `CFrame:ToOrientation()`: roll turns first, about
 * Z, and yaw last, about Y.
 *
 * @example
 * const [pitch, yaw, roll] = orientationOf(qx, qy, qz, qw);
 */
export function orientationOf(x: number, y: number, z: number, w: number) {
	return $tuple(
		math.asin(math.clamp(2 * (x * w - y * z), -1, 1)),
		math.atan2(2 * (x * z + y * w), 1 - 2 * (x * x + y * y)),
		math.atan2(2 * (x * y + z * w), 1 - 2 * (x * x + z * z)),
	);
}

/**
 * Returns the unit quaternion of pitch, yaw and roll in radians.
 *
 * @example
 * const [x, y, z, w] = fromOrientation(0, math.pi / 2, 0); // a quarter turn about Y
 */
export function fromOrientation(pitch: number, yaw: number, roll: number) {
	const sx = math.sin(pitch / 2);
	const cx = math.cos(pitch / 2);
	const sy = math.sin(yaw / 2);
	const cy = math.cos(yaw / 2);
	const sz = math.sin(roll / 2);
	const cz = math.cos(roll / 2);
	return $tuple(
		cy * sx * cz + sy * cx * sz,
		sy * cx * cz - cy * sx * sz,
		cy * cx * sz - sy * sx * cz,
		cy * cx * cz + sy * sx * sz,
	);
}
