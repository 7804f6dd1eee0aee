//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { turnBetween } from "../jump";

/** Smaller deviations, in studs and degrees, are rounding: a packed rotation is a thousand times coarser. */
const NOTHING = 1e-5;

/** The max distance by which an edit moved the camera, in studs and degrees. */
export class Deviation {
	private studs = 0;
	private degrees = 0;

	/** Compares the original camera, `a`, with the edited one, `b`. */
	public add(
		ax: number,
		ay: number,
		az: number,
		aqx: number,
		aqy: number,
		aqz: number,
		aqw: number,
		bx: number,
		by: number,
		bz: number,
		bqx: number,
		bqy: number,
		bqz: number,
		bqw: number,
	): void {
		this.studs = math.max(this.studs, math.sqrt((ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2));
		this.degrees = math.max(this.degrees, math.deg(turnBetween(aqx, aqy, aqz, aqw, bqx, bqy, bqz, bqw)));
	}

	/** Reports the deviation, if there is any. */
	public report(budget: Budget, caller: string): void {
		if (this.studs < NOTHING && this.degrees < NOTHING) return;
		budget.warn(
			string.format("%s moves the camera by up to %.3g studs and %.3g degrees", caller, this.studs, this.degrees),
		);
	}
}
