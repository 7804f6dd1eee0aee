import type { DemoSession } from "./demo-session";

/** An action of the visitor, with a button and a key. */
export interface Command {
	name: string;
	key: Enum.KeyCode;
	text: (session: DemoSession) => string;
	/** Returns whether it is running. Pressing it again then ends it. */
	isOn?: (session: DemoSession) => boolean;
	run: (session: DemoSession) => void;
}

export const COMMANDS: ReadonlyArray<Command> = [
	{
		name: "Fly",
		key: Enum.KeyCode.F,
		text: (session) => (session.isFlying() ? "Land" : "Fly"),
		isOn: (session) => session.isFlying(),
		run: (session) => session.toggleFlying(),
	},
	{
		name: "Record",
		key: Enum.KeyCode.R,
		text: (session) => (session.isRecording() ? "Stop" : "Record"),
		isOn: (session) => session.isRecording(),
		run: (session) => session.toggleRecording(),
	},
	{ name: "Key", key: Enum.KeyCode.K, text: () => "Place key", run: (session) => session.placeKey() },
	{
		name: "Play",
		key: Enum.KeyCode.P,
		text: (session) => (session.playback.isPlaying() ? "Pause" : "Play"),
		isOn: (session) => session.playback.isPlaying(),
		run: (session) => session.togglePlaying(),
	},
	{ name: "Ball", key: Enum.KeyCode.B, text: () => "Throw ball", run: (session) => session.throwBall() },
	{
		name: "Replay",
		key: Enum.KeyCode.L,
		text: (session) => (session.isReplaying() ? "Leave replay" : "Last seconds"),
		isOn: (session) => session.isReplaying(),
		run: (session) => session.toggleReplay(),
	},
	{ name: "Import", key: Enum.KeyCode.I, text: () => "Import duck", run: (session) => session.importDuck() },
	{ name: "Opening", key: Enum.KeyCode.O, text: () => "Opening", run: (session) => session.playOpening() },
];
