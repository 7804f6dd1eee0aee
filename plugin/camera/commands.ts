import { UserInputService } from "@rbxts/services";
import type { CameraSession } from "./camera-session";

/** Something that a key of the Camera panel does, and a shortcut that a person chooses in Studio. */
export interface Command {
	id: string;
	text: string;
	tip: string;
	key: Enum.KeyCode["Name"];
	run: (session: CameraSession) => void;
}

export const COMMANDS: ReadonlyArray<Command> = [
	{
		id: "DollyRecord",
		text: "Record",
		tip: "Starts or ends recording the camera",
		key: "R",
		run: (session) => session.toggleRecording(),
	},
	{
		id: "DollyPlay",
		text: "Play",
		tip: "Plays or pauses the chosen take",
		key: "Space",
		run: ({ playback }) => playback.toggle(),
	},
	{
		id: "DollyFrameBack",
		text: "Frame back",
		tip: "Goes to the frame before",
		key: "Left",
		run: ({ playback }) => playback.step(-1),
	},
	{
		id: "DollyFrameOn",
		text: "Frame on",
		tip: "Goes to the next frame",
		key: "Right",
		run: ({ playback }) => playback.step(1),
	},
	{
		id: "DollyStart",
		text: "To the start",
		tip: "Goes to the first frame",
		key: "Home",
		run: (s) => s.playback.seek(0),
	},
	{
		id: "DollyEnd",
		text: "To the end",
		tip: "Goes to the last frame",
		key: "End",
		run: ({ playback }) => playback.seek(playback.duration()),
	},
	{
		id: "DollyTrimStart",
		text: "Start here",
		tip: "The trim begins at the playhead",
		key: "I",
		run: (session) => session.trimHere("start"),
	},
	{
		id: "DollyTrimEnd",
		text: "End here",
		tip: "The trim ends at the playhead",
		key: "O",
		run: (session) => session.trimHere("finish"),
	},
	{
		id: "DollyMarker",
		text: "Add marker",
		tip: "Adds a marker at the playhead",
		key: "M",
		run: (session) => session.addMarker(),
	},
	{
		id: "DollySplit",
		text: "Split",
		tip: "Shows what a split at the playhead would make",
		key: "S",
		run: (session) => session.startTool("Split"),
	},
];

/** Runs the command of a key that was pressed over the panel; what is typed into a box is none. */
export function runKey(session: CameraSession, input: InputObject): void {
	if (input.UserInputType !== Enum.UserInputType.Keyboard || UserInputService.GetFocusedTextBox()) return;
	COMMANDS.find((command) => command.key === input.KeyCode.Name)?.run(session);
}
