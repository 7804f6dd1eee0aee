import { checkFinite, checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { rotationFromAxes } from "../../rotation/from-axes";
import { checkFrames, decodeFrame, encodeFrame, needFrame } from "../../take/frame";

const NAN = 0 / 0;

/** The position and the rotation x y z w of a CFrame; the rotation is NaN where it is not finite. */
export function cframeComponents(cframe: CFrame) {
	const [x, y, z, xx, yx, zx, xy, yy, zy, xz, yz, zz] = cframe.GetComponents();
	// NaN for NaN and for infinities, which would turn into some rotation.
	const sum = xx + yx + zx + xy + yy + zy + xz + yz + zz;
	if (sum - sum !== 0) return $tuple(x, y, z, NAN, NAN, NAN, NAN);
	const [qx, qy, qz, qw] = rotationFromAxes(xx, xy, xz, yx, yy, yz, zx, zy, zz);
	return $tuple(x, y, z, qx, qy, qz, qw);
}

/**
 * Writes a CFrame as the 18 bytes of a frame: three f32 and a packed rotation, at most 0.0061° off.
 *
 * @example
 * encodeCFrame(camera.CFrame, frames, 18 * index);
 */
export function encodeCFrame(cframe: CFrame, target: buffer, offset: number): void {
	checkType(cframe, "CFrame", "encodeCFrame", "cframe");
	checkType(target, "buffer", "encodeCFrame", "target");
	checkFinite(offset, "encodeCFrame", "offset");
	needFrame(target, offset, "encodeCFrame");
	const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
	if (qw !== qw) fail("encodeCFrame", "the rotation of cframe is not finite");
	encodeFrame(x, y, z, qx, qy, qz, qw, target, offset, "encodeCFrame");
}

/**
 * Reads the CFrame that `encodeCFrame` wrote at `offset`.
 *
 * @example
 * camera.CFrame = decodeCFrame(take.frames, 18 * index);
 */
export function decodeCFrame(source: buffer, offset: number): CFrame {
	checkType(source, "buffer", "decodeCFrame", "source");
	checkFinite(offset, "decodeCFrame", "offset");
	needFrame(source, offset, "decodeCFrame");
	checkFrames(source, offset, 1, "decodeCFrame");
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, offset);
	return new CFrame(x, y, z, qx, qy, qz, qw);
}
