//!native
//!optimize 2
import { describeValue } from "../../../bytes/check-argument";
import { fail } from "../../../bytes/fail";
import { atSeconds, CAMERA_SAMPLE_SIZE, CameraPath, samplePosition, sampleRotation } from "../../../motion/camera-path";
import { DampedPoint, dampingOver } from "../../../motion/damped-point";
import { normalise, rotate } from "../../../rotation/quaternion";
import { FlightSource, pathOf } from "../../../replay/flight-source";
import { cframeOf, kindOf, RecorderSubject } from "../recorded-subject";
import { Moment } from "./modifier";

/**
 * A target that moves during playback: an instance at each moment, or a recording at the player's own seconds.
 *
 * @example
 * const subject: MovingTarget = part;
 * new CameraPlayer(take, { modifiers: [keepBeside(subject)] }).play();
 */
export type MovingTarget = Camera | PVInstance | Attachment | FlightSource;

/** Follows a point smoothly, for one player. */
export interface FollowedTarget {
	/** Writes the follower's position as x, y, z in f64. */
	write(moment: Moment, target: buffer): void;
	/** Writes the point's own position at the start of the playback. */
	writeFirst(target: buffer): void;
}

/** An instance, followed in real time, also while the player is paused. */
class LiveTarget implements FollowedTarget {
	private readonly kind;
	private now = 0;
	private first?: Vector3;
	private point = Vector3.zero;
	private follower = Vector3.zero;

	constructor(
		private readonly instance: Exclude<RecorderSubject, () => CFrame>,
		private readonly offset: Vector3,
		private readonly halfLife: number,
		caller: string,
	) {
		this.kind = kindOf(instance, caller);
	}

	public write({ now, seconds, isRestart }: Moment, target: buffer): void {
		const { offset, halfLife } = this;
		const cframe = cframeOf(this.instance, this.kind);
		const point = offset === Vector3.zero ? cframe.Position : cframe.mul(offset);
		if (!this.first || (isRestart && seconds === 0)) this.first = point;
		if (isRestart || halfLife === 0) {
			this.follower = point;
		} else {
			const [kept, lag] = dampingOver(now - this.now, halfLife);
			const moved = point.sub(this.point).mul(lag);
			this.follower = point.add(this.follower.sub(this.point).mul(kept)).sub(moved);
		}
		this.point = point;
		this.now = now;
		writePoint(this.follower, target);
	}

	public writeFirst(target: buffer): void {
		writePoint(this.first!, target);
	}
}

/** A recording, followed in steps of its own time. */
class RecordedTarget implements FollowedTarget {
	private readonly damped: DampedPoint;
	private readonly sample = buffer.create(CAMERA_SAMPLE_SIZE);
	private readonly hasOffset: boolean;
	private readonly ox: number;
	private readonly oy: number;
	private readonly oz: number;

	constructor(
		private readonly path: CameraPath,
		offset: Vector3,
		halfLife: number,
		private readonly caller: string,
	) {
		this.hasOffset = offset !== Vector3.zero;
		this.ox = offset.X;
		this.oy = offset.Y;
		this.oz = offset.Z;
		this.damped = new DampedPoint((seconds, target) => this.read(seconds, target), halfLife);
	}

	public write({ seconds, start, seam }: Moment, target: buffer): void {
		this.damped.write(seconds, start, target);
		if (seam > 0) this.mixFirst(seam, target);
	}

	public writeFirst(target: buffer): void {
		this.read(0, target);
	}

	/** Moves towards the point's first position at the end of a loop. */
	private mixFirst(alpha: number, target: buffer): void {
		const [x, y, z] = samplePosition(target);
		this.read(0, target);
		const [fx, fy, fz] = samplePosition(target);
		buffer.writef64(target, 0, x + (fx - x) * alpha);
		buffer.writef64(target, 8, y + (fy - y) * alpha);
		buffer.writef64(target, 16, z + (fz - z) * alpha);
	}

	private read(seconds: number, target: buffer): void {
		const { path, sample } = this;
		path.sample(seconds, sample, "smooth");
		let [x, y, z] = samplePosition(sample);
		if (this.hasOffset) {
			const [rx, ry, rz, rw] = sampleRotation(sample);
			const [qx, qy, qz, qw] = normalise(rx, ry, rz, rw);
			const [ox, oy, oz] = rotate(qx, qy, qz, qw, this.ox, this.oy, this.oz);
			[x, y, z] = [x + ox, y + oy, z + oz];
		}
		const sum = x + y + z;
		// NaN for NaN and for infinities.
		if (sum - sum !== 0) fail(this.caller, `target "${path.name}" is not finite ${atSeconds(seconds)}`);
		buffer.writef64(target, 0, x);
		buffer.writef64(target, 8, y);
		buffer.writef64(target, 16, z);
	}
}

function writePoint(point: Vector3, target: buffer): void {
	buffer.writef64(target, 0, point.X);
	buffer.writef64(target, 8, point.Y);
	buffer.writef64(target, 16, point.Z);
}

/** Checks a target, and returns a function that makes its follower for a player. */
export function followerOf(
	target: MovingTarget,
	offset: Vector3,
	halfLife: number,
	caller: string,
	argument: string,
): () => FollowedTarget {
	if (typeIs(target, "Instance")) {
		if (!target.IsA("Camera") && !target.IsA("PVInstance") && !target.IsA("Attachment")) {
			fail(
				caller,
				`${argument} is a ${(target as Instance).ClassName}; expected a Camera, part, Model, Attachment or a recording`,
			);
		}
		return () => new LiveTarget(target, offset, halfLife, caller);
	}
	if (!typeIs(target, "table")) {
		const places = caller === "lookAt" ? "a Vector3, a CFrame, " : "";
		fail(
			caller,
			`${argument} is ${describeValue(target)}; expected ${places}an Instance, a Take, a Shot, a Film or a CameraPath`,
		);
	}
	const path = pathOf(target, caller, argument);
	return () => new RecordedTarget(path, offset, halfLife, caller);
}
