import type { Budget } from "../../bytes/budget";
import { crc32InPieces } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Reader } from "../../bytes/reader";
import { Writer } from "../../bytes/writer";
import { COUNT_AT, SUM_SIZE } from "../../take/packed/header";
import { readMarkers, writeMarkers } from "../../take/packed/markers";
import { readMetadata, writeMetadata } from "../../take/packed/metadata";
import { readEachSection, writeSection } from "../../take/packed/section";
import { readKind, RECORDING_MAGIC, RECORDING_VERSION, RecordingKind } from "../../take/recording-start";
import { checkFilm, Film, FILM_EASINGS, FilmClip, FilmEasing, FilmItem, heldBy, MAX_ITEMS } from "../film";
import type { FilmLayer } from "../film-layer";
import type { Replay } from "../replay";
import { PackedLayer, readLayers, writeLayers } from "./film-layers";

/** Byte offsets in a header: after magic and u8 version come u8 easing and u8 kind. */
const enum At {
	Easing = 6,
	Size = 8,
	Unpacked = 16,
	Sections = 24,
}

/** The bytes of an item in its section: f64 blend, u32 size of its recording. */
const ITEM_SIZE = 12;

/** Approximate bytes of an item's tables, besides its recording. */
const ITEM_BYTES = 400;

/** Packs and unpacks the recordings inside. */
export interface ClipCodec {
	pack(this: void, clip: FilmClip, budget: Budget): buffer;
	read(this: void, source: buffer, budget: Budget): FilmClip;
	/** Returns the bytes that a packed recording decodes to, by its first bytes. */
	unpackedBytes(this: void, start: buffer): number;
}

/** Returns the bytes that the clips of a packed film decode to, by its unchecked first bytes. */
export function unpackedFilmBytes(start: buffer): number {
	return buffer.len(start) < At.Sections ? 0 : buffer.readf64(start, At.Unpacked);
}

/** Packs a checked film: a header, then the recordings of its items and layers, each packed separately. */
export function encodeFilm(film: Film, budget: Budget, codec: ClipCodec): buffer {
	const { name, map, items, easing, layers = [], markers, metadata } = film;
	const clips = heldBy(film).map((recording) => codec.pack(recording, budget));
	let unpacked = 0;
	for (const clip of clips) unpacked += codec.unpackedBytes(clip);
	const writer = new Writer();
	writer.text(RECORDING_MAGIC);
	writer.u8(RECORDING_VERSION);
	writer.u8(FILM_EASINGS.indexOf(easing));
	writer.u8(RecordingKind.Film);
	writer.u32(0);
	writer.u32(items.size());
	writer.f64(unpacked);
	if (name !== "") writeSection(writer, "NAME", () => writer.text(name));
	if (map !== "") writeSection(writer, "MAP ", () => writer.text(map));
	if (!markers.isEmpty()) writeSection(writer, "MARK", () => writeMarkers(writer, markers));
	if (metadata !== undefined) writeSection(writer, "META", () => writeMetadata(writer, metadata));
	writeSection(writer, "ITEM", () => {
		items.forEach(({ blend }, index) => {
			writer.f64(blend);
			writer.u32(buffer.len(clips[index]));
		});
	});
	if (!layers.isEmpty()) {
		const sizes = clips.filter((_, index) => index >= items.size()).map((clip) => buffer.len(clip));
		writeSection(writer, "LAYR", () => writeLayers(writer, layers, sizes));
	}
	writer.patchU32(At.Size, writer.position + SUM_SIZE);
	writer.u32(writer.sum(0, budget, "encodeRecording"));
	let size = writer.position;
	for (const clip of clips) size += buffer.len(clip);
	budget.spendBytes(size, "encodeRecording");
	const target = buffer.create(size);
	const header = writer.finish();
	buffer.copy(target, 0, header);
	let at = buffer.len(header);
	for (const clip of clips) {
		buffer.copy(target, at, clip);
		at += buffer.len(clip);
	}
	return target;
}

/** An item without its recording. */
interface PackedItem {
	readonly blend: number;
	readonly size: number;
}

function readItems(reader: Reader, count: number, budget: Budget): Array<PackedItem> {
	const items = new Array<PackedItem>();
	budget.spendElements(count, "film", reader.position);
	budget.spendBytes(count * ITEM_BYTES, "film", reader.position);
	for (const _ of $range(1, count)) {
		items.push({ blend: reader.f64("the blend of an item"), size: reader.u32("the size of an item") });
	}
	return items;
}

/**
 * Unpacks a film whose start `readKind` has checked. Checks all of it: damage anywhere fails the whole film. The sizes
 * of all items are known before any is read.
 */
export function decodeFilm(source: buffer, budget: Budget, codec: ClipCodec): Film {
	const size = buffer.len(source);
	const least = At.Sections + SUM_SIZE;
	if (size < least) fail("film", `a header needs ${least} bytes but there are ${size}`, size);
	const finish = buffer.readu32(source, At.Size);
	if (finish < least || finish > size) fail("film", `a header of ${finish} bytes does not fit in ${size}`, At.Size);
	const sum = crc32InPieces(source, 0, finish - SUM_SIZE, budget, "film");
	if (sum !== buffer.readu32(source, finish - SUM_SIZE)) {
		fail("film", "the checksum of the header does not match", finish - SUM_SIZE);
	}
	const number = buffer.readu8(source, At.Easing);
	const easing = FILM_EASINGS[number] as FilmEasing | undefined;
	if (easing === undefined) fail("film", `easing is number ${number}, which does not exist`, At.Easing);
	const count = buffer.readu32(source, COUNT_AT);
	if (count > MAX_ITEMS || count * ITEM_SIZE > finish) {
		fail("film", `there are ${count} items; expected up to ${MAX_ITEMS}, within the header`, COUNT_AT);
	}
	let packed = new Array<PackedItem>();
	let layers = new Array<PackedLayer>();
	const film: Writable<Omit<Film, "items" | "layers">> = { name: "", map: "", easing, markers: [] };
	readEachSection(new Reader(source, "film", At.Sections, finish - SUM_SIZE), budget, (tag, part) => {
		if (tag === "NAME") film.name = part.text(part.remaining());
		else if (tag === "MAP ") film.map = part.text(part.remaining());
		else if (tag === "MARK") film.markers = readMarkers(part, budget);
		else if (tag === "META") film.metadata = readMetadata(part);
		else if (tag === "ITEM") packed = readItems(part, count, budget);
		else if (tag === "LAYR") layers = readLayers(part, budget);
		else return false;
		return true;
	});
	if (packed.size() !== count) fail("film", `there are ${packed.size()} items instead of ${count}`, COUNT_AT);
	let total = finish;
	for (const item of packed) total += item.size;
	for (const layer of layers) if (layer.kind === "replay") total += layer.size;
	if (total !== size) fail("film", `its recordings end at byte ${total} of ${size}`, At.Size);
	let at = finish;
	let unpacked = 0;
	const readNext = (length: number): FilmClip => {
		budget.spendBytes(length, "film", at);
		const bytes = buffer.create(length);
		buffer.copy(bytes, 0, source, at, length);
		if (readKind(bytes) === RecordingKind.Film) fail("film", "an item is a film; expected no film in a film", at);
		unpacked += codec.unpackedBytes(bytes);
		const recording = codec.read(bytes, budget);
		at += length;
		// The copy is no longer needed.
		budget.returnBytes(length);
		return recording;
	};
	const items = packed.map(({ blend, size: length }): FilmItem => ({ recording: readNext(length), blend }));
	const beside = layers.map((layer): FilmLayer => {
		if (layer.kind !== "replay") return layer;
		// `checkFilm` below checks that it is a replay.
		return { kind: "replay", recording: readNext(layer.size) as Replay, start: layer.start };
	});
	const claimed = buffer.readf64(source, At.Unpacked);
	if (unpacked !== claimed)
		fail("film", `its recordings unpack to ${unpacked} bytes instead of ${claimed}`, At.Unpacked);
	const result: Film = { ...film, items, layers: beside.isEmpty() ? undefined : beside };
	checkFilm(result, "film");
	return result;
}
