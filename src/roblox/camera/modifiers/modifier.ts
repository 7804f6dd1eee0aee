/**
 * Changes the view of a player in each frame. `shake`, `lookAt`, `keepBeside` and `offset` make modifiers; you can
 * write your own.
 *
 * @example
 * const dutch: Modifier = {
 * 	apply(cframe, fieldOfView, seconds) {
 * 		return $tuple(cframe.mul(CFrame.Angles(0, 0, 0.2 * math.sin(seconds))), fieldOfView);
 * 	},
 * };
 * new CameraPlayer(take, { modifiers: [dutch] }).play();
 */
export interface Modifier {
	/**
	 * Returns the CFrame to show, and the field of view in degrees; without one it stays. `fieldOfView` is 0 if the
	 * camera keeps its own. `seconds` is the player's position. Must not yield.
	 */
	apply(cframe: CFrame, fieldOfView: number, seconds: number): LuaTuple<[cframe: CFrame, fieldOfView?: number]>;
	/**
	 * Called before `apply` if time was not continuous: at the start, after a seek, at a cut and when a loop jumps.
	 * Must not yield.
	 */
	restart?(seconds: number): void;
}

/** The moment that a player shows. */
export interface Moment {
	/** The position of the player, and its duration. */
	seconds: number;
	duration: number;
	/** The last cut, or 0. */
	start: number;
	/** The weight of the start at the end of a loop, 0 to 1. */
	seam: number;
	/** The time of the frame. */
	now: number;
	/** Whether time was not continuous. */
	isRestart: boolean;
}

/** A built-in modifier's state in one player. */
export interface WorkingModifier {
	apply(cframe: CFrame, fieldOfView: number, moment: Moment): LuaTuple<[cframe: CFrame, fieldOfView: number]>;
}

/** A built-in modifier: a description, with separate state in each player. */
export abstract class BuiltInModifier implements Modifier {
	/** Makes the state for a player. */
	public abstract work(): WorkingModifier;

	/** For calls from a modifier of the user's own: damping is skipped. */
	public apply(cframe: CFrame, fieldOfView: number, seconds: number) {
		const moment = { seconds, duration: seconds, start: seconds, seam: 0, now: 0, isRestart: true };
		return this.work().apply(cframe, fieldOfView, moment) as LuaTuple<[cframe: CFrame, fieldOfView?: number]>;
	}
}
