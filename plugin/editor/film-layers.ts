import { FilmLayer, isRecording, Recording, Replay, RigLayer } from "../../src/camera";
import { durationOf } from "../recordings/recording-facts";
import { asFilm } from "./timeline-items";

/** What runs beside the clips of a film, on the timeline. */
export interface TimelineLayer {
	readonly id: string;
	readonly index: number;
	readonly layer: FilmLayer;
	readonly title: string;
	/** Seconds of the timeline; `finish` is undefined if nobody knows how long a sound is. */
	readonly start: number;
	readonly finish?: number;
}

function titleOf(layer: FilmLayer): string {
	return layer.kind === "replay" ? layer.recording.name : layer.name;
}

function lengthOf(layer: FilmLayer): number | undefined {
	return layer.kind === "replay" ? durationOf(layer.recording) : layer.duration;
}

export function layersOf(recording: Recording): Array<TimelineLayer> {
	if (!isRecording(recording, "film")) return [];
	return (recording.layers ?? []).map((layer, index) => {
		const length = lengthOf(layer);
		const finish = length === undefined ? undefined : layer.start + length;
		return { id: `layer:${index}`, index, layer, title: titleOf(layer), start: layer.start, finish };
	});
}

/** A recording with a layer more; a take or a shot becomes a film. */
export function withLayer(recording: Recording, layer: FilmLayer): Recording {
	const film = asFilm(recording);
	return { ...film, layers: [...(film.layers ?? []), layer] };
}

/** A film whose layer is another one; without one, it goes. */
export function changeLayer(recording: Recording, index: number, layer: FilmLayer | undefined): Recording {
	if (!isRecording(recording, "film")) return recording;
	const layers = [...(recording.layers ?? [])];
	if (layer) layers[index] = layer;
	else layers.remove(index);
	return { ...recording, layers: layers.isEmpty() ? undefined : layers };
}

/** The id of an asset as the engine has it, of what a person types: digits or the whole id. Undefined if it is none. */
export function assetIdOf(text: string): string | undefined {
	const [digits] = text.match("(%d+)%s*$");
	return typeIs(digits, "string") ? `rbxassetid://${digits}` : undefined;
}

/** A clip of a rig that stands in the place, from a time on. */
export function rigLayerOf(model: Model, animationId: string, start: number, finish: number): RigLayer {
	const path = model.GetFullName();
	const [below] = path.match("^Workspace%.(.+)$");
	const target = typeIs(below, "string") ? below : model.Name;
	return {
		kind: "rig",
		name: model.Name,
		target,
		animationId,
		start,
		duration: math.max(finish - start, 1),
		loop: true,
	};
}

/** A replay that is shown beside the camera. */
export function replayLayerOf(recording: Replay, start: number): FilmLayer {
	return { kind: "replay", recording, start };
}
