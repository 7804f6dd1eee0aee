import {
	checkArray,
	checkKeys,
	checkOptional,
	checkSeconds,
	checkText,
	describeValue,
	itemOf,
} from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { nearestName } from "../bytes/nearest-name";
import { EASING_STYLES, EasingStyleName } from "../motion/easing";
import { checkMarkers, Marker } from "../motion/marker";
import { DEFAULT_RATE } from "../motion/rate";
import { checkShot, isShot, Shot, shotDuration } from "../take/shot";
import { checkMetadata, checkTake, MAX_NAME_BYTES, Take, takeDuration, TakeMetadata } from "../take/take";
import { checkReplay } from "./check-replay";
import { checkLayers, FilmLayer } from "./film-layer";
import { Replay, replayDuration } from "./replay";

/**
 * The easing of a film's blends: `smooth` starts and ends gently, `linear` has a constant speed, and the other styles
 * are Roblox's, with their direction.
 *
 * @example
 * const easing: FilmEasing = "inOutSine";
 * const film = createFilm([opening, ending], { blend: 1, easing });
 */
export type FilmEasing = "smooth" | "linear" | EasingStyleName;

/**
 * A clip of a film: a `Take`, a `Shot` or a `Replay`.
 *
 * @example
 * const clips: Array<FilmClip> = [take, shot, replay];
 * const film = createFilm(clips);
 */
export type FilmClip = Take | Shot | Replay;

/**
 * One item of a film.
 *
 * @example
 * const item: FilmItem = createFilm([opening, chase, ending]).items[1];
 * print(`${item.recording.name} blends over ${item.blend} seconds`);
 */
export interface FilmItem {
	readonly recording: FilmClip;
	/**
	 * Seconds over which it blends with the previous item; 0 is a cut. Players shorten a blend that is longer than
	 * either.
	 */
	readonly blend: number;
}

/**
 * Takes, shots and replays in sequence, with cuts or blends between them, and music, rig clips and replays beside them.
 * A film is plain data, stored and sent like any other recording. A `CameraPlayer` plays it, or a `ReplayPlayer` if it
 * holds replays.
 *
 * @example
 * const film: Film = createFilm([opening, chase, ending], { blend: 0.75 });
 * new CameraPlayer(film).play();
 */
export interface Film {
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The name of its map: UTF-8, at most 255 bytes. */
	readonly map: string;
	/** At least one. */
	readonly items: ReadonlyArray<FilmItem>;
	/** The easing of its blends. */
	readonly easing: FilmEasing;
	/**
	 * Layers beside the items, at most 100, in any order. Layers that last longer than the items are cut at their end.
	 */
	readonly layers?: ReadonlyArray<FilmLayer>;
	/** The film's own markers, beside those of its items, in any order. */
	readonly markers: ReadonlyArray<Marker>;
	/** Your own data. */
	readonly metadata?: TakeMetadata;
}

/**
 * Options of `createFilm`.
 *
 * @example
 * const options: FilmOptions = { blend: [0.5, 0], name: "Tour", markers: [{ name: "music", seconds: 0 }] };
 * const film = createFilm([opening, chase, ending], options);
 */
export interface FilmOptions {
	/**
	 * Seconds over which each clip blends into the next: one number for all seams, or one per seam. Defaults to 0, a
	 * cut.
	 */
	blend?: number | ReadonlyArray<number>;
	/** The easing of its blends. Defaults to `smooth`. */
	easing?: FilmEasing;
	/** Music, rig clips and replays that run beside the clips. Defaults to none. */
	layers?: ReadonlyArray<FilmLayer>;
	/** The film's name. Defaults to the name of the first clip. */
	name?: string;
	/** The name of its map. Defaults to the map of the first clip. */
	map?: string;
	/** Markers of the film, beside those of its clips. Defaults to none. */
	markers?: ReadonlyArray<Marker>;
	/** Your own data. */
	metadata?: TakeMetadata;
}

const FILM_DEFAULTS = { blend: 0 as number | ReadonlyArray<number>, easing: "smooth" as FilmEasing };
const OPTIONS: Array<keyof FilmOptions> = ["blend", "easing", "layers", "map", "markers", "metadata", "name"];

/** The max items of a film. */
export const MAX_ITEMS = 1000;

/** All easings, in the order of their numbers in packed bytes. */
export const FILM_EASINGS: ReadonlyArray<string> = ["smooth", "linear", ...EASING_STYLES];

/**
 * When each item of a film starts and ends, and how long it blends with the previous one. All times are in seconds.
 *
 * @example
 * const layout: FilmLayout = layoutFilm(film);
 * print(`the second clip starts at ${layout.starts[1]} seconds`);
 */
export interface FilmLayout {
	readonly starts: Array<number>;
	readonly blends: Array<number>;
	/** When each item ends. A single frame lasts one frame. */
	readonly ends: Array<number>;
	readonly duration: number;
	/** The highest rate of the items, if any consists of frames. */
	readonly rate?: number;
}

/** Returns whether a recording is a Film. */
export function isFilm(recording: object): recording is Film {
	return typeIs(recording, "table") && (recording as Partial<Film>).items !== undefined;
}

/** Returns the recordings of a film: those of its items, then the replays beside them. */
export function heldBy({ items, layers = [] }: Film): Array<FilmClip> {
	const held = items.map(({ recording }) => recording);
	for (const layer of layers) if (layer.kind === "replay") held.push(layer.recording);
	return held;
}

function clipDuration(clip: FilmClip): number {
	if (isShot(clip)) return shotDuration(clip);
	return "subjects" in clip ? replayDuration(clip) : takeDuration(clip);
}

/** Lays out the items of a checked film. A blend overlaps two items, so the film is shorter by its time. */
export function layoutItems(items: ReadonlyArray<FilmItem>): FilmLayout {
	const starts = new Array<number>();
	const blends = new Array<number>();
	const ends = new Array<number>();
	let finish = 0;
	let room = 0;
	let duration = 0;
	let highest: number | undefined;
	for (const { recording, blend } of items) {
		const rate = isShot(recording) ? undefined : recording.rate;
		const own = clipDuration(recording);
		// No longer than either of the two, and never over the previous blend.
		const overlap = math.min(blend, own, room);
		const start = finish - overlap;
		// An item without a duration is a single frame, and lasts one frame.
		finish = start + (own > 0 ? own : 1 / (rate ?? DEFAULT_RATE));
		room = own - overlap;
		duration = start + own;
		starts.push(start);
		blends.push(overlap);
		ends.push(finish);
		if (rate !== undefined) highest = math.max(highest ?? 0, rate);
	}
	return { starts, blends, ends, duration, rate: highest };
}

function checkClip(clip: FilmClip, caller: string, place: string): void {
	if (!typeIs(clip, "table")) {
		fail(caller, `${place} is ${describeValue(clip)}; expected a Take, a Shot or a Replay`);
	}
	if (isFilm(clip)) fail(caller, `${place} is a Film; expected a Take, a Shot or a Replay. A film holds no films`);
	if (isShot(clip)) {
		checkShot(clip, caller, place);
		return;
	}
	if ((clip as Partial<Replay>).subjects !== undefined) checkReplay(clip as Replay, caller, place);
	else checkTake(clip as Take, caller, place);
	if (clip.count === 0) fail(caller, `${place} has no frames; expected one or more`);
}

function checkFilmEasing(easing: unknown, caller: string, argument: string): void {
	if (FILM_EASINGS.includes(easing as string)) return;
	const nearest = typeIs(easing, "string") ? nearestName(easing, FILM_EASINGS) : undefined;
	const hint = nearest === undefined ? "smooth, linear or a style such as inOutSine" : `"${nearest}"`;
	fail(caller, `${argument} is ${describeValue(easing)}; expected ${hint}`);
}

function checkCount(count: number, caller: string, argument: string): void {
	if (count < 1 || count > MAX_ITEMS) fail(caller, `${argument} has ${count} items; expected 1 to ${MAX_ITEMS}`);
}

/**
 * Refuses an argument that is not a Film.
 *
 * @param owner its name in messages
 */
export function checkFilm(film: Film, caller: string, owner = "film"): void {
	if (!typeIs(film, "table")) fail(caller, `${owner} is ${describeValue(film)}; expected a Film`);
	checkText(film.name, MAX_NAME_BYTES, caller, `${owner}.name`);
	checkText(film.map, MAX_NAME_BYTES, caller, `${owner}.map`);
	checkFilmEasing(film.easing, caller, `${owner}.easing`);
	const { items } = film;
	checkArray(items, caller, `${owner}.items`);
	checkCount(items.size(), caller, `${owner}.items`);
	items.forEach((item, index) => {
		const place = itemOf(`${owner}.items`, index);
		checkKeys(item, ["blend", "recording"], caller, place);
		checkClip(item.recording, caller, `recording of ${place}`);
		checkSeconds(item.blend, caller, `blend of ${place}`);
	});
	checkMarkers(film.markers, layoutItems(items).duration, caller, `${owner}.markers`);
	if (film.layers !== undefined) checkLayers(film.layers, caller, `${owner}.layers`);
	checkMetadata(film.metadata, caller, owner);
}

/** Returns the blends of `count` clips from the caller's option. */
function blendsOf(blend: unknown, count: number): Array<number> {
	const blends = new Array<number>();
	const isList = typeIs(blend, "table");
	if (isList) checkArray(blend, "createFilm", "blend");
	else checkSeconds(blend, "createFilm", "blend");
	const list = blend as ReadonlyArray<number>;
	if (isList && list.size() > math.max(count - 1, 0)) {
		fail("createFilm", `blend has ${list.size()} items; expected up to ${count - 1}, one per seam`);
	}
	for (const index of $range(0, count - 1)) {
		// The first has no previous clip. A seam that the list leaves out is a cut.
		const seconds = index === 0 ? 0 : isList ? (list[index - 1] ?? 0) : (blend as number);
		checkSeconds(seconds, "createFilm", isList ? itemOf("blend", index - 1) : "blend");
		blends.push(seconds);
	}
	return blends;
}

/**
 * Makes a film of takes, shots and replays in sequence, with cuts or blends between them. A blend overlaps two clips,
 * so the film is shorter by its time. To make one take of takes, use `joinTakes`.
 *
 * @example
 * const film = createFilm([opening, chase, ending], { blend: 0.75 });
 * new CameraPlayer(film).play();
 */
export function createFilm(clips: ReadonlyArray<FilmClip>, options: FilmOptions = {}): Film {
	checkArray(clips, "createFilm", "clips");
	checkCount(clips.size(), "createFilm", "clips");
	clips.forEach((clip, index) => checkClip(clip, "createFilm", itemOf("clips", index)));
	checkKeys(options, OPTIONS, "createFilm", "options");
	const { blend, easing, metadata } = { ...FILM_DEFAULTS, ...options };
	const { name = clips[0].name, map = clips[0].map, markers = [], layers } = options;
	checkFilmEasing(easing, "createFilm", "easing");
	checkText(name, MAX_NAME_BYTES, "createFilm", "name");
	checkText(map, MAX_NAME_BYTES, "createFilm", "map");
	checkOptional(metadata, "table", "createFilm", "metadata");
	const blends = blendsOf(blend, clips.size());
	const items = clips.map((recording, index): FilmItem => ({ recording, blend: blends[index] }));
	checkMarkers(markers, layoutItems(items).duration, "createFilm", "markers");
	if (layers !== undefined) checkLayers(layers, "createFilm", "layers");
	checkMetadata(metadata, "createFilm", "options");
	return { name, map, items, easing, layers: layers && [...layers], markers: [...markers], metadata };
}

/**
 * Returns when each item of a film starts and ends, and how long the film lasts.
 *
 * @example
 * const { starts, duration } = layoutFilm(film);
 * print(`${starts.size()} clips in ${duration} seconds`);
 */
export function layoutFilm(film: Film): FilmLayout {
	checkFilm(film, "layoutFilm");
	return layoutItems(film.items);
}
