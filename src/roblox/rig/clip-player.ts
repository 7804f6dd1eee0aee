//!native
//!optimize 2
import { checkKeys, checkOptional, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Timeline } from "../../motion/timeline";
import { blendPoses } from "../../scene/blend-poses";
import { checkClip, Clip, isUnscaled } from "../../scene/clip";
import { ClipPieces } from "../../scene/clip-pieces";
import { ClipLine, ClipRow, ClipRows } from "../../scene/clip-rows";
import { createPose } from "../../scene/pose";
import { clipTime, samplePose } from "../../scene/sample-pose";
import { ScaledJoint } from "../../scene/scaled-joints";
import { checkSkeleton, Skeleton } from "../../scene/skeleton";
import { checkInstance } from "../check-instance";
import { PlayerOptions, TimelinePlayer } from "../timeline-player";
import { Rig, RigPose } from "./rig-pose";
import { TintedParts } from "./tinted-parts";

const RunService = game.GetService("RunService");

/** Frames a second that `step` goes by: clips have none of their own. */
const STEP_RATE = 60;

const NOBODY: Array<() => void> = [];

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

/** The rows of clips that are being played, shared by their players and gone with them; false for clips that have none. */
const rowsOfClips = setmetatable(new Map<Clip, ClipRows | false>(), { __mode: "kv" });

/** The rows of a clip on a skeleton, made anew where it has other tracks than when they were made. */
function rowsOf(clip: Clip, skeleton: Skeleton): ClipRows | false {
	const known = rowsOfClips.get(clip);
	if (known !== undefined && (known === false || known.isOf(clip, skeleton))) return known;
	const rows = ClipRows.of(clip, skeleton) ?? false;
	rowsOfClips.set(clip, rows);
	return rows;
}

/** A clip that fades away, and where it stands. */
interface FormerClip {
	clip: Clip;
	timeline: Timeline;
	loop: boolean;
}

function checkRig(rig: Rig): void {
	if (!typeIs(rig, "table")) fail("ClipPlayer", `rig is ${describeValue(rig)}; it must be a Rig`);
	checkSkeleton(rig.skeleton, "ClipPlayer", "rig.skeleton");
	checkInstance(rig.instance, "PVInstance", "ClipPlayer", "rig.instance");
	checkOptional(rig.origin, "CFrame", "ClipPlayer", "rig.origin");
}

/**
 * Plays clips on a rig of `Bone`s, `Motor6D`s or `AnimationConstraint`s, by writing their `Transform` on every
 * `PreSimulation`: after the engine's own animations, which it replaces while it runs. Only joints that the rig has are
 * moved. A part that a motor moves and nothing hangs on changes its size; other scale is not shown (see `scaled`), but
 * moves what stands below.
 *
 * A clip that has come to its end stays there, until `play` or `stop`; `stop` and `destroy` give the rig its rest pose back.
 * Seeking shows the pose at once, whether it plays or not. A rig has one player at a time: one that plays or seeks stops the
 * one before it, whose `stopped` and `ended` say `replaced`. It plays on servers too.
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
	/**
	 * What is being faded from: a clip that runs on, or nothing when `fadePose` is to stay as it is. False and not undefined,
	 * here and below, because Luau looks for what is undefined in every class, each frame.
	 */
	private former: FormerClip | false = false;
	private fadeLength = 0;
	private fadeElapsed = 0;
	private connection?: RBXScriptConnection;
	private tinted: TintedParts | false = false;
	/** The clip in rows, once it plays; false where it has none. */
	private rows?: ClipRows | false;
	/** The clip in pieces, once it plays and its rows do not do. */
	private pieces: ClipPieces | false = false;
	/** What was sampled: a line of the rows, and how far along it; the pieces; or `pose`, where it is neither. */
	private line: ClipLine | false = false;
	private share = 0;
	private row: ClipRow | false = false;
	/** Whether no clip that is shown scales anything. */
	private isUnscaled: boolean;

	constructor(
		clip: Clip,
		private readonly rig: Rig,
		options: ClipPlayerOptions = {},
	) {
		checkRig(rig);
		checkClip(clip, rig.skeleton, "ClipPlayer");
		checkKeys(options, ["camera", "loop", "speed"], "ClipPlayer", "options");
		const { speed = 1, loop = clip.loop, camera } = options;
		super("ClipPlayer", new Timeline(clip.duration, clip.markers), speed, loop);
		if (camera !== undefined) checkInstance(camera, "Camera", "ClipPlayer", "camera");
		const count = rig.skeleton.joints.size();
		this.clip = clip;
		this.prepareTints(clip);
		this.camera = camera;
		this.rigPose = new RigPose(rig, { rest: () => this.rest(), lose: () => this.end("replaced") });
		this.missing = this.rigPose.missing;
		this.pose = createPose(count);
		this.fadePose = createPose(count);
		this.isUnscaled = isUnscaled(clip);
		this.scaled = this.rigPose.prepare(clip);
		this.lifetime = rig.instance.Destroying.Once(() => this.destroy());
	}

	/**
	 * Goes over to another clip of the same skeleton `within` so many seconds: the clip's `blendTime` unless given, or
	 * else 0.25. The former one runs on while it fades.
	 */
	public crossFade(clip: Clip, within?: number): void {
		this.beginCall("crossFade");
		checkClip(clip, this.rig.skeleton, "ClipPlayer");
		const seconds = within ?? clip.blendTime ?? FADE;
		if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds < math.huge)) {
			fail("ClipPlayer", `within is ${describeValue(seconds)}; a fade takes a number of seconds`);
		}
		const speed = this.checkSpeed();
		if (this.isFading()) {
			// Three clips at once would need a mix of mixes: what is shown now stays as it is and fades.
			this.sample();
			buffer.copy(this.fadePose, 0, this.pose);
			if (this.tinted) this.tinted.keep();
			this.former = false;
		} else {
			this.former = { clip: this.clip, timeline: this.timeline, loop: this.loop };
		}
		const timeline = new Timeline(clip.duration, clip.markers);
		timeline.begin(speed, true);
		this.clip = clip;
		this.rows = undefined;
		this.prepareTints(clip);
		this.loop = clip.loop;
		// What fades away may still scale until the next clip does.
		this.isUnscaled = this.isUnscaled && isUnscaled(clip);
		this.scaled = this.rigPose.prepare(clip);
		this.fadeLength = seconds;
		this.fadeElapsed = 0;
		this.playOn(timeline);
		this.showSought();
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
		const { former } = this;
		if (former) former.timeline.advance(passed, former.loop);
		this.fadeElapsed += seconds;
	}

	/** Writes the pose to show into `pose`. */
	protected sample(): void {
		const { clip, former, tinted } = this;
		const { position } = this.timeline;
		const isFading = this.fadeElapsed < this.fadeLength;
		const { sized, hasBillboards } = this.rigPose;
		// Sizes and billboards need the pose itself, and who only looks at single poses needs no rows.
		const needsPose = isFading || !sized.isEmpty() || (hasBillboards && this.camera !== undefined);
		const isFollowed = !needsPose && this.isPlaying;
		const rows = isFollowed && (this.rows ?? this.findRows());
		const line = rows && rows.find(position);
		this.line = line;
		if (rows) this.share = rows.share;
		if (!line) this.samplePieces(isFollowed && this.isUnscaled && this.rigPose.isPlain);
		if (tinted) tinted.sample(clip, clipTime(clip, position));
		if (!isFading) return;
		const weight = this.fadeElapsed / this.fadeLength;
		if (former) samplePose(former.clip, former.timeline.position, this.fadePose);
		blendPoses(this.fadePose, this.pose, weight, this.pose);
		if (!tinted) return;
		if (former) tinted.fade(former.clip, clipTime(former.clip, former.timeline.position), weight);
		else tinted.fade(undefined, 0, weight);
	}

	protected apply(): void {
		const { line, row, tinted } = this;
		if (line) this.rigPose.driven.showLine(line, this.share);
		else if (row) this.rigPose.driven.showRow(row);
		else this.rigPose.show(this.pose, this.isUnscaled, this.camera);
		if (tinted) tinted.show(this.clip);
	}

	protected hold(): void {
		const losers = this.takeRig();
		this.apply();
		// Last of all: whoever hears of it may do anything, to this player too.
		for (const lose of losers) lose();
	}

	/** A rig need not be playing to be shown somewhere. */
	protected showSought(): void {
		const losers = this.takeRig();
		const [ok, problem] = pcall(ClipPlayer.showSoughtOf, this);
		for (const lose of losers) lose();
		if (!ok) error(problem, 0);
	}

	/** The pose is still written every frame, against animations of the engine's own. */
	protected afterFinish(): void {}

	protected release(): void {
		this.connection?.Disconnect();
		this.connection = undefined;
		this.former = false;
		this.fadeLength = 0;
		this.rest();
	}

	/** Gives the rig its rest pose and its parts their looks back, unless somebody else has taken them. */
	private rest(): void {
		if (this.rigPose.reset() && this.tinted) this.tinted.reset();
	}

	private findRows(): ClipRows | false {
		const rows = rowsOf(this.clip, this.rig.skeleton);
		this.rows = rows;
		return rows;
	}

	/** Samples the clip by its pieces where these show all of it, and otherwise into `pose`. */
	private samplePieces(isWhole: boolean): void {
		const { clip } = this;
		const { position } = this.timeline;
		if (!isWhole) {
			this.row = false;
			samplePose(clip, position, this.pose);
			return;
		}
		let pieces = this.pieces;
		if (!pieces || !pieces.isOf(clip)) {
			pieces = new ClipPieces(clip, this.rig.skeleton);
			this.pieces = pieces;
		}
		pieces.sample(position);
		this.row = pieces.row;
	}

	/** Finds what a clip tints, where it does. */
	private prepareTints(clip: Clip): void {
		if (clip.tints && !this.tinted) this.tinted = new TintedParts(this.rig.instance);
	}

	private static showSoughtOf(this: void, player: ClipPlayer): void {
		player.show();
	}

	/** Sees to it that this moves the rig; gives the functions that tell those who moved it so far. */
	private takeRig(): Array<() => void> {
		if (this.connection) return NOBODY;
		this.connection = RunService.PreSimulation.Connect((seconds) => this.tick(seconds));
		return this.rigPose.take();
	}

	private isFading(): boolean {
		return this.fadeElapsed < this.fadeLength;
	}
}
