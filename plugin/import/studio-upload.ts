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

/** On a KeyframeSequence: its name among the clips of the import in `IMPORT_ATTRIBUTE`. */
export const CLIP_ATTRIBUTE = "DollyClip";

/** Members of Plugin that the types lack. */
interface AssetPrompt {
	PromptForExistingAssetIdAsync(this: AssetPrompt, assetType: string): number;
}

/** A clip for which Studio's window was opened. */
interface Opened {
	kept: Folder;
	name: string;
	hash: string;
}

/**
 * Studio's own upload window, for clips that Roblox does not accept from plugins. It opens for one clip and returns its
 * id.
 */
export class StudioUpload {
	public readonly opened = source<Opened | undefined>(undefined);

	constructor(private readonly plugin: Plugin) {}

	public isOpened(kept: Folder | undefined, name: string): boolean {
		const now = this.opened();
		return now !== undefined && now.kept === kept && now.name === name;
	}

	/** Opens the window with a clip's KeyframeSequence selected. Adds it to ServerStorage if it is gone. Yields. */
	public open(kept: Folder, name: string, work: LongWork): void {
		const sequence = this.sequenceOf(kept, name) ?? this.bringBack(kept, name, work);
		game.GetService("Selection").Set([sequence]);
		this.opened({ kept, name, hash: hashClip(sequence) });
		this.plugin.SaveSelectedToRoblox();
	}

	/**
	 * Asks which of the user's animations the opened clip was uploaded as. Returns its id, or undefined if they chose
	 * none. Yields.
	 */
	public choose(owner: Owner): number | undefined {
		const prompt = this.plugin as unknown as AssetPrompt;
		const id = prompt.PromptForExistingAssetIdAsync("Animation");
		return id > 0 ? this.keep(id, owner) : undefined;
	}

	/** Does the same for a typed or pasted id or link. */
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
