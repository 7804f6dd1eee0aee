import { ServerStorage } from "@rbxts/services";
import { source } from "@rbxts/vide";
import { withHistory } from "../history";
import type { LongWork } from "../long-work";
import { hashClip } from "../publish/hash-clip";
import type { Owner } from "../publish/owner";
import { keepClip } from "../publish/publish-clips";
import { refuse } from "../sentence";
import { IMPORT_ATTRIBUTE, importIdOf } from "./kept-import";
import { buildKeptClips } from "./templates";

/** On a KeyframeSequence: its name among the clips of the import that `IMPORT_ATTRIBUTE` names. */
export const CLIP_ATTRIBUTE = "DollyClip";

/** What the types leave out of a plugin. */
interface AssetPrompt {
	PromptForExistingAssetIdAsync(this: AssetPrompt, assetType: string): number;
}

/** A clip that Studio's own window was opened for. */
interface Opened {
	kept: Folder;
	name: string;
	hash: string;
}

/** Studio's own upload window, for clips that Roblox takes from no plugin: it opens for one, and its id is handed back. */
export class StudioUpload {
	public readonly opened = source<Opened | undefined>(undefined);

	constructor(private readonly plugin: Plugin) {}

	public isOpened(kept: Folder | undefined, name: string): boolean {
		const now = this.opened();
		return now !== undefined && now.kept === kept && now.name === name;
	}

	/** Selects a clip's KeyframeSequence, adding it to ServerStorage if it is gone, and opens the window. Yields. */
	public open(kept: Folder, name: string, work: LongWork): void {
		const sequence = this.sequenceOf(kept, name) ?? this.bringBack(kept, name, work);
		game.GetService("Selection").Set([sequence]);
		this.opened({ kept, name, hash: hashClip(sequence) });
		this.plugin.SaveSelectedToRoblox();
	}

	/** Asks which of the person's animations the opened clip became; returns its id, or nothing if they chose none. Yields. */
	public choose(owner: Owner): number | undefined {
		const prompt = this.plugin as unknown as AssetPrompt;
		const id = prompt.PromptForExistingAssetIdAsync("Animation");
		return id > 0 ? this.keep(id, owner) : undefined;
	}

	/** The same with an id that was typed or pasted, also as a link. */
	public enter(text: string, owner: Owner): number {
		const [digits] = text.match("%d+");
		const id = tonumber(digits);
		if (id === undefined || !(id > 0) || id >= 2 ** 53) refuse("Type the number that Studio shows after the upload.");
		return this.keep(id, owner);
	}

	private keep(id: number, owner: Owner): number {
		const now = this.opened();
		if (!now) refuse("Open Studio's window for a clip first.");
		keepClip(now.kept, now.name, now.hash, id, owner);
		this.opened(undefined);
		return id;
	}

	private sequenceOf(kept: Folder, name: string): KeyframeSequence | undefined {
		const id = importIdOf(kept);
		return ServerStorage.GetDescendants().find(
			(instance): instance is KeyframeSequence =>
				instance.IsA("KeyframeSequence") &&
				instance.GetAttribute(IMPORT_ATTRIBUTE) === id &&
				instance.GetAttribute(CLIP_ATTRIBUTE) === name,
		);
	}

	private bringBack(kept: Folder, name: string, work: LongWork): KeyframeSequence {
		const clips = work.own(() => buildKeptClips(kept, work));
		const found = clips.find((clip) => clip.name === name);
		for (const clip of clips) if (clip !== found) clip.sequence.Destroy();
		if (!found) refuse(`The files of "${kept.Name}" hold no clip "${name}".`);
		const { sequence } = found;
		sequence.SetAttribute(IMPORT_ATTRIBUTE, importIdOf(kept));
		sequence.SetAttribute(CLIP_ATTRIBUTE, name);
		withHistory(`Add ${name}`, () => (sequence.Parent = ServerStorage));
		return sequence;
	}
}
