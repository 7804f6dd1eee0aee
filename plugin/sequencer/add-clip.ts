import { untrack } from "@rbxts/vide";
import { FilmLayer, isRecording, Recording } from "../../src/camera";
import { addClip } from "../editor/edits";
import { replayLayerOf, rigLayerOf, withLayer } from "../editor/film-layers";
import type { Library } from "../library/library";
import { MenuItem, SEPARATOR } from "../menus";
import { KeptRecording, loadRecording } from "../recordings/kept-recording";
import { KIND_WORDS } from "../recordings/recording-facts";
import { refuse } from "../sentence";

/** What a new layer plays until another id is typed: Roblox's own walk, and a sound of its library. */
const FIRST_ANIMATION = "rbxassetid://507777826";
const FIRST_SOUND = "rbxassetid://1843463175";

/** Puts a recording of the place behind the clip at a time, or behind all; opens it if nothing is open. */
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

/** Adds a layer to what is open, chooses it, and opens its fields. */
function addLayer({ editor }: Library, what: string, layer: FilmLayer): void {
	const add = (recording: Recording) => withLayer(recording, layer);
	editor.change(what, add, undefined, () => {
		const layers = untrack(editor.layers);
		editor.selection.set([layers[layers.size() - 1].id]);
		editor.side("layer");
	});
}

/** Adds a clip of the rig that is selected; its animation is typed into the fields that open. */
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

/** Asks what to add: a recording behind all, or something beside them. */
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

/** Adds the recording of the Library whose row was dropped on a panel. */
export function addDropped(library: Library, data: object): void {
	const fields = data as Map<string, unknown>;
	if (fields.get("Sender") !== "DollyLibrary") return;
	const wanted = fields.get("Data");
	const found = untrack(library.list.recordings).find(({ name }) => name === wanted);
	if (found) addRecordingAsClip(library, found);
}
