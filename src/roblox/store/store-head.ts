/** The version of a head. A store refuses heads of a later version, and never overwrites them. */
export const HEAD_VERSION = 1;

/** The max bytes of a part: in Base64 they make 4,000,000 of the 4,194,304 characters of a value. */
export const MAX_PART_BYTES = 3_000_000;

/** The max parts of a recording: a part's key has three digits for their number. */
export const MAX_PARTS = 999;

/** Seconds after which an unfinished save counts as cut off: its parts may then be removed. */
const SAVE_SECONDS = 900;

/** The parts that one save writes, under keys that no other save uses. */
export interface Generation {
	id: string;
	parts: number;
	/** When the save began, in seconds since 1970. */
	at: number;
}

/** A finished save, which `load` reads. */
export interface Saved extends Generation {
	/** The bytes of the packed recording. */
	size: number;
	/** The packed recording itself if it has no parts. */
	data?: buffer;
}

/**
 * The value of a recording's own key. Every change of it is one `UpdateAsync`, so it changes completely or not at all.
 */
export interface Head {
	version: number;
	current?: Saved;
	/** Saves that have begun: their parts are being written, or their server is gone. */
	pending: Array<Generation>;
	/** Generations that are no longer read, to be removed. */
	garbage: Array<Generation>;
}

function isWhole(value: unknown, low: number, high: number): value is number {
	return typeIs(value, "number") && value >= low && value <= high && value % 1 === 0;
}

function isGeneration(value: unknown): value is Generation {
	if (!typeIs(value, "table")) return false;
	const { id, parts, at } = value as Partial<Generation>;
	return typeIs(id, "string") && id.size() <= 40 && isWhole(parts, 0, MAX_PARTS) && isWhole(at, 0, 2 ** 53);
}

function isGenerations(value: unknown): value is Array<Generation> {
	if (!typeIs(value, "table")) return false;
	for (const [, generation] of pairs(value as unknown as Map<unknown, unknown>)) {
		if (!isGeneration(generation)) return false;
	}
	return true;
}

/** Returns the problem of a value as a finished save, or undefined. */
function savedProblem(value: unknown): string | undefined {
	if (!isGeneration(value)) return "names no generation";
	const { size, data, parts } = value as Partial<Saved>;
	if (!isWhole(size, 0, MAX_PARTS * MAX_PART_BYTES)) return `has the size ${tostring(size)}`;
	if (data === undefined ? parts === 0 : !typeIs(data, "buffer")) return "holds neither a recording nor parts";
	return undefined;
}

/** Returns the head of a stored value, or its problem. `undefined` is an empty head. */
export function readHead(value: unknown): Head | string {
	if (value === undefined) return { version: HEAD_VERSION, pending: [], garbage: [] };
	if (!typeIs(value, "table")) return `is a ${typeOf(value)}`;
	const { version, current, pending, garbage } = value as Partial<Head>;
	if (!isWhole(version, 1, math.huge)) return `has the version ${tostring(version)}`;
	if (version > HEAD_VERSION) return `has the version ${version}; this store knows up to ${HEAD_VERSION}`;
	if (!isGenerations(pending) || !isGenerations(garbage)) return "lists no generations";
	const problem = current === undefined ? undefined : savedProblem(current);
	return problem ?? { version, current, pending, garbage };
}

/** Returns whether a stored value was written by a later version: it may be valid, so it must not be replaced. */
export function isLater(value: unknown): boolean {
	if (!typeIs(value, "table")) return false;
	const { version } = value as Partial<Head>;
	return isWhole(version, HEAD_VERSION + 1, math.huge);
}

/** Returns whether an unfinished save may be under way at `now`, so that its parts must stay. */
export function isUnderWay({ at }: Generation, now: number): boolean {
	return now - at < SAVE_SECONDS;
}

/** Returns the parts of the finished save, if any. */
export function partsOf({ current }: Head): Array<Generation> {
	return current && current.parts > 0 ? [{ id: current.id, parts: current.parts, at: current.at }] : [];
}

/** Returns whether a head lists the parts of a save. */
export function knows(head: Head, id: string): boolean {
	return [...partsOf(head), ...head.pending, ...head.garbage].some((generation) => generation.id === id);
}
