import { fail } from "../../bytes/fail";
import { blendPoses } from "../../scene/blend-poses";
import { Clip } from "../../scene/clip";
import { createPose, POSE_STRIDE } from "../../scene/pose";
import { clipTime, samplePose } from "../../scene/sample-pose";
import { ScaledJoint } from "../../scene/scaled-joints";
import { Rig, RigPose } from "./rig-pose";

const RunService = game.GetService("RunService");

/**
 * How a `ClipPlayer` plays.
 *
 * @example
 * const options: ClipPlayerOptions = { loop: false, camera, onFinish: () => part.Destroy() };
 * new ClipPlayer(clip, { skeleton, instance: part }, options).play();
 */
export interface ClipPlayerOptions {
	/** How fast time goes: 1 unless given; below 0 it goes backwards. */
	speed?: number;
	/** Whether to start again at the end; as the clip says unless given. */
	loop?: boolean;
	/** Billboard joints turn to this camera; without it they stay as the clip has them. */
	camera?: Camera;
	/** Called when a clip that does not loop has come to its end. */
	onFinish?: () => void;
}

/** A clip that is running, and where it stands. */
interface Voice {
	clip: Clip;
	time: number;
}

/**
 * Plays clips on a rig of `Bone`s, `Motor6D`s or `AnimationConstraint`s, by writing their `Transform` on every
 * `PreSimulation`: after the engine's own animations, which it replaces while it runs. Only joints that the rig has are
 * moved. A part that a motor moves and nothing hangs on changes its size; other scale is not shown (see `scaled`), but
 * moves what stands below.
 *
 * @example
 * const clipPlayer = new ClipPlayer(clip, { skeleton, instance: part });
 * clipPlayer.play();
 * task.wait(2);
 * clipPlayer.crossFade({ ...clip, loop: true }, 0.3); // or any other clip of the skeleton
 * task.wait(2);
 * clipPlayer.stop(); // back at rest
 */
export class ClipPlayer {
	/** Joints of the skeleton that the rig does not have, by name. */
	public readonly missing: Array<string>;
	/** Joints whose size the clip changes, where the rig cannot show it. */
	public scaled: Array<ScaledJoint>;
	/** How fast time goes. */
	public speed: number;
	/** Whether to start again at the end. */
	public loop: boolean;
	private readonly rigPose: RigPose;
	private readonly pose: buffer;
	private readonly fadePose: buffer;
	private readonly camera?: Camera;
	private readonly onFinish?: () => void;
	private readonly lifetime: RBXScriptConnection;
	private voice: Voice;
	/** What is being faded from: a clip that runs on, or nothing when `fadePose` is to stay as it is. */
	private former?: Voice & { loop: boolean };
	private fadeLength = 0;
	private fadeElapsed = 0;
	private playing = false;
	private connection?: RBXScriptConnection;
	private destroyed = false;

	constructor(
		clip: Clip,
		private readonly rig: Rig,
		options: ClipPlayerOptions = {},
	) {
		const skeleton = rig.skeleton;
		const count = skeleton.joints.size();
		this.checkClip(clip, "clip");
		this.voice = { clip, time: 0 };
		this.speed = options.speed ?? 1;
		this.loop = options.loop ?? clip.loop;
		this.camera = options.camera;
		this.onFinish = options.onFinish;
		this.rigPose = new RigPose(rig);
		this.missing = this.rigPose.missing;
		this.pose = createPose(count);
		this.fadePose = createPose(count);
		this.scaled = this.rigPose.prepare(clip);
		this.lifetime = rig.instance.Destroying.Once(() => this.destroy());
	}

	/** Whether time is going. */
	public isPlaying(): boolean {
		return this.playing;
	}

	/** Seconds from the start of the clip. */
	public getTime(): number {
		return this.voice.time;
	}

	/** Lets time go, from the start again where the clip had come to its end. */
	public play(): void {
		this.expectAlive("play");
		const { clip, time } = this.voice;
		if (!this.loop && (this.speed < 0 ? time <= 0 : time >= clip.duration)) {
			this.voice.time = this.speed < 0 ? clip.duration : 0;
		}
		this.playing = true;
		this.connect();
		this.apply();
	}

	/** Holds the pose: it is still written every frame, against animations of the engine's own. */
	public pause(): void {
		this.expectAlive("pause");
		this.playing = false;
	}

	/** Moves to `seconds` from the start and shows that pose. */
	public seek(seconds: number): void {
		this.expectAlive("seek");
		if (seconds - seconds !== 0) fail("ClipPlayer.seek", `seconds is ${seconds}`);
		this.voice.time = clipTime(this.voice.clip, seconds, this.loop);
		this.connect();
		this.apply();
	}

	/** Goes over to another clip of the same skeleton within `seconds`; the former one runs on while it fades. */
	public crossFade(clip: Clip, seconds = 0.25): void {
		this.expectAlive("crossFade");
		this.checkClip(clip, "crossFade");
		if (!(seconds >= 0 && seconds < math.huge)) fail("ClipPlayer.crossFade", `seconds is ${seconds}`);
		if (this.isFading()) {
			// Three clips at once would need a mix of mixes: what is shown now stays as it is and fades.
			this.sample();
			buffer.copy(this.fadePose, 0, this.pose);
			this.former = undefined;
		} else {
			this.former = { ...this.voice, loop: this.loop };
		}
		this.voice = { clip, time: this.speed < 0 ? clip.duration : 0 };
		this.loop = clip.loop;
		this.scaled = this.rigPose.prepare(clip);
		this.fadeLength = seconds;
		this.fadeElapsed = 0;
		this.playing = true;
		this.connect();
		this.apply();
	}

	/** Stops, goes back to the start, and gives the rig its rest pose back. */
	public stop(): void {
		this.connection?.Disconnect();
		this.connection = undefined;
		this.playing = false;
		this.voice.time = 0;
		this.former = undefined;
		this.fadeLength = 0;
		this.rigPose.reset();
	}

	/** Stops for good. */
	public destroy(): void {
		if (this.destroyed) return;
		this.stop();
		this.destroyed = true;
		this.lifetime.Disconnect();
	}

	private expectAlive(method: string): void {
		if (this.destroyed) fail(`ClipPlayer.${method}`, "the player is destroyed");
	}

	private checkClip(clip: Clip, argument: string): void {
		const count = this.rig.skeleton.joints.size();
		const joints = buffer.len(clip.rest) / POSE_STRIDE;
		if (joints !== count) {
			fail(`ClipPlayer`, `${argument} "${clip.name}" has ${joints} joints, the skeleton ${count}`);
		}
	}

	private connect(): void {
		if (!this.connection) this.connection = RunService.PreSimulation.Connect((seconds) => this.step(seconds));
	}

	private isFading(): boolean {
		return this.fadeElapsed < this.fadeLength;
	}

	private step(seconds: number): void {
		let finished = false;
		if (this.playing) {
			const passed = seconds * this.speed;
			const wanted = this.voice.time + passed;
			this.voice.time = clipTime(this.voice.clip, wanted, this.loop);
			if (this.former) this.former.time = clipTime(this.former.clip, this.former.time + passed, this.former.loop);
			this.fadeElapsed += seconds;
			const { duration } = this.voice.clip;
			finished = !this.loop && (passed < 0 ? wanted <= 0 : wanted >= duration && passed > 0);
			if (finished) this.playing = false;
		}
		this.apply();
		if (finished) this.onFinish?.();
	}

	/** Writes the pose to show into `pose`. */
	private sample(): void {
		samplePose(this.voice.clip, this.voice.time, this.pose);
		if (!this.isFading()) return;
		if (this.former) samplePose(this.former.clip, this.former.time, this.fadePose);
		blendPoses(this.fadePose, this.pose, this.fadeElapsed / this.fadeLength, this.pose);
	}

	private apply(): void {
		this.sample();
		this.rigPose.show(this.pose, this.camera);
	}
}
