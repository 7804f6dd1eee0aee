import { luauString } from "../luau-string";
import { RecordingKind } from "./recording-facts";

/** The properties of a recording that playing code depends on. */
export interface PlayedRecording {
	readonly name: string;
	readonly kind: RecordingKind;
	/** Whether a film holds replays, whose subjects are shown. */
	readonly holdsReplay?: boolean;
}

function playerOf({ kind, holdsReplay = false }: PlayedRecording): string {
	return kind === "replay" || holdsReplay ? "ReplayPlayer" : "CameraPlayer";
}

/** Returns the source of a LocalScript that plays a recording of the place. */
export function playingLuau(recording: PlayedRecording): string {
	const { name, kind } = recording;
	return [
		'local ReplicatedStorage = game:GetService("ReplicatedStorage")',
		'local dolly = require(ReplicatedStorage:WaitForChild("dolly"))',
		'local recordings = ReplicatedStorage:WaitForChild("Dolly"):WaitForChild("Recordings")',
		`local ${kind} = dolly.decodeRecording(dolly.readBytes(recordings:WaitForChild(${luauString(name)})))`,
		`dolly.${playerOf(recording)}.new(${kind}):play()`,
		"",
	].join("\n");
}

/** Returns a TypeScript string literal on one line, for any bytes. */
function typeScriptString(text: string): string {
	return `"${text.gsub('[%c"\\]', (character) => string.format("\\x%02x", character.byte()[0]))[0]}"`;
}

const TYPES: { [K in RecordingKind]: string } = { take: "Take", shot: "Shot", replay: "Replay", film: "Film" };

/** Returns the same for roblox-ts, with the package @rbxts/dolly. */
export function playingTypeScript(recording: PlayedRecording): string {
	const { name, kind } = recording;
	const player = playerOf(recording);
	const imports = [player, "decodeRecording", "readBytes", TYPES[kind]].sort((a, b) => a.lower() < b.lower());
	return [
		`import { ${imports.join(", ")} } from "@rbxts/dolly";`,
		'import { ReplicatedStorage } from "@rbxts/services";',
		"",
		'const recordings = ReplicatedStorage.WaitForChild("Dolly").WaitForChild("Recordings");',
		`const ${kind} = decodeRecording(readBytes(recordings.WaitForChild(${typeScriptString(name)}))) as ${TYPES[kind]};`,
		`new ${player}(${kind}).play();`,
		"",
	].join("\n");
}
