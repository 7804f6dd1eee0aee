//!native
//!optimize 2

/** An axis shorter than this says nothing about its direction. */
const SHORTEST_AXIS = 1e-6;

/**
 * The rotation by `angle` radians about an axis of any length. Where the axis has no direction (the engine gives such
 * axes, NaN among them, for rotations that turn nothing), X is taken.
 *
 * @example
 * const [qx, qy, qz, qw] = quaternionFromAxisAngle(0, 1, 0, math.pi / 2);
 */
export function quaternionFromAxisAngle(x: number, y: number, z: number, angle: number) {
	const sine = math.sin(angle / 2);
	const cosine = math.cos(angle / 2);
	const magnitude = math.sqrt(x * x + y * y + z * z);
	if (magnitude > SHORTEST_AXIS) {
		const scale = sine / magnitude;
		return $tuple(x * scale, y * scale, z * scale, cosine);
	}
	return $tuple(sine, 0, 0, cosine);
}
