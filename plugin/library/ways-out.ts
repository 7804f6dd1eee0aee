import { ReplicatedStorage } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";
import { isRecording } from "../../src/camera";
import { NO_STEP, beginStep } from "../history";
import { LongWork } from "../long-work";
import type { Messages } from "../messages";
import { createKeptBytes } from "../place/kept-bytes";
import { insertScript } from "../place/insert-script";
import { cameraGlb, gltfText } from "../recordings/camera-gltf";
import { KeptRecording, loadRecording } from "../recordings/kept-recording";
import { playingLuau, playingTypeScript } from "../recordings/playing-code";
import { piecesOf, writeRecordingText } from "../recordings/recording-text";
import { refuse } from "../sentence";

/** The contents of the box to copy from. */
export interface CopyBox {
	/** Its recording. */
	readonly recording: KeptRecording;
	readonly title: string;
	/** A sentence on what to do with it. */
	readonly advice: string;
	/** A text box holds no more than 16,384 characters. */
	readonly pieces: ReadonlyArray<string>;
	/** Whether it is code that can be added to the place as a script. */
	readonly isLuau: boolean;
	/** Whether it is code, whose lines are not wrapped. */
	readonly isCode: boolean;
}

/** Members of Plugin that the types lack. */
interface SavingPlugin {
	PromptSaveSelectionAsync(suggestedName: string): boolean;
}

/** The ways to export recordings: files, text, and code that plays them. */
export class WaysOut {
	public readonly box = source<CopyBox | undefined>(undefined);
	/** The number of the shown piece, from 1. */
	public readonly piece = source(1);
	private work?: LongWork;

	constructor(
		private readonly plugin: Plugin,
		private readonly messages: Messages,
	) {
		cleanup(() => this.work?.cancel());
	}

	/** Returns the text in the box. */
	public text(): string {
		return this.box()?.pieces[this.piece() - 1] ?? "";
	}

	/** Shows the next or the previous piece. */
	public turn(steps: number): void {
		const count = untrack(this.box)?.pieces.size() ?? 1;
		this.piece(math.clamp(untrack(this.piece) + steps, 1, count));
	}

	public close(): void {
		this.box(undefined);
	}

	/** Has Studio save a recording as a model file. Yields. */
	public saveFile(recording: KeptRecording): void {
		this.messages.attempt(() => {
			if (!this.promptSave(recording.holder, recording.name)) return;
			this.messages.say(`Saved a file of ${recording.name}. To load it in any place, choose Add… Files.`);
		});
	}

	/** Has Studio save the camera as a model file that holds a GLB. Yields. */
	public saveGlb(recording: KeptRecording): void {
		this.begin(recording, (work) => {
			const glb = cameraGlb(loadRecording(recording), work.job);
			const holder = createKeptBytes(`${recording.name}.glb`, glb, () => work.pausePoint());
			// Studio can only save instances of the place. Cancelling the step removes it again.
			const step = beginStep("Save camera");
			if (!step) refuse(NO_STEP);
			const [ok, result] = pcall(() => {
				holder.Parent = ReplicatedStorage;
				return this.promptSave(holder, `${recording.name} camera`);
			});
			holder.Parent = undefined;
			step.cancel();
			if (!ok) error(result, 0);
			if (result)
				this.messages.say(`Saved a file with the camera of ${recording.name}. To load it, choose Add… Files.`);
			else this.messages.say("");
		});
	}

	/** Puts a recording into the box as text. */
	public copyText(recording: KeptRecording): void {
		this.messages.attempt(() => {
			const pieces = writeRecordingText(loadRecording(recording));
			const advice = "Copy it with Ctrl+C. In another place, choose Add… Paste text.";
			const all = `Copy each of the ${pieces.size()} pieces with Ctrl+C. In another place, choose Add… Paste text and paste them in any order.`;
			this.show(recording, `${recording.name} as text`, pieces.size() === 1 ? advice : all, pieces);
		});
	}

	/** Puts the camera into the box as the text of a .gltf file. */
	public copyGltf(recording: KeptRecording): void {
		this.begin(recording, (work) => {
			const text = gltfText(cameraGlb(loadRecording(recording), work.job));
			const pieces = piecesOf(text);
			const file = `a text file called ${recording.name}.gltf`;
			const advice =
				pieces.size() === 1
					? `Copy it with Ctrl+C into ${file}. Blender can open it, and so can Add… Files.`
					: `Copy all ${pieces.size()} pieces, one after another, into ${file}. Blender can open it, and so can Add… Files.`;
			this.show(recording, "Camera as glTF", advice, pieces);
		});
	}

	/** Puts a script that plays a recording into the box. */
	public copyCode(recording: KeptRecording, language: "luau" | "typescript"): void {
		this.messages.attempt(() => {
			const holdsReplay = this.holdsReplay(recording);
			const isLuau = language === "luau";
			const code = (isLuau ? playingLuau : playingTypeScript)({ ...recording, holdsReplay });
			const title = `Playing code in ${isLuau ? "Luau" : "TypeScript"}`;
			const advice = isLuau
				? "Copy it with Ctrl+C into a LocalScript. It needs the toolkit, dolly, in ReplicatedStorage."
				: "Copy it with Ctrl+C into a client script. It needs the package @rbxts/dolly.";
			this.show(recording, title, advice, [code], isLuau, true);
		});
	}

	/** Adds the playing code to the place as a LocalScript. If Studio refuses, the code stays in the box. */
	public addCode(): void {
		const box = untrack(this.box);
		if (!box?.isLuau) return;
		this.messages.attempt(() => {
			const added = insertScript(`Play ${box.recording.name}`, box.pieces[0]);
			this.messages.say(`${added.Name} is in StarterPlayerScripts. It needs the toolkit, dolly, in ReplicatedStorage.`);
		});
	}

	/** A film has to be decoded to find out. */
	private holdsReplay(recording: KeptRecording): boolean {
		if (recording.kind !== "film") return false;
		const film = loadRecording(recording);
		return isRecording(film, "film") && film.items.some((item) => isRecording(item.recording, "replay"));
	}

	/** Asks where to save an instance of the place. Returns false if the user cancels. Yields. */
	private promptSave(instance: Instance, name: string): boolean {
		const selection = game.GetService("Selection");
		const before = selection.Get();
		selection.Set([instance]);
		const [fileName] = name.gsub('[/\\:*?"<>|]', "-");
		const [ok, result] = pcall(() => (this.plugin as unknown as SavingPlugin).PromptSaveSelectionAsync(fileName));
		selection.Set(before);
		if (!ok) error(result, 0);
		return result === true;
	}

	private begin(recording: KeptRecording, body: (work: LongWork) => void): void {
		if (this.work?.isRunning()) {
			this.messages.complain("Another export is under way. Wait until it is done.");
			return;
		}
		this.messages.say(`Exporting ${recording.name}…`);
		this.work = new LongWork(body, {
			onProgress: () => {},
			onDone: () => {},
			onFail: (problem) => this.messages.complain(problem),
			onCancel: () => {},
		});
	}

	private show(
		recording: KeptRecording,
		title: string,
		advice: string,
		pieces: ReadonlyArray<string>,
		isLuau = false,
		isCode = false,
	): void {
		this.piece(1);
		this.box({ recording, title, advice, pieces, isLuau, isCode });
		this.messages.say("");
	}
}
