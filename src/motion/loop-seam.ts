//!native
//!optimize 2
import { fromTurnVector, turnVector } from "../rotation/turn-vector";
import { multiply, normalise, slerp } from "../rotation/quaternion";
import { SAMPLE_FIELD_OF_VIEW, samplePosition, sampleRotation, writeCameraSample } from "./camera-path";

function unitRotation(sample: buffer) {
	const [x, y, z, w] = sampleRotation(sample);
	return normalise(x, y, z, w);
}

/**
 * How a path enters its start: its first sample, and its velocities there. Before the start it continues in a straight
 * line.
 */
export class LoopSeam {
	private readonly velocity: [x: number, y: number, z: number];
	private readonly turning: [x: number, y: number, z: number];

	/** @param following the sample `seconds` after the first; the first itself if there is a cut between them */
	constructor(
		private readonly first: buffer,
		following: buffer,
		seconds: number,
	) {
		const [ax, ay, az] = samplePosition(first);
		const [bx, by, bz] = samplePosition(following);
		this.velocity = [(bx - ax) / seconds, (by - ay) / seconds, (bz - az) / seconds];
		const [px, py, pz, pw] = unitRotation(first);
		const [qx, qy, qz, qw] = unitRotation(following);
		const [mx, my, mz, mw] = multiply(-px, -py, -pz, pw, qx, qy, qz, qw);
		const [tx, ty, tz] = turnVector(mx, my, mz, mw);
		this.turning = [tx / seconds, ty / seconds, tz / seconds];
	}

	/**
	 * Blends a sample from the end of the path, by `alpha`, with the line before its start, at `seconds` before the
	 * start.
	 */
	public mix(sample: buffer, alpha: number, seconds: number): void {
		const { first } = this;
		const [vx, vy, vz] = this.velocity;
		const [wx, wy, wz] = this.turning;
		const [sx, sy, sz] = samplePosition(first);
		const [x, y, z] = samplePosition(sample);
		const [rx, ry, rz, rw] = unitRotation(first);
		const [ax, ay, az, aw] = unitRotation(sample);
		const [tx, ty, tz, tw] = fromTurnVector(-wx * seconds, -wy * seconds, -wz * seconds);
		const [bx, by, bz, bw] = multiply(rx, ry, rz, rw, tx, ty, tz, tw);
		const [qx, qy, qz, qw] = slerp(ax, ay, az, aw, bx, by, bz, bw, alpha);
		writeCameraSample(
			sample,
			x + (sx - vx * seconds - x) * alpha,
			y + (sy - vy * seconds - y) * alpha,
			z + (sz - vz * seconds - z) * alpha,
			qx,
			qy,
			qz,
			qw,
		);
		const lens = buffer.readf64(sample, SAMPLE_FIELD_OF_VIEW);
		const firstLens = buffer.readf64(first, SAMPLE_FIELD_OF_VIEW);
		if (lens > 0 && firstLens > 0) buffer.writef64(sample, SAMPLE_FIELD_OF_VIEW, lens + (firstLens - lens) * alpha);
	}
}
