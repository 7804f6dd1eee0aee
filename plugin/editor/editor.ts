import { RunService, Workspace } from "@rbxts/services";
import { cleanup, derive, source, untrack } from "@rbxts/vide";
import { isRecording, Job, Recording, Take, takeFromPath } from "../../src/camera";
import { beginStep, HistoryStep, NO_STEP, withHistory } from "../history";
import { Messages } from "../messages";
import { cleanName } from "../place/clean-name";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import {
	addRecording,
	createKeptRecording,
	holdsSame,
	KeptRecording,
	loadRecording,
	renamed,
} from "../recordings/kept-recording";
import { cameraOf, durationOf, rateOf } from "../recordings/recording-facts";
import type { RecordingList } from "../recordings/recording-list";
import { refuse } from "../sentence";
import { KEY_RATE } from "./key-edits";
import { layersOf } from "./film-layers";
import { inPastTense } from "./past-tense";
import { Playback } from "./playback";
import { Selection } from "./selection";
import { TakeWork } from "./take-work";
import { clipsOf, keysOf, markersOf, namesOfItems, timelineCutsOf } from "./timeline-items";
import { moveView, TimeView, wholeView } from "./time-view";

/** The max frames of the drawn flight of a shot or a film. Each move of a drag computes it again. */
const MOST_FLIGHT_FRAMES = 6000;

/** The longest recording that an edit can make, in seconds: a mistyped time must not fill the memory with frames. */
const LONGEST = 86_400;

/** The metadata key of the picture's aspect ratio, width by height. */
const ASPECT = "aspect";

/** Makes the changed recording from the current one. */
export type Change = (recording: Recording) => Recording;

/** The panel to the right of the lanes. */
export type Side = "none" | "key" | "fit" | "tool" | "layer" | "marker";

/** A drag, or another change that is shown before it is kept. */
export interface Gesture {
	/** Shows the recording as changed so far. */
	show: (recording: Recording) => void;
	/** Keeps the shown recording as one step of history. */
	commit: () => void;
	/**
	 * Restores the previous recording. Also reverts changes that others made to the place meanwhile, unless
	 * `keepsOthers`.
	 */
	cancel: (keepsOthers?: boolean) => void;
	/** Returns whether it was kept or cancelled. */
	isOver: () => boolean;
}

/** Returns the camera's motion as a take, from which curves and paths are drawn. */
function flightOf(recording: Recording): Take | undefined {
	if (isRecording(recording, "take")) return recording;
	if (isRecording(recording, "replay")) return cameraOf(recording);
	const clips = clipsOf(recording);
	const duration = clips[clips.size() - 1].finish;
	const rate = math.clamp(MOST_FLIGHT_FRAMES / math.max(duration, 1), 1, KEY_RATE);
	// What is drawn cannot wait for the next frame.
	const job = new Job({ pause: () => {} });
	// A film of replays without cameras has no flight.
	const [ok, flight] = pcall(() => takeFromPath(recording, { rate, job }));
	return ok ? (flight as Take) : undefined;
}

/**
 * The open recording and the state that panels and viewport share: the shown recording, the selection, the playhead and
 * the view of the timeline. Makes changes, each as one step of Studio's history.
 */
export class Editor {
	public readonly opened = source<KeptRecording | undefined>(undefined);
	/** The open recording, or its changed version during a drag or a preview. */
	public readonly shown = source<Recording | undefined>(undefined);
	/** The motion of its camera. */
	public readonly flight = source<Take | undefined>(undefined);
	/** The visible part of the timeline. */
	public readonly view = source<TimeView>(wholeView(0));
	public readonly mode = source<"keys" | "curves">("keys");
	public readonly snaps = source(true);
	public readonly showsSafeFrame = source(false);
	public readonly side = source<Side>("none");
	/** Whether the shown recording is a preview, to be applied or cancelled. */
	public readonly isPreview = source(false);
	public readonly selection = new Selection();
	public readonly playback = new Playback();
	/** Fits keys, and edits whole takes. */
	public readonly takeWork: TakeWork;

	/** The clips on the timeline. */
	public readonly clips = derive(() => this.itemsOf(clipsOf));
	public readonly keys = derive(() => this.itemsOf(keysOf));
	public readonly markers = derive(() => this.itemsOf(markersOf));
	public readonly cuts = derive(() => this.itemsOf(timelineCutsOf));
	public readonly layers = derive(() => this.itemsOf(layersOf));
	/** Frames per second of the timeline's grid. */
	public readonly rate = derive(() => {
		const shown = this.shown();
		return (shown && rateOf(shown)) ?? KEY_RATE;
	});
	/** The aspect ratio that the recording was made for, width by height; 0 fits any viewport. */
	public readonly frameAspect = derive(() => {
		const aspect = this.shown()?.metadata?.[ASPECT];
		return typeIs(aspect, "number") && aspect > 0 && aspect < math.huge ? aspect : 0;
	});
	public readonly chosenKeys = derive(() => this.keys().filter(({ id }) => this.selection.has(id)));

	private kept?: Recording;
	private gesture?: Gesture;

	constructor(
		public readonly list: RecordingList,
		public readonly messages: Messages,
	) {
		this.takeWork = new TakeWork(this);
		cleanup(() => this.playback.destroy());
	}

	/** Returns the open recording as it is in the place, to be changed. */
	public recording(): Recording | undefined {
		return this.kept;
	}

	/** Opens a recording of the place. An unreadable one can be renamed and deleted. */
	public open(recording: KeptRecording): void {
		this.messages.attempt(() => {
			// The drag is of the previous recording.
			this.gesture?.cancel();
			const before = untrack(this.opened);
			// An edit puts another holder under the same name; renaming keeps the holder.
			const isSame = before?.name === recording.name || before?.holder === recording.holder;
			const isOpen = isSame && this.kept !== undefined;
			const chosen = isOpen ? this.chosenNames() : new Set<string>();
			this.opened(recording);
			const [ok, loaded] = pcall(() => loadRecording(recording));
			if (!ok) {
				this.present(undefined);
				error(loaded, 0);
			}
			if (!isOpen) {
				this.selection.clear();
				this.side("none");
			}
			this.isPreview(false);
			this.present(loaded as Recording);
			if (isOpen) this.chooseNamed(chosen);
			else {
				this.messages.say("");
				this.playback.pause();
				this.playback.seek(0);
				this.fit();
			}
		});
	}

	public close(): void {
		this.gesture?.cancel();
		this.opened(undefined);
		this.selection.clear();
		this.side("none");
		this.isPreview(false);
		this.present(undefined);
	}

	/** Updates after an outside change, such as undo: shows the open recording as it is, or nothing if it is gone. */
	public follow(): void {
		const opened = untrack(this.opened);
		if (!opened) return;
		const recordings = untrack(this.list.recordings);
		// An edit replaces the holder with another; undo brings the previous one back.
		const now =
			recordings.find(({ holder }) => holder === opened.holder) ?? recordings.find(({ name }) => name === opened.name);
		if (now === opened && this.kept) return;
		// Keeping the drag would put its recording next to the one that undo restored, or restore a deleted one.
		const wasDragged = this.gesture !== undefined;
		this.gesture?.cancel(true);
		// The message is about a recording that is gone.
		this.messages.say("");
		if (now) {
			this.opened(now);
			this.open(now);
		} else this.close();
		if (wasDragged) this.messages.complain("The recording was changed elsewhere, so the drag was cancelled.");
	}

	/** Adds a new recording to the place and opens it, as one step of history. */
	public create(recording: Recording, what: string): void {
		let holder: StringValue | undefined;
		withHistory(what, () => (holder = addRecording(recording)));
		this.openHolder(holder!);
	}

	/**
	 * Changes the open recording as one step of history and shows a message, or the reason if it cannot change. Calls
	 * `onKept` after the change.
	 */
	public change(what: string, change: Change, said?: string, onKept?: () => void): void {
		this.messages.attempt(() => {
			const before = this.expectKept();
			if (untrack(this.isPreview)) refuse("Apply or cancel the preview first.");
			const changed = change(before);
			if (changed === before) return;
			withHistory(what, () => this.keep(this.pack(changed), changed));
			this.sayKept(said ?? `${inPastTense(what)}. Ctrl+Z undoes it.`);
			onKept?.();
		});
	}

	/**
	 * Begins a drag: one step of history until it ends. Returns undefined and shows the reason if no drag can begin.
	 */
	public beginGesture(what: string, said?: () => string): Gesture | undefined {
		if (!this.kept) return undefined;
		if (untrack(this.isPreview)) {
			this.messages.complain("Apply or cancel the preview first.");
			return undefined;
		}
		this.gesture?.cancel();
		let step: HistoryStep | undefined;
		let isOver = false;
		const [ok, problem] = pcall(() => (step = beginStep(what)));
		if (!ok || !step) {
			this.messages.complain(ok ? NO_STEP : problem);
			return undefined;
		}
		let latest: Recording | undefined;
		const chosen = this.selection.all();
		const finish = () => {
			isOver = true;
			this.gesture = undefined;
		};
		const goBack = (keepsOthers = false) => {
			// Before it is kept, a drag changes nothing in the place.
			if (keepsOthers) step!.commit();
			else step!.cancel();
			this.present(this.kept);
			// A drag changes the indices of keys, and with them the selection.
			this.selection.set(chosen);
		};
		const gesture: Gesture = {
			show: (recording) => {
				if (isOver) return;
				latest = recording;
				this.present(recording, true);
			},
			commit: () => {
				if (isOver) return;
				finish();
				if (!latest) {
					step!.cancel();
					return;
				}
				let isSame = false;
				const [kept, refusal] = pcall(() => {
					const holder = this.pack(latest!);
					// A drag back to the start leaves no step.
					isSame = holdsSame(holder, untrack(this.opened)!.holder);
					if (!isSame) this.keep(holder, latest!);
				});
				if (isSame) {
					goBack();
				} else if (kept) {
					step!.commit();
					this.sayKept(said?.() ?? `${inPastTense(what)}. Ctrl+Z puts it back.`);
				} else {
					goBack();
					this.messages.complain(refusal);
				}
			},
			cancel: (keepsOthers) => {
				if (isOver) return;
				finish();
				goBack(keepsOthers);
			},
			isOver: () => isOver,
		};
		this.gesture = gesture;
		return gesture;
	}

	/** Cancels the current drag. Returns false if there is none. */
	public cancelGesture(): boolean {
		const { gesture } = this;
		gesture?.cancel();
		return gesture !== undefined;
	}

	/** Shows a tool's result for the open recording, until it is applied or cancelled. */
	public preview(recording: Recording): void {
		if (!this.kept) return;
		this.isPreview(true);
		this.present(recording, true);
	}

	/** Ends the preview and shows the recording as it is. */
	public cancelPreview(): void {
		if (!untrack(this.isPreview)) return;
		this.isPreview(false);
		this.present(this.kept);
	}

	/** Keeps the preview as one step of history. */
	public applyPreview(what: string, said?: string): void {
		const shown = untrack(this.shown);
		if (!untrack(this.isPreview) || !shown) return;
		this.isPreview(false);
		this.messages.attempt(() => {
			const [ok, problem] = pcall(() => withHistory(what, () => this.keep(this.pack(shown), shown)));
			if (!ok) {
				this.present(this.kept);
				error(problem, 0);
			}
			this.sayKept(said ?? `${inPastTense(what)}. Ctrl+Z undoes it.`);
		});
	}

	public rename(wanted: string): void {
		const name = cleanName(wanted);
		const opened = untrack(this.opened);
		if (!opened || name === "" || name === opened.name) return;
		this.messages.attempt(() => {
			withHistory("Rename", () => (opened.holder.Name = freeName(findSection("Recordings"), name)));
			this.openHolder(opened.holder);
			this.messages.say(`Renamed to ${opened.holder.Name}. Ctrl+Z undoes it.`);
		});
	}

	public setMap(wanted: string): void {
		const map = cleanName(wanted);
		if (map !== this.kept?.map) this.change("Change map", (recording) => ({ ...recording, map }));
	}

	/** Sets the aspect ratio that the recording is made for, width by height; 0 fits any viewport. */
	public setAspect(aspect: number): void {
		if (aspect === untrack(this.frameAspect)) return;
		this.change("Set aspect", (recording) => {
			const metadata: Record<string, string | number> = { ...recording.metadata };
			if (aspect > 0) metadata[ASPECT] = aspect;
			else delete metadata[ASPECT];
			return { ...recording, metadata };
		});
	}

	/** Shows the whole recording. */
	public fit(): void {
		this.view(wholeView(untrack(this.playback.duration)));
	}

	/** Shows a range of time. */
	public frame(start: number, finish: number): void {
		const span = math.max(finish - start, 0.5) * 1.2;
		const middle = (start + finish) / 2;
		this.view(moveView({ start: 0, span }, middle - span / 2, untrack(this.playback.duration)));
	}

	/** Returns the user's own view, for a new key. */
	public ownView(): { cframe: CFrame; fieldOfView: number } {
		const camera = Workspace.CurrentCamera!;
		return { cframe: camera.CFrame, fieldOfView: camera.FieldOfView };
	}

	/** Opens a recording by its holder. */
	public openHolder(holder: StringValue): void {
		this.list.refresh();
		const found = untrack(this.list.recordings).find((recording) => recording.holder === holder);
		if (found) this.open(found);
		else this.close();
	}

	/** Returns the chosen items by names that stay valid if an edit or undo changes their indices. */
	private chosenNames(): Set<string> {
		const names = new Set<string>();
		if (!this.kept) return names;
		for (const [id, name] of namesOfItems(this.kept)) if (untrack(() => this.selection.has(id))) names.add(name);
		return names;
	}

	private chooseNamed(names: ReadonlySet<string>): void {
		const ids = new Array<string>();
		for (const [id, name] of namesOfItems(this.kept!)) if (names.has(name)) ids.push(id);
		this.selection.set(ids);
	}

	private itemsOf<T extends defined>(find: (recording: Recording) => Array<T>): Array<T> {
		const shown = this.shown();
		return shown ? find(shown) : [];
	}

	private expectKept(): Recording {
		if (this.kept) return this.kept;
		return refuse(
			this.opened()
				? "This recording is damaged: rename or delete it."
				: "No recording is open. Press I to start a shot, or open one in the Library.",
		);
	}

	/** Shows a message about a change. In play mode, which has no undo, it adds how long the change lasts. */
	private sayKept(said: string): void {
		this.messages.say(RunService.IsEdit() ? said : "This change lasts until play mode ends.");
	}

	/** Makes a holder for a changed recording, to replace the open one's. */
	private pack(changed: Recording): StringValue {
		const most = math.max(LONGEST, this.kept ? durationOf(this.kept) : 0);
		if (!(durationOf(changed) <= most)) refuse("A recording can last at most a day. Type an earlier time.");
		return createKeptRecording(renamed(changed, untrack(this.opened)!.name));
	}

	/** Replaces the open recording with a changed one. */
	private keep(holder: StringValue, changed: Recording): void {
		const opened = untrack(this.opened)!;
		holder.Parent = ensureSection("Recordings");
		// Last, because a playtest has no history that could restore it if the place refuses the other.
		opened.holder.Parent = undefined;
		this.list.refresh();
		const found = untrack(this.list.recordings).find((recording) => recording.holder === holder);
		this.opened(found);
		this.present(renamed(changed, opened.name));
	}

	/** Shows a recording on the timeline and in the viewport. `isPassing` marks one that is not kept. */
	private present(recording: Recording | undefined, isPassing = false): void {
		if (!isPassing) this.kept = recording;
		const flight = recording && flightOf(recording);
		this.flight(flight && flight.count > 0 ? flight : undefined);
		this.shown(recording);
		this.playback.load(recording, untrack(this.flight), untrack(this.rate), isPassing);
	}
}
