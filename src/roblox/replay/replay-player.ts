//!native
//!optimize 2
import { checkKeys, checkOptional, checkType, describeValue } from "../../bytes/check-argument";
import { fail, problemOf } from "../../bytes/fail";
import { Report } from "../../bytes/report";
import { CAMERA_SAMPLE_SIZE, SAMPLE_FIELD_OF_VIEW } from "../../motion/camera-path";
import { DEFAULT_RATE } from "../../motion/rate";
import { Timeline } from "../../motion/timeline";
import { checkReplay } from "../../replay/check-replay";
import { checkFilm, Film, isFilm, layoutItems } from "../../replay/film";
import { filmMarkers, FilmPath } from "../../replay/film-path";
import { isReplay } from "../../replay/is-replay";
import { Replay, replayDuration, ReplaySubject } from "../../replay/replay";
import { Cutscene } from "../camera/cutscene/cutscene";
import { checkCutscene, CutsceneOptions } from "../camera/cutscene/cutscene-options";
import { CameraHolder, holdCamera, isHolding, moveCamera, releaseCamera } from "../camera/hold-camera";
import { Outcome } from "../call-at-once";
import { checkInstance } from "../check-instance";
import { onRendered, onSimulated } from "../clock";
import { FilmLayers } from "../film/film-layers";
import { rigidCFrame } from "../rig/rigid-cframe";
import { PLAYER_OPTIONS, PlayerOptions, TimelinePlayer } from "../timeline-player";
import { rootPartOf } from "../root-part";
import { copyLook } from "./copy-look";
import { greyLook } from "./grey-look";
import { hideAgain, hideOriginal } from "./hidden-original";
import { originalInstance, originalOf } from "./originals";
import { ShownSubject, SubjectState } from "./shown-subject";

const RunService = game.GetService("RunService");
const Workspace = game.GetService("Workspace");

/**
 * Options of `ReplayPlayer`.
 *
 * @example
 * const options: ReplayPlayerOptions = { speed: 0.5, camera: false };
 * new ReplayPlayer(replay, options).play();
 */
export interface ReplayPlayerOptions extends PlayerOptions {
	/**
	 * Whether to show the recorded camera, or the name of the camera subject of a replay to show. A film has one
	 * camera. Defaults to true, on clients.
	 */
	camera?: boolean | string;
	/** Whether to hide the recorded characters and objects during playback. Defaults to true. */
	hideOriginals?: boolean;
	/** Returns the Model or part for a subject's appearance, for replays of another machine. Must not yield. */
	resolve?: (subject: ReplaySubject) => Model | BasePart | undefined;
	/**
	 * Returns the model that plays a film's rig clips for a target. If it returns undefined, the model at that path
	 * under Workspace plays them. Must not yield.
	 */
	resolveTarget?: (target: string) => Instance | undefined;
	/**
	 * `copy` shows copies and leaves the originals alone; `given` moves the instance that `resolve` returns, taking it from another player; `grey`
	 * shows grey figures. Defaults to `copy`.
	 */
	look?: "copy" | "given" | "grey";
	/**
	 * Whether it plays as a cutscene, or how: it hides GUIs, freezes the character, frames the picture with black bars
	 * and lets a key skip, until the playback ends. Defaults to false; true has the defaults of `CutsceneOptions`.
	 * Servers have no screen and ignore it.
	 */
	cutscene?: CutsceneOptions | boolean;
	/**
	 * The origin of the replay's world: everything is shown relative to it. Defaults to the place of the recording.
	 */
	at?: CFrame;
	/** The parent of the folder with the copies. Defaults to Workspace. */
	parent?: Instance;
}

const REPLAY_PLAYER_DEFAULTS = {
	camera: true as boolean | string,
	cutscene: false as CutsceneOptions | boolean,
	hideOriginals: true,
	look: "copy" as "copy" | "given" | "grey",
};
const OPTIONS: Array<string> = [
	"at",
	"camera",
	"cutscene",
	"hideOriginals",
	"look",
	"parent",
	"resolve",
	"resolveTarget",
	...PLAYER_OPTIONS,
];

/** A part's state before: its CFrame, if it is moved directly, and whether it was anchored. */
interface PartBefore {
	readonly part: BasePart;
	readonly place?: CFrame;
	readonly isAnchored: boolean;
}

/** The max subjects and joints of a replay to play: each becomes a part, or moves one. */
const MAX_SHOWN = 4096;

/** A replay that is shown during a stretch of the timeline. */
interface Stretch {
	readonly replay: Replay;
	readonly start: number;
	readonly finish: number;
	readonly states: Map<string, SubjectState>;
}

function stretchOf(replay: Replay, start: number, finish: number): Stretch {
	const states = new Map(replay.subjects.map((subject) => [subject.name, new SubjectState(subject, replay.rate)]));
	return { replay, start, finish, states };
}

/** Returns when the replays of a checked film are shown: those of its items, then those of its layers. */
function stretchesOf({ items, layers = [] }: Film): Array<Stretch> {
	const { starts, ends, duration } = layoutItems(items);
	const stretches = new Array<Stretch>();
	items.forEach(({ recording }, index) => {
		if (!isReplay(recording)) return;
		// The last frame of a film stays visible at its end.
		const finish = index === items.size() - 1 ? math.huge : ends[index];
		stretches.push(stretchOf(recording, starts[index], finish));
	});
	for (const layer of layers) {
		if (layer.kind !== "replay") continue;
		const { recording, start } = layer;
		// A single frame lasts one frame.
		const shown = recording.count > 1 ? replayDuration(recording) : 1 / recording.rate;
		const finish = start + shown;
		stretches.push(stretchOf(recording, start, finish >= duration ? math.huge : finish));
	}
	return stretches;
}

/** The player of each given instance that is moved. */
const movers = new Map<Instance, ReplayPlayer>();

function countShown(stretches: ReadonlyArray<Stretch>): number {
	let count = 0;
	for (const { replay } of stretches) {
		for (const { joints } of replay.subjects) count += 1 + joints.size();
	}
	return count;
}

/** A shown subject, and how to undo the changes made for it. */
interface Staged {
	readonly stretch: Stretch;
	readonly shown: ShownSubject;
	readonly isCopy: boolean;
	/** The previous state of a given instance's parts. */
	readonly parts: Array<PartBefore>;
}

/**
 * Plays a replay, or a film that holds replays. Copies of its subjects move as recorded, with their joints, and the
 * camera follows at the same time. The originals are hidden meanwhile. A film shows the subjects of each of its replays
 * while that replay runs; its music and rig clips play along. However the playback ends, the player puts everything
 * back and destroys the copies.
 *
 * @example
 * const player = new ReplayPlayer(replays.peek(), { speed: 0.5 });
 * player.play();
 * player.ended.Wait();
 */
export class ReplayPlayer extends TimelinePlayer {
	/** What could not be shown as recorded, one line per kind. */
	public readonly report: Array<string>;

	private readonly notes = new Report();
	private readonly stretches: ReadonlyArray<Stretch>;
	private readonly rate: number;
	private readonly film?: FilmPath;
	private readonly filmSample = buffer.create(CAMERA_SAMPLE_SIZE);
	private readonly cameraState?: SubjectState;
	private readonly hideOriginals: boolean;
	private readonly resolve?: (subject: ReplaySubject) => Model | BasePart | undefined;
	private readonly look: "copy" | "given" | "grey";
	private readonly at?: CFrame;
	private readonly parent: Instance;
	private readonly holder: CameraHolder;
	private readonly cutscene?: Cutscene;
	private readonly layers?: FilmLayers;
	private folder?: Folder;
	private staged = new Array<Staged>();
	private hidden = new Map<Instance, () => void>();
	private leaveClock?: () => void;
	private heldCamera?: Camera;
	/** The shown time. */
	private shownAt = 0;

	constructor(replay: Replay | Film, options: ReplayPlayerOptions = {}) {
		let stretches: Array<Stretch>;
		let timeline: Timeline;
		let rate: number;
		if (typeIs(replay, "table") && isFilm(replay)) {
			checkFilm(replay, "ReplayPlayer");
			stretches = stretchesOf(replay);
			if (stretches.isEmpty()) fail("ReplayPlayer", `film "${replay.name}" holds no replays; CameraPlayer plays it`);
			const layout = layoutItems(replay.items);
			timeline = new Timeline(layout.duration, filmMarkers(replay));
			rate = layout.rate ?? DEFAULT_RATE;
		} else {
			checkReplay(replay, "ReplayPlayer");
			if (replay.count === 0) fail("ReplayPlayer", `replay "${replay.name}" has no frames`);
			stretches = [stretchOf(replay, 0, math.huge)];
			timeline = new Timeline(replayDuration(replay), replay.markers);
			rate = replay.rate;
		}
		const shown = countShown(stretches);
		if (shown > MAX_SHOWN) fail("ReplayPlayer", `replay has ${shown} subjects and joints; expected up to ${MAX_SHOWN}`);
		checkKeys(options, OPTIONS, "ReplayPlayer", "options");
		const { camera, cutscene, hideOriginals, look, resolve, resolveTarget, at, parent } = {
			...REPLAY_PLAYER_DEFAULTS,
			...options,
		};
		super("ReplayPlayer", timeline, options);
		checkType(hideOriginals, "boolean", "ReplayPlayer", "hideOriginals");
		checkOptional(resolve, "function", "ReplayPlayer", "resolve");
		checkOptional(resolveTarget, "function", "ReplayPlayer", "resolveTarget");
		checkOptional(at, "CFrame", "ReplayPlayer", "at");
		if (parent !== undefined) checkInstance(parent, "Instance", "ReplayPlayer", "parent");
		if (look !== "copy" && look !== "given" && look !== "grey") {
			fail("ReplayPlayer", `look is ${describeValue(look)}; expected "copy", "given" or "grey"`);
		}
		const comforts = checkCutscene(cutscene, "ReplayPlayer");
		this.cutscene = comforts && new Cutscene(comforts, () => this.skip());
		this.stretches = stretches;
		this.rate = rate;
		if (isFilm(replay)) {
			checkType(camera, "boolean", "ReplayPlayer", "camera");
			if (camera === true) this.film = new FilmPath(replay, "ReplayPlayer");
			const ask =
				resolveTarget && ((target: string) => this.ask(resolveTarget, target, undefined, undefined, undefined));
			this.layers = new FilmLayers(replay, "ReplayPlayer", this.notes, ask);
		} else this.cameraState = this.findCamera(camera, stretches[0]);
		this.hideOriginals = hideOriginals;
		this.resolve = resolve;
		this.look = look;
		this.at = at;
		this.parent = parent ?? Workspace;
		this.report = this.notes.lines;
		this.holder = {
			lose: (lost) => {
				// A handler in the game may have stopped this, or made it take the camera back.
				if (this.heldCamera !== lost || isHolding(lost, this.holder)) return;
				this.heldCamera = undefined;
				this.end("replaced");
			},
		};
	}

	/**
	 * Returns a stepped value of a subject at `position`: `Health`, `Tool`, `Visible`, or one of the recorder's
	 * `values`. Fails if the replay has no subject of that name.
	 */
	public value(subject: string, name: string): string | number | boolean | undefined {
		checkType(name, "string", "ReplayPlayer", "name");
		this.expectSubject(subject);
		const { position } = this;
		const found = this.stretches.find(({ start, finish, states }) => {
			return position >= start && position < finish && states.has(subject);
		});
		return found?.states.get(subject)!.value(name, position - found.start);
	}

	/**
	 * Returns the instance that shows a subject, if it plays and the subject was present at `position`. Fails if the
	 * replay has no subject of that name: look through `subjects` of the replay.
	 */
	public instanceOf(subject: string): Model | BasePart | undefined {
		this.expectSubject(subject);
		return this.staged.find(({ shown: { state } }) => state.subject.name === subject && state.isPresent)?.shown.model;
	}

	protected frameRate(): number {
		return this.rate;
	}

	protected sample(): void {
		this.shownAt = this.timeline.position;
	}

	protected apply(): void {
		const { shownAt, at, folder } = this;
		if (folder && folder.Parent === undefined) {
			// The game has destroyed it, with the copies in it.
			this.end("destroy");
			return;
		}
		// First of all: two stretches may move one given instance.
		for (const staged of this.staged) {
			const { start, finish } = staged.stretch;
			if (staged.shown.state.isPresent && (shownAt < start || shownAt >= finish)) this.rest(staged);
		}
		for (const { shown, isCopy, stretch } of this.staged) {
			const { start, finish } = stretch;
			const isShown = shownAt >= start && shownAt < finish && shown.show(shownAt - start, at);
			if (!isCopy) continue;
			const place = isShown ? folder : undefined;
			if (shown.model.Parent !== place) this.place(shown, place);
		}
		for (const [instance] of this.hidden) hideAgain(instance);
		this.layers?.show(shownAt, this.timeRate());
	}

	protected hold(): void {
		if (!this.leaveClock) {
			const { endings } = this;
			this.stage();
			if (this.endings !== endings) return;
			this.layers?.begin();
			// `resolve`, or a handler that it ran, may have ended the playback.
			if (this.endings !== endings) return;
			const stopTime = onSimulated((time, gap) => this.tick(time, gap));
			const stopView =
				(this.cameraState || this.film) && RunService.IsClient() ? onRendered(() => this.showCamera()) : undefined;
			this.leaveClock = () => {
				stopTime();
				stopView?.();
			};
			this.cutscene?.begin();
			if (this.endings !== endings) return;
		}
		this.apply();
		this.showCamera();
	}

	protected showSought(): void {
		if (!this.leaveClock) return;
		this.show();
		this.showCamera();
	}

	protected release(): void {
		const undoCutscene = this.cutscene?.end();
		this.leaveClock?.();
		this.leaveClock = undefined;
		this.layers?.end();
		const camera = this.heldCamera;
		this.heldCamera = undefined;
		if (camera) releaseCamera(camera, this.holder);
		// Backwards: the first that was given an instance knows its original state.
		for (const index of $range(this.staged.size() - 1, 0, -1)) this.unstage(this.staged[index]);
		this.staged = [];
		this.folder?.Destroy();
		this.folder = undefined;
		for (const [, show] of this.hidden) show();
		this.hidden = new Map();
		undoCutscene?.();
	}

	private expectSubject(subject: string): void {
		if (this.stretches.some(({ states }) => states.has(subject))) return;
		fail("ReplayPlayer", `subject is ${describeValue(subject)}; expected ${this.names()}`);
	}

	private names(): string {
		const names = new Array<string>();
		for (const { replay } of this.stretches) for (const { name } of replay.subjects) names.push(`"${name}"`);
		return names.isEmpty() ? "a replay with subjects" : `one of ${names.join(", ")}`;
	}

	private findCamera(wanted: boolean | string, { replay, states }: Stretch): SubjectState | undefined {
		if (wanted === false) return undefined;
		const cameras = replay.subjects.filter(({ kind }) => kind === "camera");
		if (wanted === true) return cameras.isEmpty() ? undefined : states.get(cameras[0].name);
		const found = typeIs(wanted, "string") ? cameras.find(({ name }) => name === wanted) : undefined;
		if (!found) {
			const names = cameras.map(({ name }) => `"${name}"`).join(", ");
			fail(
				"ReplayPlayer",
				`camera is ${describeValue(wanted)}; expected true, false${names === "" ? "" : ` or ${names}`}`,
			);
		}
		return states.get(found.name);
	}

	/** Shows the recorded camera at the subjects' time. */
	private showCamera(): void {
		const { cameraState: state, film, filmSample } = this;
		if ((!state && !film) || !this.leaveClock || !RunService.IsClient()) return;
		const camera = Workspace.CurrentCamera;
		film?.sample(this.shownAt, filmSample);
		const own = state ? state.rootAt(this.shownAt) : rigidCFrame(filmSample, 0);
		const fieldOfView = state ? state.fieldOfViewAt(this.shownAt) : buffer.readf64(filmSample, SAMPLE_FIELD_OF_VIEW);
		let loser: CameraHolder | undefined;
		if (this.heldCamera !== camera) {
			const { endings } = this;
			if (this.heldCamera) releaseCamera(this.heldCamera, this.holder);
			// A handler that this ran may have ended the playback.
			if (this.endings !== endings) return;
			this.heldCamera = camera;
			loser = camera && holdCamera(camera, this.holder);
		}
		if (!camera) return;
		moveCamera(camera, this.holder, this.at ? this.at.mul(own) : own, fieldOfView);
		// Last of all: its handlers may do anything, also to this player.
		loser?.lose(camera);
	}

	/** Puts copies into a folder, and hides the originals. */
	private stage(): void {
		const folder = new Instance("Folder");
		folder.Name = "DollyReplay";
		this.folder = folder;
		for (const stretch of this.stretches) {
			for (const subject of stretch.replay.subjects) {
				if (subject.kind !== "camera" && !this.stageAndHide(subject, stretch)) return;
			}
		}
		folder.Parent = this.parent;
		this.notes.flush();
	}

	/** Shows a subject and hides its original. Returns whether the playback continues. */
	private stageAndHide(subject: ReplaySubject, stretch: Stretch): boolean {
		const { endings } = this;
		const staged = this.stageSubject(subject, stretch);
		if (this.endings !== endings) {
			this.unstage(staged);
			return false;
		}
		this.staged.push(staged);
		const original = this.hideOriginals ? originalInstance(subject) : undefined;
		if (!original || this.hidden.has(original) || this.isGiven(original)) return true;
		const show = hideOriginal(original);
		if (this.endings !== endings) {
			show();
			return false;
		}
		this.hidden.set(original, show);
		return true;
	}

	/** Shows or hides a copy. The game may have destroyed it. */
	private place(shown: ShownSubject, folder: Folder | undefined): void {
		const [ok] = pcall(() => {
			shown.model.Parent = folder;
		});
		if (ok) return;
		this.staged = this.staged.filter((staged) => staged.shown !== shown);
		this.notes.add("copies that the game destroyed are not shown", shown.state.subject.name);
		this.notes.flush();
	}

	private isGiven(instance: Instance): boolean {
		return this.staged.some(({ shown, isCopy }) => !isCopy && shown.model === instance);
	}

	private stageSubject(subject: ReplaySubject, stretch: Stretch): Staged {
		const given = this.look === "grey" ? undefined : this.askLook(subject);
		if (given && this.look === "given") {
			this.takeGiven(given);
			const parts = this.anchor(given, subject);
			return { stretch, shown: this.shownBy(given, subject, stretch.replay.rate, false), isCopy: false, parts };
		}
		const known = this.look === "grey" ? undefined : (given ?? originalOf(subject)?.look);
		const source = known ?? (this.look === "grey" ? undefined : this.livingLook(subject));
		const copy = source && copyLook(source);
		if (!copy && this.look !== "grey") {
			this.notes.add("subjects of unknown look are shown in grey; return their look from resolve", subject.name);
		}
		const model = copy ?? greyLook(subject);
		model.Name = subject.name;
		this.anchor(model, subject);
		return { stretch, shown: this.shownBy(model, subject, stretch.replay.rate, true), isCopy: true, parts: [] };
	}

	/** Takes an instance from another player that moves it, which puts it back first. */
	private takeGiven(given: Instance): void {
		const former = movers.get(given);
		if (former && former !== this) former.end("replaced");
		movers.set(given, this);
	}

	/** Returns the current appearance of a subject that was recorded here. */
	private livingLook(subject: ReplaySubject): Model | BasePart | undefined {
		const instance = originalInstance(subject);
		return instance?.IsA("Model") || instance?.IsA("BasePart") ? (instance as Model | BasePart) : undefined;
	}

	private shownBy(model: Model | BasePart, subject: ReplaySubject, rate: number, isCopy: boolean): ShownSubject {
		const shown = new ShownSubject(subject, rate, model, isCopy);
		if (!shown.missing.isEmpty()) {
			this.notes.add("joints that the model lacks are not shown", `${shown.missing.join(", ")} of ${subject.name}`);
		}
		return shown;
	}

	/** Asks the caller for a subject's appearance. */
	private askLook(subject: ReplaySubject): Model | BasePart | undefined {
		const { resolve } = this;
		if (!resolve) return undefined;
		const [outcome, found] = this.ask(resolve, subject, undefined, undefined, undefined);
		if (outcome === Outcome.Failed) fail("ReplayPlayer", `resolve failed for "${subject.name}": ${problemOf(found)}`);
		if (outcome === Outcome.Yielded) {
			fail("ReplayPlayer", `resolve yielded for "${subject.name}"; expected a Model or a part without a wait`);
		}
		if (found === undefined) return undefined;
		if (!typeIs(found, "Instance") || !(found.IsA("Model") || found.IsA("BasePart"))) {
			fail(
				"ReplayPlayer",
				`resolve returned ${describeValue(found)} for "${subject.name}"; expected a Model or a part`,
			);
		}
		return found as Model | BasePart;
	}

	/** Anchors what is moved: the root of a rig, every part of anything else. Returns the previous state. */
	private anchor(model: Model | BasePart, subject: ReplaySubject): Array<PartBefore> {
		const isRig = subject.joints.some(({ kind }) => kind !== "part");
		const before = new Array<PartBefore>();
		const parts = model.IsA("BasePart") ? [model] : model.GetDescendants();
		const root = isRig && model.IsA("Model") ? rootPartOf(model) : undefined;
		for (const part of parts) {
			if (!part.IsA("BasePart")) continue;
			// The other parts of a rig follow its joints.
			const isMoved = !root || part === root;
			before.push({ part, place: isMoved ? part.CFrame : undefined, isAnchored: part.Anchored });
			part.Anchored = isMoved;
		}
		return before;
	}

	/** Rests a subject until its next stretch: a given instance goes back to where it was. */
	private rest({ shown, isCopy, parts }: Staged): void {
		shown.state.isPresent = false;
		if (!isCopy) this.putBack(shown, parts);
	}

	private putBack(shown: ShownSubject, parts: ReadonlyArray<PartBefore>): void {
		shown.restore();
		for (const { part, place } of parts) if (place) part.CFrame = place;
	}

	private unstage({ shown, isCopy, parts }: Staged): void {
		if (isCopy) {
			shown.model.Destroy();
			return;
		}
		if (movers.get(shown.model) === this) movers.delete(shown.model);
		this.putBack(shown, parts);
		for (const { part, isAnchored } of parts) part.Anchored = isAnchored;
	}
}
