import { HttpService } from "@rbxts/services";
import { decodeBase64, decodeTakes, encodeBase64, encodeTake, Take } from "../../src";
import { refuse } from "../refuse";

/**
 * How takes get out of play mode. A playtest is another DataModel, and what is made there dies with it; but the plugin's
 * settings are one store for all instances of the plugin. The instance in the playtest writes a take there in pieces and
 * then its entry in a list; the instance in the edit session finds the entry, takes the pieces, and removes both.
 */
const LIST = "DollyPlayModeTakes";

/** Characters of Base64 in one setting: a multiple of 4, so that each piece decodes by itself. */
const PIECE = 96_000;

/** The largest archive that goes through: settings are one file, which Studio reads and writes whole. */
const MOST_BYTES = 15_000_000;

/** How often a write is tried: documented to fail without a word while another instance uses the settings. */
const ATTEMPTS = 10;
const PAUSE = 0.1;

interface Entry {
	id: string;
	/** The place that it was recorded in: other windows of Studio share the settings too. */
	place: string;
	name: string;
	rate: number;
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
	const { id, place, name, rate, bytes, pieces } = value as Partial<Entry>;
	return (
		typeIs(id, "string") &&
		typeIs(place, "string") &&
		typeIs(name, "string") &&
		typeIs(rate, "number") &&
		typeIs(bytes, "number") &&
		typeIs(pieces, "number") &&
		rate > 0 &&
		// Nothing is allocated, and no loop runs, for what somebody else wrote under our key.
		bytes >= 0 &&
		bytes <= MOST_BYTES &&
		bytes % 1 === 0 &&
		pieces === piecesOf(bytes)
	);
}

/**
 * What is in the list. Settings keep arrays as maps whose keys are the numbers as strings. A list that cannot be read now
 * reads as empty, and is read again later.
 */
function readList(plugin: Plugin): Array<Entry> {
	const stored = plugin.GetSetting(LIST);
	const found = new Array<{ place: number; entry: Entry }>();
	if (typeIs(stored, "table")) {
		for (const [key, entry] of pairs(stored as Map<string, unknown>)) {
			if (isEntry(entry)) found.push({ place: tonumber(key) ?? 0, entry });
		}
	}
	return found.sort((a, b) => a.place < b.place).map(({ entry }) => entry);
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

/** Leaves a take for the edit session, from play mode. Yields; fails where the take is too long or settings do not hold. */
export function leaveTake(plugin: Plugin, take: Take): void {
	const packed = encodeTake(take);
	if (buffer.len(packed) > MOST_BYTES) {
		refuse("play mode", `the take has ${buffer.len(packed)} bytes; ${MOST_BYTES} can leave play mode`);
	}
	const text = encodeBase64(packed);
	const id = HttpService.GenerateGUID(false);
	const pieces = piecesOf(buffer.len(packed));
	for (const index of $range(1, pieces)) {
		const piece = text.sub((index - 1) * PIECE + 1, index * PIECE);
		const key = pieceKey(id, index);
		writeSetting(plugin, key, piece, () => plugin.GetSetting(key) === piece);
	}
	// The entry goes last: whoever sees it finds all the pieces.
	const { name, rate } = take;
	const entry: Entry = { id, place: placeKey(), name, rate, bytes: buffer.len(packed), pieces };
	const list = [...readList(plugin), entry];
	writeSetting(plugin, LIST, list, () => readList(plugin).some((other) => other.id === id));
}

function readArchive(plugin: Plugin, entry: Entry): buffer | undefined {
	const archive = buffer.create(entry.bytes);
	let at = 0;
	for (const index of $range(1, entry.pieces)) {
		const piece = plugin.GetSetting(pieceKey(entry.id, index));
		if (!typeIs(piece, "string")) return undefined;
		const bytes = decodeBase64(piece);
		if (at + buffer.len(bytes) > entry.bytes) return undefined;
		buffer.copy(archive, at, bytes);
		at += buffer.len(bytes);
	}
	return at === entry.bytes ? archive : undefined;
}

function removeEntry(plugin: Plugin, entry: Entry): void {
	const left = readList(plugin).filter((other) => other.id !== entry.id);
	writeSetting(plugin, LIST, left, () => !readList(plugin).some((other) => other.id === entry.id));
	for (const index of $range(1, entry.pieces)) plugin.SetSetting(pieceKey(entry.id, index), undefined);
}

/**
 * Fetches what play mode has left for this place, and hands each take on before it is removed, so that a take is never
 * lost between the two. What cannot be read now stays for the next time. Yields.
 */
export function fetchTakes(plugin: Plugin, onTake: (take: Take) => void): void {
	for (const entry of readList(plugin)) {
		if (entry.place !== placeKey()) continue;
		const archive = readArchive(plugin, entry);
		if (!archive) continue;
		const [ok, takes] = pcall(() => decodeTakes(archive, { archiveRate: entry.rate }));
		if (ok) for (const take of takes as Array<Take>) onTake({ ...take, name: entry.name });
		else warn(`[dolly] play mode: "${entry.name}" is damaged: ${tostring(takes)}`);
		removeEntry(plugin, entry);
	}
}
