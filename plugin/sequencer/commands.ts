import { UserInputService } from "@rbxts/services";
import { untrack } from "@rbxts/vide";
import {
	addMarker,
	chooseAll,
	copyChosen,
	deleteChosen,
	duplicateChosen,
	frameChosen,
	goToKey,
	pasteKeys,
	setKeyFromView,
	toggleCut,
	trimHere,
} from "../editor/edits";
import type { Library } from "../library/library";
import { cancelDrag } from "./pointer";

/** A modifier key. Ctrl is Cmd on a Mac. */
type Modifier = "none" | "ctrl" | "shift";

/**
 * An action with a key that works while the pointer is over a panel, and a shortcut that the user can set in Studio.
 */
export interface Command {
	id: string;
	text: string;
	tip: string;
	key: Enum.KeyCode["Name"];
	with?: Modifier;
	run: (library: Library) => void;
}

export const COMMANDS: ReadonlyArray<Command> = [
	{
		id: "DollyRecord",
		text: "Record",
		tip: "Starts or ends recording the camera",
		key: "R",
		run: (library) => library.toggleRecording(),
	},
	{
		id: "DollyPlay",
		text: "Play",
		tip: "Plays, or pauses where it is",
		key: "Space",
		run: ({ editor }) => editor.playback.toggle(),
	},
	{
		id: "DollyPlayBack",
		text: "Play back",
		tip: "Plays backwards; again, twice as fast",
		key: "J",
		run: ({ editor }) => editor.playback.drive(-1),
	},
	{
		id: "DollyPause",
		text: "Pause",
		tip: "Pauses where it is",
		key: "K",
		run: ({ editor }) => editor.playback.pause(),
	},
	{
		id: "DollyPlayOn",
		text: "Play on",
		tip: "Plays; again, twice as fast",
		key: "L",
		run: ({ editor }) => editor.playback.drive(1),
	},
	{
		id: "DollyFrameBack",
		text: "Previous frame",
		tip: "Goes one frame back",
		key: "Left",
		run: ({ editor }) => editor.playback.step(-1),
	},
	{
		id: "DollyFrameOn",
		text: "Next frame",
		tip: "Goes one frame forward",
		key: "Right",
		run: ({ editor }) => editor.playback.step(1),
	},
	{
		id: "DollyTenBack",
		text: "Ten frames back",
		tip: "Goes ten frames back",
		key: "Left",
		with: "shift",
		run: ({ editor }) => editor.playback.step(-10),
	},
	{
		id: "DollyTenOn",
		text: "Ten frames on",
		tip: "Goes ten frames forward",
		key: "Right",
		with: "shift",
		run: ({ editor }) => editor.playback.step(10),
	},
	{
		id: "DollyPreviousKey",
		text: "Previous key",
		tip: "Goes to the previous key or cut",
		key: "Up",
		run: ({ editor }) => goToKey(editor, -1),
	},
	{
		id: "DollyNextKey",
		text: "Next key",
		tip: "Goes to the next key or cut",
		key: "Down",
		run: ({ editor }) => goToKey(editor, 1),
	},
	{
		id: "DollyStart",
		text: "To the start",
		tip: "Goes to the first frame",
		key: "Home",
		run: ({ editor }) => editor.playback.seek(0),
	},
	{
		id: "DollyEnd",
		text: "To the end",
		tip: "Goes to the last frame",
		key: "End",
		run: ({ editor }) => editor.playback.seek(untrack(editor.playback.duration)),
	},
	{
		id: "DollyKey",
		text: "Key from view",
		tip: "Adds a key from your view at the playhead, or sets the chosen key",
		key: "I",
		run: ({ editor }) => setKeyFromView(editor),
	},
	{
		id: "DollyDelete",
		text: "Delete chosen",
		tip: "Removes the chosen keys, markers, cuts and clips",
		key: "Delete",
		run: ({ editor }) => deleteChosen(editor),
	},
	{
		id: "DollyCopy",
		text: "Copy keys",
		tip: "Copies the chosen keys",
		key: "C",
		with: "ctrl",
		run: ({ editor }) => copyChosen(editor),
	},
	{
		id: "DollyPaste",
		text: "Paste keys",
		tip: "Puts copied keys at the playhead",
		key: "V",
		with: "ctrl",
		run: ({ editor }) => pasteKeys(editor),
	},
	{
		id: "DollyDuplicate",
		text: "Duplicate keys",
		tip: "Puts copies of the chosen keys at the playhead",
		key: "D",
		with: "ctrl",
		run: ({ editor }) => duplicateChosen(editor),
	},
	{
		id: "DollyChooseAll",
		text: "Choose all",
		tip: "Chooses all keys",
		key: "A",
		with: "ctrl",
		run: ({ editor }) => chooseAll(editor),
	},
	{
		id: "DollyMarker",
		text: "Add marker",
		tip: "Adds a marker at the playhead",
		key: "M",
		run: ({ editor }) => addMarker(editor),
	},
	{
		id: "DollyCut",
		text: "Cut",
		tip: "Adds a cut at the playhead, or removes it",
		key: "C",
		run: ({ editor }) => toggleCut(editor),
	},
	{
		id: "DollyTrimStart",
		text: "Trim start",
		tip: "The clip begins at the playhead",
		key: "LeftBracket",
		run: ({ editor }) => trimHere(editor, "start"),
	},
	{
		id: "DollyTrimEnd",
		text: "Trim end",
		tip: "The clip ends at the playhead",
		key: "RightBracket",
		run: ({ editor }) => trimHere(editor, "finish"),
	},
	{
		id: "DollyFrame",
		text: "Frame chosen",
		tip: "Fits the chosen items into the view, or everything if none is chosen",
		key: "F",
		run: ({ editor }) => frameChosen(editor),
	},
	{
		id: "DollyCurves",
		text: "Keys or curves",
		tip: "Shows keys in lanes, or curves",
		key: "G",
		run: ({ editor }) => editor.mode(untrack(editor.mode) === "keys" ? "curves" : "keys"),
	},
	{
		id: "DollyCancel",
		text: "Cancel",
		tip: "Cancels a drag, otherwise clears the selection, otherwise leaves look-through",
		key: "Escape",
		run: ({ editor }) => {
			if (cancelDrag() || editor.cancelGesture()) return;
			if (untrack(editor.selection.count) > 0) editor.selection.clear();
			else editor.playback.lookThrough(false);
		},
	},
];

/** Returns the modifier of a press, or undefined for a combination that no command has. */
function modifierOf(input: InputObject): Modifier | undefined {
	const isDown = (key: Enum.ModifierKey) => input.IsModifierKeyDown(key);
	const ctrl = isDown(Enum.ModifierKey.Ctrl) || isDown(Enum.ModifierKey.Meta);
	const shift = isDown(Enum.ModifierKey.Shift);
	if (isDown(Enum.ModifierKey.Alt) || (ctrl && shift)) return undefined;
	return ctrl ? "ctrl" : shift ? "shift" : "none";
}

/** Runs the command of a key that was pressed over a panel. Ignores keys typed into a text box. */
export function runKey(library: Library, input: InputObject): void {
	if (input.UserInputType !== Enum.UserInputType.Keyboard || UserInputService.GetFocusedTextBox()) return;
	const held = modifierOf(input);
	const command = COMMANDS.find(({ key, with: wanted = "none" }) => key === input.KeyCode.Name && wanted === held);
	command?.run(library);
}
