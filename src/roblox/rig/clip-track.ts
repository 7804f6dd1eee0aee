import { checkSeconds, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Clip } from "../../scene/clip";
import { Signal } from "../signal";

/**
 * Why a track ended: its clip finished, it was stopped, another mixer took the rig's joints, its clip failed, or the
 * rig was destroyed.
 *
 * @example
 * fox.play("Jump").ended.Once((reason: TrackEnd) => print(`the jump ${reason}`));
 */
export type TrackEnd = "finished" | "stop" | "replaced" | "error" | "destroy";

/** What a track needs from its mixer. */
export interface TrackControl {
	stop(this: void, track: ClipTrack, fade?: number): void;
	seek(this: void, track: ClipTrack, seconds: number): void;
}

/**
 * A clip that plays on a rig, with the semantics of Roblox's `AnimationTrack`: the track of the highest priority moves
 * a joint, and equal priorities blend by weight. A track moves only the joints that its clip animates.
 *
 * @example
 * const walk: ClipTrack = fox.play("Walk", { loop: true });
 * walk.speed = 1.5;
 * task.wait(3);
 * walk.stop(0.3);
 */
export class ClipTrack {
	/** Fires once, after the fade-out, with the reason. */
	public readonly ended = new Signal<[reason: TrackEnd]>();
	/** Fires when the clip starts again, with the number of laps since the last frame. */
	public readonly looped = new Signal<[laps: number]>();
	/** Fires when the clip passes one of its markers. */
	public readonly marker = new Signal<[name: string, seconds: number]>();
	/** Seconds from the clip's start; `seek` changes it. */
	public readonly position: number = 0;
	/** Whether it plays. False from `stop` or the clip's end on, including the fade-out. */
	public readonly isPlaying: boolean = true;
	/** Names of the clip's animated joints that the rig lacks. */
	public readonly missing: ReadonlyArray<string>;

	/** @hidden */
	constructor(
		public readonly clip: Clip,
		/** The speed: 2 is twice as fast, below 0 backwards, 0 stands still. You can change it at any time. */
		public speed: number,
		/** The weight against tracks of the same priority, 0 or more. You can change it at any time. */
		public weight: number,
		/** Whether to start again at the end. You can change it at any time. */
		public loop: boolean,
		missing: ReadonlyArray<string>,
		private readonly control: TrackControl,
	) {
		this.missing = missing;
	}

	/** Fades out over `fade` seconds, then ends. Defaults to 0.1. */
	public stop(fade?: number): void {
		if (fade !== undefined) checkSeconds(fade, "ClipTrack", "fade");
		this.control.stop(this, fade);
	}

	/** Goes to `seconds` from the clip's start and shows it at once. Fires no markers. */
	public seek(seconds: number): void {
		if (!typeIs(seconds, "number") || seconds !== seconds) {
			fail("ClipTrack", `seconds is ${describeValue(seconds)}; expected a number`);
		}
		this.control.seek(this, seconds);
	}
}
