import { HttpService } from "@rbxts/services";
import { Axes, readBytes } from "../../src";
import type { LongWork } from "../long-work";
import { cleanName } from "../place/clean-name";
import { findSection } from "../place/dolly-folder";
import { createKeptBytes, createKeptText, Pause, readKeptText } from "../place/kept-bytes";
import { refuse } from "../sentence";
import type { SourceFile } from "./source-file";

/**
 * How an import is kept: a folder whose attributes say how it was imported, with a StringValue for each file below `Files`, and
 * one each for longer texts (`Chosen`, `Clips`, `Assets`). The game reads files, `Main`, `Scale` and `Axes`.
 */
const ID = "Id";
const MAIN = "Main";
const SCALE = "Scale";
const AXES = "Axes";
const FILES = "Files";
const CHOSEN = "Chosen";
const CLIPS = "Clips";
/** On each file: its whole name, which an instance's may be too short for. */
const FILE_NAME = "FileName";

/** How the contents of files become a model: all that is needed to make the same model again. */
export interface ImportOptions {
	scale: number;
	axes: Axes;
	/** The ids of the items that were chosen. */
	chosen: Array<string>;
}

/** What ties a model in Workspace to the folder that keeps its source, and a part of it to its place among the parts. */
export const IMPORT_ATTRIBUTE = "DollyImport";
export const PART_ATTRIBUTE = "DollyPart";

/** On the folder of an import that was built while other people were in the session: its model is not in the place yet. */
const WAITING_ATTRIBUTE = "DollyWaiting";

/**
 * Makes the folder that keeps the files of an import, the main one first, and its options, under no parent. `clips` are the
 * names under which `bindModel` gives those that were chosen. Yields.
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

/** The folders of all imports that the place keeps. */
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

/** The folder of the import with that id, or undefined where the place has none. */
export function findKeptImport(id: string): Folder | undefined {
	return keptImports().find((kept) => importIdOf(kept) === id);
}

export function isWaiting(kept: Folder): boolean {
	return kept.GetAttribute(WAITING_ATTRIBUTE) === true;
}

export function setWaiting(kept: Folder, isWaitingNow: boolean): void {
	kept.SetAttribute(WAITING_ATTRIBUTE, isWaitingNow ? true : undefined);
}

/** The names of the clips that an import brought, as `bindModel` gives them; none where the list is damaged. */
export function clipsOf(kept: Folder): Array<string> {
	const clips = new Array<string>();
	const [ok, list] = pcall(() => HttpService.JSONDecode(readKeptText(kept, CLIPS) ?? "[]"));
	if (!ok || !typeIs(list, "table")) return clips;
	for (const name of list as Array<unknown>) if (typeIs(name, "string")) clips.push(name);
	return clips;
}

/** How an import was made. Fails where its folder does not say so. */
function readOptions(kept: Folder): ImportOptions {
	const scale = kept.GetAttribute(SCALE);
	const axes = kept.GetAttribute(AXES);
	const chosen = readKeptText(kept, CHOSEN);
	const isScale = typeIs(scale, "number") && scale > 0 && scale < math.huge;
	if (!isScale || (axes !== "yUp" && axes !== "zUp") || chosen === undefined) {
		refuse(`"${kept.Name}" does not say how it was imported.`);
	}
	return { scale, axes, chosen: chosen.split(" ") };
}

/** The files, the main one first, and the options that a folder keeps. Yields; fails where it is damaged. */
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
