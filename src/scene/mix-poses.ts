//!native
//!optimize 2
import { multiply, normalise, rotate } from "../rotation/quaternion";
import { POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "./pose";
import { Skeleton } from "./skeleton";

function readRotation(pose: buffer, at: number): LuaTuple<[number, number, number, number]> {
	return $tuple(
		buffer.readf32(pose, at),
		buffer.readf32(pose, at + 4),
		buffer.readf32(pose, at + 8),
		buffer.readf32(pose, at + 12),
	);
}

/**
 * Writes a joint's transform in `pose`, relative to its rest, as a local transform of the matching joint of another
 * skeleton.
 */
export function retargetJoint(
	source: Skeleton,
	pose: buffer,
	from: number,
	target: Skeleton,
	result: buffer,
	joint: number,
): void {
	const at = from * POSE_STRIDE;
	const to = joint * POSE_STRIDE;
	const [sx, sy, sz, sw] = readRotation(source.rest, at + ROTATION_OFFSET);
	const [tx, ty, tz, tw] = readRotation(target.rest, to + ROTATION_OFFSET);
	const [px, py, pz, pw] = readRotation(pose, at + ROTATION_OFFSET);
	// The rotation from one rest to the other.
	const [cx, cy, cz, cw] = multiply(tx, ty, tz, tw, -sx, -sy, -sz, sw);
	const [x, y, z] = rotate(
		cx,
		cy,
		cz,
		cw,
		buffer.readf32(pose, at) - buffer.readf32(source.rest, at),
		buffer.readf32(pose, at + 4) - buffer.readf32(source.rest, at + 4),
		buffer.readf32(pose, at + 8) - buffer.readf32(source.rest, at + 8),
	);
	buffer.writef32(result, to, buffer.readf32(target.rest, to) + x);
	buffer.writef32(result, to + 4, buffer.readf32(target.rest, to + 4) + y);
	buffer.writef32(result, to + 8, buffer.readf32(target.rest, to + 8) + z);
	const [qx, qy, qz, qw] = multiply(cx, cy, cz, cw, px, py, pz, pw);
	buffer.writef32(result, to + 12, qx);
	buffer.writef32(result, to + 16, qy);
	buffer.writef32(result, to + 20, qz);
	buffer.writef32(result, to + 24, qw);
	for (const axis of $range(SCALE_OFFSET, SCALE_OFFSET + 8, 4)) {
		const rest = buffer.readf32(source.rest, at + axis);
		const factor = rest === 0 ? 1 : buffer.readf32(pose, at + axis) / rest;
		buffer.writef32(result, to + axis, buffer.readf32(target.rest, to + axis) * factor);
	}
}

/** Mixes three numbers at `at` of several poses by their shares, and of `rest` by the remainder. */
export function mixNumbers(
	poses: ReadonlyArray<buffer>,
	shares: ReadonlyArray<number>,
	layers: ReadonlyArray<ReadonlyArray<number>>,
	rest: buffer,
	left: number,
	result: buffer,
	at: number,
): void {
	for (const place of $range(at, at + 8, 4)) {
		let sum = buffer.readf32(rest, place) * left;
		for (const group of layers) {
			for (const layer of group) sum += buffer.readf32(poses[layer], place) * shares[layer];
		}
		buffer.writef32(result, place, sum);
	}
}

/** Mixes the rotation at `at` in the same way, each with the sign closer to the previous ones. */
export function mixRotations(
	poses: ReadonlyArray<buffer>,
	shares: ReadonlyArray<number>,
	layers: ReadonlyArray<ReadonlyArray<number>>,
	rest: buffer,
	left: number,
	result: buffer,
	at: number,
): void {
	let [x, y, z, w] = readRotation(rest, at);
	x *= left;
	y *= left;
	z *= left;
	w *= left;
	for (const group of layers) {
		for (const layer of group) {
			const [bx, by, bz, bw] = readRotation(poses[layer], at);
			const share = x * bx + y * by + z * bz + w * bw < 0 ? -shares[layer] : shares[layer];
			x += bx * share;
			y += by * share;
			z += bz * share;
			w += bw * share;
		}
	}
	const [qx, qy, qz, qw] = normalise(x, y, z, w);
	buffer.writef32(result, at, qx);
	buffer.writef32(result, at + 4, qy);
	buffer.writef32(result, at + 8, qz);
	buffer.writef32(result, at + 12, qw);
}
