//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { isPackedRotation, quantiseRotation, restoreRotation } from "../rotation/smallest-three";

/**
 * The bytes of one frame: f32 x at 0, f32 y at 4, f32 z at 8 with the index of the dropped component in its two lowest
 * bits, i16 q0 at 12, q1 at 14, q2 at 16.
 *
 * @example
 * const last = decodeCFrame(take.frames, (take.count - 1) * FRAME_SIZE);
 */
export const FRAME_SIZE = 18;

/** The frames that fit into the largest buffer, 1 GiB: eleven days at 60 frames per second. */
export const MOST_FRAMES = (2 ** 30).idiv(FRAME_SIZE);

export const INDEX_BITS = 3;
const VALUE_BITS = 0xfffffffc;

/**
 * The largest f32. Clearing or setting its lowest bits leaves any f32 finite, so only the position itself can be
 * invalid.
 */
const LARGEST = 3.4028234663852886e38;

/** Refuses an offset whose frame is not inside the buffer. `caller` is the name in the message. */
export function needFrame(held: buffer, offset: number, caller: string): void {
	const size = buffer.len(held);
	if (!(offset >= 0 && offset + FRAME_SIZE <= size && offset % 1 === 0)) {
		fail(caller, `a frame at byte ${offset} needs ${FRAME_SIZE} bytes but the buffer holds ${size}`);
	}
}

/**
 * Writes a position and a rotation as the 18 bytes of a frame, which are inside `target`.
 *
 * Z loses its two lowest bits: 4.6e-5 studs at 216 studs from the origin, 7.3e-4 at 2048, 2.3e-2 at 65536.
 */
export function encodeFrame(
	x: number,
	y: number,
	z: number,
	qx: number,
	qy: number,
	qz: number,
	qw: number,
	target: buffer,
	offset: number,
	caller: string,
): void {
	// Written so that NaN fails too.
	if (!(math.abs(x) <= LARGEST && math.abs(y) <= LARGEST && math.abs(z) <= LARGEST)) {
		fail(caller, `position ${x}, ${y}, ${z} is not finite`);
	}
	const [index, q0, q1, q2] = quantiseRotation(qx, qy, qz, qw, caller);
	buffer.writef32(target, offset, x);
	buffer.writef32(target, offset + 4, y);
	buffer.writef32(target, offset + 8, z);
	buffer.writeu32(target, offset + 8, (buffer.readu32(target, offset + 8) & VALUE_BITS) | index);
	buffer.writei16(target, offset + 12, q0);
	buffer.writei16(target, offset + 14, q1);
	buffer.writei16(target, offset + 16, q2);
}

/** Throws the error for 18 bytes that are not a frame. */
function refuseFrame(source: buffer, offset: number, format: string, place?: number): void {
	for (const at of $range(offset, offset + 8, 4)) {
		const value = buffer.readf32(source, at);
		if (value - value !== 0) fail(format, `a frame has the position ${value}`, place ?? at);
	}
	const q0 = buffer.readi16(source, offset + 12);
	const q1 = buffer.readi16(source, offset + 14);
	const q2 = buffer.readi16(source, offset + 16);
	fail(format, `a frame has the rotation ${q0}, ${q1}, ${q2}, which is longer than 1,`, place ?? offset + 12);
}

/**
 * Refuses bytes from `offset`, inside the buffer, that are not `count` frames: positions that are not finite, rotations
 * that are too long.
 *
 * @param place the byte that the message names, if the frames come from other bytes
 */
export function checkFrames(source: buffer, offset: number, count: number, format: string, place?: number): void {
	for (const at of $range(offset, offset + (count - 1) * FRAME_SIZE, FRAME_SIZE)) {
		const x = buffer.readf32(source, at);
		const y = buffer.readf32(source, at + 4);
		const z = buffer.readf32(source, at + 8);
		// A number minus itself is NaN for NaN and both infinities.
		if (
			x - x + (y - y) + (z - z) !== 0 ||
			!isPackedRotation(
				buffer.readi16(source, at + 12),
				buffer.readi16(source, at + 14),
				buffer.readi16(source, at + 16),
			)
		) {
			refuseFrame(source, at, format, place);
		}
	}
}

const scratch = buffer.create(4);

/** Returns the position of a checked frame. */
export function decodePosition(source: buffer, offset: number) {
	buffer.writeu32(scratch, 0, buffer.readu32(source, offset + 8) & VALUE_BITS);
	return $tuple(buffer.readf32(source, offset), buffer.readf32(source, offset + 4), buffer.readf32(scratch, 0));
}

/** Returns the rotation of a checked frame. */
export function decodeRotation(source: buffer, offset: number) {
	return restoreRotation(
		buffer.readu32(source, offset + 8) & INDEX_BITS,
		buffer.readi16(source, offset + 12),
		buffer.readi16(source, offset + 14),
		buffer.readi16(source, offset + 16),
	);
}

/** Returns position x y z and rotation x y z w of a checked frame. */
export function decodeFrame(source: buffer, offset: number) {
	const [x, y, z] = decodePosition(source, offset);
	const [qx, qy, qz, qw] = decodeRotation(source, offset);
	return $tuple(x, y, z, qx, qy, qz, qw);
}
