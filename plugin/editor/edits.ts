import { counted } from "../../ui/format";
import { untrack } from "@rbxts/vide";
import {
	createShot,
	FilmClip,
	insertKey,
	isRecording,
	KeyEasing,
	Marker,
	Recording,
	Shot,
	ShotKey,
	Take,
	trimRecording,
} from "../../src/camera";
import { refuse } from "../sentence";
import type { Editor } from "./editor";
import { changeLayer } from "./film-layers";
import { easeSegments, KEY_RATE, onFrame, putKeys, removeKeys, setTangents, Tangents } from "./key-edits";
import {
	clipAt,
	clipsOf,
	keysOf,
	markersOf,
	shotAt,
	TimelineKey,
	timelineCutsOf,
	withAddedClip,
	withClip,
} from "./timeline-items";

/** Shown if the user edits the keys of a take. */
const NO_KEYS = "A take has frames instead of keys. Press Fit keys to turn it into keys.";

/** Times closer than this are in the same frame. */
const SAME_FRAME = 0.5 / KEY_RATE;

/** The copied keys; times start at the first. */
let clipboard: ReadonlyArray<ShotKey> = [];

/** Returns the chosen keys of a recording by clip. */
export function chosenByClip(editor: Editor): Map<number, Array<number>> {
	const chosen = new Map<number, Array<number>>();
	for (const { clip, index } of untrack(editor.chosenKeys)) {
		const list = chosen.get(clip);
		if (list) list.push(index);
		else chosen.set(clip, [index]);
	}
	return chosen;
}

/** Changes the shots that hold the chosen keys. */
export function changeChosenKeys(
	editor: Editor,
	recording: Recording,
	change: (shot: Shot, indices: Array<number>) => Shot,
): Recording {
	let changed = recording;
	for (const [clip, indices] of chosenByClip(editor)) {
		const shot = shotAt(changed, clip);
		if (shot) changed = withClip(changed, clip, change(shot, indices));
	}
	return changed;
}

/** Makes a key from the user's view. */
function keyFromView(editor: Editor, seconds: number): ShotKey {
	const { cframe, fieldOfView } = editor.ownView();
	return createShot([{ seconds, cframe, fieldOfView }]).keys[0];
}

/** Chooses keys by their current indices. */
function chooseKeys(editor: Editor, clip: number, indices: ReadonlyArray<number>): void {
	editor.selection.set(indices.map((index) => `key:${clip}:${index}`));
}

/** Makes a key from the user's view at the playhead. Replaces the chosen key or a key that is already there. */
export function setKeyFromView(editor: Editor): void {
	const seconds = onFrame(untrack(editor.playback.position));
	const recording = editor.recording();
	if (!recording) {
		editor.messages.attempt(() => {
			const { cframe, fieldOfView } = editor.ownView();
			editor.create(createShot([{ seconds: 0, cframe, fieldOfView }], { name: "Shot 1" }), "Start shot");
			editor.messages.say("Key 1 is here. Move the playhead and the view, then press I again.");
		});
		return;
	}
	const chosen = untrack(editor.chosenKeys);
	const target = chosen.size() === 1 ? chosen[0] : keysOf(recording).find((key) => isAt(key, seconds));
	if (target) {
		editor.change("Set key from view", (current) => {
			const shot = shotAt(current, target.clip)!;
			const { position, rotation, fieldOfView } = keyFromView(editor, 0);
			const keys = [...shot.keys];
			// The velocities belong to the key's previous place.
			const here = { position, rotation, fieldOfView, velocity: undefined, turning: undefined, zooming: undefined };
			keys[target.index] = { ...shot.keys[target.index], ...here };
			return withClip(current, target.clip, { ...shot, keys });
		});
		return;
	}
	const { index: clip, recording: source, start } = clipAt(clipsOf(recording), seconds);
	editor.change(
		"Add key",
		(current) => {
			if (!isRecording(source, "shot")) return refuse(NO_KEYS);
			const { shot } = putKeys(source, source.keys, [keyFromView(editor, onFrame(seconds - start))]);
			return withClip(current, clip, shot);
		},
		undefined,
		// Clears the selection: otherwise the next I would replace that key instead of adding another.
		() => editor.selection.clear(),
	);
}

function isAt({ seconds }: TimelineKey, at: number): boolean {
	return math.abs(seconds - at) < SAME_FRAME;
}

/** Adds a key on the curve at a time, without changing the motion. */
export function addKeyAt(editor: Editor, seconds: number): void {
	let added: string | undefined;
	editor.change(
		"Add key",
		(recording) => {
			const { index: clip, recording: source, start, finish } = clipAt(clipsOf(recording), seconds);
			if (!isRecording(source, "shot")) return refuse(NO_KEYS);
			const own = onFrame(math.clamp(seconds, start, finish) - start);
			const last = source.keys[source.keys.size() - 1].seconds;
			if (own > last) return refuse("The shot ends earlier. Press I to add a key from your view.");
			const shot = insertKey(source, own);
			added = `key:${clip}:${shot.keys.findIndex((key) => math.abs(key.seconds - own) < SAME_FRAME)}`;
			return withClip(recording, clip, shot);
		},
		undefined,
		() => editor.selection.set([added!]),
	);
}

/** Deletes the selection: keys, markers, cuts, clips. */
export function deleteChosen(editor: Editor): void {
	const { selection } = editor;
	const count = untrack(selection.count);
	if (count === 0) {
		editor.messages.say("Nothing is chosen. Click a key, a marker or a clip first.");
		return;
	}
	const kinds = ["key", "marker", "cut", "clip", "layer"].filter((kind) => !selection.of(kind).isEmpty());
	const what = counted(count, kinds.size() === 1 ? kinds[0] : "thing");
	editor.change(
		`Delete ${what}`,
		(recording) => {
			// Cuts first: a shot's cuts are identified by its keys.
			let changed = withoutCuts(recording, selection.of("cut"));
			changed = changeChosenKeys(editor, changed, (shot, indices) => {
				const left = removeKeys(shot, indices);
				return left ?? refuse("A shot needs at least one key. Delete the shot itself in the Library.");
			});
			changed = withoutMarkers(changed, selection.of("marker"));
			changed = withoutClips(changed, selection.of("clip"));
			// From last to first, so that the other indices stay valid.
			const layers = selection.of("layer").map((id) => numbersOf(id)[0]);
			for (const index of layers.sort((a, b) => a > b)) changed = changeLayer(changed, index, undefined);
			return changed;
		},
		`Deleted ${what}. Ctrl+Z brings ${count === 1 ? "it" : "them"} back.`,
		() => selection.clear(),
	);
}

/** Returns the clip and the index at the end of an id. */
export function numbersOf(id: string): LuaTuple<[clip: number, index: number]> {
	const [clip, index] = id.match("^%a+:(%-?%d+):?(%d*)$");
	return $tuple(tonumber(clip) ?? -1, tonumber(index) ?? 0);
}

/** Returns a recording with other markers in one clip, or in the film itself. */
export function withMarkers(
	recording: Recording,
	clip: number,
	change: (markers: Array<Marker>) => Array<Marker>,
): Recording {
	if (clip < 0 || !isRecording(recording, "film")) return { ...recording, markers: change([...recording.markers]) };
	const source = recording.items[clip].recording;
	return withClip(recording, clip, { ...source, markers: change([...source.markers]) });
}

function withoutMarkers(recording: Recording, ids: ReadonlyArray<string>): Recording {
	let changed = recording;
	const gone = new Map<number, Set<number>>();
	for (const id of ids) {
		const [clip, index] = numbersOf(id);
		const list = gone.get(clip) ?? new Set<number>();
		list.add(index);
		gone.set(clip, list);
	}
	for (const [clip, indices] of gone) {
		changed = withMarkers(changed, clip, (markers) => markers.filter((_, index) => !indices.has(index)));
	}
	return changed;
}

function withoutCuts(recording: Recording, ids: ReadonlyArray<string>): Recording {
	let changed = recording;
	for (const id of ids) {
		const [clip, index] = numbersOf(id);
		const source = clipsOf(changed)[clip]?.recording;
		if (index === 0 || !source) continue;
		if (isRecording(source, "take")) {
			changed = withClip(changed, clip, { ...source, cuts: source.cuts.filter((cut) => cut !== index) });
		} else if (isRecording(source, "shot")) {
			changed = withClip(changed, clip, easeSegments(source, [index - 1], "smooth"));
		}
	}
	return changed;
}

function withoutClips(recording: Recording, ids: ReadonlyArray<string>): Recording {
	if (ids.isEmpty()) return recording;
	if (!isRecording(recording, "film"))
		return refuse("This clip is the whole recording. Delete the recording in the Library.");
	const gone = new Set(ids.map((id) => numbersOf(id)[0]));
	const items = recording.items.filter((_, index) => !gone.has(index));
	if (items.isEmpty()) return refuse("A film needs at least one clip. Delete the film itself in the Library.");
	items[0] = { ...items[0], blend: 0 };
	const last = clipsOf({ ...recording, items });
	const finish = last[last.size() - 1].finish;
	const markers = recording.markers.filter((marker) => marker.seconds <= finish);
	return { ...recording, items, markers };
}

export function copyChosen(editor: Editor): void {
	const chosen = untrack(editor.chosenKeys);
	if (chosen.isEmpty()) {
		editor.messages.say("No key is chosen. Click a key first.");
		return;
	}
	let first = math.huge;
	for (const { seconds } of chosen) first = math.min(first, seconds);
	clipboard = chosen.map(({ key, seconds }) => ({ ...key, seconds: seconds - first }));
	editor.messages.say(
		`Copied ${counted(clipboard.size(), "key")}. Ctrl+V puts ${clipboard.size() === 1 ? "it" : "them"} at the playhead.`,
	);
}

/** Puts the copied keys into the shot at the playhead. */
export function pasteKeys(editor: Editor): void {
	const seconds = untrack(editor.playback.position);
	if (clipboard.isEmpty()) {
		editor.messages.complain("No keys are copied. Choose keys and press Ctrl+C.");
		return;
	}
	putInto(editor, `Paste ${counted(clipboard.size(), "key")}`, seconds, clipboard);
}

export function duplicateChosen(editor: Editor): void {
	const previous = clipboard;
	copyChosen(editor);
	if (!untrack(editor.chosenKeys).isEmpty()) pasteKeys(editor);
	clipboard = previous;
}

function putInto(editor: Editor, what: string, seconds: number, keys: ReadonlyArray<ShotKey>): void {
	let onPut: (() => void) | undefined;
	editor.change(
		what,
		(recording) => {
			const { index: clip, recording: source, start } = clipAt(clipsOf(recording), seconds);
			if (!isRecording(source, "shot")) return refuse(NO_KEYS);
			const put = keys.map((key) => ({ ...key, seconds: onFrame(seconds - start + key.seconds) }));
			const { shot, indices, replaced } = putKeys(source, source.keys, put);
			onPut = () => {
				chooseKeys(editor, clip, indices);
				if (replaced > 0) editor.messages.say(replacedWords(replaced));
			};
			return withClip(recording, clip, shot);
		},
		undefined,
		() => onPut!(),
	);
}

/** Returns a note on how many keys were replaced. */
export function replacedWords(count: number): string {
	return count === 1 ? "A key was here. It was replaced." : `${count} keys were here. They were replaced.`;
}

export function addMarker(editor: Editor): void {
	editor.change("Add marker", (recording) => {
		const seconds = math.min(untrack(editor.playback.position), untrack(editor.playback.duration));
		const count = markersOf(recording).size();
		return withMarkers(recording, -1, (markers) => [...markers, { name: `Marker ${count + 1}`, seconds }]);
	});
}

/** Adds a cut at the playhead, or removes the one that is there. */
export function toggleCut(editor: Editor): void {
	const seconds = untrack(editor.playback.position);
	editor.change("Change cuts", (recording) => {
		const there = timelineCutsOf(recording).find((cut) => math.abs(cut.seconds - seconds) < SAME_FRAME);
		if (there) {
			if (there.index === 0) return refuse("Two clips meet here. Right-click the later one to blend them instead.");
			return withoutCuts(recording, [there.id]);
		}
		const { index, recording: source, start } = clipAt(clipsOf(recording), seconds);
		const own = seconds - start;
		if (own < SAME_FRAME) return refuse("The camera has nothing to jump from at the start. Move the playhead.");
		return withClip(recording, index, cutClip(source, own));
	});
}

function cutClip(source: FilmClip, seconds: number): FilmClip {
	if (isRecording(source, "shot")) return cutShot(source, seconds);
	if (!isRecording(source, "take")) return refuse("A replay is cut where its camera was. Split the clip instead.");
	const frame = math.round(seconds * source.rate);
	if (frame < 1 || frame >= source.count) return refuse("A cut goes between two frames. Move the playhead.");
	return { ...source, cuts: [...source.cuts, frame].sort() };
}

/** Makes a shot jump at a time: it holds for the frame before. */
function cutShot(shot: Shot, seconds: number): Shot {
	const at = onFrame(seconds);
	const last = shot.keys[shot.keys.size() - 1].seconds;
	if (at >= last) return refuse("The shot ends here. Move the playhead.");
	const before = at - 1 / KEY_RATE;
	const keyed = insertKey(insertKey(shot, at), before);
	const index = keyed.keys.findIndex((key) => math.abs(key.seconds - before) < SAME_FRAME);
	return easeSegments(keyed, [index], "hold");
}

/** Removes the part of a clip before or after the playhead. */
export function trimHere(editor: Editor, side: "start" | "finish"): void {
	const seconds = untrack(editor.playback.position);
	let start = 0;
	editor.change(
		side === "start" ? "Trim start" : "Trim end",
		(recording) => {
			const clip = clipAt(clipsOf(recording), seconds);
			const own = seconds - clip.start;
			const length = clip.finish - clip.start;
			const trimmed = side === "start" ? trimClip(clip.recording, own, length) : trimClip(clip.recording, 0, own);
			start = clip.start;
			return withClip(recording, clip.index, trimmed);
		},
		undefined,
		() => {
			if (side === "start") editor.playback.seek(start);
		},
	);
}

/** Returns the part of a clip between two of its times. */
export function trimClip(source: FilmClip, start: number, finish: number): FilmClip {
	if (finish - start < SAME_FRAME) return refuse("Nothing would be left. Move the playhead.");
	if (!isRecording(source, "shot")) return trimRecording(source, start, finish) as Take;
	const last = source.keys[source.keys.size() - 1].seconds;
	const from = onFrame(math.max(start, 0));
	const to = math.min(onFrame(finish), last);
	const keyed = insertKey(insertKey(source, from), to);
	const keys = keyed.keys
		.filter((key) => key.seconds > from - SAME_FRAME && key.seconds < to + SAME_FRAME)
		.map((key) => ({ ...key, seconds: math.max(key.seconds - from, 0) }));
	const markers = source.markers
		.filter((marker) => marker.seconds >= from && marker.seconds <= to)
		.map((marker) => ({ ...marker, seconds: marker.seconds - from }));
	return { ...source, keys, markers };
}

/** Sets the easing from the chosen keys to the next ones. */
export function easeChosen(editor: Editor, easing: KeyEasing): void {
	editor.change("Change easing", (recording) =>
		changeChosenKeys(editor, recording, (shot, indices) => easeSegments(shot, indices, easing)),
	);
}

/** Sets the tangents of the chosen keys. */
export function bendChosen(editor: Editor, tangents: Tangents): void {
	editor.change("Change tangents", (recording) =>
		changeChosenKeys(editor, recording, (shot, indices) => setTangents(shot, indices, tangents)),
	);
}

/** Adds a clip after the one at a time. A take or a shot becomes a film. */
export function addClip(editor: Editor, clip: FilmClip, seconds = math.huge): void {
	editor.change(`Add ${clip.name}`, (recording) => {
		const clips = clipsOf(recording);
		const at = seconds === math.huge ? clips.size() : clipAt(clips, seconds).index + 1;
		return withAddedClip(recording, clip, at);
	});
}

/** Goes to the key or the cut before or after the playhead. */
export function goToKey(editor: Editor, direction: 1 | -1): void {
	const position = untrack(editor.playback.position);
	let best: number | undefined;
	for (const { seconds } of [...untrack(editor.keys), ...untrack(editor.cuts)]) {
		const isBeyond = direction > 0 ? seconds > position + SAME_FRAME : seconds < position - SAME_FRAME;
		if (isBeyond && (best === undefined || math.abs(seconds - position) < math.abs(best - position))) best = seconds;
	}
	if (best === undefined) best = direction > 0 ? untrack(editor.playback.duration) : 0;
	editor.playback.pause();
	editor.playback.seek(best);
}

/** Chooses all keys, or all markers if there are no keys. */
export function chooseAll(editor: Editor): void {
	const keys = untrack(editor.keys);
	const items = keys.isEmpty() ? untrack(editor.markers) : keys;
	editor.selection.set(items.map(({ id }) => id));
}

/** Fits the chosen items into the view, or everything if none is chosen. */
export function frameChosen(editor: Editor): void {
	let first = math.huge;
	let last = -math.huge;
	for (const { id, seconds } of [...untrack(editor.keys), ...untrack(editor.markers), ...untrack(editor.cuts)]) {
		if (!editor.selection.has(id)) continue;
		first = math.min(first, seconds);
		last = math.max(last, seconds);
	}
	const spans = [
		...untrack(editor.clips).map(({ index, start, finish }) => ({ id: `clip:${index}`, start, finish })),
		...untrack(editor.layers),
	];
	for (const { id, start, finish = start } of spans) {
		if (!editor.selection.has(id)) continue;
		first = math.min(first, start);
		last = math.max(last, finish);
	}
	if (first > last) editor.fit();
	else editor.frame(first, last);
}
