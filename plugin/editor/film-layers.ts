import { FilmLayer, isRecording, Recording, Replay, RigLayer } from "../../src/camera";
import { durationOf } from "../recordings/recording-facts";
import { asFilm } from "./timeline-items";

/** A layer on the timeline, which runs beside a film's clips. */
export interface TimelineLayer {
	readonly id: string;
	readonly index: number;
	readonly layer: FilmLayer;
	readonly title: string;
	/** Seconds of the timeline; `finish` is undefined if a sound's length is unknown. */
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

/** Adds a layer to a recording. A take or a shot becomes a film. */
export function withLayer(recording: Recording, layer: FilmLayer): Recording {
	const film = asFilm(recording);
	return { ...film, layers: [...(film.layers ?? []), layer] };
}

/** Replaces a layer of a film, or removes it if `layer` is undefined. */
export function changeLayer(recording: Recording, index: number, layer: FilmLayer | undefined): Recording {
	if (!isRecording(recording, "film")) return recording;
	const layers = [...(recording.layers ?? [])];
	if (layer) layers[index] = layer;
	else layers.remove(index);
	return { ...recording, layers: layers.isEmpty() ? undefined : layers };
}

/**
 * Returns an asset id in the engine's form for typed text, which can be digits or the whole id. Undefined if it is
 * invalid.
 */
export function assetIdOf(text: string): string | undefined {
	const [digits] = text.match("(%d+)%s*$");
	return typeIs(digits, "string") ? `rbxassetid://${digits}` : undefined;
}

/** Makes a layer that plays a clip of a rig in the place, from a time on. */
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

/** Makes a layer that shows a replay beside the camera. */
export function replayLayerOf(recording: Replay, start: number): FilmLayer {
	return { kind: "replay", recording, start };
}
