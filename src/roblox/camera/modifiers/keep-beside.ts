//!native
//!optimize 2
import { checkKeys, checkSeconds } from "../../../bytes/check-argument";
import { POINT_SIZE } from "../../../motion/damped-point";
import { FollowedTarget, followerOf, MovingTarget } from "./followed-target";
import { BuiltInModifier, Modifier, Moment, WorkingModifier } from "./modifier";

/**
 * Options of `keepBeside`.
 *
 * @example
 * const options: KeepBesideOptions = { halfLife: 0.3 };
 * new CameraPlayer(take, { modifiers: [keepBeside(part, options)] }).play();
 */
export interface KeepBesideOptions {
	/** Seconds in which the distance to the subject halves; 0 moves exactly with it. Defaults to 0.1. */
	halfLife?: number;
}

const KEEP_BESIDE_DEFAULTS = { halfLife: 0.1 };

class WorkingKeeper implements WorkingModifier {
	private readonly point = buffer.create(POINT_SIZE);
	private readonly first = buffer.create(POINT_SIZE);

	constructor(private readonly subject: FollowedTarget) {}

	public apply(cframe: CFrame, fieldOfView: number, moment: Moment) {
		const { point, first } = this;
		this.subject.write(moment, point);
		this.subject.writeFirst(first);
		const moved = new Vector3(
			buffer.readf64(point, 0) - buffer.readf64(first, 0),
			buffer.readf64(point, 8) - buffer.readf64(first, 8),
			buffer.readf64(point, 16) - buffer.readf64(first, 16),
		);
		return $tuple(cframe.add(moved), fieldOfView);
	}
}

class KeepBeside extends BuiltInModifier {
	constructor(private readonly makeSubject: () => FollowedTarget) {
		super();
	}

	public work(): WorkingModifier {
		return new WorkingKeeper(this.makeSubject());
	}
}

/**
 * Makes a modifier that moves a flight along with a subject: by as much as the subject has moved since the player
 * started from its beginning. The flight does not turn with the subject. To turn it too, use the option `relativeTo`.
 *
 * @example
 * new CameraPlayer(take, { modifiers: [keepBeside(part), lookAt(part)] }).play();
 */
export function keepBeside(subject: MovingTarget, options: KeepBesideOptions = {}): Modifier {
	checkKeys(options, ["halfLife"], "keepBeside", "options");
	const { halfLife } = { ...KEEP_BESIDE_DEFAULTS, ...options };
	checkSeconds(halfLife, "keepBeside", "halfLife");
	return new KeepBeside(followerOf(subject, Vector3.zero, halfLife, "keepBeside", "subject"));
}
