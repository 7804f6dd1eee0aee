//!native
//!optimize 2
import { checkFinite, checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { directionFromAxes, rotationFromAxes } from "../../rotation/from-axes";
import { checkFrames, decodeFrame, encodeFrame, FRAME_SIZE, needFrame } from "../../take/frame";

const NAN = 0 / 0;

/** Returns the position and the rotation x y z w of a CFrame. The rotation is NaN if it is not finite. */
export function cframeComponents(cframe: CFrame) {
	const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	// NaN for NaN and for infinities, which would otherwise turn into some rotation.
	const sum = xx + yx + zx + xy + yy + zy + xz + yz + zz;
	if (sum - sum !== 0) return $tuple(x, y, z, NAN, NAN, NAN, NAN);
	const [qx, qy, qz, qw] = rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	return $tuple(x, y, z, qx, qy, qz, qw);
}

/** Returns whether a frame fits at `offset`. */
function hasRoom(held: buffer, offset: number): boolean {
	return (
		typeIs(held, "buffer") &&
		typeIs(offset, "number") &&
		offset >= 0 &&
		offset + FRAME_SIZE <= buffer.len(held) &&
		offset % 1 === 0
	);
}

/** Throws why a frame does not fit at `offset`. */
function refusePlace(held: buffer, offset: number, caller: string, argument: string): void {
	checkType(held, "buffer", caller, argument);
	checkFinite(offset, caller, "offset");
	needFrame(held, offset, caller);
}

/**
 * Writes a CFrame as the 18 bytes of a frame: three f32 and a packed rotation, at most 0.0061° off.
 *
 * @example
 * encodeCFrame(camera.CFrame, frames, 18 * index);
 */
export function encodeCFrame(cframe: CFrame, target: buffer, offset: number): void {
	checkType(cframe, "CFrame", "encodeCFrame", "cframe");
	if (!hasRoom(target, offset)) refusePlace(target, offset, "encodeCFrame", "target");
	const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	// Packing normalises it.
	const [qx, qy, qz, qw] = directionFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	const sum = qx + qy + qz + qw;
	// NaN for NaN and for infinities.
	if (sum - sum !== 0) fail("encodeCFrame", "the rotation of cframe is not finite");
	encodeFrame(x, y, z, qx, qy, qz, qw, target, offset, "encodeCFrame");
}

/**
 * Reads the CFrame that `encodeCFrame` wrote at `offset`.
 *
 * @example
 * camera.CFrame = decodeCFrame(take.frames, 18 * index);
 */
export function decodeCFrame(source: buffer, offset: number): CFrame {
	if (!hasRoom(source, offset)) refusePlace(source, offset, "decodeCFrame", "source");
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, offset);
	const sum = x + y + z + qx + qy + qz + qw;
	// A position that is not finite still is not, and the root of a rotation that is too long is NaN.
	if (sum - sum !== 0) checkFrames(source, offset, 1, "decodeCFrame");
	return new CFrame(x, y, z, qx, qy, qz, qw);
}
