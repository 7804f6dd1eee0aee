import { untrack } from "@rbxts/vide";
import type { Recording, TakeMetadata } from "../../src/camera";
import type { Editor } from "../editor/editor";

/** Returns the notes of a recording. */
export function metadataOf(recording: Recording | undefined): TakeMetadata {
	return recording?.metadata ?? {};
}

/** Sets a note of the open recording. Text that reads as a number is stored as one; empty text removes the note. */
export function setMetadata(editor: Editor, key: string, text: string): void {
	const number = tonumber(text);
	const isNumber = number !== undefined && math.abs(number) < math.huge && tostring(number) === text;
	const value = isNumber ? number : text;
	if ((metadataOf(untrack(editor.shown))[key] ?? "") === value) return;
	editor.change("Change notes", (recording) => {
		const metadata = { ...recording.metadata, [key]: text === "" ? undefined : value } as unknown as TakeMetadata;
		return { ...recording, metadata: next(metadata)[0] === undefined ? undefined : metadata };
	});
}
