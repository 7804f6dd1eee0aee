//!native
//!optimize 2
import {
	checkFinite,
	checkKeys,
	checkOptional,
	checkSeconds,
	checkType,
	describeValue,
} from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { TimelineEvent } from "../../motion/timeline";
import { checkClip, Clip } from "../../scene/clip";
import { Cohort, planMix, ROTATION, shareOut, TRANSLATION } from "../../scene/mix-plan";
import { mixNumbers, mixRotations } from "../../scene/mix-poses";
import { MixedRow, Route } from "../../scene/mixed-row";
import { createPose, POSE_STRIDE, ROTATION_OFFSET, SCALE_OFFSET } from "../../scene/pose";
import { ScaledJoint } from "../../scene/scaled-joints";
import { checkSkeleton } from "../../scene/skeleton";
import { checkInstance } from "../check-instance";
import { frameTime, onSimulated } from "../clock";
import { ClipLayer } from "./clip-layer";
import { ClipTrack, TrackControl, TrackEnd } from "./clip-track";
import { DrivenJoints } from "./driven-joints";
import { Rig, RigPose } from "./rig-pose";
import { TintedParts } from "./tinted-parts";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * Options of `play`.
 *
 * @example
 * const options: PlayOptions = { fade: 0.2, loop: true, priority: Enum.AnimationPriority.Action, joints: ["Spine"] };
 * fox.play("Wave", options);
 */
export interface PlayOptions {
	/** Seconds of the fade-in, and of the fade-out at the clip's end. Defaults to the file's, or to 0.1. */
	fade?: number;
	/** Whether to start again at the end. Defaults to the file's. */
	loop?: boolean;
	/** The speed. Defaults to 1. */
	speed?: number;
	/** The weight against tracks of the same priority. Defaults to 1. */
	weight?: number;
	/** The priority. A higher one hides lower ones. Defaults to `Movement`. */
	priority?: Enum.AnimationPriority;
	/** Moves only the joints of these names and everything below them. Defaults to all joints. */
	joints?: ReadonlyArray<string>;
	/** Whether to hold the last pose until `stop`, for clips that do not loop. Defaults to false. */
	hold?: boolean;
}

/** The defaults of `PlayOptions`. The clip itself has `loop`, and may have `fade`. */
export const PLAY_DEFAULTS = { fade: 0.1, speed: 1, weight: 1, priority: Enum.AnimationPriority.Movement, hold: false };

const OPTIONS: Array<keyof PlayOptions> = ["fade", "hold", "joints", "loop", "priority", "speed", "weight"];

/** `Core` is the lowest priority and has the highest number. Ambient clips are below it. */
const CORE_RANK = -1;
const AMBIENT_RANK = -2;

function rankOf(priority: Enum.AnimationPriority): number {
	return priority === Enum.AnimationPriority.Core ? CORE_RANK : priority.Value;
}

/** Joints that the same layers move, their instances, and their indices in each layer's clip. */
interface MixedJoints extends Cohort {
	driven: DrivenJoints;
	/** The layers that move them, with their routes, and whether they translate or rotate them. */
	parts: Array<{ layer: number; route: Route; moves: boolean; turns: boolean }>;
}

/** What happened to a track in a frame; its signals fire after all tracks are shown. */
interface Told {
	track: ClipTrack;
	event: "looped" | "marker" | "ended";
	name: string;
	value: number;
	reason: TrackEnd;
}

/** The mixers of each instance. */
const mixers = new Map<Instance, Array<ClipMixer>>();

/** Returns the mixers of an instance. */
export function mixersOf(instance: Instance): ReadonlyArray<ClipMixer> {
	return mixers.get(instance) ?? [];
}

function checkRig(rig: Rig): void {
	if (!typeIs(rig, "table")) fail("ClipMixer", `rig is ${describeValue(rig)}; expected a Rig`);
	checkSkeleton(rig.skeleton, "ClipMixer", "rig.skeleton");
	checkInstance(rig.instance, "PVInstance", "ClipMixer", "rig.instance");
	checkOptional(rig.origin, "CFrame", "ClipMixer", "rig.origin");
}

function jointNames({ skeleton }: Rig): string {
	return skeleton.joints.map(({ name }) => name).join("\n");
}

function checkOptions(options: PlayOptions): void {
	checkKeys(options, OPTIONS, "play", "options");
	const { fade, loop, speed, weight, priority, joints, hold } = options;
	if (fade !== undefined) checkSeconds(fade, "play", "fade");
	checkOptional(loop, "boolean", "play", "loop");
	if (speed !== undefined) checkFinite(speed, "play", "speed");
	if (weight !== undefined && !isWeight(weight)) {
		fail("play", `weight is ${describeValue(weight)}; expected a number, 0 or more`);
	}
	checkOptional(priority, "EnumItem", "play", "priority");
	if (priority !== undefined && tostring(priority.EnumType) !== tostring(Enum.AnimationPriority)) {
		fail("play", `priority is ${tostring(priority)}; expected an Enum.AnimationPriority`);
	}
	checkOptional(joints, "table", "play", "joints");
	checkOptional(hold, "boolean", "play", "hold");
}

function isWeight(weight: unknown): weight is number {
	return typeIs(weight, "number") && weight >= 0 && weight < math.huge;
}

/**
 * Plays clips on a rig of `Bone`s, `Motor6D`s or `AnimationConstraint`s, any number at a time. It writes their
 * `Transform` before each physics step, after the engine's own animations, which it replaces on the joints that it
 * moves. A rig has one mixer. Imported models already have theirs: use their `play`.
 *
 * @example
 * const mixer = ClipMixer.of({ skeleton, instance: character });
 * mixer.play(walk, { loop: true });
 * mixer.play(wave, { priority: Enum.AnimationPriority.Action, joints: ["RightUpperArm"] });
 */
export class ClipMixer {
	/** Names of the skeleton's joints that the rig lacks. */
	public readonly missing: ReadonlyArray<string>;
	/** The camera that billboard joints face. If undefined, the current one on clients; if false, none. */
	public camera?: Camera | false;

	private readonly rigPose: RigPose;
	private readonly pose: buffer;
	private readonly mixed: MixedRow;
	private readonly lifetime: RBXScriptConnection;
	private readonly control: TrackControl;
	private layers: ReadonlyArray<ClipLayer> = [];
	private weights = new Array<number>();
	private readonly moveShares = new Array<number>();
	private readonly turnShares = new Array<number>();
	private readonly scaleShares = new Array<number>();
	private readonly poses = new Array<buffer>();
	private cohorts?: Array<MixedJoints>;
	/** Whether neither the rig nor a layer scales, mirrors or detaches anything. */
	private isPlain = false;
	/** The joints moved in the last frame, possibly more than in the next. */
	private moved?: DrivenJoints;
	private tinted: TintedParts | false = false;
	private leave?: () => void;
	private isDestroyed = false;

	private constructor(private readonly rig: Rig) {
		const { skeleton, instance } = rig;
		const count = skeleton.joints.size();
		this.rigPose = new RigPose(rig, { rest: () => this.rest(), lose: () => this.endAll("replaced") });
		this.missing = this.rigPose.missing;
		this.pose = createPose(count);
		this.mixed = new MixedRow(count);
		this.control = {
			stop: (track, fade) => this.stopTrack(track, fade),
			seek: (track, seconds) => this.seekTrack(track, seconds),
		};
		this.lifetime = instance.Destroying.Once(() => this.destroy());
		if (this.viewer()) this.start();
	}

	/** Returns the mixer of a rig: its existing one, or a new one. */
	public static of(this: void, rig: Rig): ClipMixer {
		checkRig(rig);
		return ClipMixer.find(rig);
	}

	/**
	 * `of` for a checked rig.
	 * @internal
	 */
	public static find(this: void, rig: Rig): ClipMixer {
		const known = mixers.get(rig.instance) ?? [];
		const names = jointNames(rig);
		const same = known.find((mixer) => mixer.rig.skeleton === rig.skeleton || jointNames(mixer.rig) === names);
		if (same) return same;
		const mixer = new ClipMixer(rig);
		mixers.set(rig.instance, [...known, mixer]);
		return mixer;
	}

	/** Plays a clip and returns its track. A clip of another skeleton matches by the names of its joints. */
	public play(clip: Clip, options: PlayOptions = {}): ClipTrack {
		checkClip(clip, "play");
		checkOptions(options);
		const { priority = PLAY_DEFAULTS.priority } = options;
		return this.add(clip, rankOf(priority), options);
	}

	/**
	 * Plays a clip under all others for as long as the rig lives. Does nothing if it already plays.
	 * @internal
	 */
	public playAmbient(clip: Clip): void {
		if (this.layers.some(({ track, rank }) => track.clip === clip && rank === AMBIENT_RANK)) return;
		this.add(clip, AMBIENT_RANK, { fade: 0, loop: true });
	}

	/**
	 * Returns the joints that the clip scales and the rig cannot.
	 * @internal
	 */
	public scaledBy(clip: Clip): ReadonlyArray<ScaledJoint> {
		return this.rigPose.prepare(clip);
	}

	/**
	 * Returns how many of a clip's animated joints this rig has.
	 * @internal
	 */
	public countMatches(clip: Clip): number {
		const names = new Set(this.rig.skeleton.joints.map(({ name }) => name));
		let count = 0;
		for (const { joint } of clip.tracks) if (names.has(clip.skeleton.joints[joint].name)) count += 1;
		return count;
	}

	/**
	 * Returns whether it is the mixer of the clip's skeleton.
	 * @internal
	 */
	public isOf(clip: Clip): boolean {
		return this.rig.skeleton === clip.skeleton;
	}

	/** Ends all tracks and puts the rig to rest, for good. */
	public destroy(): void {
		if (this.isDestroyed) return;
		this.isDestroyed = true;
		this.lifetime.Disconnect();
		const others = (mixers.get(this.rig.instance) ?? []).filter((mixer) => mixer !== this);
		if (others.isEmpty()) mixers.delete(this.rig.instance);
		else mixers.set(this.rig.instance, others);
		this.endAll("destroy");
		this.stopTicking();
	}

	private add(clip: Clip, rank: number, options: PlayOptions): ClipTrack {
		if (this.isDestroyed) fail("play", "the model is destroyed");
		const { skeleton } = this.rig;
		const { speed = PLAY_DEFAULTS.speed, weight = PLAY_DEFAULTS.weight, loop = clip.loop, joints } = options;
		const { hold = PLAY_DEFAULTS.hold, fade = clip.blendTime ?? PLAY_DEFAULTS.fade } = options;
		const known = new Set(skeleton.joints.map(({ name }) => name));
		for (const name of joints ?? []) {
			checkType(name, "string", "play", "joints");
			if (!known.has(name)) fail("play", `joints has "${name}"; expected names of joints of "${skeleton.name}"`);
		}
		const missing = new Set<string>();
		for (const { joint } of clip.tracks) {
			const { name } = clip.skeleton.joints[joint];
			if (!known.has(name) || this.missing.includes(name)) missing.add(name);
		}
		const track = new ClipTrack(clip, speed, weight, loop, [...missing], this.control);
		const mask = joints && new Set(joints);
		const layer = new ClipLayer(track, rank, fade, hold, skeleton, frameTime(), mask);
		this.setLayers([...this.layers, layer]);
		if (this.isOwnClip(clip)) this.rigPose.prepare(clip);
		if (clip.tints && !this.tinted) this.tinted = new TintedParts(this.rig.instance);
		const losers = this.start();
		this.showSafely();
		// Last of all: their handlers may do anything, also to this mixer.
		for (const lose of losers) lose();
		return track;
	}

	private isOwnClip(clip: Clip): boolean {
		return clip.skeleton === this.rig.skeleton;
	}

	private setLayers(layers: ReadonlyArray<ClipLayer>): void {
		this.layers = layers;
		this.cohorts = undefined;
	}

	/** Takes ownership of the rig and joins the clock. Returns the functions that notify the previous owners. */
	private start(): Array<() => void> {
		if (this.leave) return [];
		this.leave = onSimulated((time, gap) => this.tick(time, gap));
		return this.rigPose.take();
	}

	private stopTicking(): void {
		this.leave?.();
		this.leave = undefined;
		this.rest();
		this.moved = undefined;
	}

	/** Puts the rig to rest and restores its parts' looks, unless another mixer owns them. */
	private rest(): void {
		if (this.rigPose.reset() && this.tinted) this.tinted.reset();
	}

	/** Returns the camera that billboards face. */
	private viewer(): Camera | undefined {
		if (!this.rigPose.hasBillboards || this.camera === false) return undefined;
		return this.camera ?? (RunService.IsClient() ? Workspace.CurrentCamera : undefined);
	}

	/** Runs one frame. Most fire no signal and end nothing, and allocate nothing. */
	private tick(time: number, gap: number): void {
		let told: Array<Told> | undefined;
		let hasEnded = false;
		for (const layer of this.layers) {
			const { track, timeline } = layer;
			if (track.speed !== layer.speed || track.weight !== layer.weight || track.loop !== layer.loop) {
				this.readNumbers(layer);
			}
			if (time > layer.since) {
				layer.advance(time, gap);
				if (layer.ending === false) {
					(track as { position: number }).position = timeline.position;
					if (timeline.hasEvents) told = this.noteEvents(layer, told ?? []);
					if (timeline.isFinished && !layer.holds) this.fadeOut(layer, layer.fade, "finished");
				}
			}
			if (layer.ending !== false && layer.level <= 0) hasEnded = true;
		}
		if (hasEnded) {
			told ??= [];
			this.dropEnded(told);
		}
		if (this.leave) this.showSafely();
		if (told) for (const entry of told) this.tell(entry);
	}

	/** Notes the events of a clip's last step. */
	private noteEvents({ track, timeline }: ClipLayer, told: Array<Told>): Array<Told> {
		while (true) {
			const event = timeline.nextEvent();
			if (event === TimelineEvent.None) return told;
			const { name = "", seconds = 0 } = timeline.marker ?? {};
			if (event === TimelineEvent.Marker) told.push({ track, event: "marker", name, value: seconds, reason: "stop" });
			else told.push({ track, event: "looped", name: "", value: timeline.laps, reason: "stop" });
		}
	}

	/**
	 * Reads the properties that the user set on the track. An invalid one fails in a thread of its own, and the last
	 * valid one stays.
	 */
	private readNumbers(layer: ClipLayer): void {
		const { track } = layer;
		if (track.speed !== layer.speed) {
			const { speed } = track;
			if (!typeIs(speed, "number") || speed - speed !== 0) {
				track.speed = layer.speed;
				task.spawn(checkFinite, speed, "ClipTrack", "speed");
			}
			layer.speed = track.speed;
		}
		if (track.weight !== layer.weight) {
			const { weight } = track;
			if (!isWeight(weight)) {
				track.weight = layer.weight;
				task.spawn(fail, "ClipTrack", `weight is ${describeValue(weight)}; expected a number, 0 or more`);
			}
			layer.weight = track.weight;
		}
		if (track.loop !== layer.loop) {
			const { loop } = track;
			if (!typeIs(loop, "boolean")) {
				track.loop = layer.loop;
				task.spawn(checkType, loop, "boolean", "ClipTrack", "loop");
			}
			layer.loop = track.loop;
		}
	}

	private fadeOut(layer: ClipLayer, fade: number, reason: TrackEnd): void {
		if (layer.ending !== false) return;
		layer.ending = reason;
		(layer.track as { isPlaying: boolean }).isPlaying = false;
		layer.slope = fade > 0 ? -1 / fade : 0;
		layer.fadesSince = frameTime();
		if (fade <= 0) layer.level = 0;
	}

	/** Drops layers that have faded out, and notes their end. */
	private dropEnded(told: Array<Told>): void {
		const left = this.layers.filter((layer) => layer.ending === false || layer.level > 0);
		if (left.size() === this.layers.size()) return;
		for (const { track, ending, level } of this.layers) {
			if (ending !== false && level <= 0) told.push({ track, event: "ended", name: "", value: 0, reason: ending });
		}
		this.setLayers(left);
		if (left.isEmpty() && !this.viewer()) this.stopTicking();
	}

	private tell({ track, event, name, value, reason }: Told): void {
		if (event === "marker") track.marker.Fire(name, value);
		else if (event === "looped") track.looped.Fire(value);
		else {
			track.ended.Fire(reason);
			track.ended.Destroy();
			track.looped.Destroy();
			track.marker.Destroy();
		}
	}

	private stopTrack(track: ClipTrack, fade = PLAY_DEFAULTS.fade): void {
		const layer = this.layers.find((other) => other.track === track);
		if (!layer || layer.ending !== false) return;
		this.fadeOut(layer, fade, "stop");
		if (layer.level > 0) return;
		this.settle();
	}

	/**
	 * Shows the rig without the tracks that just ended. Fires their signals after the thread that ended them has
	 * continued.
	 */
	private settle(): void {
		const told = new Array<Told>();
		this.dropEnded(told);
		if (this.leave) this.showSafely();
		for (const entry of told) task.defer((ended: Told) => this.tell(ended), entry);
	}

	private seekTrack(track: ClipTrack, seconds: number): void {
		const layer = this.layers.find((other) => other.track === track);
		if (!layer || layer.ending !== false) return;
		layer.timeline.seek(seconds);
		layer.since = frameTime();
		(track as { position: number }).position = layer.timeline.position;
		if (this.leave) this.showSafely();
	}

	private endAll(reason: TrackEnd): void {
		for (const layer of this.layers) this.fadeOut(layer, 0, reason);
		for (const layer of this.layers) layer.level = 0;
		this.settle();
		if (reason === "replaced") this.stopTicking();
	}

	/** Shows all layers. A clip that cannot be sampled ends with its error, and the others continue. */
	private showSafely(): void {
		const [ok, problem] = pcall(ClipMixer.showOf, this);
		if (ok) return;
		for (const layer of this.layers) {
			const [isFine] = pcall(() => layer.samplePose());
			if (!isFine) this.fadeOut(layer, 0, "error");
		}
		task.spawn(error, problem, 0);
		this.settle();
	}

	private static showOf(this: void, mixer: ClipMixer): void {
		mixer.show();
	}

	private show(): void {
		const { layers, weights } = this;
		const cohorts = this.cohorts ?? this.plan();
		for (const index of $range(0, layers.size() - 1)) {
			const layer = layers[index];
			weights[index] = layer.weight * layer.level;
		}
		const viewer = this.rigPose.hasBillboards ? this.viewer() : undefined;
		if (viewer || !this.canShowRows()) this.showPose(viewer);
		else this.showRows(cohorts);
		if (this.tinted) this.tinted.show(layers, weights);
	}

	/** Returns whether rows suffice for all layers. If so, every layer has its row. */
	private canShowRows(): boolean {
		const { layers, rigPose } = this;
		if (!rigPose.sized.isEmpty()) return false;
		const isAlone = layers.size() === 1 && layers[0].isOwn && this.weights[0] >= 1;
		if (!isAlone && !this.isPlain) return false;
		for (const layer of layers) if (!layer.sampleRow()) return false;
		return true;
	}

	private showRows(cohorts: Array<MixedJoints>): void {
		const { layers, weights, mixed, moveShares, turnShares } = this;
		for (const { driven, only, parts, translation, rotation } of cohorts) {
			const layer = layers[only];
			if (layer && layer.isOwn && weights[only] >= 1) {
				if (layer.line) driven.showLine(layer.line, layer.along);
				else driven.showRow(layer.row as never);
				continue;
			}
			shareOut(translation, weights, moveShares);
			mixed.begin(parts[0].route, shareOut(rotation, weights, turnShares));
			for (const { layer: index, route, moves, turns } of parts) {
				const { line, along, row } = layers[index];
				const move = moves ? moveShares[index] : 0;
				const turn = turns ? turnShares[index] : 0;
				if (line) mixed.addLine(line, along, route, move, turn);
				else if (row) mixed.addRow(row, route, move, turn);
			}
			driven.showRow(mixed.row);
		}
	}

	/** Mixes whole poses: for scales, billboards, mirrored and detached joints. */
	private showPose(viewer: Camera | undefined): void {
		const { layers, weights, pose, poses, moveShares, turnShares, scaleShares } = this;
		const { rest } = this.rig.skeleton;
		layers.forEach((layer, index) => {
			layer.samplePose();
			poses[index] = layer.pose!;
		});
		buffer.copy(pose, 0, rest);
		for (const { joints, translation, rotation, scale } of this.cohorts ?? this.plan()) {
			const moveLeft = shareOut(translation, weights, moveShares);
			const turnLeft = shareOut(rotation, weights, turnShares);
			const scaleLeft = shareOut(scale, weights, scaleShares);
			for (const joint of joints) {
				const at = joint * POSE_STRIDE;
				mixNumbers(poses, moveShares, translation, rest, moveLeft, pose, at);
				mixRotations(poses, turnShares, rotation, rest, turnLeft, pose, at + ROTATION_OFFSET);
				mixNumbers(poses, scaleShares, scale, rest, scaleLeft, pose, at + SCALE_OFFSET);
			}
		}
		const isUnscaled = layers.every((layer) => layer.isUnscaled) && this.rigPose.isRestUnscaled;
		this.rigPose.show(pose, isUnscaled, viewer);
		this.moved = this.rigPose.driven;
	}

	/** Finds which layers move which joints, and rests joints that no layer moves any more. */
	private plan(): Array<MixedJoints> {
		const { layers, rigPose } = this;
		const driven = rigPose.driven;
		const cohorts = planMix(layers, this.rig.skeleton.joints.size()).map((cohort) => {
			const parts = new Array<MixedJoints["parts"][number]>();
			layers.forEach((layer, index) => {
				const covered = layer.covers[cohort.joints[0]];
				if (covered === 0) return;
				const moves = (covered & TRANSLATION) !== 0;
				const turns = (covered & ROTATION) !== 0;
				const route: Route = new Map();
				for (const joint of cohort.joints) route.set(joint + 1, layer.sources[joint] + 1);
				parts.push({ layer: index, route, moves, turns });
			});
			return { ...cohort, driven: driven.subset(cohort.joints), parts };
		});
		this.cohorts = cohorts;
		this.isPlain = rigPose.isPlain && layers.every((layer) => layer.isPlain);
		const covered = new Set<number>();
		for (const { joints } of cohorts) for (const joint of joints) covered.add(joint);
		this.moved?.rest();
		this.moved = driven.subset([...covered]);
		return cohorts;
	}
}
