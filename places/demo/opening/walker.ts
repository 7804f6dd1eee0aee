import type { ClipTrack, ImportedModel } from "../../../src";
import { importFromPlace } from "../models";
import { walkRound } from "./walk-round";

/** The speed of the clip "Walk" in studs per second: its feet do not slide. */
export const WALK_SPEED = 10 / 3;

/** The seconds of the clip "Fall" until the figure stands again, and the studs that it has moved ahead. */
const FALL_SECONDS = 3.7;
const FALL_DISTANCE = 1.9 / 0.28;

/** A figure that walks up and down the path, and falls if something hits it. */
export class Walker {
	public readonly model: Model;
	/** Whether it is falling, lying or standing up. */
	public isDown = false;
	private readonly imported: ImportedModel;
	/** The model's pivot when the figure stands at the origin. */
	private readonly standing: CFrame;
	private track: ClipTrack;

	/** Imports the figure. `studs` is its starting distance along the walk. Yields. */
	constructor(
		parent: Instance,
		private studs: number,
	) {
		this.imported = importFromPlace("Walker", parent);
		this.model = this.imported.model;
		this.standing = this.model.GetPivot();
		this.track = this.walk();
		this.place();
	}

	/** Returns its position after a time of walking. */
	public ahead(seconds: number): CFrame {
		return walkRound(this.studs + WALK_SPEED * seconds);
	}

	/** Advances the figure. Call it in each PreSimulation. */
	public update(delta: number): void {
		if (!this.isDown) {
			this.studs += WALK_SPEED * delta;
		} else if (this.track.position >= FALL_SECONDS) {
			this.isDown = false;
			this.studs += FALL_DISTANCE;
			this.track.stop(0);
			this.track = this.walk();
		}
		this.place();
	}

	/** Makes it fall on its face; it stands up by itself. */
	public fall(): void {
		this.isDown = true;
		this.track.stop(0.1);
		this.track = this.imported.play("Fall", { fade: 0.1, loop: false, hold: true });
	}

	public destroy(): void {
		this.imported.destroy();
	}

	private walk(): ClipTrack {
		return this.imported.play("Walk", { fade: 0, loop: true });
	}

	private place(): void {
		this.model.PivotTo(walkRound(this.studs).mul(this.standing));
	}
}
