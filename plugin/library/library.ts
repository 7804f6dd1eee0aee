import { RunService, UserInputService } from "@rbxts/services";
import { cleanup, derive, source, untrack } from "@rbxts/vide";
import { isRecording, Recording } from "../../src/camera";
import { formatCount } from "../../ui/format";
import { Editor } from "../editor/editor";
import { tryHistory, withHistory } from "../history";
import { LongWork } from "../long-work";
import { MenuItem, Menus } from "../menus";
import { Messages } from "../messages";
import { cleanName } from "../place/clean-name";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { addRecording, KeptRecording } from "../recordings/kept-recording";
import { WaitingRecordings } from "../recordings/play-mode/waiting-recordings";
import { KIND_WORDS, RecordingKind } from "../recordings/recording-facts";
import { RECORDING_EXTENSIONS, readRecordingsFile } from "../recordings/recording-files";
import { RecordingList } from "../recordings/recording-list";
import { isFound } from "../recordings/recording-order";
import { RecordingTextReader } from "../recordings/recording-text";
import { refuse, sentenceOf } from "../sentence";
import { numberFrom } from "../sequencer/read-number";
import type { RememberedSettings } from "../settings";
import { Countdown } from "./countdown";
import { FlyCamera } from "../../ui/fly-camera";
import { exportMenu } from "./library-menus";
import { RunningRecording } from "./running-recording";
import { followSelectedModels } from "./selected-models";
import { WaysOut } from "./ways-out";

/** The tabs of the list. Films are listed with the shots, because both are made in the Sequencer. */
export type Tab = "takes" | "shots" | "replays";

/** The page over the list. */
export type Sheet = "none" | "record" | "details" | "paste" | "copy";

function tabOf(kind: RecordingKind): Tab {
	if (kind === "take") return "takes";
	return kind === "replay" ? "replays" : "shots";
}

/** The recordings of the place, and their ways in and out: recording, files, text. */
export class Library {
	public readonly messages = new Messages();
	public readonly list = new RecordingList(() => {
		this.editor.follow();
		this.followDeleted();
	});
	public readonly editor: Editor;
	public readonly recording = new RunningRecording();
	public readonly countdown = new Countdown();
	public readonly search = source("");
	public readonly tab = source<Tab>("takes");
	public readonly sheet = source<Sheet>("none");
	public readonly isEdit = RunService.IsEdit();
	public readonly waiting: WaitingRecordings;
	public readonly menus: Menus;
	public readonly out: WaysOut;
	/** The selected models that could be recorded too. */
	public readonly models = followSelectedModels();
	/** The text at the top of the viewport, or empty. */
	public readonly banner = derive(() => this.bannerText());
	/** Show the widgets of the Sequencer and of the library. */
	public showSequencer?: () => void;
	public showLibrary?: () => void;

	private readonly pasted = new RecordingTextReader();
	private readonly fly: FlyCamera;
	private importWork?: LongWork;
	/** The last deleted recording, to be opened again if undo restores it. */
	private deleted?: StringValue;
	private isDeletedGone = false;

	constructor(
		private readonly plugin: Plugin,
		public readonly settings: RememberedSettings,
	) {
		this.menus = new Menus(plugin);
		this.editor = new Editor(this.list, this.messages);
		this.out = new WaysOut(plugin, this.messages);
		this.fly = new FlyCamera(
			() => settings.get("flySpeed"),
			(speed) => settings.set("flySpeed", speed),
			this.isEdit,
		);
		this.waiting = new WaitingRecordings(plugin, this.isEdit, {
			say: (message) => this.messages.say(message),
			complain: (problem) => this.messages.complain(problem),
			onPlaced: (holder) => this.notice(holder),
		});
		const escaping = UserInputService.InputBegan.Connect(({ KeyCode }) => {
			if (KeyCode === Enum.KeyCode.Escape) this.cancelCountdown();
		});
		cleanup(() => {
			escaping.Disconnect();
			this.importWork?.cancel();
			this.fly.stop();
		});
	}

	/** Returns all recordings of a tab, without the search. */
	public of(tab: Tab): Array<KeptRecording> {
		return this.list.recordings().filter(({ kind }) => tabOf(kind) === tab);
	}

	/** Returns the recordings of the shown tab that match the search. */
	public found(): Array<KeptRecording> {
		const search = this.search();
		return this.of(this.tab()).filter((recording) => isFound(recording, search));
	}

	/** Starts a recording, or stops it and keeps the result. During a countdown, cancels it. */
	public toggleRecording(): void {
		if (untrack(this.recording.isRecording)) this.finishRecording();
		else if (!this.cancelCountdown()) this.beginRecording();
	}

	/** Cancels the countdown. Returns false if none runs. */
	public cancelCountdown(): boolean {
		if (!this.countdown.cancel()) return false;
		this.fly.stop();
		this.messages.say("The recording was cancelled.");
		return true;
	}

	/** Stops the recording and discards it. */
	public discardRecording(): void {
		if (!untrack(this.recording.isRecording)) return;
		const name = untrack(this.recording.name);
		this.recording.discard();
		this.fly.stop();
		this.messages.say(`${name} was discarded.`);
	}

	/** Tries again to add the recordings that the place refused. */
	public tryWaitingAgain(): void {
		this.messages.attempt(() => this.waiting.tryAgain());
	}

	/** Opens a recording of the list in the editor. */
	public open(recording: KeptRecording): void {
		this.editor.open(recording);
	}

	/** Opens a recording, and the Sequencer. */
	public openInSequencer(recording = untrack(this.editor.opened)): void {
		if (!recording) return;
		if (untrack(this.editor.opened) !== recording) this.open(recording);
		this.showSequencer?.();
	}

	/** Opens a recording in the Sequencer to fit keys to its flight. */
	public fitKeys(recording = untrack(this.editor.opened)): void {
		if (!recording) return;
		this.openInSequencer(recording);
		if (untrack(this.editor.shown)) this.editor.side("fit");
	}

	/** Shows the export menu of the open recording. */
	public showExportMenu(): void {
		const opened = untrack(this.editor.opened);
		if (opened) this.showMenuOf(opened, exportMenu(this, opened));
		else this.messages.complain("Nothing is open. Choose a recording in the Library first.");
	}

	/** Shows a menu of a recording in the place. */
	public showMenuOf(recording: KeptRecording, items: ReadonlyArray<MenuItem>): void {
		this.showMenu(items, () => recording.holder.IsDescendantOf(game), recording.name);
	}

	/** Shows a menu of the open recording, at the pointer. */
	public showMenuOfOpened(items: ReadonlyArray<MenuItem>): void {
		const before = this.editor.recording();
		this.showMenu(items, () => this.editor.recording() === before, "The recording");
	}

	/** Adds a copy of a recording to the place, and opens it. */
	public duplicate(recording: KeptRecording): void {
		this.messages.attempt(() => {
			const { holder, kind, name } = recording;
			const copy = holder.Clone() as StringValue | undefined;
			if (!copy) refuse(`Studio cannot copy ${name} while its Archivable property is off. Switch it on.`);
			withHistory(`Duplicate ${KIND_WORDS[kind].one}`, () => {
				copy.Name = freeName(findSection("Recordings"), name);
				copy.Parent = ensureSection("Recordings");
			});
			this.editor.openHolder(copy);
			this.sayChanged(`Duplicated ${name} as ${copy.Name}`, "Ctrl+Z undoes it");
		});
	}

	public remove(recording: KeptRecording): void {
		this.messages.attempt(() => {
			const { holder, kind, name } = recording;
			withHistory(`Delete ${KIND_WORDS[kind].one}`, () => (holder.Parent = undefined));
			this.deleted = holder;
			this.isDeletedGone = true;
			if (untrack(this.editor.opened)?.holder === holder) this.editor.close();
			this.list.refresh();
			this.sayChanged(`Deleted ${name}`, "Ctrl+Z brings it back");
		});
	}

	/** Begins to drag a recording out of the panel; dropping it on the Sequencer adds it. */
	public drag(recording: KeptRecording): void {
		const plugin = this.plugin as unknown as { StartDrag(data: object): void };
		const data: Array<[string, string]> = [
			["Sender", "DollyLibrary"],
			["MimeType", "text/x-dolly-recording"],
			["Data", recording.name],
		];
		plugin.StartDrag(new Map(data));
	}

	/** Sets the frames per second of recordings from typed text. */
	public setRate(text: string): void {
		const rate = numberFrom(text);
		if (rate !== undefined && rate >= 1 && rate <= 240) {
			this.settings.set("rate", rate);
			this.messages.say("");
		} else {
			this.messages.complain(`The rate is ${text}. Type frames per second, from 1 to 240.`);
		}
	}

	/** Sets the speed of the fly camera from typed text. */
	public setFlySpeed(text: string): void {
		const speed = numberFrom(text);
		if (speed !== undefined && speed >= 1 && speed <= 1000) {
			this.settings.set("flySpeed", speed);
			this.messages.say("");
		} else {
			this.messages.complain(`The speed is ${text}. Type studs per second, from 1 to 1000.`);
		}
	}

	/** Asks for files and adds the recordings in them. */
	public importFiles(): void {
		this.messages.attempt(() => {
			if (this.importWork?.isRunning()) refuse("Other files are being imported. Wait until they are in the place.");
			const studio = game.GetService("StudioService");
			const files = studio.PromptImportFilesAsync(RECORDING_EXTENSIONS) as Array<File> | undefined;
			if (!files) refuse("A file is larger than 100 MB.");
			if (files.isEmpty()) return;
			const rate = this.settings.get("rate");
			this.importWork = new LongWork(
				(work) => {
					const found = new Array<Recording>();
					const problems = new Array<string>();
					for (const file of files) {
						const [ok, result] = pcall(() => {
							return readRecordingsFile(file.Name, buffer.fromstring(file.GetBinaryContents()), rate, work.job);
						});
						// A cancelled run ends here.
						work.pausePoint();
						if (ok) result.forEach((recording) => found.push(recording));
						else problems.push(`"${file.Name}" cannot be read. ${sentenceOf(result)}`);
					}
					// An unreadable file does not stop the others.
					let said = "";
					if (!found.isEmpty()) {
						this.keep(found, found.size() === 1 ? "Import recording" : "Import recordings");
						said = untrack(this.messages.text);
					}
					if (!problems.isEmpty()) {
						this.messages.complain([said, ...problems].filter((line) => line !== "").join(" "));
					}
				},
				{
					onProgress: (_, what) => this.messages.say(what),
					onDone: () => {},
					onFail: (problem) => this.messages.complain(problem),
					onCancel: () => {},
				},
			);
		});
	}

	/** Adds the recordings in a pasted text. */
	public pasteText(text: string): void {
		if (text === "") return;
		this.messages.attempt(() => {
			const recordings = this.pasted.read(text);
			if (recordings.isEmpty()) {
				this.messages.say(this.pasted.describe());
				return;
			}
			this.sheet("none");
			this.keep(recordings, "Paste recording");
		});
	}

	/**
	 * Adds recordings to the place as one step of history, and opens the first. They wait if the place cannot change
	 * now or refuses them. In play mode they are also sent to the edit session. Yields.
	 */
	public keep(recordings: ReadonlyArray<Recording>, what: string): void {
		const holders = new Array<StringValue>();
		const [ok, result] = pcall(() =>
			tryHistory(what, () => recordings.forEach((recording) => holders.push(addRecording(recording)))),
		);
		if (ok && result) {
			this.show(holders[0]);
			this.sayChanged(describeSaved(holders, recordings), "Ctrl+Z undoes it");
			if (this.isEdit) return;
		} else if (this.isEdit) {
			this.messages.say("");
			const problem = ok ? undefined : sentenceOf(result);
			recordings.forEach((recording) => this.waiting.add(recording, what, problem));
			return;
		}
		recordings.forEach((recording) => this.waiting.add(recording, what));
		this.waiting.handOver();
	}

	private showMenu(items: ReadonlyArray<MenuItem>, isCurrent: () => boolean, what: string): void {
		this.menus.show(items, () => {
			if (isCurrent()) return true;
			this.messages.complain(`${what} was changed or removed meanwhile. Open the menu again.`);
			return false;
		});
	}

	private beginRecording(): void {
		this.messages.say("");
		this.sheet("none");
		this.editor.playback.pause();
		this.editor.playback.lookThrough(false);
		if (this.settings.get("flies")) this.fly.start();
		this.countdown.start(this.settings.get("countdown"), () => {
			this.messages.attempt(() => {
				const [ok, problem] = pcall(() => this.startRecording());
				if (ok) return;
				this.fly.stop();
				error(problem, 0);
			});
		});
	}

	private startRecording(): void {
		const map = this.settings.get("map");
		const models = this.settings.get("recordsSelection") ? untrack(this.models) : [];
		const word = models.isEmpty() ? "Take" : "Replay";
		const name = freeName(findSection("Recordings"), cleanName(map === "" ? `${word} 1` : `${map} 1`));
		this.recording.start({ map, name, rate: this.settings.get("rate"), models });
		this.tab(models.isEmpty() ? "takes" : "replays");
		this.search("");
	}

	private finishRecording(): void {
		const recording = this.recording.stop();
		this.fly.stop();
		this.messages.attempt(() => {
			const count = isRecording(recording, "take") || isRecording(recording, "replay") ? recording.count : 0;
			const what = isRecording(recording, "replay") ? "Record replay" : "Record take";
			if (count === 0) {
				this.messages.say("Studio rendered no frame, so there is nothing to keep. Record again.");
			} else if (this.isEdit) {
				this.keep([recording], what);
			} else {
				this.waiting.add(recording, what);
				this.waiting.handOver();
			}
		});
	}

	/** Shows a message about a change of the place, and how to undo it. A playtest keeps nothing. */
	private sayChanged(what: string, undo: string): void {
		this.messages.say(this.isEdit ? `${what}. ${undo}.` : `${what}. This change lasts until play mode ends.`);
	}

	/** Opens a recording, and shows its tab. */
	private show(holder: StringValue): void {
		this.editor.openHolder(holder);
		const opened = untrack(this.editor.opened);
		if (opened) this.tab(tabOf(opened.kind));
	}

	/** Called when a waiting recording has been added to the place. */
	private notice(holder: StringValue): void {
		this.list.refresh();
		if (!untrack(this.editor.opened)) this.show(holder);
	}

	/** Opens the deleted recording again if undo restores it. */
	private followDeleted(): void {
		const { deleted } = this;
		if (!deleted) return;
		const found = untrack(this.list.recordings).find(({ holder }) => holder === deleted);
		if (found && this.isDeletedGone && !untrack(this.editor.opened)) {
			this.show(deleted);
			this.messages.say(`${found.name} is back.`);
		}
		this.isDeletedGone = found === undefined;
	}

	private bannerText(): string {
		const left = this.countdown.left();
		if (left > 0) return `Recording in ${left}. Press Esc to cancel.`;
		if (!this.recording.isRecording() || !this.settings.get("flies")) return "";
		return `Flying at ${this.settings.get("flySpeed")} studs per second. Turn the wheel to change it.`;
	}
}

/** Describes saved recordings in words: `Saved Harbour 4, 258 frames`. */
function describeSaved(holders: ReadonlyArray<StringValue>, recordings: ReadonlyArray<Recording>): string {
	if (holders.size() > 1) return `Saved ${holders.size()} recordings`;
	const [recording] = recordings;
	const hasFrames = isRecording(recording, "take") || isRecording(recording, "replay");
	const frames = hasFrames ? `, ${formatCount(recording.count)} frames` : "";
	return `Saved ${holders[0].Name}${frames}`;
}
