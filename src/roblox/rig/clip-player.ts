import { checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Timeline } from "../../motion/timeline";
import { blendPoses } from "../../scene/blend-poses";
import { Clip } from "../../scene/clip";
import { createPose, POSE_STRIDE } from "../../scene/pose";
import { clipTime, samplePose } from "../../scene/sample-pose";
import { ScaledJoint } from "../../scene/scaled-joints";
import { PlayerOptions, TimelinePlayer } from "../timeline-player";
import { Rig, RigPose } from "./rig-pose";
import { TintedParts } from "./tinted-parts";

const RunService = game.GetService("RunService");

/** Frames a second that `step` goes by: clips have none of their own. */
const STEP_RATE = 60;

/** Seconds that a cross-fade takes where nothing else is said. */
const FADE = 0.25;

/**
 * How a `ClipPlayer` plays. It loops as the clip says unless told otherwise.
 *
 * @example
 * const options: ClipPlayerOptions = { loop: false, speed: 2, camera };
 * new ClipPlayer(clip, { skeleton, instance: part }, options).play();
 */
export interface ClipPlayerOptions extends PlayerOptions {
	/** Billboard joints turn to this camera; without it they stay as the clip has them. */
	camera?: Camera;
}

/** A clip that fades away, and where it stands. */
interface FormerClip {
	clip: Clip;
	timeline: Timeline;
	loop: boolean;
}

function checkClip(clip: Clip, rig: Rig): void {
	if (!typeIs(clip, "table") || !typeIs(clip.rest, "buffer")) {
		fail("ClipPlayer", `clip is ${describeValue(clip)}; it must be a Clip`);
	}
	if (!typeIs(clip.duration, "number") || !(clip.duration >= 0 && clip.duration < math.huge)) {
		fail("ClipPlayer", `clip.duration is ${describeValue(clip.duration)}; it must be a number of seconds`);
	}
	const count = rig.skeleton.joints.size();
	const joints = buffer.len(clip.rest) / POSE_STRIDE;
	if (joints !== count) fail("ClipPlayer", `clip "${clip.name}" has ${joints} joints, the skeleton ${count}`);
}

function checkRig(rig: Rig): void {
	if (!typeIs(rig, "table") || !typeIs(rig.skeleton, "table") || !typeIs(rig.skeleton.joints, "table")) {
		fail("ClipPlayer", `rig is ${describeValue(rig)}; it must be a Rig`);
	}
	if (!typeIs(rig.instance, "Instance") || !rig.instance.IsA("PVInstance")) {
		fail("ClipPlayer", `rig.instance is ${describeValue(rig.instance)}; it must be a Model or a part`);
	}
}

/**
 * Plays clips on a rig of `Bone`s, `Motor6D`s or `AnimationConstraint`s, by writing their `Transform` on every
 * `PreSimulation`: after the engine's own animations, which it replaces while it runs. Only joints that the rig has are
 * moved. A part that a motor moves and nothing hangs on changes its size; other scale is not shown (see `scaled`), but
 * moves what stands below.
 *
 * A clip that has come to its end stays there, until `play` or `stop`; `stop` and `destroy` give the rig its rest pose back.
 * Seeking shows the pose at once, whether it plays or not. It plays on servers too.
 *
 * @example
 * const clipPlayer = new ClipPlayer(clip, { skeleton, instance: part });
 * clipPlayer.play();
 * task.wait(2);
 * clipPlayer.crossFade({ ...clip, loop: true }, 0.3); // or any other clip of the skeleton
 * task.wait(2);
 * clipPlayer.stop(); // back at rest
 */
export class ClipPlayer extends TimelinePlayer {
	/** Joints of the skeleton that the rig does not have, by name. */
	public readonly missing: Array<string>;
	/** Joints whose size the clip changes, where the rig cannot show it. */
	public scaled: Array<ScaledJoint>;
	/** Billboard joints turn to this camera; without it they stay as the clip has them. May be changed at any time. */
	public camera?: Camera;

	private readonly rigPose: RigPose;
	private readonly pose: buffer;
	private readonly fadePose: buffer;
	private readonly lifetime: RBXScriptConnection;
	private clip: Clip;
	/** What is being faded from: a clip that runs on, or nothing when `fadePose` is to stay as it is. */
	private former?: FormerClip;
	private fadeLength = 0;
	private fadeElapsed = 0;
	private connection?: RBXScriptConnection;
	private tinted?: TintedParts;

	constructor(
		clip: Clip,
		private readonly rig: Rig,
		options: ClipPlayerOptions = {},
	) {
		checkRig(rig);
		checkClip(clip, rig);
		checkType(options, "table", "ClipPlayer", "options");
		const { speed = 1, loop = clip.loop, camera } = options;
		super("ClipPlayer", new Timeline(clip.duration, clip.markers), speed, loop);
		if (camera !== undefined && !(typeIs(camera, "Instance") && camera.IsA("Camera"))) {
			fail("ClipPlayer", `camera is ${describeValue(camera)}; it must be a Camera`);
		}
		const count = rig.skeleton.joints.size();
		this.clip = clip;
		this.prepareTints(clip);
		this.camera = camera;
		this.rigPose = new RigPose(rig);
		this.missing = this.rigPose.missing;
		this.pose = createPose(count);
		this.fadePose = createPose(count);
		this.scaled = this.rigPose.prepare(clip);
		this.lifetime = rig.instance.Destroying.Once(() => this.destroy());
	}

	/**
	 * Goes over to another clip of the same skeleton `within` so many seconds: the clip's `blendTime` unless given, or
	 * else 0.25. The former one runs on while it fades.
	 */
	public crossFade(clip: Clip, within?: number): void {
		this.beginCall("crossFade");
		checkClip(clip, this.rig);
		const seconds = within ?? clip.blendTime ?? FADE;
		if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds < math.huge)) {
			fail("ClipPlayer", `crossFade within ${describeValue(seconds)}; it must be a number of seconds`);
		}
		const speed = this.checkSpeed();
		if (this.isFading()) {
			// Three clips at once would need a mix of mixes: what is shown now stays as it is and fades.
			this.sample();
			buffer.copy(this.fadePose, 0, this.pose);
			this.tinted?.keep();
			this.former = undefined;
		} else {
			this.former = { clip: this.clip, timeline: this.timeline, loop: this.loop };
		}
		const timeline = new Timeline(clip.duration, clip.markers);
		timeline.begin(speed, true);
		this.clip = clip;
		this.prepareTints(clip);
		this.loop = clip.loop;
		this.scaled = this.rigPose.prepare(clip);
		this.fadeLength = seconds;
		this.fadeElapsed = 0;
		this.playOn(timeline);
		this.connect();
		this.show();
	}

	/** Stops for good, and disconnects all signals once `ended` has told. */
	public destroy(): void {
		this.lifetime.Disconnect();
		super.destroy();
	}

	protected frameRate(): number {
		return STEP_RATE;
	}

	protected onAdvance(seconds: number, passed: number): void {
		this.former?.timeline.advance(passed, this.former.loop);
		this.fadeElapsed += seconds;
	}

	/** Writes the pose to show into `pose`. */
	protected sample(): void {
		const { clip, former, tinted } = this;
		const { position } = this.timeline;
		samplePose(clip, position, this.pose);
		if (tinted) tinted.sample(clip, clipTime(clip, position));
		if (!this.isFading()) return;
		const weight = this.fadeElapsed / this.fadeLength;
		if (former) samplePose(former.clip, former.timeline.position, this.fadePose);
		blendPoses(this.fadePose, this.pose, weight, this.pose);
		if (!tinted) return;
		const before = former?.timeline.position ?? 0;
		tinted.fade(former?.clip, former ? clipTime(former.clip, before) : 0, weight);
	}

	protected apply(): void {
		this.rigPose.show(this.pose, this.camera);
		this.tinted?.show(this.clip);
	}

	protected hold(): void {
		this.connect();
		this.apply();
	}

	/** A rig need not be taken first. */
	protected showSought(): void {
		this.connect();
		this.show();
	}

	/** The pose is still written every frame, against animations of the engine's own. */
	protected afterFinish(): void {}

	protected release(): void {
		this.connection?.Disconnect();
		this.connection = undefined;
		this.former = undefined;
		this.fadeLength = 0;
		this.rigPose.reset();
		this.tinted?.reset();
	}

	/** Finds what a clip tints, where it does. */
	private prepareTints(clip: Clip): void {
		if (clip.tints && !this.tinted) this.tinted = new TintedParts(this.rig.instance);
	}

	private connect(): void {
		if (!this.connection) this.connection = RunService.PreSimulation.Connect((seconds) => this.tick(seconds));
	}

	private isFading(): boolean {
		return this.fadeElapsed < this.fadeLength;
	}
}
