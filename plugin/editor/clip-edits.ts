import { untrack } from "@rbxts/vide";
import {
	cutOutTake,
	Film,
	FilmClip,
	isRecording,
	joinTakes,
	layoutFilm,
	Marker,
	Recording,
	Take,
} from "../../src/camera";
import { counted } from "../../ui/format";
import { durationOf } from "../recordings/recording-facts";
import { refuse } from "../sentence";
import type { Editor } from "./editor";
import { trimClip } from "./edits";
import { KEY_RATE, onFrame } from "./key-edits";
import { asFilm, clipAt, clipsOf, markersOf, TimelineMarker } from "./timeline-items";

/** Times closer than this count as equal, in seconds. */
const SAME_TIME = 1e-6;

function rateOfClip(clip: FilmClip): number {
	return isRecording(clip, "shot") ? KEY_RATE : clip.rate;
}

/**
 * Splits a clip in two. Both halves contain the frame at the split, so their durations add up to the clip's, and joining
 * them restores it. Each marker is in one half.
 */
function halvesOf(clip: FilmClip, seconds: number): LuaTuple<[before: FilmClip, after: FilmClip]> {
	const length = durationOf(clip);
	const before = trimClip(clip, 0, seconds);
	const markers = before.markers.filter((marker) => marker.seconds < seconds - SAME_TIME);
	return $tuple({ ...before, markers }, trimClip(clip, seconds, length));
}

/**
 * Returns a recording as a film in which one clip ends at a time and the next begins. Returns the same film if it is
 * already split there.
 */
function filmSplitAt(recording: Recording, seconds: number): Film {
	const film = asFilm(recording);
	const clips = clipsOf(film);
	const { index, recording: clip, start, finish, blend } = clipAt(clips, seconds);
	const following = clips[index + 1];
	const blendsHere = blend > 0 && seconds < start + blend - SAME_TIME;
	const blendsAfter = following !== undefined && following.blend > 0 && seconds > following.start - SAME_TIME;
	if (blendsHere || blendsAfter) return refuse("Two clips blend here. Choose another time, or make the blend a cut.");
	const own = onFrame(seconds - start, rateOfClip(clip));
	if (own < SAME_TIME || start + own > finish - SAME_TIME) return film;
	const [before, after] = halvesOf(clip, own);
	const items = [...film.items];
	items[index] = { ...film.items[index], recording: before };
	items.insert(index + 1, { recording: after, blend: 0 });
	return { ...film, items };
}

/** Splits a clip at the playhead. A take, a shot or a replay becomes a film of two clips. */
export function splitClip(editor: Editor, index: number): void {
	const seconds = untrack(editor.playback.position);
	editor.change("Split clip", (recording) => {
		const found = clipAt(clipsOf(recording), seconds);
		const isIn = found.index === index && seconds < found.finish + SAME_TIME;
		if (!isIn) return refuse("The playhead is not in this clip. Move it to where the clip should be split.");
		const split = filmSplitAt(recording, seconds);
		if (split.items.size() === clipsOf(recording).size()) {
			return refuse("The clip begins or ends here. Move the playhead to where it should be split.");
		}
		return split;
	});
}

/** Returns the markers on both sides of a time, to cut out the part between them. */
export function markersAround(
	recording: Recording,
	seconds: number,
): { before: TimelineMarker; after: TimelineMarker } | undefined {
	const markers = markersOf(recording);
	const after = markers.find((marker) => marker.seconds > seconds);
	const earlier = markers.filter((marker) => marker.seconds <= seconds);
	const before = earlier[earlier.size() - 1];
	return before && after && { before, after };
}

/**
 * Removes the part between the markers on both sides of a time, including its markers: the first marker, but not the
 * second.
 */
export function cutOutBetweenMarkers(editor: Editor, seconds: number): void {
	let cutAt = 0;
	const cutOut = (recording: Recording) => {
		const around = markersAround(recording, seconds);
		if (!around) {
			return refuse("Put a marker on each side first: move the playhead, press M. Then right-click between the two.");
		}
		const [start, finish] = [around.before.seconds, around.after.seconds];
		if (start < SAME_TIME && finish > durationOf(recording) - SAME_TIME) {
			return refuse("Nothing would be left. Move one of the markers.");
		}
		cutAt = start;
		return isRecording(recording, "take")
			? cutOutTake(recording, start, finish)
			: cutOutOfFilm(recording, start, finish);
	};
	editor.change("Cut out", cutOut, undefined, () => {
		editor.selection.clear();
		editor.playback.seek(cutAt);
	});
}

function cutOutOfFilm(recording: Recording, start: number, finish: number): Film {
	const film = filmSplitAt(filmSplitAt(recording, start), finish);
	const { starts } = layoutFilm({ ...film, markers: [] });
	/** Half a frame: clips begin at the nearest frame. */
	const near = 0.5 / KEY_RATE;
	const isGone = (index: number) => starts[index] > start - near && starts[index] < finish - near;
	const items = film.items
		.map((item, index) => (index > 0 && isGone(index - 1) ? { ...item, blend: 0 } : item))
		.filter((_, index) => !isGone(index));
	const { duration } = layoutFilm({ ...film, items, markers: [] });
	const markers = new Array<Marker>();
	for (const marker of film.markers) {
		const isBefore = marker.seconds < start;
		if (!isBefore && marker.seconds < finish) continue;
		const seconds = isBefore ? marker.seconds : marker.seconds - (finish - start);
		markers.push({ ...marker, seconds: math.min(seconds, duration) });
	}
	return { ...film, items, markers };
}

/** Joins a range of a film's clips into one take. If the film holds nothing else, it becomes that take. */
export function joinClips(editor: Editor, first: number, last: number): void {
	const join = (recording: Recording) => {
		if (!isRecording(recording, "film")) return recording;
		const clips = clipsOf(recording);
		const takes = new Array<Take>();
		for (const index of $range(first, last)) {
			const { recording: clip, blend } = clips[index];
			if (!isRecording(clip, "take")) return refuse(`${clip.name} is not a take. Only takes can be joined.`);
			if (index > first && blend > 0) {
				return refuse(`${clip.name} blends with the clip before it. Make the blend a cut, then join them.`);
			}
			takes.push(clip);
		}
		const isAll = takes.size() === clips.size() && (recording.layers ?? []).isEmpty();
		if (!isAll) {
			const joined = joinTakes(takes);
			const items = recording.items.filter((_, index) => index <= first || index > last);
			items[first] = { ...items[first], recording: joined };
			const { duration } = layoutFilm({ ...recording, items, markers: [] });
			const markers = recording.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds, duration) }));
			return { ...recording, items, markers };
		}
		// The film's own markers move along with their takes.
		const marked = takes.map((take, index) => {
			const own = recording.markers.filter(({ seconds }) => clipAt(clips, seconds).index === index);
			const moved = own.map((marker) => {
				const seconds = math.clamp(marker.seconds - clips[index].start, 0, durationOf(take));
				return { ...marker, seconds };
			});
			return { ...take, markers: [...take.markers, ...moved] };
		});
		const joined = joinTakes(marked);
		const { name, map, metadata = joined.metadata } = recording;
		return { ...joined, name, map, metadata };
	};
	const what = `Join ${counted(last - first + 1, "take")}`;
	editor.change(what, join, undefined, () => editor.selection.clear());
}
