import type { Marker } from "../../motion/marker";
import { Film, FilmClip, isFilm } from "../../replay/film";
import type { FilmLayer } from "../../replay/film-layer";
import { isReplay } from "../../replay/is-replay";
import type { Recording } from "../../replay/recording";
import type { Replay, ReplayMarker, ReplaySubject } from "../../replay/replay";
import type { Shot } from "../../take/shot";
import type { Take, TakeMetadata } from "../../take/take";
import { FilteredTexts } from "./filtered-texts";

/** Returns the text to keep in place of a player's text, or undefined if it may not be kept at all. */
export type TextFilter = (text: string, player: Player) => string | undefined;

function filterMetadata(metadata: TakeMetadata | undefined, texts: FilteredTexts): TakeMetadata | undefined {
	if (metadata === undefined) return undefined;
	const kept = new Map<string, string | number>();
	for (const [key, value] of pairs(metadata as unknown as Map<string, string | number>)) {
		texts.keepSame(key, "its metadata");
		kept.set(key, typeIs(value, "string") ? texts.keep(value, "its metadata") : value);
	}
	return kept as unknown as TakeMetadata;
}

function filterMarker<T extends Marker>(marker: T, texts: FilteredTexts): T {
	return { ...marker, name: texts.keep(marker.name, "a marker of it") };
}

function filterTake<T extends Take | Shot>(take: T, texts: FilteredTexts): T {
	texts.keepSame(take.name, "its name");
	return {
		...take,
		map: texts.keep(take.map, "its map"),
		markers: take.markers.map((marker) => filterMarker(marker, texts)),
		metadata: filterMetadata(take.metadata, texts),
	};
}

function filterReplayMarker(marker: ReplayMarker, texts: FilteredTexts): ReplayMarker {
	const { data } = marker;
	return {
		...filterMarker(marker, texts),
		data: typeIs(data, "string") ? texts.keep(data, "a marker of it") : data,
	};
}

function filterSubject(subject: ReplaySubject, texts: FilteredTexts): ReplaySubject {
	texts.keepSame(subject.name, "a subject of it");
	if (subject.look !== undefined) texts.keepSame(subject.look, "a subject of it");
	for (const { name } of subject.joints) texts.keepSame(name, "a joint of it");
	const values = subject.values.map((value) => {
		texts.keepSame(value.name, "a value of it");
		const kept = value.values.map((each) => (typeIs(each, "string") ? texts.keep(each, "a value of it") : each));
		return { ...value, values: kept };
	});
	return { ...subject, root: filterTake(subject.root, texts), values };
}

function filterReplay(replay: Replay, texts: FilteredTexts): Replay {
	texts.keepSame(replay.name, "its name");
	return {
		...replay,
		map: texts.keep(replay.map, "its map"),
		markers: replay.markers.map((marker) => filterReplayMarker(marker, texts)),
		metadata: filterMetadata(replay.metadata, texts),
		subjects: replay.subjects.map((subject) => filterSubject(subject, texts)),
	};
}

function filterClip(clip: FilmClip, texts: FilteredTexts): FilmClip {
	return isReplay(clip) ? filterReplay(clip, texts) : filterTake(clip, texts);
}

/** The id of an asset is a number, which a filter may mistake for a phone number. */
function keepId(id: string, texts: FilteredTexts): void {
	if (id.match("^rbxassetid://%d+$")[0] === undefined) texts.keepSame(id, "an asset of it");
}

function filterLayer(layer: FilmLayer, texts: FilteredTexts): FilmLayer {
	if (layer.kind === "replay") return { ...layer, recording: filterReplay(layer.recording, texts) };
	const name = texts.keep(layer.name, "a layer of it");
	if (layer.kind === "music") {
		keepId(layer.soundId, texts);
		return { ...layer, name };
	}
	texts.keepSame(layer.target, "a target of it");
	keepId(layer.animationId, texts);
	return { ...layer, name };
}

function filterFilm(film: Film, texts: FilteredTexts): Film {
	texts.keepSame(film.name, "its name");
	return {
		...film,
		map: texts.keep(film.map, "its map"),
		markers: film.markers.map((marker) => filterMarker(marker, texts)),
		metadata: filterMetadata(film.metadata, texts),
		items: film.items.map((item) => ({ ...item, recording: filterClip(item.recording, texts) })),
		layers: film.layers?.map((layer) => filterLayer(layer, texts)),
	};
}

/**
 * Returns a recording with filtered texts, or the reason why it is refused. Equal texts are filtered once. Players load
 * a recording by its name, and games use the keys of metadata and the names of subjects, joints and values: if the
 * filter changes one of these, the recording is refused.
 *
 * @param maxTexts the max number of different texts
 */
export function filterRecording(
	recording: Recording,
	player: Player,
	filter: TextFilter,
	maxTexts: number,
): Recording | string {
	const texts = new FilteredTexts((text) => filter(text, player), maxTexts);
	const filtered = isFilm(recording) ? filterFilm(recording, texts) : filterClip(recording, texts);
	if (texts.refusal !== undefined) return texts.refusal;
	// An unchanged recording stays the same table, and is saved as the bytes that arrived.
	return texts.isChanged ? filtered : recording;
}
