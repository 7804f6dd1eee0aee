//!native
//!optimize 2
import { checkKeys, checkSeconds, checkType } from "../../../bytes/check-argument";
import { fail } from "../../../bytes/fail";
import { POINT_SIZE } from "../../../motion/damped-point";
import { lookAlong } from "../../../rotation/look-along";
import { FollowedTarget, followerOf, MovingTarget } from "./followed-target";
import { BuiltInModifier, Modifier, Moment, WorkingModifier } from "./modifier";

/**
 * What `lookAt` looks at: a point, an instance at each moment, or a recording at the player's own seconds.
 *
 * @example
 * const target: LookTarget = new Vector3(0, 10, 0);
 * new CameraPlayer(take, { modifiers: [lookAt(target)] }).play();
 */
export type LookTarget = Vector3 | CFrame | MovingTarget;

/**
 * Options of `lookAt`.
 *
 * @example
 * const options: LookAtOptions = { halfLife: 0.2, offset: new Vector3(0, 1.5, 0) };
 * new CameraPlayer(take, { modifiers: [lookAt(part, options)] }).play();
 */
export interface LookAtOptions {
	/** Seconds in which the distance to a moving target halves; 0 looks exactly at it. Defaults to 0.1. */
	halfLife?: number;
	/** The point to look at, in the target's own space. Defaults to its middle. */
	offset?: Vector3;
}

const LOOK_AT_DEFAULTS = { halfLife: 0.1, offset: Vector3.zero };

/** A fixed point. */
class FixedTarget implements FollowedTarget {
	constructor(private readonly point: Vector3) {}

	public write(_: Moment, target: buffer): void {
		this.writeFirst(target);
	}

	public writeFirst(target: buffer): void {
		buffer.writef64(target, 0, this.point.X);
		buffer.writef64(target, 8, this.point.Y);
		buffer.writef64(target, 16, this.point.Z);
	}
}

class WorkingLook implements WorkingModifier {
	private readonly point = buffer.create(POINT_SIZE);

	constructor(private readonly target: FollowedTarget) {}

	public apply(cframe: CFrame, fieldOfView: number, moment: Moment) {
		const { point } = this;
		this.target.write(moment, point);
		const { X: x, Y: y, Z: z } = cframe.Position;
		const dx = buffer.readf64(point, 0) - x;
		const dy = buffer.readf64(point, 8) - y;
		const dz = buffer.readf64(point, 16) - z;
		// At the point itself every direction is as good.
		if (dx === 0 && dy === 0 && dz === 0) return $tuple(cframe, fieldOfView);
		const [qx, qy, qz, qw] = lookAlong(dx, dy, dz, 0);
		return $tuple(new CFrame(x, y, z, qx, qy, qz, qw), fieldOfView);
	}
}

class LookAt extends BuiltInModifier {
	constructor(private readonly makeTarget: () => FollowedTarget) {
		super();
	}

	public work(): WorkingModifier {
		return new WorkingLook(this.makeTarget());
	}
}

function fixedPoint(target: Vector3 | CFrame, offset: Vector3): Vector3 {
	const point = typeIs(target, "CFrame") ? target.mul(offset) : target.add(offset);
	const sum = point.X + point.Y + point.Z;
	// NaN for NaN and for infinities.
	if (sum - sum !== 0) fail("lookAt", "target and offset are not finite");
	return point;
}

/**
 * Makes a modifier that turns the camera to a target, upright, from anywhere on the flight. It follows a moving target
 * smoothly, and looks exactly at it at the start, at cuts, and after a seek if the target is an instance. It looks at a
 * recording as it was at the player's own seconds.
 *
 * @example
 * new CameraPlayer(take, { modifiers: [lookAt(part, { halfLife: 0.2 })] }).play();
 */
export function lookAt(target: LookTarget, options: LookAtOptions = {}): Modifier {
	checkKeys(options, ["halfLife", "offset"], "lookAt", "options");
	const { halfLife, offset } = { ...LOOK_AT_DEFAULTS, ...options };
	checkSeconds(halfLife, "lookAt", "halfLife");
	checkType(offset, "Vector3", "lookAt", "offset");
	if (typeIs(target, "Vector3") || typeIs(target, "CFrame")) {
		const point = fixedPoint(target, offset);
		return new LookAt(() => new FixedTarget(point));
	}
	return new LookAt(followerOf(target, offset, halfLife, "lookAt", "target"));
}
