//!native
//!optimize 2
import { Channel } from "../../motion/channel";
import { Timeline } from "../../motion/timeline";
import { Clip, isUnscaled } from "../../scene/clip";
import { ClipPieces } from "../../scene/clip-pieces";
import { ClipLine, ClipRow, ClipRows } from "../../scene/clip-rows";
import { coverageOf, Layer, maskOf, matchJoints } from "../../scene/mix-plan";
import { retargetJoint } from "../../scene/mix-poses";
import { createPose } from "../../scene/pose";
import { samplePose } from "../../scene/sample-pose";
import { Skeleton } from "../../scene/skeleton";
import { ClipTrack, TrackEnd } from "./clip-track";
import { restOf } from "../../scene/rest";

/** The rows of playing clips, shared by all rigs that play them and freed with them; false for clips without rows. */
const rowsOfClips = setmetatable(new Map<Clip, ClipRows | false>(), { __mode: "kv" });

/** Clips without their ambient channels, for as long as any rig plays them. */
const ownParts = setmetatable(new Map<Clip, Clip>(), { __mode: "kv" });

/** Returns the rows of a clip, made again if its tracks have changed. */
function rowsOf(clip: Clip): ClipRows | false {
	const known = rowsOfClips.get(clip);
	if (known !== undefined && (known === false || known.isOf(clip, clip.skeleton))) return known;
	const rows = ClipRows.of(clip, clip.skeleton) ?? false;
	rowsOfClips.set(clip, rows);
	return rows;
}

/** Returns a channel, unless the ambient clip has it. */
function unlessAmbient(channel: Channel | undefined): Channel | undefined {
	return channel?.isAmbient?.() === true ? undefined : channel;
}

/** Returns a clip without the channels of the model's ambient clips. */
function ownPart(clip: Clip): Clip {
	if (clip.isAmbient === true) return clip;
	const known = ownParts.get(clip);
	if (known && known.skeleton === clip.skeleton) return known;
	const isAmbient = (channel: Channel | undefined) => channel?.isAmbient?.() === true;
	const has =
		clip.tracks.some((track) => isAmbient(track.translation) || isAmbient(track.rotation) || isAmbient(track.scale)) ||
		(clip.tints?.some(({ alpha, color }) => isAmbient(alpha) || isAmbient(color)) ?? false);
	if (!has) return clip;
	const own: Clip = {
		...clip,
		tracks: clip.tracks.map(({ joint, translation, rotation, scale }) => ({
			joint,
			translation: unlessAmbient(translation),
			rotation: unlessAmbient(rotation),
			scale: unlessAmbient(scale),
		})),
		tints: clip.tints
			?.filter(({ alpha, color }) => !isAmbient(alpha) || !isAmbient(color))
			.map((tint) => ({ ...tint, alpha: unlessAmbient(tint.alpha), color: unlessAmbient(tint.color) })),
	};
	ownParts.set(clip, own);
	return own;
}

/** A playing track inside its mixer: its position, its fade and its pose. */
export class ClipLayer implements Layer {
	/** The clip without the channels of ambient clips. */
	public readonly clip: Clip;
	public readonly covers: ReadonlyArray<number>;
	public readonly sources: ReadonlyArray<number>;
	public readonly timeline: Timeline;
	/** Whether the clip is made for the rig's own skeleton. */
	public readonly isOwn: boolean;
	/**
	 * Whether the clip has no scale and its skeleton no mirrored or detached joints: then rows and pieces show all of
	 * it.
	 */
	public readonly isPlain: boolean;
	public readonly isUnscaled: boolean;
	/** The progress of the fade, 0 to 1, and its change per second. */
	public level: number;
	public slope: number;
	/** The frame in which its fade began. */
	public fadesSince: number;
	/**
	 * Why it ends once it has faded out. False instead of undefined, because Luau looks up an undefined field in the
	 * class, each frame.
	 */
	public ending: TrackEnd | false = false;
	/** The frame in which it began: earlier ticks do not count. */
	public since: number;
	/** Its current value: a line and the progress along it, or a row, or neither, if only `pose` can show it. */
	public line: ClipLine | false = false;
	public along = 0;
	public row: ClipRow | false = false;
	/** Its pose, for the rig's skeleton. */
	public pose?: buffer;

	/** The last valid values of the track's properties. */
	public speed: number;
	public weight: number;
	public loop: boolean;

	private ownPose?: buffer;
	private rows?: ClipRows | false;
	private pieces?: ClipPieces;

	constructor(
		public readonly track: ClipTrack,
		public readonly rank: number,
		public readonly fade: number,
		public readonly holds: boolean,
		private readonly skeleton: Skeleton,
		since: number,
		joints?: ReadonlySet<string>,
	) {
		const clip = ownPart(track.clip);
		this.clip = clip;
		this.since = since;
		this.fadesSince = since;
		this.isOwn = clip.skeleton === skeleton;
		this.sources = matchJoints(clip, skeleton);
		this.covers = coverageOf(clip, this.sources, joints && maskOf(skeleton, joints));
		this.isUnscaled = isUnscaled(clip);
		this.isPlain = this.isUnscaled && restOf(clip.skeleton).isPlain;
		this.timeline = new Timeline(clip.duration, clip.markers);
		this.timeline.begin(track.speed, true);
		this.level = fade > 0 ? 0 : 1;
		this.slope = fade > 0 ? 1 / fade : 0;
		this.speed = track.speed;
		this.weight = track.weight;
		this.loop = track.loop;
	}

	/** Advances by `gap` seconds of real time, also while it fades out. */
	public advance(time: number, gap: number): void {
		if (time > this.fadesSince) this.level = math.clamp(this.level + this.slope * gap, 0, 1);
		this.timeline.advance(gap * this.speed, this.loop);
	}

	/** Samples a line or a row of the clip. Returns whether there is one. */
	public sampleRow(): boolean {
		const { position } = this.timeline;
		const { clip } = this;
		let rows = this.rows;
		if (rows === undefined) {
			rows = rowsOf(clip);
			this.rows = rows;
		}
		const line = rows && rows.find(position);
		this.line = line;
		if (line) {
			this.along = (rows as ClipRows).share;
			return true;
		}
		this.row = false;
		if (!this.isPlain) return false;
		const pieces = this.pieces ?? new ClipPieces(clip, clip.skeleton);
		this.pieces = pieces;
		pieces.sample(position);
		this.row = pieces.row;
		return true;
	}

	/** Writes the clip's pose, for the rig's skeleton. */
	public samplePose(): void {
		const { clip } = this;
		const own = this.ownPose ?? createPose(clip.skeleton.joints.size());
		this.ownPose = own;
		samplePose(clip, this.timeline.position, own);
		if (this.isOwn) {
			this.pose = own;
			return;
		}
		const pose = this.pose ?? createPose(this.skeleton.joints.size());
		this.pose = pose;
		for (const joint of $range(0, this.sources.size() - 1)) {
			const source = this.sources[joint];
			if (source >= 0) retargetJoint(clip.skeleton, own, source, this.skeleton, pose, joint);
		}
	}
}
