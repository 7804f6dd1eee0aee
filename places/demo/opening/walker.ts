import type { ClipTrack, ImportedModel } from "../../../src";
import { importFromPlace } from "../models";
import { walkRound } from "./walk-round";

/** Studs per second at which the feet of the clip "Walk" stay where they are on the ground. */
export const WALK_SPEED = 10 / 3;

/** Seconds of the clip "Fall" until the figure stands again, and how many studs further ahead it does. */
const FALL_SECONDS = 3.7;
const FALL_DISTANCE = 1.9 / 0.28;

/** A figure that walks up and down the path, and falls when something hits it. */
export class Walker {
	public readonly model: Model;
	/** Whether it falls, lies or stands up. */
	public isDown = false;
	private readonly imported: ImportedModel;
	/** The model's pivot when the figure stands at the origin. */
	private readonly standing: CFrame;
	private track: ClipTrack;

	/** Imports the figure; `studs` is how far round its walk it starts. Yields. */
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

	/** Where it will be after some seconds of walking. */
	public ahead(seconds: number): CFrame {
		return walkRound(this.studs + WALK_SPEED * seconds);
	}

	/** Goes on: call it in each PreSimulation. */
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

	/** Falls on its face, and stands up by itself. */
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
