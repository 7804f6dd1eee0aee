//!native
//!optimize 2
import { decodePosition } from "../frame";
import { isPackedRotation, restoreRotation } from "../../rotation/smallest-three";
import { MOVE_SCALE, TURN_SCALE } from "./layout";

/**
 * The camera of a SNAPV1.3 reader after each frame. The writer keeps one too, and writes differences from it: a frame's
 * rounding error is corrected by the next, and nothing drifts.
 */
export class DecodedCamera {
	public x = 0;
	public y = 0;
	public z = 0;
	public qx = 0;
	public qy = 0;
	public qz = 0;
	public qw = 1;

	/** Moves to a frame of 18 bytes whose position is finite. Unlike in an archive, a rotation may be too long. */
	public place(source: buffer, at: number): void {
		const [x, y, z] = decodePosition(source, at);
		this.x = x;
		this.y = y;
		this.z = z;
		const index = buffer.readu8(source, at + 8) & 3;
		const a = buffer.readi16(source, at + 12);
		const b = buffer.readi16(source, at + 14);
		const c = buffer.readi16(source, at + 16);
		if (isPackedRotation(a, b, c)) {
			const [qx, qy, qz, qw] = restoreRotation(index, a, b, c);
			this.rotate(qx, qy, qz, qw);
		} else {
			this.rotate(
				index === 0 ? 0 : a,
				index === 1 ? 0 : index === 0 ? a : b,
				index === 2 ? 0 : index === 3 ? c : b,
				index === 3 ? 0 : c,
			);
		}
	}

	public copy(other: DecodedCamera): void {
		this.x = other.x;
		this.y = other.y;
		this.z = other.z;
		this.qx = other.qx;
		this.qy = other.qy;
		this.qz = other.qz;
		this.qw = other.qw;
	}

	/** Moves by the three numbers of a move. */
	public move(dx: number, dy: number, dz: number): void {
		this.x += dx / MOVE_SCALE;
		this.y += dy / MOVE_SCALE;
		this.z += dz / MOVE_SCALE;
	}

	/** Turns, in its own space, by the three numbers of a turn: axis times angle. */
	public turn(rx: number, ry: number, rz: number): void {
		const length = math.sqrt(rx * rx + ry * ry + rz * rz);
		if (length === 0) return;
		const half = length / TURN_SCALE / 2;
		const share = math.sin(half) / length;
		const x = rx * share;
		const y = ry * share;
		const z = rz * share;
		const w = math.cos(half);
		const { qx, qy, qz, qw } = this;
		this.rotate(
			qw * x + qx * w + qy * z - qz * y,
			qw * y - qx * z + qy * w + qz * x,
			qw * z + qx * y - qy * x + qz * w,
			qw * w - qx * x - qy * y - qz * z,
		);
	}

	private rotate(qx: number, qy: number, qz: number, qw: number): void {
		const length = math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
		this.qx = qx / length;
		this.qy = qy / length;
		this.qz = qz / length;
		this.qw = qw / length;
	}
}
