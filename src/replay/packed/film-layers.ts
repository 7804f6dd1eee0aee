import type { Budget } from "../../bytes/budget";
import type { Reader } from "../../bytes/reader";
import type { Writer } from "../../bytes/writer";
import { FilmLayer, MAX_LAYERS, MusicLayer, RigLayer } from "../film-layer";

const enum Kind {
	Music = 0,
	Rig = 1,
	Replay = 2,
}

/** The bits of a music layer's optional parts, in the order in which they follow. */
const enum Music {
	Duration = 1,
	Offset = 2,
	Volume = 4,
	All = 7,
}

/** The bits of a rig clip's optional parts. */
const enum Rig {
	Speed = 1,
	Loops = 2,
	All = 3,
}

/** Approximate bytes of a layer's table. */
const LAYER_BYTES = 400;

/** A replay beside the items, with only its size known. */
interface PackedReplay {
	readonly kind: "replay";
	readonly start: number;
	readonly size: number;
}

/** A layer as stored in its section. */
export type PackedLayer = MusicLayer | RigLayer | PackedReplay;

function writeText(writer: Writer, text: string): void {
	writer.u8(text.size());
	writer.text(text);
}

function readText(reader: Reader, what: string): string {
	return reader.text(reader.u8(`the length of ${what}`), what);
}

function writeMusic(writer: Writer, { start, duration, offset, volume, name, soundId }: MusicLayer): void {
	const hasDuration = duration !== undefined ? Music.Duration : 0;
	const hasOffset = offset !== undefined ? Music.Offset : 0;
	const hasVolume = volume !== undefined ? Music.Volume : 0;
	writer.u8(hasDuration + hasOffset + hasVolume);
	writer.f64(start);
	writeText(writer, name);
	writeText(writer, soundId);
	if (duration !== undefined) writer.f64(duration);
	if (offset !== undefined) writer.f64(offset);
	if (volume !== undefined) writer.f64(volume);
}

function writeRig(writer: Writer, layer: RigLayer): void {
	const { start, duration, loop, speed, name, target, animationId } = layer;
	writer.u8((speed !== undefined ? Rig.Speed : 0) + (loop === true ? Rig.Loops : 0));
	writer.f64(start);
	writeText(writer, name);
	writeText(writer, target);
	writeText(writer, animationId);
	writer.f64(duration);
	if (speed !== undefined) writer.f64(speed);
}

/**
 * Writes checked layers: for each u8 kind, then the parts of its kind.
 *
 * @param sizes the bytes of the packed replays among them
 */
export function writeLayers(writer: Writer, layers: ReadonlyArray<FilmLayer>, sizes: ReadonlyArray<number>): void {
	let replays = 0;
	for (const layer of layers) {
		if (layer.kind === "music") {
			writer.u8(Kind.Music);
			writeMusic(writer, layer);
		} else if (layer.kind === "rig") {
			writer.u8(Kind.Rig);
			writeRig(writer, layer);
		} else {
			writer.u8(Kind.Replay);
			writer.f64(layer.start);
			writer.u32(sizes[replays]);
			replays += 1;
		}
	}
}

function readFlags(reader: Reader, all: number): number {
	const flags = reader.u8("the flags of a layer");
	if (flags > all) reader.fail(`flags of ${flags} do not exist`, reader.position - 1);
	return flags;
}

function readMusic(reader: Reader): MusicLayer {
	const flags = readFlags(reader, Music.All);
	const has = (flag: Music) => (flags & flag) !== 0;
	return {
		kind: "music",
		start: reader.f64("the start of a layer"),
		name: readText(reader, "the name of a layer"),
		soundId: readText(reader, "the id of a sound"),
		duration: has(Music.Duration) ? reader.f64("the duration of a layer") : undefined,
		offset: has(Music.Offset) ? reader.f64("the offset of a sound") : undefined,
		volume: has(Music.Volume) ? reader.f64("the volume of a sound") : undefined,
	};
}

function readRig(reader: Reader): RigLayer {
	const flags = readFlags(reader, Rig.All);
	return {
		kind: "rig",
		start: reader.f64("the start of a layer"),
		name: readText(reader, "the name of a layer"),
		target: readText(reader, "the target of a clip"),
		animationId: readText(reader, "the id of a clip"),
		duration: reader.f64("the duration of a layer"),
		speed: (flags & Rig.Speed) !== 0 ? reader.f64("the speed of a clip") : undefined,
		loop: (flags & Rig.Loops) !== 0 ? true : undefined,
	};
}

export function readLayers(reader: Reader, budget: Budget): Array<PackedLayer> {
	const layers = new Array<PackedLayer>();
	while (reader.remaining() > 0) {
		const at = reader.position;
		if (layers.size() === MAX_LAYERS) reader.fail(`there are more than ${MAX_LAYERS} layers`, at);
		budget.spendElements(1, reader.format, at);
		budget.spendBytes(LAYER_BYTES, reader.format, at);
		const kind = reader.u8("the kind of a layer");
		if (kind === Kind.Music) layers.push(readMusic(reader));
		else if (kind === Kind.Rig) layers.push(readRig(reader));
		else if (kind === Kind.Replay) {
			const start = reader.f64("the start of a layer");
			layers.push({ kind: "replay", start, size: reader.u32("the size of a replay") });
		} else reader.fail(`a layer of kind ${kind} does not exist`, at);
	}
	return layers;
}
