import { decodeFrame, encodeFrame } from "../../take/frame";
import { quaternionFromAxisAngle } from "../../rotation/axis-angle";

/**
 * Writes a CFrame as the 18 bytes of a frame: three f32 and a packed rotation, at most 0.0061° off.
 *
 * @example
 * encodeCFrame(camera.CFrame, frames, 18 * index);
 */
export function encodeCFrame(cframe: CFrame, target: buffer, offset: number): void {
	const [axis, angle] = cframe.ToAxisAngle();
	const [qx, qy, qz, qw] = quaternionFromAxisAngle(axis.X, axis.Y, axis.Z, angle);
	encodeFrame(cframe.X, cframe.Y, cframe.Z, qx, qy, qz, qw, target, offset);
}

/**
 * Reads the CFrame that `encodeCFrame` wrote at `offset`.
 *
 * @example
 * camera.CFrame = decodeCFrame(recording.frames, 18 * index);
 */
export function decodeCFrame(source: buffer, offset: number): CFrame {
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, offset);
	return new CFrame(x, y, z, qx, qy, qz, qw);
}
