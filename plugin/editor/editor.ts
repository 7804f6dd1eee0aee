import { RunService, Workspace } from "@rbxts/services";
import { cleanup, derive, source, untrack } from "@rbxts/vide";
import { isRecording, Recording, Take, takeFromPath } from "../../src/camera";
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

/** The most frames of the flight that is drawn of a shot or a film: a drag makes it anew at each move. */
const MOST_FLIGHT_FRAMES = 6000;

/** Seconds of the longest recording that an edit makes: a time that was mistyped would fill the memory with frames. */
const LONGEST = 86_400;

/** What a recording's metadata calls the width of its picture for its height. */
const ASPECT = "aspect";

/** What a change makes of a recording. */
export type Change = (recording: Recording) => Recording;

/** What stands at the right of the lanes. */
export type Side = "none" | "key" | "fit" | "tool" | "layer" | "marker";

/** A drag or another change that is shown before it is kept. */
export interface Gesture {
	/** Shows what has become of the recording so far. */
	show: (recording: Recording) => void;
	/** Keeps what is shown as one step of history. */
	commit: () => void;
	/**
	 * Goes back to what was before; what others did to the place meanwhile is taken back too, unless that is to stay.
	 */
	cancel: (keepsOthers?: boolean) => void;
	/** Whether it was kept or cancelled, by whomever. */
	isOver: () => boolean;
}

/** What the camera of a recording does, as a take: what curves and paths are drawn of. */
function flightOf(recording: Recording): Take | undefined {
	if (isRecording(recording, "take")) return recording;
	if (isRecording(recording, "replay")) return cameraOf(recording);
	const clips = clipsOf(recording);
	const duration = clips[clips.size() - 1].finish;
	const rate = math.clamp(MOST_FLIGHT_FRAMES / math.max(duration, 1), 1, KEY_RATE);
	// A film of replays without cameras has no flight.
	const [ok, flight] = pcall(() => takeFromPath(recording, { rate }));
	return ok ? (flight as Take) : undefined;
}

/**
 * The recording that is open, and all that panels and viewport share of it: what is shown and chosen, the playhead, the view of the
 * timeline. Changes are made here, each as one step of Studio's history.
 */
export class Editor {
	public readonly opened = source<KeptRecording | undefined>(undefined);
	/** The open recording, or what a drag or a preview makes of it. */
	public readonly shown = source<Recording | undefined>(undefined);
	/** What its camera does. */
	public readonly flight = source<Take | undefined>(undefined);
	/** The part of the timeline that is in view. */
	public readonly view = source<TimeView>(wholeView(0));
	public readonly mode = source<"keys" | "curves">("keys");
	public readonly snaps = source(true);
	public readonly showsSafeFrame = source(false);
	public readonly side = source<Side>("none");
	/** Whether what is shown is a preview, to be applied or cancelled. */
	public readonly isPreview = source(false);
	public readonly selection = new Selection();
	public readonly playback = new Playback();
	/** The fitting of keys, and edits of whole takes. */
	public readonly takeWork: TakeWork;

	/** What is on the timeline. */
	public readonly clips = derive(() => this.itemsOf(clipsOf));
	public readonly keys = derive(() => this.itemsOf(keysOf));
	public readonly markers = derive(() => this.itemsOf(markersOf));
	public readonly cuts = derive(() => this.itemsOf(timelineCutsOf));
	public readonly layers = derive(() => this.itemsOf(layersOf));
	/** Frames per second that everything on the timeline stands on. */
	public readonly rate = derive(() => {
		const shown = this.shown();
		return (shown && rateOf(shown)) ?? KEY_RATE;
	});
	/** The width of the picture for its height that the recording was made for; 0 is that of any viewport. */
	public readonly frameAspect = derive(() => {
		const aspect = this.shown()?.metadata?.[ASPECT];
		return typeIs(aspect, "number") && aspect > 0 && aspect < math.huge ? aspect : 0;
	});
	/** The keys that are chosen. */
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

	/** The open recording as it is in the place, for what changes it. */
	public recording(): Recording | undefined {
		return this.kept;
	}

	/** Opens a recording of the place. One that cannot be read can be renamed and deleted. */
	public open(recording: KeptRecording): void {
		this.messages.attempt(() => {
			// What is dragged is of what was open.
			this.gesture?.cancel();
			const before = untrack(this.opened);
			// An edit puts another holder under the same name; who renames one keeps the holder.
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

	/** Opens nothing. */
	public close(): void {
		this.gesture?.cancel();
		this.opened(undefined);
		this.selection.clear();
		this.side("none");
		this.isPreview(false);
		this.present(undefined);
	}

	/** After a change from outside, undo among them: shows what the open recording is now, or nothing if it is gone. */
	public follow(): void {
		const opened = untrack(this.opened);
		if (!opened) return;
		const recordings = untrack(this.list.recordings);
		// An edit puts another holder in the place of the previous one; undo brings that back.
		const now =
			recordings.find(({ holder }) => holder === opened.holder) ?? recordings.find(({ name }) => name === opened.name);
		if (now === opened && this.kept) return;
		// To keep what a drag began with would put it beside what undo brought back, or bring back what was deleted.
		const wasDragged = this.gesture !== undefined;
		this.gesture?.cancel(true);
		// What was said is about what is no more.
		this.messages.say("");
		if (now) {
			this.opened(now);
			this.open(now);
		} else this.close();
		if (wasDragged) this.messages.complain("The recording was changed elsewhere, so the drag was cancelled.");
	}

	/** Makes a new recording of the place and opens it, as one step of history. */
	public create(recording: Recording, what: string): void {
		let holder: StringValue | undefined;
		withHistory(what, () => (holder = addRecording(recording)));
		this.openHolder(holder!);
	}

	/**
	 * Changes the open recording as one step of history, and says so; if it cannot be changed now, why. `onKept` is called once it is
	 * changed.
	 */
	public change(what: string, change: Change, said?: string, onKept?: () => void): void {
		this.messages.attempt(() => {
			const before = this.expectKept();
			if (untrack(this.isPreview)) refuse("Apply or cancel the preview first.");
			const changed = change(before);
			if (changed === before) return;
			withHistory(what, () => this.keep(this.pack(changed), changed));
			this.sayKept(said ?? `${inPastTense(what)}. Ctrl+Z takes it back.`);
			onKept?.();
		});
	}

	/** Begins a drag: one step of history from now until it is let go. Undefined, with the reason said, if none can begin. */
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
			// Until it is kept, a drag itself changes nothing in the place.
			if (keepsOthers) step!.commit();
			else step!.cancel();
			this.present(this.kept);
			// A drag changes the numbers of keys, and with them what is chosen.
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
					// What was dragged back to where it was leaves no step.
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

	/** Cancels the drag that is under way; false if there is none. */
	public cancelGesture(): boolean {
		const { gesture } = this;
		gesture?.cancel();
		return gesture !== undefined;
	}

	/** Shows what a tool would make of the open recording, until it is applied or cancelled. */
	public preview(recording: Recording): void {
		if (!this.kept) return;
		this.isPreview(true);
		this.present(recording, true);
	}

	/** Goes back from a preview to the recording as it is. */
	public cancelPreview(): void {
		if (!untrack(this.isPreview)) return;
		this.isPreview(false);
		this.present(this.kept);
	}

	/** Keeps what the preview shows, as one step of history. */
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
			this.sayKept(said ?? `${inPastTense(what)}. Ctrl+Z takes it back.`);
		});
	}

	public rename(wanted: string): void {
		const name = cleanName(wanted);
		const opened = untrack(this.opened);
		if (!opened || name === "" || name === opened.name) return;
		this.messages.attempt(() => {
			withHistory("Rename", () => (opened.holder.Name = freeName(findSection("Recordings"), name)));
			this.openHolder(opened.holder);
			this.messages.say(`Renamed to ${opened.holder.Name}. Ctrl+Z takes it back.`);
		});
	}

	public setMap(wanted: string): void {
		const map = cleanName(wanted);
		if (map !== this.kept?.map) this.change("Change map", (recording) => ({ ...recording, map }));
	}

	/** Sets the picture that the recording is made for, as its width for its height; 0 is that of any viewport. */
	public setAspect(aspect: number): void {
		if (aspect === untrack(this.frameAspect)) return;
		this.change("Set aspect", (recording) => {
			const metadata: Record<string, string | number> = { ...recording.metadata };
			if (aspect > 0) metadata[ASPECT] = aspect;
			else delete metadata[ASPECT];
			return { ...recording, metadata };
		});
	}

	/** All of the recording in view. */
	public fit(): void {
		this.view(wholeView(untrack(this.playback.duration)));
	}

	/** Brings a stretch of time into view. */
	public frame(start: number, finish: number): void {
		const span = math.max(finish - start, 0.5) * 1.2;
		const middle = (start + finish) / 2;
		this.view(moveView({ start: 0, span }, middle - span / 2, untrack(this.playback.duration)));
	}

	/** Where the person looks from: what a new key takes. */
	public ownView(): { cframe: CFrame; fieldOfView: number } {
		const camera = Workspace.CurrentCamera!;
		return { cframe: camera.CFrame, fieldOfView: camera.FieldOfView };
	}

	/** Opens a recording by what holds it. */
	public openHolder(holder: StringValue): void {
		this.list.refresh();
		const found = untrack(this.list.recordings).find((recording) => recording.holder === holder);
		if (found) this.open(found);
		else this.close();
	}

	/** What is chosen, by names that hold where an edit or undo has moved other things to its place. */
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
		return refuse(this.opened() ? "This recording is damaged: rename or delete it." : "No recording is open.");
	}

	/** Says what was changed; in play mode, where there is no undo, how long that lasts. */
	private sayKept(said: string): void {
		this.messages.say(RunService.IsEdit() ? said : "This change lasts until play mode ends.");
	}

	/** Makes what is to hold a changed recording instead of the open one. */
	private pack(changed: Recording): StringValue {
		const most = math.max(LONGEST, this.kept ? durationOf(this.kept) : 0);
		if (!(durationOf(changed) <= most)) refuse("A recording lasts a day at most. Type an earlier time.");
		return createKeptRecording(renamed(changed, untrack(this.opened)!.name));
	}

	/** Puts a changed recording in the place of the open one. */
	private keep(holder: StringValue, changed: Recording): void {
		const opened = untrack(this.opened)!;
		holder.Parent = ensureSection("Recordings");
		// Last, because a playtest has no history that brings it back if the place refuses the other.
		opened.holder.Parent = undefined;
		this.list.refresh();
		const found = untrack(this.list.recordings).find((recording) => recording.holder === holder);
		this.opened(found);
		this.present(renamed(changed, opened.name));
	}

	/** Shows a recording on the timeline and in the viewport; a passing one is not kept. */
	private present(recording: Recording | undefined, isPassing = false): void {
		if (!isPassing) this.kept = recording;
		const flight = recording && flightOf(recording);
		this.flight(flight && flight.count > 0 ? flight : undefined);
		this.shown(recording);
		this.playback.load(recording, untrack(this.flight), untrack(this.rate), isPassing);
	}
}
