import { HttpService } from "@rbxts/services";
import type { Axes } from "../../src";
import { createByteModule, isByteModule, Pause, readBytes, readField } from "../place/byte-module";
import { findSection } from "../place/dolly-folder";
import { refuse } from "../refuse";
import type { SourceFile } from "./source-file";

/** How the contents of files become a model: all that is needed to make the same model again. */
export interface ImportOptions {
	scale: number;
	axes: Axes;
	/** The ids of the items that were chosen. */
	chosen: Array<string>;
}

/** What ties a model in Workspace to the module that keeps its source, and a part of it to its place among the parts. */
export const IMPORT_ATTRIBUTE = "DollyImport";
export const PART_ATTRIBUTE = "DollyPart";

/** On the module of an import that was built while other people were in the session: its model is not in the place yet. */
const WAITING_ATTRIBUTE = "DollyWaiting";

/** Clips that a list names, so that its line stays short. */
const MOST_CLIPS = 100;

interface FileEntry {
	name: string;
	size: number;
}

/**
 * Makes the module that keeps the files of an import, the main one first, and its options, under no parent. `clips` are the
 * names under which `bindModel` gives those that were chosen. Yields.
 */
export function createKeptImport(
	name: string,
	id: string,
	files: Array<SourceFile>,
	options: ImportOptions,
	clips: Array<string>,
	pause: Pause,
): ModuleScript {
	let size = 0;
	for (const file of files) size += buffer.len(file.bytes);
	const bytes = buffer.create(size);
	const entries = new Array<FileEntry>();
	let at = 0;
	for (const file of files) {
		buffer.copy(bytes, at, file.bytes);
		at += buffer.len(file.bytes);
		entries.push({ name: file.name, size: buffer.len(file.bytes) });
	}
	const listed = clips.filter((_, index) => index < MOST_CLIPS);
	// JSON writes control characters and backslashes so that a line of a script can hold them.
	const fields = {
		id,
		scale: options.scale,
		axes: options.axes,
		chosen: options.chosen.join(" "),
		files: HttpService.JSONEncode(entries),
		clips: HttpService.JSONEncode(listed),
	};
	return createByteModule(name, fields, "bytes", bytes, pause);
}

/** The modules of all imports that the place keeps. */
export function keptImports(): Array<ModuleScript> {
	const modules = new Array<ModuleScript>();
	for (const child of findSection("Imports")?.GetChildren() ?? []) if (isByteModule(child)) modules.push(child);
	return modules;
}

export function importIdOf(module: ModuleScript): string | undefined {
	const id = readField(module, "id");
	return typeIs(id, "string") ? id : undefined;
}

/** The module of the import with that id, or undefined where the place has none. */
export function findKeptImport(id: string): ModuleScript | undefined {
	return keptImports().find((module) => importIdOf(module) === id);
}

export function isWaiting(module: ModuleScript): boolean {
	return module.GetAttribute(WAITING_ATTRIBUTE) === true;
}

export function setWaiting(module: ModuleScript, isWaitingNow: boolean): void {
	module.SetAttribute(WAITING_ATTRIBUTE, isWaitingNow ? true : undefined);
}

/** A list that a field holds as JSON; nothing where it is no list. */
function readList(module: ModuleScript, field: string): Array<unknown> | undefined {
	const text = readField(module, field);
	if (!typeIs(text, "string")) return undefined;
	const [ok, value] = pcall(() => HttpService.JSONDecode(text));
	return ok && typeIs(value, "table") ? (value as Array<unknown>) : undefined;
}

/** The names of the clips that an import brought, as `bindModel` gives them; modules of earlier versions name none. */
export function clipsOf(module: ModuleScript): Array<string> {
	const clips = new Array<string>();
	for (const name of readList(module, "clips") ?? []) if (typeIs(name, "string")) clips.push(name);
	return clips;
}

/** How an import was made. Fails where its module does not say so. */
function readOptions(module: ModuleScript): ImportOptions {
	const scale = readField(module, "scale");
	const axes = readField(module, "axes");
	const chosen = readField(module, "chosen");
	const isScale = typeIs(scale, "number") && scale > 0 && scale < math.huge;
	if (!isScale || (axes !== "yUp" && axes !== "zUp") || !typeIs(chosen, "string")) {
		refuse("place", `${module.Name} does not say how it was imported`);
	}
	return { scale, axes, chosen: chosen.split(" ") };
}

/** The files and the options that a module keeps. Fails where it is damaged. */
export function readKeptImport(
	module: ModuleScript,
	pause?: Pause,
): { files: Array<SourceFile>; options: ImportOptions } {
	const options = readOptions(module);
	const entries = readList(module, "files");
	if (!entries) refuse("place", `${module.Name} does not list its files`);
	const bytes = readBytes(module, pause);
	const files = new Array<SourceFile>();
	let at = 0;
	for (const entry of entries) {
		const { name, size } = (typeIs(entry, "table") ? entry : {}) as Partial<FileEntry>;
		const isSize = typeIs(size, "number") && size >= 0 && size % 1 === 0;
		if (!typeIs(name, "string") || !isSize) refuse("place", `${module.Name} does not list its files`);
		if (at + size > buffer.len(bytes)) refuse("place", `${module.Name} lacks a part of "${name}"`);
		const piece = buffer.create(size);
		buffer.copy(piece, 0, bytes, at, size);
		at += size;
		files.push({ name, bytes: piece });
	}
	return { files, options };
}
