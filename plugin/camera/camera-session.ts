import { RunService } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";
import { FRAME_SIZE, Recorder, Take, TakeMetadata, trimTake } from "../../src/camera";
import { drawPath } from "../../ui/path-drawing";
import { Playback } from "../../ui/playback";
import { theme } from "../../ui/theme";
import { withHistory } from "../history";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { refuse } from "../refuse";
import type { RememberedSettings } from "../settings";
import { fetchTakes, leaveTake } from "./play-mode-takes";
import { Job } from "../job";
import { playingCode } from "./playing-code";
import { readTakesFile, TAKE_EXTENSIONS } from "./take-files";
import { TakeList } from "./take-list";
import { addTake, cleanName, createTakeModule, loadTake, TakeModule } from "./take-module";
import { TakeTextReader, writeTakeText } from "./take-text";

/** Seconds between two looks for takes from play mode. */
const FETCH_PAUSE = 1;

/** What the Camera panel shows and what its buttons do. */
export class CameraSession {
	public readonly isRecording = source(false);
	public readonly isPaused = source(false);
	public readonly seconds = source(0);
	public readonly frames = source(0);
	public readonly chosen = source<TakeModule | undefined>(undefined);
	/** Seconds of the chosen take between which a trim keeps it. */
	public readonly trimStart = source(0);
	public readonly trimEnd = source(0);
	/** What is in the box to be copied: the pieces of the chosen take's text, or its playing code; and which of them. */
	public readonly pieces = source<ReadonlyArray<string>>([]);
	public readonly piece = source(1);
	/** What the list is searched for. */
	public readonly search = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	public readonly playback = new Playback();
	public readonly list = new TakeList();

	private recorder?: Recorder;
	private loaded?: Take;
	private readonly pasted = new TakeTextReader();
	private erasePath?: () => void;
	private readonly isEdit = RunService.IsEdit();
	private isOver = false;

	constructor(
		private readonly plugin: Plugin,
		private readonly settings: RememberedSettings,
	) {
		this.playback.setSpeed(settings.get("speed"));
		this.playback.setLoop(settings.get("loop"));
		const counting = RunService.Heartbeat.Connect(() => this.count());
		if (this.isEdit) task.spawn(() => this.followPlayMode());
		cleanup(() => {
			this.isOver = true;
			counting.Disconnect();
			this.recorder?.destroy();
			this.playback.destroy();
			this.erasePath?.();
		});
	}

	/** Starts to record, or ends it and keeps the take. */
	public toggleRecording(): void {
		if (this.isRecording()) {
			this.finishRecording();
		} else {
			this.attempt(() => {
				this.playback.stop();
				const map = this.settings.get("map");
				const name = cleanName(map === "" ? "Take 1" : `${map} 1`);
				this.recorder = new Recorder({ map, name, rate: this.settings.get("rate") });
				this.recorder.start();
				this.isRecording(true);
				this.isPaused(false);
				this.say("Recording the camera.");
			});
		}
	}

	public togglePause(): void {
		if (!this.recorder || !this.isRecording()) return;
		if (this.isPaused()) this.recorder.resume();
		else this.recorder.pause();
		this.isPaused(!this.isPaused());
	}

	/** Throws away what is being recorded. */
	public discardRecording(): void {
		if (!this.isRecording()) return;
		this.endRecorder();
		this.say("The recording was thrown away.");
	}

	/** Makes a take the one that the panel plays and edits. */
	public choose(take: TakeModule): void {
		this.attempt(() => {
			const loaded = loadTake(take);
			this.loaded = loaded;
			this.chosen(take);
			this.playback.load(loaded);
			this.trimStart(0);
			this.trimEnd(take.duration);
			this.pieces([]);
			this.showPath();
			this.say("");
		});
	}

	/** Draws the chosen take's path in the viewport, or not, as the setting says. */
	public showPath(): void {
		this.erasePath?.();
		this.erasePath = undefined;
		if (this.loaded && this.settings.get("showPath")) {
			this.erasePath = drawPath(this.loaded, game.GetService("CoreGui"), {
				color: theme().accent,
				onHandle: (second) => this.playback.seek(second),
			});
		}
	}

	public rename(wanted: string): void {
		const name = cleanName(wanted);
		this.edit("Rename take", (take) => {
			if (name === "" || name === take.name) return take.module;
			take.module.Name = freeName(findSection("Takes"), name);
			return take.module;
		});
	}

	public duplicate(): void {
		this.edit("Duplicate take", (take) => {
			const copy = take.module.Clone();
			copy.Name = freeName(findSection("Takes"), take.name);
			copy.Parent = ensureSection("Takes");
			return copy;
		});
	}

	public remove(): void {
		this.edit("Delete take", (take) => {
			take.module.Parent = undefined;
			return undefined;
		});
	}

	/** Keeps of the chosen take what lies between the trim's ends. */
	public trim(): void {
		this.change("Trim take", (take) => trimTake(take, this.trimStart(), this.trimEnd()));
	}

	public setMap(wanted: string): void {
		const map = cleanName(wanted);
		if (map !== this.loaded?.map) this.change("Change map", (take) => ({ ...take, map }));
	}

	/** Gives a key of the chosen take's metadata a value, which is a number where it reads as one; an empty one removes it. */
	public setMetadata(key: string, text: string): void {
		const number = tonumber(text);
		const value = number !== undefined && tostring(number) === text ? number : text;
		if (key === "" || (this.metadata()[key] ?? "") === value) return;
		this.change("Change metadata", (take) => {
			const metadata = { ...take.metadata, [key]: text === "" ? undefined : value } as unknown as TakeMetadata;
			return { ...take, metadata: next(metadata)[0] === undefined ? undefined : metadata };
		});
	}

	/** The chosen take's metadata. */
	public metadata(): TakeMetadata {
		return (this.chosen() && this.loaded?.metadata) ?? {};
	}

	/** Puts the chosen take into the box as text, in as many pieces as text boxes need. */
	public copyText(): void {
		this.attempt(() => {
			this.show(writeTakeText(this.loaded!));
			const count = this.pieces().size();
			if (count === 1) this.say("The text is in the box: press Ctrl+C to copy it.");
			else this.say(`The text has ${count} pieces: copy each with Ctrl+C, and paste them in any order.`);
		});
	}

	/** Puts a script that plays the chosen take into the box. */
	public copyCode(): void {
		const take = this.chosen();
		if (!take) return;
		this.show([playingCode(take)]);
		this.say("The code is in the box: press Ctrl+C, and paste it into a LocalScript.");
	}

	/** What is in the box to be copied. */
	public text(): string {
		return this.pieces()[this.piece() - 1] ?? "";
	}

	public pasteText(text: string): void {
		if (text === "") return;
		this.attempt(() => {
			const takes = this.pasted.read(text);
			if (takes.isEmpty()) this.say(this.pasted.describe());
			else this.keep(takes, "Paste take");
		});
	}

	/** Asks for files and adds the takes in them. */
	public importFiles(): void {
		this.attempt(() => {
			const files = game.GetService("StudioService").PromptImportFilesAsync(TAKE_EXTENSIONS) as Array<File> | undefined;
			if (!files) refuse("import", "a file is larger than 100 MB");
			if (files.isEmpty()) return;
			const takes = new Array<Take>();
			const rate = this.settings.get("rate");
			new Job(
				(work) => {
					for (const file of files) {
						const bytes = buffer.fromstring(file.GetBinaryContents());
						for (const take of readTakesFile(file.Name, bytes, rate, work)) takes.push(take);
					}
					this.keep(takes, takes.size() === 1 ? "Import take" : "Import takes");
				},
				{
					onProgress: (_, what) => this.say(what),
					onDone: () => {},
					onFail: (problem) => this.complain(problem),
					onCancel: () => {},
				},
			);
		});
	}

	/** Adds takes to the place, as one step of its history, and chooses the first. Yields. */
	public keep(takes: ReadonlyArray<Take>, what: string): void {
		const modules = new Array<ModuleScript>();
		withHistory(what, () => takes.forEach((take) => modules.push(addTake(take))));
		this.chooseModule(modules[0]);
		const names = modules.size() === 1 ? `"${modules[0].Name}" is` : `${modules.size()} takes are`;
		this.say(`${names} in the place.`);
	}

	public say(message: string): void {
		this.isProblem(false);
		this.message(message);
	}

	private complain(problem: unknown): void {
		this.isProblem(true);
		this.message(tostring(problem));
	}

	private show(pieces: ReadonlyArray<string>): void {
		this.pieces(pieces);
		this.piece(1);
	}

	/** Changes the chosen take itself as one step of history. */
	private change(what: string, body: (take: Take) => Take): void {
		this.edit(what, (former) => {
			const changed = createTakeModule(body(this.loaded!));
			former.module.Parent = undefined;
			changed.Parent = ensureSection("Takes");
			return changed;
		});
	}

	public bytes(): number {
		return this.frames() * FRAME_SIZE;
	}

	private count(): void {
		if (!this.recorder) return;
		untrack(() => {
			this.seconds(this.recorder!.duration);
			this.frames(this.recorder!.frameCount);
		});
	}

	private endRecorder(): void {
		this.recorder?.destroy();
		this.recorder = undefined;
		this.isRecording(false);
		this.isPaused(false);
	}

	private finishRecording(): void {
		const take = this.recorder!.stop();
		this.endRecorder();
		this.attempt(() => {
			if (take.count === 0) {
				this.say("Nothing was rendered, so there is no take.");
				return;
			}
			if (this.isEdit) {
				this.keep([take], "Record take");
			} else {
				this.say("Handing the take to the edit session…");
				leaveTake(this.plugin, take);
				this.say("The take will be in the place when play mode ends.");
			}
		});
	}

	/** Changes the chosen take as one step of history, and chooses what came of it. */
	private edit(what: string, body: (take: TakeModule) => ModuleScript | undefined): void {
		const take = this.chosen();
		if (!take) return;
		this.attempt(() => {
			let result: ModuleScript | undefined;
			withHistory(what, () => (result = body(take)));
			if (result) this.chooseModule(result);
			else this.forget();
		});
	}

	private chooseModule(module: ModuleScript): void {
		this.list.refresh();
		const summary = this.list.takes().find((take) => take.module === module);
		if (summary) this.choose(summary);
		else this.forget();
	}

	/** Chooses nothing. */
	private forget(): void {
		this.chosen(undefined);
		this.loaded = undefined;
		this.playback.load(undefined);
		this.erasePath?.();
		this.erasePath = undefined;
		this.list.refresh();
	}

	/** Runs what may yield or fail; a failure shows in the panel. */
	private attempt(body: () => void): void {
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			if (!ok) this.complain(problem);
		});
	}

	/** Looks for takes that play mode has left, once a second. */
	private followPlayMode(): void {
		while (!this.isOver) {
			const [ok, problem] = pcall(() => {
				fetchTakes(this.plugin, (take) => this.keep([take], "Take from play mode"));
			});
			if (!ok) this.complain(problem);
			task.wait(FETCH_PAUSE);
		}
	}
}
