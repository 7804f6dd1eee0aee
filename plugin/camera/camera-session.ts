import { RunService } from "@rbxts/services";
import { cleanup, effect, source, untrack } from "@rbxts/vide";
import { Take, TakeMetadata } from "../../src/camera";
import { formatTime } from "../../ui/format";
import { Playback } from "../../ui/playback";
import { topSpeed } from "../../ui/take-speed";
import { tryHistory, withHistory } from "../history";
import { LongWork } from "../long-work";
import { cleanName } from "../place/clean-name";
import { ensureSection, findSection, freeName } from "../place/dolly-folder";
import { insertScript } from "../place/insert-script";
import { refuse, sentenceOf } from "../sentence";
import type { RememberedSettings } from "../settings";
import { WaitingTakes } from "./play-mode/waiting-takes";
import { addTake, createKeptTake, KeptTake, loadTake } from "./kept-take";
import { playingCode } from "./playing-code";
import { Recording } from "./recording";
import { readTakesFile, TAKE_EXTENSIONS } from "./take-files";
import { TakeList } from "./take-list";
import { TakeTextReader, writeTakeText } from "./take-text";
import { runTool, ToolInput, ToolName, TOOLS } from "./timeline/take-tools";
import { onFrame } from "./timeline/time-view";
import { ViewportDrawing } from "./viewport-drawing";

/** What the Camera panel shows and what its buttons do. */
export class CameraSession {
	public readonly recording = new Recording();
	public readonly chosen = source<KeptTake | undefined>(undefined);
	/** The take that the timeline and the viewport show: the chosen one, or what a tool would make of it. */
	public readonly shown = source<Take | undefined>(undefined);
	/** Its highest speed, in studs a second. */
	public readonly topSpeed = source(1);
	/** Seconds of the chosen take between which a trim keeps it. */
	public readonly trimStart = source(0);
	public readonly trimEnd = source(0);
	/** The marker that was pressed last, by its place in the take's list. */
	public readonly marker = source<number | undefined>(undefined);
	/** The tool whose result is shown, and the number that it takes. */
	public readonly tool = source<ToolName | undefined>(undefined);
	public readonly amount = source(1);
	/** What the tool has made; empty while it works, and where it failed. */
	public readonly results = source<ReadonlyArray<Take>>([]);
	/** The take that would be joined. */
	public readonly partner = source<KeptTake | undefined>(undefined);
	/** What is in the box to be copied: the pieces of the chosen take's text, or its playing code; and which of them. */
	public readonly pieces = source<ReadonlyArray<string>>([]);
	public readonly piece = source(1);
	/** Whether it is playing code. */
	public readonly isCode = source(false);
	/** What the list is searched for. */
	public readonly search = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	public readonly playback = new Playback();
	public readonly list = new TakeList(() => this.followList());
	public readonly isEdit = RunService.IsEdit();
	public readonly waiting: WaitingTakes;

	private loaded?: Take;
	private toolInput?: ToolInput;
	private toolWork?: LongWork;
	private importWork?: LongWork;
	private readonly pasted = new TakeTextReader();
	private readonly drawing = new ViewportDrawing();

	constructor(
		plugin: Plugin,
		private readonly settings: RememberedSettings,
	) {
		this.playback.setSpeed(settings.get("speed"));
		this.playback.setLoop(settings.get("loop"));
		this.waiting = new WaitingTakes(plugin, this.isEdit, {
			say: (message) => this.say(message),
			complain: (problem) => this.complain(problem),
			onPlaced: (holder) => this.notice(holder),
		});
		effect(() => this.showCamera(this.playback.position(), this.playback.isHolding()));
		cleanup(() => {
			this.toolWork?.cancel();
			this.importWork?.cancel();
			this.playback.destroy();
			this.drawing.erase();
		});
	}

	/** Starts to record, or ends it and keeps the take. */
	public toggleRecording(): void {
		if (this.recording.isRecording()) {
			this.finishRecording();
			return;
		}
		this.attempt(() => {
			this.playback.stop();
			const map = this.settings.get("map");
			const name = cleanName(map === "" ? "Take 1" : `${map} 1`);
			this.recording.start({ map, name, rate: this.settings.get("rate") });
			this.say("Recording the camera.");
		});
	}

	/** Throws away what is being recorded. */
	public discardRecording(): void {
		if (!this.recording.isRecording()) return;
		this.recording.discard();
		this.say("The recording was thrown away.");
	}

	/** Tries again to place what the place has refused. */
	public tryWaitingAgain(): void {
		this.attempt(() => this.waiting.tryAgain());
	}

	/** Makes a take the one that the panel plays and edits. One that cannot be read can be renamed and deleted. */
	public choose(take: KeptTake): void {
		this.attempt(() => {
			// What changed in place goes on where it was: its playhead, its trim.
			const isSame = this.loaded !== undefined && take.name === this.chosen()?.name;
			const former = isSame ? this.loaded : undefined;
			const [ok, loaded] = pcall(() => loadTake(take));
			if (!ok) {
				this.forget();
				this.chosen(take);
				error(loaded, 0);
			}
			this.loaded = loaded;
			this.chosen(take);
			this.endTool();
			this.pieces([]);
			this.say("");
			this.present(loaded, former?.count === loaded.count && former.rate === loaded.rate);
		});
	}

	/** Draws the shown take's path and its camera in the viewport, or not, as the setting says. */
	public showPath(): void {
		const take = this.shown();
		if (!take || take.count === 0 || !this.settings.get("showPath")) {
			this.drawing.erase();
			return;
		}
		this.drawing.draw(take, (second) => this.playback.seek(second));
		this.showCamera(this.playback.position(), this.playback.isHolding());
	}

	public rename(wanted: string): void {
		const name = cleanName(wanted);
		this.edit("Rename take", (take) => {
			if (name === "" || name === take.name) return take.holder;
			take.holder.Name = freeName(findSection("Takes"), name);
			return take.holder;
		});
	}

	public duplicate(): void {
		this.edit("Duplicate take", (take) => {
			const copy = take.holder.Clone();
			copy.Name = freeName(findSection("Takes"), take.name);
			copy.Parent = ensureSection("Takes");
			return copy;
		});
	}

	public remove(): void {
		this.edit("Delete take", (take) => {
			take.holder.Parent = undefined;
			return undefined;
		});
	}

	/** Sets one end of what a trim keeps to where the playhead is. */
	public trimHere(side: "start" | "finish"): void {
		if (this.isPreview()) return;
		const position = this.playback.position();
		if (side === "start") this.trimStart(math.min(position, this.trimEnd()));
		else this.trimEnd(math.max(position, this.trimStart()));
	}

	/** Shows what a tool would make of the chosen take; `applyTool` makes it so. */
	public startTool(name: ToolName): void {
		if (!this.loaded) return;
		if (this.importWork?.isRunning()) {
			this.complain("Files are being imported; wait until they are in the place.");
			return;
		}
		this.cancelTool();
		this.tool(name);
		this.amount(TOOLS.find((tool) => tool.name === name)?.amount?.usual ?? 1);
		this.toolInput = {
			start: this.trimStart(),
			finish: this.trimEnd(),
			position: this.playback.position(),
			amount: this.amount(),
		};
		if (name === "Join") this.stepPartner(1);
		else this.preview();
	}

	public setAmount(text: string): void {
		const amount = tonumber(text);
		if (amount === undefined || amount !== amount) {
			this.complain(`"${text}" is not a number.`);
			return;
		}
		this.amount(amount);
		this.preview();
	}

	/** Goes to the next other take of the list, or the one before. */
	public stepPartner(steps: number): void {
		const others = this.list.takes().filter((take) => take.holder !== this.chosen()?.holder);
		const at = others.findIndex((take) => take.holder === this.partner()?.holder);
		this.partner(others[(math.max(at, steps > 0 ? -1 : 0) + steps) % math.max(others.size(), 1)]);
		this.preview();
	}

	/** Back to the chosen take as it is. */
	public cancelTool(): void {
		if (this.tool() === undefined) return;
		this.endTool();
		this.say("");
		if (!this.loaded || !this.toolInput) return;
		const { start, finish, position } = this.toolInput;
		this.present(this.loaded, false, position);
		this.trimStart(start);
		this.trimEnd(finish);
	}

	/** Puts what the tool made in the place of the chosen take, as one step of its history. */
	public applyTool(): void {
		const results = this.results();
		const name = this.tool();
		if (!name || results.isEmpty()) return;
		this.edit(`${TOOLS.find((tool) => tool.name === name)!.text} take`, (take) => {
			const wanted = cleanName(take.name);
			const holders = results.map((result) => createKeptTake({ ...result, name: wanted }));
			holders.forEach((holder, index) => {
				// The first has the name of the take that goes.
				if (index > 0 || wanted !== take.name) holder.Name = freeName(findSection("Takes"), wanted);
				holder.Parent = ensureSection("Takes");
			});
			// Last, because a playtest has no history that brings it back if the place refuses the others.
			take.holder.Parent = undefined;
			return holders[0];
		});
	}

	/** Adds a marker at the playhead. */
	public addMarker(): void {
		if (this.isPreview()) return;
		this.changeMarkers("Add marker", (markers) => {
			markers.push({ name: `Marker ${markers.size() + 1}`, seconds: this.playback.position() });
			return markers.size() - 1;
		});
	}

	public moveMarker(index: number, seconds: number): void {
		this.changeMarkers("Move marker", (markers) => {
			markers[index] = { ...markers[index], seconds };
			return index;
		});
	}

	public renameMarker(index: number, wanted: string): void {
		const name = cleanName(wanted);
		if (name === "" || name === this.loaded?.markers[index]?.name) return;
		this.changeMarkers("Rename marker", (markers) => {
			markers[index] = { ...markers[index], name };
			return index;
		});
	}

	public removeMarker(index: number): void {
		this.changeMarkers("Remove marker", (markers) => {
			markers.remove(index);
			return undefined;
		});
	}

	/** Says that the camera jumps before the frame at `seconds`, instead of before the one where a cut was. */
	public moveCut(index: number, seconds: number): void {
		this.changeCuts("Move cut", (cuts, frame) => [...cuts.filter((_, other) => other !== index), frame], seconds);
	}

	/** Adds a cut at the playhead, or removes the one that is there. */
	public toggleCut(): void {
		if (this.isPreview()) return;
		if (this.loaded && this.playback.position() * this.loaded.rate < 0.5) {
			this.complain("The first frame has nothing to jump from.");
			return;
		}
		this.changeCuts(
			"Change cuts",
			(cuts, frame) => (cuts.includes(frame) ? cuts.filter((cut) => cut !== frame) : [...cuts, frame]),
			this.playback.position(),
		);
	}

	public setMap(wanted: string): void {
		const map = cleanName(wanted);
		if (map !== this.loaded?.map) this.change("Change map", (take) => ({ ...take, map }));
	}

	/** Adds what was typed as `key = value`. */
	public addMetadata(text: string): void {
		if (text === "") return;
		const [key, value] = text.match("^%s*(.-)%s*=%s*(.-)%s*$");
		if (typeIs(key, "string") && key !== "" && typeIs(value, "string")) this.setMetadata(key, value);
		else this.complain("Metadata is typed as key = value.");
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
			if (!this.loaded) refuse("The take is damaged.");
			this.show(writeTakeText(this.loaded));
			const count = this.pieces().size();
			if (count === 1) this.say("The text is in the box: press Ctrl+C to copy it.");
			else this.say(`The text has ${count} pieces: copy each with Ctrl+C, and paste them in any order.`);
		});
	}

	/** Puts a script that plays the chosen take into the box. */
	public copyCode(): void {
		const take = this.chosen();
		if (!take) return;
		this.show([playingCode(take)], true);
		this.say("The code is in the box: press Ctrl+C, and paste it into a LocalScript.");
	}

	/** Puts the playing code into the place as a LocalScript. If Studio refuses, the code stays in the box. */
	public addCode(): void {
		const take = this.chosen();
		if (!take || !this.isCode()) return;
		this.attempt(() => {
			const added = insertScript(`Play ${take.name}`, this.text());
			this.say(`"${added.Name}" is in StarterPlayerScripts. It needs the toolkit, dolly, in ReplicatedStorage.`);
		});
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
			if (this.importWork?.isRunning()) refuse("Other files are being imported; wait until they are in the place.");
			const files = game.GetService("StudioService").PromptImportFilesAsync(TAKE_EXTENSIONS) as Array<File> | undefined;
			if (!files) refuse("A file is larger than 100 MB.");
			if (files.isEmpty()) return;
			const rate = this.settings.get("rate");
			this.importWork = this.start((work) => {
				const takes = new Array<Take>();
				const problems = new Array<string>();
				for (const file of files) {
					const [ok, found] = pcall(() => {
						return readTakesFile(file.Name, buffer.fromstring(file.GetBinaryContents()), rate, work.job);
					});
					// A cancelled one ends here.
					work.pausePoint();
					if (ok) found.forEach((take) => takes.push(take));
					else problems.push(`"${file.Name}" cannot be read. ${sentenceOf(found)}`);
				}
				if (!takes.isEmpty()) this.keep(takes, takes.size() === 1 ? "Import take" : "Import takes");
				// One that cannot be read does not keep the others.
				if (!problems.isEmpty()) this.complain([this.message(), ...problems].filter((line) => line !== "").join("\n"));
			});
		});
	}

	/**
	 * Adds takes to the place, as one step of its history, and chooses the first; where the place cannot be changed now, or
	 * refuses them, they wait. From play mode they are handed over too. Yields.
	 */
	public keep(takes: ReadonlyArray<Take>, what: string): void {
		const holders = new Array<StringValue>();
		const [ok, result] = pcall(() => tryHistory(what, () => takes.forEach((take) => holders.push(addTake(take)))));
		if (ok && result) {
			this.chooseHolder(holders[0]);
			const names = holders.size() === 1 ? `"${holders[0].Name}" is` : `${holders.size()} takes are`;
			this.say(`${names} in the place.`);
			if (this.isEdit) return;
		} else if (this.isEdit) {
			this.say("");
			takes.forEach((take) => this.waiting.add(take, what, ok ? undefined : sentenceOf(result)));
			return;
		}
		takes.forEach((take) => this.waiting.add(take, what));
		this.waiting.handOver();
	}

	public say(message: string): void {
		this.isProblem(false);
		this.message(message);
	}

	private complain(problem: unknown): void {
		this.isProblem(true);
		this.message(sentenceOf(problem));
	}

	/** Whether a preview is shown, whose times are not those of the take; says so. */
	private isPreview(): boolean {
		if (this.tool() === undefined) return false;
		this.complain("Apply or cancel the preview first.");
		return true;
	}

	/** Long work, which spares the frames; a failure shows in the panel. */
	private start(body: (work: LongWork) => void): LongWork {
		return new LongWork(body, {
			onProgress: (_, what) => this.say(what),
			onDone: () => {},
			onFail: (problem) => this.complain(problem),
			onCancel: () => {},
		});
	}

	/** No tool any more, and no work of one. */
	private endTool(): void {
		this.toolWork?.cancel();
		this.tool(undefined);
		this.results([]);
	}

	/** Shows a take in the timeline and the viewport, at a time of it or, where it is the same as before, where it was. */
	private present(take: Take, staysThere = false, seconds = 0): void {
		if (!staysThere) {
			this.trimStart(0);
			this.trimEnd(math.max(take.count - 1, 0) / take.rate);
			this.marker(undefined);
		}
		this.topSpeed(topSpeed(take));
		this.shown(take);
		this.playback.load(take.count > 0 ? take : undefined, staysThere ? this.playback.position() : seconds, true);
		this.showPath();
	}

	/** Draws the camera at the playhead, but not while one looks through it. */
	private showCamera(seconds: number, isHolding: boolean): void {
		const take = untrack(this.shown);
		if (!take || isHolding) this.drawing.hideCamera();
		else this.drawing.showCamera(take, seconds);
	}

	/** Runs the tool and shows what comes of it. */
	private preview(): void {
		const name = this.tool();
		const { loaded, toolInput } = this;
		if (!name || !loaded || !toolInput) return;
		this.results([]);
		this.toolWork?.cancel();
		this.toolWork = this.start((work) => {
			const partner = this.partner();
			const other = name === "Join" && partner ? loadTake(partner) : undefined;
			const results = runTool(name, loaded, { ...toolInput, amount: this.amount(), other }, work.job);
			const lengths = results.map(({ count, rate }) => formatTime(math.max(count - 1, 0) / rate));
			// What moved, without the name of the function that says so.
			const [moved] = work.report.join("; ").gsub("%a+Take moves", "it moves");
			this.say(`Preview: ${lengths.join(" and ")}${moved === "" ? "" : `; ${moved}`}.`);
			// Of a split both parts are in view, as they were.
			this.present(results.size() === 1 ? results[0] : loaded, results.size() > 1);
			this.results(results);
		});
	}

	private show(pieces: ReadonlyArray<string>, isCode = false): void {
		this.pieces(pieces);
		this.piece(1);
		this.isCode(isCode);
	}

	/** Changes the chosen take itself as one step of history. */
	private change(what: string, body: (take: Take) => Take): void {
		const { loaded } = this;
		if (!loaded) {
			if (this.chosen()) this.complain("A damaged take can be renamed and deleted, nothing else.");
			return;
		}
		this.edit(what, (former) => {
			const changed = createKeptTake(body(loaded));
			changed.Parent = ensureSection("Takes");
			// Last, because a playtest has no history that brings it back if the place refuses the other.
			former.holder.Parent = undefined;
			return changed;
		});
	}

	/** Changes the markers as one step of history; `body` gives the marker that is chosen afterwards. */
	private changeMarkers(what: string, body: (markers: Array<Take["markers"][number]>) => number | undefined): void {
		this.change(what, (take) => {
			const markers = [...take.markers];
			this.marker(body(markers));
			return { ...take, markers };
		});
	}

	private changeCuts(what: string, body: (cuts: Array<number>, frame: number) => Array<number>, seconds: number): void {
		this.change(what, (take) => {
			const { rate, count } = take;
			const frame = math.round(onFrame(seconds, rate, (count - 1) / rate) * rate);
			const sorted = body([...take.cuts], frame).sort();
			// The first frame has nothing to jump from.
			const cuts = sorted.filter((cut, index) => cut > 0 && cut < count && cut !== sorted[index - 1]);
			return { ...take, cuts };
		});
	}

	private finishRecording(): void {
		const take = this.recording.stop();
		this.attempt(() => {
			if (take.count === 0) {
				this.say("Nothing was rendered, so there is no take.");
				return;
			}
			if (this.isEdit) {
				this.keep([take], "Record take");
			} else {
				this.waiting.add(take, "Record take");
				this.waiting.handOver();
			}
		});
	}

	/** Changes the chosen take as one step of history, and chooses what came of it. */
	private edit(what: string, body: (take: KeptTake) => StringValue | undefined): void {
		const take = this.chosen();
		if (!take) return;
		this.attempt(() => {
			let result: StringValue | undefined;
			withHistory(what, () => (result = body(take)));
			if (result) this.chooseHolder(result);
			else this.forget();
			if (!this.isEdit && !this.isProblem()) this.say("This change lasts until play mode ends.");
		});
	}

	private chooseHolder(holder: StringValue): void {
		this.list.refresh();
		const summary = this.list.takes().find((take) => take.holder === holder);
		if (summary) this.choose(summary);
		else this.forget();
	}

	/** A take that waited is in the place now. */
	private notice(holder: StringValue): void {
		if (!this.chosen()) this.chooseHolder(holder);
		this.list.refresh();
	}

	/** After a change from outside, undo among them: chooses what the chosen take is now, or nothing where it is gone. */
	private followList(): void {
		const chosen = this.chosen();
		if (!chosen) return;
		const takes = this.list.takes();
		// An edit puts another holder in the place of the previous one; undo brings that back.
		const now = takes.find(({ holder }) => holder === chosen.holder) ?? takes.find(({ name }) => name === chosen.name);
		const partner = this.partner();
		if (!now) {
			this.forget();
			this.say("");
		} else if (now !== chosen || !this.loaded) {
			this.choose(now);
		} else if (this.tool() === "Join" && partner && !takes.includes(partner)) {
			this.cancelTool();
		}
	}

	/** Chooses nothing. */
	private forget(): void {
		this.chosen(undefined);
		this.loaded = undefined;
		this.endTool();
		this.pieces([]);
		this.shown(undefined);
		this.playback.load(undefined);
		this.showPath();
		this.list.refresh();
	}

	/** Runs what may yield or fail; a failure shows in the panel. */
	private attempt(body: () => void): void {
		task.spawn(() => {
			const [ok, problem] = pcall(body);
			if (!ok) this.complain(problem);
		});
	}
}
