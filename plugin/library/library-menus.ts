import { untrack } from "@rbxts/vide";
import { MenuItem, SEPARATOR } from "../menus";
import type { KeptRecording } from "../recordings/kept-recording";
import { countPieces } from "../recordings/recording-text";
import type { Library } from "./library";

/** The menus' choices: seconds before a recording begins, and frames per second. */
const COUNTDOWNS = [0, 3, 5, 10];
const RATES = [24, 30, 60, 120];

export function countdownText(seconds: number): string {
	return seconds === 0 ? "At once" : `In ${seconds} s`;
}

export function countdownMenu({ settings }: Library): Array<MenuItem> {
	const now = settings.get("countdown");
	return COUNTDOWNS.map((seconds) => ({
		text: seconds === 0 ? "Record at once" : `Record in ${seconds} seconds`,
		isChecked: seconds === now,
		run: () => settings.set("countdown", seconds),
	}));
}

export function rateMenu({ settings, sheet }: Library): Array<MenuItem> {
	const now = settings.get("rate");
	const items: Array<MenuItem> = RATES.map((rate) => ({
		text: `${rate} frames per second`,
		isChecked: rate === now,
		run: () => settings.set("rate", rate),
	}));
	return [...items, SEPARATOR, { text: "Another rate…", run: () => sheet("record") }];
}

/** Returns the number of selected instances in words. */
function selectionText(count: number): string {
	if (count === 0) return "select characters or cars first";
	return count === 1 ? "1 model" : `${count} models`;
}

/** The options of recording. */
export function recordMenu(library: Library): Array<MenuItem> {
	const { settings, sheet } = library;
	const records = settings.get("recordsSelection");
	const flies = settings.get("flies");
	return [
		{
			text: `Record the selection too (${selectionText(untrack(library.models).size())})`,
			isChecked: records,
			run: () => settings.set("recordsSelection", !records),
		},
		{
			text: "Fly with W A S D, at a set speed",
			isChecked: flies,
			run: () => settings.set("flies", !flies),
		},
		SEPARATOR,
		{ text: "Map, rate and speed…", run: () => sheet("record") },
	];
}

export function addMenu(library: Library): Array<MenuItem> {
	return [
		{ text: "Files…", run: () => library.importFiles() },
		{ text: "Paste text…", run: () => library.sheet("paste") },
	];
}

/** The ways to export a recording. */
export function exportMenu(library: Library, recording: KeptRecording): Array<MenuItem> {
	const { out, sheet } = library;
	const pieces = countPieces(recording.bytes);
	const copies = pieces === 1 ? "Copy as text…" : `Copy as text in ${pieces} pieces…`;
	const copy = (body: () => void) => () => {
		body();
		sheet("copy");
		library.showLibrary?.();
	};
	return [
		{ text: "Save a file…", run: () => out.saveFile(recording) },
		{ text: copies, run: copy(() => out.copyText(recording)) },
		SEPARATOR,
		{ text: "Playing code in Luau…", run: copy(() => out.copyCode(recording, "luau")) },
		{ text: "Playing code in TypeScript…", run: copy(() => out.copyCode(recording, "typescript")) },
		SEPARATOR,
		{ text: "Camera as GLB, in a file…", run: () => out.saveGlb(recording) },
		{ text: "Camera as glTF text…", run: copy(() => out.copyGltf(recording)) },
	];
}

/** The actions of a recording in the list. */
export function recordingMenu(library: Library, recording: KeptRecording): Array<MenuItem> {
	return [
		{ text: "Open in Sequencer", run: () => library.openInSequencer(recording) },
		{ text: "Fit keys…", run: () => library.fitKeys(recording) },
		SEPARATOR,
		{ text: "Duplicate", run: () => library.duplicate(recording) },
		{ text: "Export", items: exportMenu(library, recording) },
		{
			text: "Map and notes…",
			run: () => {
				library.open(recording);
				library.sheet("details");
			},
		},
		SEPARATOR,
		{ text: "Delete", run: () => library.remove(recording) },
	];
}
