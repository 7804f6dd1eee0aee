import { decodeBase64, encodeBase64 } from "../../../src/codecs";
import { Take } from "../../../src";
import { decodeOneTake } from "../decode-one-take";
import { refuse } from "../../refuse";
import { cleanName } from "../take-module";
import { FROM_PLAY_MODE, MOST_BYTES, WaitingTake } from "./waiting-take";

/**
 * How takes get out of play mode where no connection brings them. A playtest is another DataModel, and what is made there dies
 * with it; but the plugin's settings are one store for all instances of the plugin. The instance in the playtest writes a take
 * there in pieces and then its entry in a list; the instance in the edit session finds the entry, takes the pieces, and removes
 * both. What is found there may have been written by anybody.
 */
const LIST = "DollyPlayModeTakes";

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
	return `DollyPlayModeTake-${id}-${index}`;
}

function isEntry(value: unknown): value is Entry {
	if (!typeIs(value, "table")) return false;
	const { id, place, name, bytes, pieces } = value as Partial<Entry>;
	return (
		typeIs(id, "string") &&
		// It becomes part of keys.
		id.match("^[%w-]+$")[0] !== undefined &&
		id.size() <= 64 &&
		typeIs(place, "string") &&
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
			const { id, place, name, bytes, pieces } = value;
			// Nothing but what can be written back: settings refuse some texts, and whoever wrote this may have got them in.
			const entry = { id, place: cleanName(place), name: cleanName(name), bytes, pieces };
			found.push({ place: tonumber(key) ?? 0, entry });
		}
	}
	return found.sort((a, b) => a.place < b.place).map(({ entry }) => entry);
}

/** The list, to be written back: read until it is there; undefined where it never is. Yields. */
function readListSurely(plugin: Plugin): Array<Entry> | undefined {
	for (const _ of $range(1, READS)) {
		const list = readList(plugin);
		if (list) return list;
		task.wait(PAUSE);
	}
	return undefined;
}

/** Writes a setting and reads it back until it is there. Yields. */
function writeSetting(plugin: Plugin, key: string, value: unknown, isThere: () => boolean): void {
	for (const _ of $range(1, ATTEMPTS)) {
		plugin.SetSetting(key, value);
		if (isThere()) return;
		task.wait(PAUSE);
	}
	refuse("play mode", `the setting ${key} could not be written`);
}

/** Leaves a packed take for the edit session, from play mode. Yields; fails where settings do not hold. */
export function leaveTake(plugin: Plugin, id: string, { name }: Take, packed: buffer): void {
	const text = encodeBase64(packed);
	const pieces = piecesOf(buffer.len(packed));
	for (const index of $range(1, pieces)) {
		const piece = text.sub((index - 1) * PIECE + 1, index * PIECE);
		const key = pieceKey(id, index);
		writeSetting(plugin, key, piece, () => plugin.GetSetting(key) === piece);
	}
	// The entry goes last: whoever sees it finds all the pieces.
	const entry: Entry = { id, place: placeKey(), name, bytes: buffer.len(packed), pieces };
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
		if (!typeIs(text, "string") || text.size() > PIECE) refuse("play mode", `piece ${index} is no piece of a take`);
		const piece = decodeBase64(text);
		if (at + buffer.len(piece) > entry.bytes) refuse("play mode", `there are more than ${entry.bytes} bytes`);
		buffer.copy(bytes, at, piece);
		at += buffer.len(piece);
	}
	if (at !== entry.bytes) refuse("play mode", `there are ${at} bytes instead of ${entry.bytes}`);
	return bytes;
}

function removeEntry(plugin: Plugin, entry: Entry): void {
	const list = readListSurely(plugin);
	// What cannot be read is not overwritten: others wait in it.
	if (!list) refuse("play mode", "the list of takes cannot be read");
	const left = list.filter((other) => other.id !== entry.id);
	writeSetting(plugin, LIST, left, () => !(readList(plugin) ?? list).some((other) => other.id === entry.id));
	for (const index of $range(1, entry.pieces)) plugin.SetSetting(pieceKey(entry.id, index), undefined);
}

/** Finds what play mode has left in the settings for this place. */
export class SettingsReader {
	private readonly looks = new Map<string, number>();

	constructor(private readonly plugin: Plugin) {}

	/**
	 * The takes that were left and whose ids are not among `arrived`; of those that are, the ones that are in the place by now
	 * (true) are removed. One that is damaged is removed, and told of in `onProblem`;
	 * one that cannot be read now stays for the next time; neither keeps the others. Yields.
	 */
	public read(arrived: ReadonlyMap<string, boolean>, onProblem: (problem: string) => void): Array<WaitingTake> {
		const found = new Array<WaitingTake>();
		for (const entry of readList(this.plugin) ?? []) {
			if (entry.place !== placeKey()) continue;
			const remove = () => removeEntry(this.plugin, entry);
			if (arrived.has(entry.id)) {
				if (arrived.get(entry.id)) pcall(remove);
				continue;
			}
			const [ok, take] = pcall(() => this.readEntry(entry));
			if (ok && take) {
				found.push({ id: entry.id, what: FROM_PLAY_MODE, take, remove });
			} else if (!ok) {
				onProblem(`[dolly] play mode: "${entry.name}" is lost: ${tostring(take)}`);
				pcall(remove);
			}
		}
		return found;
	}

	private readEntry(entry: Entry): Take | undefined {
		const bytes = readPieces(this.plugin, entry);
		if (bytes === undefined) {
			const looks = (this.looks.get(entry.id) ?? 0) + 1;
			this.looks.set(entry.id, looks);
			if (looks >= MOST_LOOKS) refuse("play mode", "pieces of it are missing");
			return undefined;
		}
		return { ...decodeOneTake(bytes, "play mode"), name: entry.name };
	}
}
