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
import { MAX_NAME_BYTES } from "../take/take";
import { checkReplay } from "./check-replay";
import type { Replay } from "./replay";

/**
 * A sound that plays beside the items of a film, at the same volume everywhere.
 *
 * @example
 * const music: MusicLayer = { kind: "music", name: "Tidal", soundId: "rbxassetid://1843463175", start: 0 };
 * const film = createFilm([opening, ending], { layers: [music] });
 */
export interface MusicLayer {
	readonly kind: "music";
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The asset, such as `rbxassetid://1843463175`. */
	readonly soundId: string;
	/** Seconds from the start of the film. */
	readonly start: number;
	/** Seconds to play. Defaults to the end of the sound or the film. */
	readonly duration?: number;
	/** Seconds into the sound at which to start. Defaults to 0. */
	readonly offset?: number;
	/** The volume, 0 to 10. Defaults to 0.5, like a Sound's. */
	readonly volume?: number;
}

/**
 * An animation that a rig of the game plays beside the items of a film.
 *
 * @example
 * const walk: RigLayer = {
 * 	kind: "rig",
 * 	name: "Walk",
 * 	target: "Harbour.Postman",
 * 	animationId: "rbxassetid://507777826",
 * 	start: 5,
 * 	duration: 7,
 * 	loop: true,
 * };
 * const film = createFilm([opening, ending], { layers: [walk] });
 */
export interface RigLayer {
	readonly kind: "rig";
	/** Its name: UTF-8, at most 255 bytes. */
	readonly name: string;
	/** The model that plays it: its path under Workspace, with dots, or its name. At most 255 bytes. */
	readonly target: string;
	/** The asset, such as `rbxassetid://507777826`. */
	readonly animationId: string;
	/** Seconds from the start of the film. */
	readonly start: number;
	/** Seconds to play. A shorter clip stays at its end unless it loops. */
	readonly duration: number;
	/** Whether the clip starts again at its end. Defaults to false. */
	readonly loop?: boolean;
	/** The speed of the clip: above 0, up to 100. Defaults to 1. */
	readonly speed?: number;
}

/**
 * A replay whose subjects are shown beside the items of a film. Its cameras and markers are ignored.
 *
 * @example
 * const gulls: ReplayLayer = { kind: "replay", recording: flock, start: 0.4 };
 * const film = createFilm([opening, ending], { layers: [gulls] });
 * new ReplayPlayer(film).play();
 */
export interface ReplayLayer {
	readonly kind: "replay";
	readonly recording: Replay;
	/** Seconds from the start of the film. */
	readonly start: number;
}

/**
 * A layer that runs beside the items of a film, on the same clock: music, a rig's clip or a replay.
 *
 * @example
 * const layers: Array<FilmLayer> = [
 * 	{ kind: "music", name: "Tidal", soundId: "rbxassetid://1843463175", start: 0, volume: 0.4 },
 * 	{ kind: "replay", recording: flock, start: 0.4 },
 * ];
 * const film = createFilm([opening, ending], { layers });
 */
export type FilmLayer = MusicLayer | RigLayer | ReplayLayer;

/** The max layers of a film. */
export const MAX_LAYERS = 100;

/** The max volume of a Sound. */
const MAX_VOLUME = 10;

/** The max speed of a clip. */
const MAX_SPEED = 100;

const KEYS = {
	music: ["duration", "kind", "name", "offset", "soundId", "start", "volume"],
	rig: ["animationId", "duration", "kind", "loop", "name", "speed", "start", "target"],
	replay: ["kind", "recording", "start"],
};

/** Refuses a value that is not an asset id. */
function checkId(id: unknown, caller: string, argument: string): void {
	if (typeIs(id, "string") && id.size() <= MAX_NAME_BYTES && id.match("^rbx%a+://[%w%p]+$")[0] !== undefined) return;
	const digits = typeIs(id, "string") || typeIs(id, "number") ? tostring(id).match("^%d+$")[0] : undefined;
	const hint = digits === undefined ? 'an id such as "rbxassetid://1843463175"' : `"rbxassetid://${digits}"`;
	fail(caller, `${argument} is ${describeValue(id)}; expected ${hint}`);
}

function checkMusic({ soundId, duration, offset, volume }: MusicLayer, caller: string, place: string): void {
	checkId(soundId, caller, `soundId of ${place}`);
	if (duration !== undefined) checkSeconds(duration, caller, `duration of ${place}`);
	if (offset !== undefined) checkSeconds(offset, caller, `offset of ${place}`);
	if (volume === undefined) return;
	if (!typeIs(volume, "number") || !(volume >= 0 && volume <= MAX_VOLUME)) {
		fail(caller, `volume of ${place} is ${describeValue(volume)}; expected 0 to ${MAX_VOLUME}`);
	}
}

function checkRig({ target, animationId, duration, loop, speed }: RigLayer, caller: string, place: string): void {
	checkText(target, MAX_NAME_BYTES, caller, `target of ${place}`);
	if (target === "") fail(caller, `target of ${place} is ""; expected the name or the path of a model`);
	checkId(animationId, caller, `animationId of ${place}`);
	checkSeconds(duration, caller, `duration of ${place}`);
	checkOptional(loop, "boolean", caller, `loop of ${place}`);
	if (speed === undefined) return;
	if (!typeIs(speed, "number") || !(speed > 0 && speed <= MAX_SPEED)) {
		fail(caller, `speed of ${place} is ${describeValue(speed)}; expected above 0, up to ${MAX_SPEED}`);
	}
}

function checkShown({ recording }: ReplayLayer, caller: string, place: string): void {
	const owner = `recording of ${place}`;
	checkReplay(recording, caller, owner);
	if (recording.count === 0) fail(caller, `${owner} has no frames; expected one or more`);
}

/** Refuses invalid layers. A layer may start after the film's end: it is never seen or heard. */
export function checkLayers(layers: ReadonlyArray<FilmLayer>, caller: string, argument: string): void {
	checkArray(layers, caller, argument);
	if (layers.size() > MAX_LAYERS) {
		fail(caller, `${argument} has ${layers.size()} items; expected up to ${MAX_LAYERS}`);
	}
	layers.forEach((layer, index) => {
		const place = itemOf(argument, index);
		if (!typeIs(layer, "table")) fail(caller, `${place} is ${describeValue(layer)}; expected a FilmLayer`);
		const keys = KEYS[layer.kind] as Array<string> | undefined;
		if (keys === undefined) {
			fail(caller, `kind of ${place} is ${describeValue(layer.kind)}; expected "music", "rig" or "replay"`);
		}
		checkKeys(layer, keys, caller, place);
		checkSeconds(layer.start, caller, `start of ${place}`);
		if (layer.kind === "replay") {
			checkShown(layer, caller, place);
			return;
		}
		checkText(layer.name, MAX_NAME_BYTES, caller, `name of ${place}`);
		if (layer.kind === "music") checkMusic(layer, caller, place);
		else checkRig(layer, caller, place);
	});
}
