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

interface FileEntry {
	name: string;
	size: number;
}

/** Makes the module that keeps the files of an import and its options, under no parent. Yields. */
export function createKeptImport(
	name: string,
	id: string,
	files: Array<SourceFile>,
	options: ImportOptions,
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
	const fields = {
		id,
		scale: options.scale,
		axes: options.axes,
		chosen: options.chosen.join(" "),
		files: HttpService.JSONEncode(entries),
	};
	return createByteModule(name, fields, "bytes", bytes, pause);
}

/** The module of the import with that id, or undefined where the place has none. */
export function findKeptImport(id: string): ModuleScript | undefined {
	for (const child of findSection("Imports")?.GetChildren() ?? []) {
		if (isByteModule(child) && readField(child, "id") === id) return child;
	}
	return undefined;
}

/** The files and the options that a module keeps. Fails where it is damaged. */
export function readKeptImport(
	module: ModuleScript,
	pause?: Pause,
): { files: Array<SourceFile>; options: ImportOptions } {
	const scale = readField(module, "scale");
	const axes = readField(module, "axes");
	const chosen = readField(module, "chosen");
	const list = readField(module, "files");
	if (!typeIs(scale, "number") || !typeIs(axes, "string") || !typeIs(chosen, "string") || !typeIs(list, "string")) {
		refuse("place", `${module.Name} does not say how it was imported`);
	}
	const [isJson, entries] = pcall(() => HttpService.JSONDecode(list) as Array<FileEntry>);
	if (!isJson || !typeIs(entries, "table")) refuse("place", `${module.Name} does not list its files`);
	const bytes = readBytes(module, pause);
	const files = new Array<SourceFile>();
	let at = 0;
	for (const { name, size } of entries) {
		if (!(typeIs(size, "number") && size >= 0 && at + size <= buffer.len(bytes)))
			refuse("place", `${module.Name} lacks a part of "${name}"`);
		const piece = buffer.create(size);
		buffer.copy(piece, 0, bytes, at, size);
		at += size;
		files.push({ name, bytes: piece });
	}
	return { files, options: { scale, axes: axes as Axes, chosen: chosen.split(" ") } };
}
