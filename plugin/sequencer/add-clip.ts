import { untrack } from "@rbxts/vide";
import { FilmLayer, isRecording, Recording } from "../../src/camera";
import { addClip } from "../editor/edits";
import { replayLayerOf, rigLayerOf, withLayer } from "../editor/film-layers";
import type { Library } from "../library/library";
import { MenuItem, SEPARATOR } from "../menus";
import { KeptRecording, loadRecording } from "../recordings/kept-recording";
import { KIND_WORDS } from "../recordings/recording-facts";
import { refuse } from "../sentence";

/** A new layer's initial asset: Roblox's own walk animation, or a sound from its library. */
const FIRST_ANIMATION = "rbxassetid://507777826";
const FIRST_SOUND = "rbxassetid://1843463175";

/** Adds a recording of the place after the clip at a time, or at the end. Opens it if nothing is open. */
export function addRecordingAsClip(library: Library, kept: KeptRecording, seconds?: number): void {
	const { editor } = library;
	if (!untrack(editor.opened)) {
		editor.open(kept);
		return;
	}
	library.messages.attempt(() => {
		const recording = loadRecording(kept);
		if (isRecording(recording, "film")) refuse("A film cannot be part of another. Add its takes and shots one by one.");
		addClip(editor, recording, seconds);
	});
}

/** Adds a layer to the open recording, chooses it, and opens its fields. */
function addLayer({ editor }: Library, what: string, layer: FilmLayer): void {
	const add = (recording: Recording) => withLayer(recording, layer);
	editor.change(what, add, undefined, () => {
		const layers = untrack(editor.layers);
		editor.selection.set([layers[layers.size() - 1].id]);
		editor.side("layer");
	});
}

/** Adds a clip of the selected rig and opens the field for its animation. */
function addRig(library: Library): void {
	const { playback } = library.editor;
	const model = game
		.GetService("Selection")
		.Get()
		.find((item): item is Model => item.IsA("Model"));
	if (!model) {
		library.messages.complain("Select the rig in the viewport first, then add its clip.");
		return;
	}
	const start = untrack(playback.position);
	addLayer(library, "Add clip of rig", rigLayerOf(model, FIRST_ANIMATION, start, untrack(playback.duration)));
}

/** Shows the menu of what can be added: a recording at the end, or a layer. */
export function chooseLane(library: Library): void {
	const { editor } = library;
	const others = untrack(library.list.recordings).filter(
		({ kind, holder }) => kind !== "film" && holder !== untrack(editor.opened)?.holder,
	);
	const clips = others.map((kept) => ({
		text: `${kept.name} (${KIND_WORDS[kept.kind].one})`,
		run: () => addRecordingAsClip(library, kept),
	}));
	if (!untrack(editor.opened)) {
		if (clips.isEmpty()) library.messages.say("There is no recording yet. Press Record, or add files in the Library.");
		else library.menus.show(clips);
		return;
	}
	const replays = others
		.filter(({ kind }) => kind === "replay")
		.map((kept) => ({
			text: kept.name,
			run: () =>
				library.messages.attempt(() => {
					const replay = loadRecording(kept);
					if (!isRecording(replay, "replay")) return;
					addLayer(library, "Add replay", replayLayerOf(replay, untrack(editor.playback.position)));
				}),
		}));
	const items: Array<MenuItem> = [
		{
			text: "Music",
			run: () => addLayer(library, "Add music", { kind: "music", name: "Music", soundId: FIRST_SOUND, start: 0 }),
		},
		{ text: "Clip of the selected rig", run: () => addRig(library) },
	];
	if (!replays.isEmpty()) items.push({ text: "Replay beside the camera", items: replays });
	library.menus.show(clips.isEmpty() ? items : [...items, SEPARATOR, ...clips]);
}

/** Adds a recording that was dragged from the Library's list and dropped on a panel. */
export function addDropped(library: Library, data: object): void {
	const fields = data as Map<string, unknown>;
	if (fields.get("Sender") !== "DollyLibrary") return;
	const wanted = fields.get("Data");
	const found = untrack(library.list.recordings).find(({ name }) => name === wanted);
	if (found) addRecordingAsClip(library, found);
}
