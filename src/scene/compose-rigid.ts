//!native
//!optimize 2
import { multiply, rotate } from "../rotation/quaternion";

/**
 * Writes the product of the rigid transforms `a` and `b`, each seven f64: position and rotation. `b` is applied first.
 */
export function composeRigid(left: buffer, a: number, right: buffer, b: number, target: buffer, to: number): void {
	const qx = buffer.readf64(left, a + 24);
	const qy = buffer.readf64(left, a + 32);
	const qz = buffer.readf64(left, a + 40);
	const qw = buffer.readf64(left, a + 48);
	const [x, y, z] = rotate(
		qx,
		qy,
		qz,
		qw,
		buffer.readf64(right, b),
		buffer.readf64(right, b + 8),
		buffer.readf64(right, b + 16),
	);
	const [rx, ry, rz, rw] = multiply(
		qx,
		qy,
		qz,
		qw,
		buffer.readf64(right, b + 24),
		buffer.readf64(right, b + 32),
		buffer.readf64(right, b + 40),
		buffer.readf64(right, b + 48),
	);
	buffer.writef64(target, to, buffer.readf64(left, a) + x);
	buffer.writef64(target, to + 8, buffer.readf64(left, a + 8) + y);
	buffer.writef64(target, to + 16, buffer.readf64(left, a + 16) + z);
	buffer.writef64(target, to + 24, rx);
	buffer.writef64(target, to + 32, ry);
	buffer.writef64(target, to + 40, rz);
	buffer.writef64(target, to + 48, rw);
}
