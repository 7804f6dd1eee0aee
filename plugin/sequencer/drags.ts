import { counted } from "../../ui/format";
import { untrack } from "@rbxts/vide";
import { isRecording, layoutFilm, Recording, retimeRecording, Take } from "../../src/camera";
import { numbersOf, replacedWords, trimClip, withMarkers } from "../editor/edits";
import type { Gesture } from "../editor/editor";
import { changeLayer } from "../editor/film-layers";
import { KEY_RATE, shiftKeys } from "../editor/key-edits";
import { clipsOf, shotAt, TimelineClip, withClip } from "../editor/timeline-items";
import { durationOf } from "../recordings/recording-facts";
import type { DragTarget, PointerPlace } from "./pointer";
import type { Timeline } from "./timeline";

/** Makes a drag that becomes one step of history once the pointer has moved. */
export function stepDrag(
	timeline: Timeline,
	what: string,
	said: () => string,
	move: (recording: Recording, at: PointerPlace) => Recording,
): DragTarget {
	const { editor } = timeline;
	const before = editor.recording();
	let gesture: Gesture | undefined;
	let isRefused = false;
	return {
		onMove: (at) => {
			if (!before || isRefused || gesture?.isOver()) return;
			// If the recording has changed since the press, the dragged item belongs to the previous one.
			const isThere = gesture !== undefined || editor.recording() === before;
			gesture = isThere ? (gesture ?? editor.beginGesture(what, said)) : undefined;
			if (!gesture) {
				isRefused = true;
				return;
			}
			const [ok, moved] = pcall(() => move(before, at));
			if (ok) gesture.show(moved as Recording);
		},
		onEnd: () => {
			timeline.snapped(undefined);
			gesture?.commit();
		},
		onCancel: () => {
			timeline.snapped(undefined);
			gesture?.cancel();
		},
	};
}

/** Drags all chosen keys and markers; with Alt, copies of them. */
export function dragChosen(timeline: Timeline, start: PointerPlace, at: number): DragTarget {
	const { editor } = timeline;
	const { selection } = editor;
	const keys = untrack(editor.chosenKeys);
	const markers = untrack(editor.markers).filter(({ id }) => selection.has(id));
	const copies = start.alt;
	const count = keys.size() + markers.size();
	const noun = markers.isEmpty() ? "key" : keys.isEmpty() ? "marker" : "thing";
	const what = `${copies ? "Copy" : "Move"} ${counted(count, noun)}`;
	const ids = new Set<string>();
	for (const { id } of keys) ids.add(id);
	for (const { id } of markers) ids.add(id);
	// All items stop when one of them cannot go further, so that the distances between them stay.
	const clips = untrack(editor.clips);
	const film = { start: 0, finish: untrack(editor.playback.duration) };
	const owner = (clip: number) => (clip < 0 ? film : clips[clip]);
	let [least, most] = [-math.huge, math.huge];
	for (const { key } of keys) least = math.max(least, -key.seconds);
	for (const { clip, seconds } of markers) {
		const { start: first, finish } = owner(clip);
		least = math.max(least, first - seconds);
		// Dragged keys can make the shot longer, so its end is no limit. Its markers are handled below.
		if (keys.isEmpty()) most = math.min(most, finish - seconds);
	}
	const byClip = new Map<number, Array<number>>();
	for (const { clip, index } of keys) {
		const list = byClip.get(clip) ?? [];
		list.push(index);
		byClip.set(clip, list);
	}
	// The view can be zoomed or panned meanwhile.
	const pressed = timeline.secondsOf(start.x);
	let landed = at;
	let replaced = 0;
	const said = () => {
		if (replaced > 0) return replacedWords(replaced);
		const time = string.format("%d:%05.2f", math.floor(landed / 60), landed % 60);
		return `${copies ? "Copied" : "Moved"} ${counted(count, noun)} to ${time}. Ctrl+Z puts ${count === 1 ? "it" : "them"} back.`;
	};
	return stepDrag(timeline, what, said, (recording, place) => {
		const wanted = at + timeline.secondsOf(place.x) - pressed;
		const snapped = timeline.snap(wanted, place.shift, (id) => ids.has(id));
		const delta = math.clamp(snapped - at, least, math.max(most, least));
		landed = at + delta;
		let changed = recording;
		const chosen = new Array<string>();
		replaced = 0;
		for (const [clip, indices] of byClip) {
			const shot = shotAt(recording, clip);
			if (!shot) continue;
			const result = shiftKeys(shot, indices, delta, copies);
			replaced += result.replaced;
			changed = withClip(changed, clip, result.shot);
			for (const index of result.indices) chosen.push(`key:${clip}:${index}`);
		}
		for (const { clip, index, name, seconds } of markers) {
			const length = durationOf(clip < 0 ? changed : clipsOf(changed)[clip].recording);
			const moved = { name, seconds: math.clamp(seconds - owner(clip).start + delta, 0, length) };
			changed = withMarkers(changed, clip, (list) => {
				const place = copies ? list.size() : index;
				list[place] = moved;
				chosen.push(`marker:${clip}:${place}`);
				return list;
			});
		}
		selection.set(chosen);
		return changed;
	});
}

/**
 * Drags a cut: in a take to another frame, in a shot along with the key after the jump. Cuts of replays cannot be
 * dragged.
 */
export function dragCut(timeline: Timeline, id: string, pressed: PointerPlace): DragTarget | undefined {
	const { editor } = timeline;
	const [clip, cut] = numbersOf(id);
	const { recording: take, start } = untrack(editor.clips)[clip];
	const key = untrack(editor.keys).find((other) => other.clip === clip && other.index === cut);
	if (key) {
		editor.selection.set([key.id]);
		return dragChosen(timeline, pressed, key.seconds);
	}
	if (!isRecording(take, "take")) return undefined;
	return stepDrag(
		timeline,
		"Move cut",
		() => "Moved the cut. Ctrl+Z puts it back.",
		(recording, place) => {
			const seconds = timeline.snap(timeline.secondsOf(place.x), place.shift, (other) => other === id) - start;
			const frame = math.clamp(math.round(seconds * take.rate), 1, take.count - 1);
			const cuts = [...take.cuts.filter((other) => other !== cut && other !== frame), frame].sort();
			return withClip(recording, clip, { ...take, cuts });
		},
	);
}

/** Drags an end of a clip to trim it or, with Ctrl, to change its speed. */
export function dragEnd(
	timeline: Timeline,
	clip: TimelineClip,
	side: "start" | "finish",
	start: PointerPlace,
): DragTarget {
	const length = clip.finish - clip.start;
	const retimes = start.ctrl;
	return stepDrag(
		timeline,
		retimes ? "Retime clip" : "Trim clip",
		() => `${retimes ? "Retimed" : "Trimmed"} ${clip.recording.name}. Ctrl+Z undoes it.`,
		(recording, place) => {
			const at = timeline.snap(timeline.secondsOf(place.x), place.shift, () => false);
			if (retimes) {
				const wanted = side === "start" ? clip.finish - at : at - clip.start;
				return withClip(recording, clip.index, retimed(clip, math.max(wanted, 2 / KEY_RATE)));
			}
			const own = math.clamp(at - clip.start, 0, length);
			const part = side === "start" ? trimClip(clip.recording, own, length) : trimClip(clip.recording, 0, own);
			return withClip(recording, clip.index, part);
		},
	);
}

function retimed({ recording, start, finish }: TimelineClip, seconds: number): TimelineClip["recording"] {
	if (!isRecording(recording, "shot")) return retimeRecording(recording, { duration: seconds }) as Take;
	const factor = seconds / math.max(finish - start, 1e-6);
	const keys = recording.keys.map((key) => ({
		...key,
		seconds: key.seconds * factor,
		velocity: key.velocity && ([key.velocity[0] / factor, key.velocity[1] / factor, key.velocity[2] / factor] as const),
		turning: key.turning && ([key.turning[0] / factor, key.turning[1] / factor, key.turning[2] / factor] as const),
		zooming: key.zooming === undefined ? undefined : key.zooming / factor,
	}));
	const markers = recording.markers.map((marker) => ({ ...marker, seconds: marker.seconds * factor }));
	return { ...recording, keys, markers };
}

/** Drags a clip of a film, or a copy of it, to another index. */
export function dragClip(timeline: Timeline, clip: TimelineClip, copies: boolean): DragTarget {
	const { name } = clip.recording;
	return stepDrag(
		timeline,
		copies ? "Copy clip" : "Move clip",
		() => (copies ? `Copied ${name}. Ctrl+Z removes the copy.` : `Moved ${name}. Ctrl+Z puts it back.`),
		(recording, place) => {
			if (!isRecording(recording, "film")) return recording;
			const { starts, ends } = layoutFilm(recording);
			const at = timeline.secondsOf(place.x);
			const items = recording.items.filter((_, index) => copies || index !== clip.index);
			let index = 0;
			recording.items.forEach((_, other) => {
				if ((copies || other !== clip.index) && (starts[other] + ends[other]) / 2 < at) index += 1;
			});
			items.insert(index, recording.items[clip.index]);
			items[0] = { ...items[0], blend: 0 };
			timeline.editor.selection.set([`clip:${index}`]);
			return { ...recording, items };
		},
	);
}

/** Drags a layer to another time. */
export function dragLayer(timeline: Timeline, id: string, start: PointerPlace): DragTarget {
	const { editor } = timeline;
	const found = untrack(editor.layers).find((layer) => layer.id === id)!;
	const pressed = timeline.secondsOf(start.x);
	return stepDrag(
		timeline,
		"Move layer",
		() => `Moved ${found.title}. Ctrl+Z puts it back.`,
		(recording, place) => {
			const wanted = found.start + timeline.secondsOf(place.x) - pressed;
			const at = math.max(
				timeline.snap(wanted, place.shift, () => false),
				0,
			);
			return changeLayer(recording, found.index, { ...found.layer, start: at });
		},
	);
}
