//!native
//!optimize 2
import { rotationFromAxes } from "./from-axes";
import { multiply } from "./quaternion";

/** Smaller sines leave the upright direction to rounding noise. */
const UPRIGHT = 1e-9;

/**
 * Returns the rotation of a camera that looks along a direction of any length, upright, then rolled by `roll` radians
 * about that direction (a positive roll lowers its right side). A camera that looks straight up or down has no upright:
 * its top points to +Z or -Z, as if it had tilted there from looking along -Z. A zero direction looks along -Z.
 *
 * @example
 * const [x, y, z, w] = lookAlong(targetX - cameraX, targetY - cameraY, targetZ - cameraZ, 0);
 */
export function lookAlong(x: number, y: number, z: number, roll: number) {
	const length = math.sqrt(x * x + y * y + z * z);
	// The camera's own Z points backwards.
	const backX = length > 0 ? -x / length : 0;
	const backY = length > 0 ? -y / length : 0;
	const backZ = length > 0 ? -z / length : 1;
	const level = math.sqrt(backX * backX + backZ * backZ);
	// Right is Y × back; straight up or down it is X.
	const rightX = level > UPRIGHT ? backZ / level : 1;
	const rightZ = level > UPRIGHT ? -backX / level : 0;
	const [qx, qy, qz, qw] = rotationFromAxes(
		rightX,
		0,
		rightZ,
		backY * rightZ,
		backZ * rightX - backX * rightZ,
		-backY * rightX,
		backX,
		backY,
		backZ,
	);
	if (roll === 0) return $tuple(qx, qy, qz, qw);
	return multiply(qx, qy, qz, qw, 0, 0, math.sin(-roll / 2), math.cos(roll / 2));
}
