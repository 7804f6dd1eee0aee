import { HttpService } from "@rbxts/services";
import { Axes, readBytes } from "../../src";
import type { LongWork } from "../long-work";
import { cleanName } from "../place/clean-name";
import { findSection } from "../place/dolly-folder";
import { createKeptBytes, createKeptText, Pause, readKeptText } from "../place/kept-bytes";
import { refuse } from "../sentence";
import type { SourceFile } from "./source-file";

/**
 * An import is kept as a folder. Its attributes hold the options; `Files` holds a StringValue per file; `Chosen`,
 * `Clips` and `Assets` hold longer texts. The game reads files, `Main`, `Scale` and `Axes`.
 */
const ID = "Id";
const MAIN = "Main";
const SCALE = "Scale";
const AXES = "Axes";
const FILES = "Files";
const CHOSEN = "Chosen";
const CLIPS = "Clips";
/** On each file: its full name, which can be too long for an instance. */
const FILE_NAME = "FileName";

/** The options of an import: all that is needed to build the same model again from the files. */
export interface ImportOptions {
	scale: number;
	axes: Axes;
	/** The ids of the chosen items. */
	chosen: Array<string>;
}

/** Link a model in Workspace to the folder of its source, and a part to its number. */
export const IMPORT_ATTRIBUTE = "DollyImport";
export const PART_ATTRIBUTE = "DollyPart";

/**
 * On the folder of an import that was built while other people were in the session: its model is not in the place yet.
 */
const WAITING_ATTRIBUTE = "DollyWaiting";

/**
 * Makes the folder that keeps an import's options and its files, the main one first. It has no parent yet. `clips` are
 * the chosen clips' names from `bindModel`. Yields.
 */
export function createKeptImport(
	name: string,
	id: string,
	files: Array<SourceFile>,
	options: ImportOptions,
	clips: Array<string>,
	pause: Pause,
): Folder {
	const kept = new Instance("Folder");
	kept.Name = name;
	kept.SetAttribute(ID, id);
	kept.SetAttribute(SCALE, options.scale);
	kept.SetAttribute(AXES, options.axes);
	kept.SetAttribute(MAIN, files[0].name);
	createKeptText(CHOSEN, options.chosen.join(" ")).Parent = kept;
	createKeptText(CLIPS, HttpService.JSONEncode(clips)).Parent = kept;
	const folder = new Instance("Folder");
	folder.Name = FILES;
	folder.Parent = kept;
	files.forEach((file, index) => {
		const holder = createKeptBytes(cleanName(file.name), file.bytes, (share) => pause((index + share) / files.size()));
		holder.SetAttribute(FILE_NAME, file.name);
		holder.Parent = folder;
	});
	return kept;
}

/** Returns the folders of all imports that the place keeps. */
export function keptImports(): Array<Folder> {
	const found = new Array<Folder>();
	for (const child of findSection("Imports")?.GetChildren() ?? []) {
		if (child.IsA("Folder") && importIdOf(child) !== undefined) found.push(child);
	}
	return found;
}

export function importIdOf(kept: Folder): string | undefined {
	const id = kept.GetAttribute(ID);
	return typeIs(id, "string") ? id : undefined;
}

/** Returns the folder of the import with an id, or undefined if the place has none. */
export function findKeptImport(id: string): Folder | undefined {
	return keptImports().find((kept) => importIdOf(kept) === id);
}

export function isWaiting(kept: Folder): boolean {
	return kept.GetAttribute(WAITING_ATTRIBUTE) === true;
}

export function setWaiting(kept: Folder, isWaitingNow: boolean): void {
	kept.SetAttribute(WAITING_ATTRIBUTE, isWaitingNow ? true : undefined);
}

/** Returns the names of an import's clips, as `bindModel` returns them. Empty if the list is damaged. */
export function clipsOf(kept: Folder): Array<string> {
	const clips = new Array<string>();
	const [ok, list] = pcall(() => HttpService.JSONDecode(readKeptText(kept, CLIPS) ?? "[]"));
	if (!ok || !typeIs(list, "table")) return clips;
	for (const name of list as Array<unknown>) if (typeIs(name, "string")) clips.push(name);
	return clips;
}

/** Returns the options of an import. Fails if its folder lacks them. */
function readOptions(kept: Folder): ImportOptions {
	const scale = kept.GetAttribute(SCALE);
	const axes = kept.GetAttribute(AXES);
	const chosen = readKeptText(kept, CHOSEN);
	const isScale = typeIs(scale, "number") && scale > 0 && scale < math.huge;
	if (!isScale || (axes !== "yUp" && axes !== "zUp") || chosen === undefined) {
		refuse(`"${kept.Name}" has lost its import options.`);
	}
	return { scale, axes, chosen: chosen.split(" ") };
}

/** Returns the options and files that a folder keeps, the main file first. Fails if the folder is damaged. Yields. */
export function readKeptImport(kept: Folder, work: LongWork): { files: Array<SourceFile>; options: ImportOptions } {
	const options = readOptions(kept);
	const children = kept.FindFirstChild(FILES)?.GetChildren() ?? [];
	const holders = children.filter((child): child is StringValue => child.IsA("StringValue"));
	if (holders.isEmpty()) refuse(`"${kept.Name}" has lost its files.`);
	const main = kept.GetAttribute(MAIN);
	const files = holders.map((holder, index) => {
		work.progress(index / holders.size(), `Reading ${holder.Name}`);
		const name = holder.GetAttribute(FILE_NAME);
		return { name: typeIs(name, "string") ? name : holder.Name, bytes: readBytes(holder, { job: work.job }) };
	});
	return { files: files.sort((a, b) => a.name === main && b.name !== main), options };
}
