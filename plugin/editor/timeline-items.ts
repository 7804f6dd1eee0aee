import {
	createFilm,
	Film,
	FilmClip,
	isRecording,
	layoutFilm,
	Marker,
	Recording,
	Shot,
	ShotKey,
} from "../../src/camera";
import { durationOf } from "../recordings/recording-facts";

/** A take, a shot or a replay on the timeline: the whole recording, or an item of a film. */
export interface TimelineClip {
	readonly index: number;
	readonly recording: FilmClip;
	/** Seconds of the timeline. */
	readonly start: number;
	readonly finish: number;
	/** Seconds of blending from the previous clip. */
	readonly blend: number;
}

/** A key of a shot on the timeline. */
export interface TimelineKey {
	readonly id: string;
	/** Its clip, and its index in the clip's keys. */
	readonly clip: number;
	readonly index: number;
	/** Seconds of the timeline. */
	readonly seconds: number;
	readonly key: ShotKey;
}

export interface TimelineMarker {
	readonly id: string;
	/** Its clip; -1 for the film's own markers. */
	readonly clip: number;
	readonly index: number;
	readonly seconds: number;
	readonly name: string;
}

/** A jump of the camera on the timeline. */
export interface TimelineCut {
	readonly id: string;
	readonly clip: number;
	/**
	 * The frame of a take before which the camera jumps, or the key of a shot to which it jumps. 0 if the clip begins
	 * with a cut.
	 */
	readonly index: number;
	readonly seconds: number;
}

export function clipsOf(recording: Recording): Array<TimelineClip> {
	if (!isRecording(recording, "film")) {
		return [{ index: 0, recording, start: 0, finish: durationOf(recording), blend: 0 }];
	}
	const { starts, blends, ends } = layoutFilm(recording);
	return recording.items.map((item, index) => ({
		index,
		recording: item.recording,
		start: starts[index],
		finish: math.max(ends[index], starts[index]),
		blend: blends[index],
	}));
}

export function keysOf(recording: Recording): Array<TimelineKey> {
	const keys = new Array<TimelineKey>();
	for (const { index: clip, recording: shot, start } of clipsOf(recording)) {
		if (!isRecording(shot, "shot")) continue;
		shot.keys.forEach((key, index) => {
			keys.push({ id: `key:${clip}:${index}`, clip, index, seconds: start + key.seconds, key });
		});
	}
	return keys;
}

export function markersOf(recording: Recording): Array<TimelineMarker> {
	const markers = new Array<TimelineMarker>();
	const add = (list: ReadonlyArray<Marker>, clip: number, start: number) => {
		list.forEach(({ name, seconds }, index) => {
			markers.push({ id: `marker:${clip}:${index}`, clip, index, seconds: start + seconds, name });
		});
	};
	if (isRecording(recording, "film")) add(recording.markers, -1, 0);
	for (const { index, recording: clip, start } of clipsOf(recording)) add(clip.markers, index, start);
	return markers.sort((a, b) => a.seconds < b.seconds);
}

export function timelineCutsOf(recording: Recording): Array<TimelineCut> {
	const cuts = new Array<TimelineCut>();
	for (const { index: clip, recording: source, start, blend } of clipsOf(recording)) {
		if (clip > 0 && blend === 0) cuts.push({ id: `cut:${clip}:0`, clip, index: 0, seconds: start });
		if (isRecording(source, "shot")) {
			source.keys.forEach(({ seconds }, index) => {
				if (source.keys[index - 1]?.easing !== "hold") return;
				cuts.push({ id: `cut:${clip}:${index}`, clip, index, seconds: start + seconds });
			});
			continue;
		}
		const take = isRecording(source, "take") ? source : source.subjects.find(({ kind }) => kind === "camera")?.root;
		for (const cut of take?.cuts ?? []) {
			cuts.push({ id: `cut:${clip}:${cut}`, clip, index: cut, seconds: start + cut / take!.rate });
		}
	}
	return cuts;
}

/**
 * Returns names of all items that can be chosen, by id. Names contain times instead of indices: after an undo, an index
 * can belong to another item.
 */
export function namesOfItems(recording: Recording): Map<string, string> {
	const names = new Map<string, string>();
	const taken = new Set<string>();
	const add = (id: string, name: string) => {
		// Equal names, such as those of two markers with one name and time, are numbered.
		let own = name;
		while (taken.has(own)) own += "'";
		taken.add(own);
		names.set(id, own);
	};
	for (const { id, clip, seconds } of keysOf(recording)) add(id, `key ${clip} ${seconds}`);
	for (const { id, clip, seconds, name } of markersOf(recording)) add(id, `marker ${clip} ${seconds} ${name}`);
	for (const { id, clip, seconds } of timelineCutsOf(recording)) add(id, `cut ${clip} ${seconds}`);
	for (const { index, start, recording: clip } of clipsOf(recording))
		add(`clip:${index}`, `clip ${start} ${clip.name}`);
	if (!isRecording(recording, "film")) return names;
	(recording.layers ?? []).forEach((layer, index) => {
		add(`layer:${index}`, `layer ${layer.start} ${layer.kind === "replay" ? layer.recording.name : layer.name}`);
	});
	return names;
}

/** Returns the clip at a time, or the last one after the end. */
export function clipAt(clips: ReadonlyArray<TimelineClip>, seconds: number): TimelineClip {
	let found = clips[0];
	for (const clip of clips) if (clip.start <= seconds + 1e-6) found = clip;
	return found;
}

/** Replaces a clip of a recording. */
export function withClip(recording: Recording, index: number, clip: FilmClip): Recording {
	if (!isRecording(recording, "film")) return { ...clip, name: recording.name };
	const items = recording.items.map((item, other) => (other === index ? { ...item, recording: clip } : item));
	// Markers can be past the new end until they are moved to it below.
	const { duration } = layoutFilm({ ...recording, items, markers: [] });
	const markers = recording.markers.map((marker) => ({ ...marker, seconds: math.min(marker.seconds, duration) }));
	return { ...recording, items, markers };
}

/** Returns a clip as a shot, or undefined if it is not one. */
export function shotAt(recording: Recording, index: number): Shot | undefined {
	const clip = clipsOf(recording)[index]?.recording;
	return clip && isRecording(clip, "shot") ? clip : undefined;
}

/** Returns a recording as a film, so that more clips can follow. */
export function asFilm(recording: Recording): Film {
	if (isRecording(recording, "film")) return recording;
	const { name, metadata } = recording;
	return createFilm([recording], { name, metadata });
}

/** Adds a clip to a film, at an index. */
export function withAddedClip(recording: Recording, clip: FilmClip, at: number): Film {
	const film = asFilm(recording);
	const items = [...film.items];
	items.insert(at, { recording: clip, blend: 0 });
	// The first clip has no previous clip to blend from.
	items[0] = { ...items[0], blend: 0 };
	return { ...film, items };
}
