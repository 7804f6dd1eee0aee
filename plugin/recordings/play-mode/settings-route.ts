import { decodeBase64, encodeBase64 } from "../../../src/codecs";
import { decodeRecording, Recording } from "../../../src/camera";

import { cleanName } from "../../place/clean-name";
import { refuse, sentenceOf } from "../../sentence";
import { MOST_BYTES, WaitingRecording } from "./waiting-recording";

/**
 * Where takes wait that are not in the place yet: those that get out of play mode where no connection brings them, and those
 * that the place did not take, until Studio is started again. A playtest is another DataModel, and what is made there dies
 * with it; but the plugin's settings are one store for all instances of the plugin. A take is written there in pieces and then
 * its entry in a list; the instance in the edit session finds the entry, takes the pieces, and removes both once the take is in
 * the place. What is found there may have been written by anybody.
 */
const LIST = "DollyWaitingRecordings";

/** Characters of Base64 in one setting: a multiple of 4, so that each piece decodes by itself. */
const PIECE = 96_000;

/** How often a write is tried: documented to fail without a word while another instance uses the settings. */
const ATTEMPTS = 10;
/** How often a list that seems not to be there is read: reads fail in the same way. */
const READS = 5;
const PAUSE = 0.1;

/** After so many looks in which a piece was missing it will not come any more. */
const MOST_LOOKS = 30;

interface Entry {
	id: string;
	/** The place that it was recorded in: other windows of Studio share the settings too. */
	place: string;
	/** Its step of the undo history. */
	what: string;
	name: string;
	bytes: number;
	pieces: number;
}

/** How many settings hold the Base64 of so many bytes. */
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
		// Nothing is allocated, and no loop runs, for what somebody else wrote under our key.
		bytes >= 0 &&
		bytes <= MOST_BYTES &&
		bytes % 1 === 0 &&
		pieces === piecesOf(bytes)
	);
}

/**
 * What is in the list; undefined where there is none, or it cannot be read now. Settings keep arrays as maps whose keys are the
 * numbers as strings.
 */
function readList(plugin: Plugin): Array<Entry> | undefined {
	const stored = plugin.GetSetting(LIST);
	if (stored === undefined) return undefined;
	const found = new Array<{ place: number; entry: Entry }>();
	if (typeIs(stored, "table")) {
		for (const [key, value] of pairs(stored as Map<string, unknown>)) {
			if (!isEntry(value)) continue;
			const { id, place, what, name, bytes, pieces } = value;
			// Nothing but what can be written back: settings refuse some texts, and whoever wrote this may have got them in.
			const entry = { id, place: cleanName(place), what: cleanName(what), name: cleanName(name), bytes, pieces };
			found.push({ place: tonumber(key) ?? 0, entry });
		}
	}
	return found.sort((a, b) => a.place < b.place).map(({ entry }) => entry);
}

/** The list, to be written back: read until it is there; undefined where it never is. Yields. */
function readListSurely(plugin: Plugin): Array<Entry> | undefined {
	for (const attempt of $range(1, READS)) {
		// The last look is right before what follows, so that nobody writes in between.
		if (attempt > 1) task.wait(PAUSE);
		const list = readList(plugin);
		if (list) return list;
	}
	return undefined;
}

/** Writes a setting and reads it back until it is there. Yields; fails where it never is. */
function writeSetting(plugin: Plugin, key: string, value: unknown, isThere: () => boolean): void {
	for (const _ of $range(1, ATTEMPTS)) {
		plugin.SetSetting(key, value);
		if (isThere()) return;
		task.wait(PAUSE);
	}
	refuse("Studio does not keep what the plugin writes into its settings.");
}

/** Leaves a packed take in the settings for the edit session. Yields; fails where they do not hold it. */
export function leaveRecording(plugin: Plugin, { id, what, take }: WaitingRecording, packed: buffer): void {
	const size = buffer.len(packed);
	if (size > MOST_BYTES) refuse(`The take has ${size} bytes, and the plugin's settings hold ${MOST_BYTES}.`);
	const text = encodeBase64(packed);
	const pieces = piecesOf(size);
	for (const index of $range(1, pieces)) {
		const piece = text.sub((index - 1) * PIECE + 1, index * PIECE);
		const key = pieceKey(id, index);
		writeSetting(plugin, key, piece, () => plugin.GetSetting(key) === piece);
	}
	// The entry goes last: whoever sees it finds all the pieces.
	const entry: Entry = { id, place: placeKey(), what, name: cleanName(take.name), bytes: size, pieces };
	// The pieces could be read a moment ago, so a list that still cannot is none.
	const list = [...(readListSurely(plugin) ?? []).filter((other) => other.id !== id), entry];
	writeSetting(plugin, LIST, list, () => readList(plugin)?.some((other) => other.id === id) ?? false);
}

/** The bytes of an entry, or undefined where a piece cannot be read now. Fails where they are not what the entry says. */
function readPieces(plugin: Plugin, entry: Entry): buffer | undefined {
	const bytes = buffer.create(entry.bytes);
	let at = 0;
	for (const index of $range(1, entry.pieces)) {
		const text = plugin.GetSetting(pieceKey(entry.id, index));
		if (text === undefined) return undefined;
		if (!typeIs(text, "string") || text.size() > PIECE) refuse(`Piece ${index} is no piece of a take.`);
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
	// What cannot be read is not overwritten: others wait in it.
	if (!list) refuse("The list of takes cannot be read.");
	const left = list.filter((other) => other.id !== entry.id);
	writeSetting(plugin, LIST, left, () => !(readList(plugin) ?? list).some((other) => other.id === entry.id));
	for (const index of $range(1, entry.pieces)) plugin.SetSetting(pieceKey(entry.id, index), undefined);
}

/** Finds what waits in the settings for this place. */
export class SettingsReader {
	private readonly looks = new Map<string, number>();

	constructor(private readonly plugin: Plugin) {}

	/**
	 * The takes that were left and whose ids are not among `arrived`; of those that are, the ones that are in the place by now
	 * (true) are removed. One that is damaged is removed, and told of in `onProblem`; one that cannot be read now stays for the next time; neither keeps the others. Yields.
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
