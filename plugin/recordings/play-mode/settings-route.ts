import { decodeBase64, encodeBase64 } from "../../../src/codecs";
import { decodeRecording, Recording } from "../../../src/camera";

import { cleanName } from "../../place/clean-name";
import { refuse, sentenceOf } from "../../sentence";
import { MOST_BYTES, WaitingRecording } from "./waiting-recording";

/**
 * Keeps takes that are not in the place yet: takes from play mode that no connection could send, and takes that the
 * place refused, until Studio restarts. A playtest is another DataModel, whose instances are lost when it ends, but all
 * instances of the plugin share its settings. A take is written there in pieces, then added to a list. The instance in
 * the edit session finds it in the list, reads the pieces, and removes both once the take is in the place. Anything
 * could have written these settings, so nothing in them is trusted.
 */
const LIST = "DollyWaitingRecordings";

/** Characters of Base64 per setting: a multiple of 4, so that each piece can be decoded by itself. */
const PIECE = 96_000;

/** Attempts per write: writes are documented to fail silently while another instance uses the settings. */
const ATTEMPTS = 10;
/** Attempts to read a list that seems to be missing, because reads fail in the same way. */
const READS = 5;
const PAUSE = 0.1;

/** After this many attempts, a missing piece counts as lost. */
const MOST_LOOKS = 30;

interface Entry {
	id: string;
	/** The place of the recording: other windows of Studio share the settings. */
	place: string;
	/** Its step of history. */
	what: string;
	name: string;
	bytes: number;
	pieces: number;
}

/** Returns the number of settings that hold the Base64 of a number of bytes. */
function piecesOf(bytes: number): number {
	return math.max(math.ceil((math.ceil(bytes / 3) * 4) / PIECE), 1);
}

function placeKey(): string {
	return `${game.GameId}-${game.PlaceId}`;
}

function pieceKey(id: string, index: number): string {
	return `DollyWaitingRecording-${id}-${index}`;
}

function isEntry(value: unknown): value is Entry {
	if (!typeIs(value, "table")) return false;
	const { id, place, what, name, bytes, pieces } = value as Partial<Entry>;
	return (
		typeIs(id, "string") &&
		// It becomes part of keys.
		id.match("^[%w-]+$")[0] !== undefined &&
		id.size() <= 64 &&
		typeIs(place, "string") &&
		typeIs(what, "string") &&
		typeIs(name, "string") &&
		typeIs(bytes, "number") &&
		typeIs(pieces, "number") &&
		// Checked before anything is allocated or looped over: anything could have written this.
		bytes >= 0 &&
		bytes <= MOST_BYTES &&
		bytes % 1 === 0 &&
		pieces === piecesOf(bytes)
	);
}

/**
 * Returns the entries of the list, or undefined if there is none or it is unreadable now. Settings store arrays as maps
 * with the indices as strings.
 */
function readList(plugin: Plugin): Array<Entry> | undefined {
	const stored = plugin.GetSetting(LIST);
	if (stored === undefined) return undefined;
	const found = new Array<{ place: number; entry: Entry }>();
	if (typeIs(stored, "table")) {
		for (const [key, value] of pairs(stored as Map<string, unknown>)) {
			if (!isEntry(value)) continue;
			const { id, place, what, name, bytes, pieces } = value;
			// Keeps only text that can be written back. Settings refuse some text that could still be in them.
			const entry = { id, place: cleanName(place), what: cleanName(what), name: cleanName(name), bytes, pieces };
			found.push({ place: tonumber(key) ?? 0, entry });
		}
	}
	return found.sort((a, b) => a.place < b.place).map(({ entry }) => entry);
}

/** Reads the list until it succeeds, in order to write it back. Returns undefined if it never does. Yields. */
function readListSurely(plugin: Plugin): Array<Entry> | undefined {
	for (const attempt of $range(1, READS)) {
		// The last read comes right before the write, so that nobody writes in between.
		if (attempt > 1) task.wait(PAUSE);
		const list = readList(plugin);
		if (list) return list;
	}
	return undefined;
}

/** Writes a setting and reads it back until it is there. Fails if it never is. Yields. */
function writeSetting(plugin: Plugin, key: string, value: unknown, isThere: () => boolean): void {
	for (const _ of $range(1, ATTEMPTS)) {
		plugin.SetSetting(key, value);
		if (isThere()) return;
		task.wait(PAUSE);
	}
	refuse("Studio does not save plugin settings.");
}

/** Stores a packed take in the settings for the edit session. Fails if they do not hold it. Yields. */
export function leaveRecording(plugin: Plugin, { id, what, take }: WaitingRecording, packed: buffer): void {
	const size = buffer.len(packed);
	if (size > MOST_BYTES) refuse(`The take has ${size} bytes; the plugin's settings hold at most ${MOST_BYTES}.`);
	const text = encodeBase64(packed);
	const pieces = piecesOf(size);
	for (const index of $range(1, pieces)) {
		const piece = text.sub((index - 1) * PIECE + 1, index * PIECE);
		const key = pieceKey(id, index);
		writeSetting(plugin, key, piece, () => plugin.GetSetting(key) === piece);
	}
	// The entry goes last, so that its pieces are complete when it is found.
	const entry: Entry = { id, place: placeKey(), what, name: cleanName(take.name), bytes: size, pieces };
	// The pieces were readable a moment ago, so an unreadable list does not exist.
	const list = [...(readListSurely(plugin) ?? []).filter((other) => other.id !== id), entry];
	writeSetting(plugin, LIST, list, () => readList(plugin)?.some((other) => other.id === id) ?? false);
}

/** Returns the bytes of an entry, or undefined if a piece is unreadable now. Fails if they do not match the entry. */
function readPieces(plugin: Plugin, entry: Entry): buffer | undefined {
	const bytes = buffer.create(entry.bytes);
	let at = 0;
	for (const index of $range(1, entry.pieces)) {
		const text = plugin.GetSetting(pieceKey(entry.id, index));
		if (text === undefined) return undefined;
		if (!typeIs(text, "string") || text.size() > PIECE) refuse(`Piece ${index} is not a piece of a take.`);
		const piece = decodeBase64(text);
		if (at + buffer.len(piece) > entry.bytes) refuse(`There are more than ${entry.bytes} bytes.`);
		buffer.copy(bytes, at, piece);
		at += buffer.len(piece);
	}
	if (at !== entry.bytes) refuse(`There are ${at} bytes instead of ${entry.bytes}.`);
	return bytes;
}

function removeEntry(plugin: Plugin, entry: Entry): void {
	const list = readListSurely(plugin);
	// An unreadable list is not overwritten, because it can hold other takes.
	if (!list) refuse("The list of takes cannot be read.");
	const left = list.filter((other) => other.id !== entry.id);
	writeSetting(plugin, LIST, left, () => !(readList(plugin) ?? list).some((other) => other.id === entry.id));
	for (const index of $range(1, entry.pieces)) plugin.SetSetting(pieceKey(entry.id, index), undefined);
}

/** Finds this place's waiting takes in the settings. */
export class SettingsReader {
	private readonly looks = new Map<string, number>();

	constructor(private readonly plugin: Plugin) {}

	/**
	 * Returns the stored takes whose ids are not in `arrived`, and removes those that `arrived` maps to true because
	 * they are in the place. Removes damaged takes and calls `onProblem`. Keeps takes that are unreadable now for the
	 * next time. No take stops the others. Yields.
	 */
	public read(arrived: ReadonlyMap<string, boolean>, onProblem: (problem: string) => void): Array<WaitingRecording> {
		const found = new Array<WaitingRecording>();
		for (const entry of readList(this.plugin) ?? []) {
			if (entry.place !== placeKey()) continue;
			if (arrived.has(entry.id)) {
				if (arrived.get(entry.id)) pcall(() => removeEntry(this.plugin, entry));
				continue;
			}
			const [ok, take] = pcall(() => this.readEntry(entry));
			if (ok && take) {
				found.push({ id: entry.id, what: entry.what, take });
			} else if (!ok) {
				onProblem(`"${entry.name}" is lost. ${sentenceOf(take)}`);
				pcall(() => removeEntry(this.plugin, entry));
			}
		}
		return found;
	}

	private readEntry(entry: Entry): Recording | undefined {
		const bytes = readPieces(this.plugin, entry);
		if (bytes === undefined) {
			const looks = (this.looks.get(entry.id) ?? 0) + 1;
			this.looks.set(entry.id, looks);
			if (looks >= MOST_LOOKS) refuse("Pieces of it are missing.");
			return undefined;
		}
		return { ...decodeRecording(bytes), name: entry.name };
	}
}
