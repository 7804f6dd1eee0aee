import {
	checkArray,
	checkKeys,
	checkOptional,
	checkText,
	describeValue,
	itemOf,
	textProblem,
} from "../../bytes/check-argument";
import { fail, problemOf } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import type { Job } from "../../bytes/job";
import { checkRecording, readRecording, Recording } from "../../replay/recording";
import { MAX_NAME_BYTES as MAX_TAKE_NAME_BYTES } from "../../take/take";
import { spareFrames } from "../spare-frames";
import { DataStoreValues } from "./data-store-values";
import type { KeyValues } from "./key-values";
import { MemoryValues } from "./memory-values";
import {
	Generation,
	Head,
	HEAD_VERSION,
	isLater,
	isUnderWay,
	knows,
	MAX_PART_BYTES,
	MAX_PARTS,
	partsOf,
	readHead,
	Saved,
} from "./store-head";
import { bytesOf, rememberBytes, sparingBudget } from "./recording-bytes";
import { MAX_KEY_BYTES, recordingKey } from "./recording-key";
import { StudioValues } from "./studio-values";

const RunService = game.GetService("RunService");

const HEAD_PREFIX = "h/";
const PART_PREFIX = "p/";

/** The max bytes of a data store's name. */
const MAX_NAME_BYTES = 50;

/**
 * Up to this size a recording is in its head: one key and one request. An hour at 60 frames per second fits at 9 bytes
 * per frame. A key takes 4 MB of characters per minute: one save of the largest such takes, three of takes of 20
 * minutes.
 */
const INLINE_BYTES = 2_000_000;

/** How often `load` tries if another server replaces the recording while it reads. */
const LOAD_ATTEMPTS = 5;

/**
 * Options of `new RecordingStore`.
 *
 * @example
 * const options: RecordingStoreOptions = { withoutDataStores: "memory" };
 * const store = new RecordingStore("Recordings", options);
 */
export interface RecordingStoreOptions {
	/** The max bytes under one key, up to 3,000,000. Defaults to 2,900,000. */
	partBytes?: number;
	/**
	 * What to do without data stores, as in an unpublished place or in Studio without access to API services. `"fail"`
	 * fails; `"memory"` keeps recordings until the server stops. Defaults to `"fail"`.
	 */
	withoutDataStores?: "fail" | "memory";
}

/**
 * A key takes 4 MB of writes per minute: 2,900,000 bytes make 3.87 million characters, which fit by either definition
 * of a MB.
 */
const STORE_DEFAULTS: Required<RecordingStoreOptions> = { partBytes: 2_900_000, withoutDataStores: "fail" };
const STORE_OPTIONS: Array<keyof RecordingStoreOptions> = ["partBytes", "withoutDataStores"];

/**
 * Options of `store.save`.
 *
 * @example
 * const options: SaveOptions = { userIds: [player.UserId] };
 * store.save(store.keyOf(player.UserId, "intro"), take, options);
 */
export interface SaveOptions {
	/** The players whose data it is, for Roblox's handling of erasure requests. */
	userIds?: Array<number>;
	/** Budget and pauses of packing. */
	job?: Job;
}

const SAVE_OPTIONS: Array<keyof SaveOptions> = ["userIds", "job"];

/**
 * Options of `store.list`.
 *
 * @example
 * const options: ListOptions = { limit: 10 };
 * const [keys, cursor] = store.list("films/", options);
 */
export interface ListOptions {
	/** The max number of keys. A data store lists 50 keys per request. Defaults to 50. */
	limit?: number;
	/** The cursor of the previous call, to continue from there. Defaults to the start. */
	cursor?: string;
}

const LIST_DEFAULTS = { limit: 50 };
const LIST_OPTIONS: Array<keyof ListOptions> = ["cursor", "limit"];

/** Refuses a number that is not a user id: beyond 2^53 several whole numbers are equal. */
function checkUserId(userId: unknown, argument: string): void {
	if (!typeIs(userId, "number") || !(math.abs(userId) <= 2 ** 53) || userId % 1 !== 0) {
		fail("RecordingStore", `${argument} is ${describeValue(userId)}; expected a whole number`);
	}
}

function newId(): string {
	const [id] = game.GetService("HttpService").GenerateGUID(false).gsub("-", "");
	return id;
}

/** Returns the generations whose ids are not among `others`. */
function without(generations: Array<Generation>, others: Array<Generation>): Array<Generation> {
	const ids = new Set(others.map(({ id }) => id));
	return generations.filter(({ id }) => !ids.has(id));
}

function now(): number {
	return DateTime.now().UnixTimestamp;
}

function partKey(id: string, index: number): string {
	return string.format("%s%s/%03d", PART_PREFIX, id, index);
}

/** The value of a part's key. It names its recording's key, so that a part without a head can be traced. */
interface StoredPart {
	key: string;
	at: number;
	data: buffer;
}

/** Returns the bytes of a stored part, if it is one. */
function bytesOfPart(value: unknown): unknown {
	return typeIs(value, "table") ? (value as Partial<StoredPart>).data : undefined;
}

/**
 * Keeps recordings in a data store, packed and complete. Server only.
 *
 * A recording has a head under its own key. If it is over 2,000,000 bytes, more than an hour of flight, it is split
 * into parts under keys of their own, and one `UpdateAsync` of the head makes them the recording. If a save is cut off,
 * or several servers save at the same time, `load` returns the complete data of one save.
 *
 * All methods but `keyOf` yield.
 *
 * @example
 * const store = new RecordingStore("Recordings");
 * store.save("harbour", take);
 * const back = store.load("harbour");
 */
export class RecordingStore {
	/** Whether recordings are kept only in this server's memory, and are lost when it stops. */
	public readonly isInMemory: boolean;
	private readonly values: KeyValues;
	private readonly partBytes: number;

	/** @param name the data store's name: 1 to 50 characters */
	constructor(
		public readonly name: string,
		options: RecordingStoreOptions = {},
	) {
		const problem = name === "" ? "is empty" : textProblem(name, MAX_NAME_BYTES);
		if (problem !== undefined) {
			fail("RecordingStore", `name ${problem}`);
		}
		checkKeys(options, STORE_OPTIONS, "RecordingStore", "options");
		const { partBytes, withoutDataStores } = { ...STORE_DEFAULTS, ...options };
		if (!typeIs(partBytes, "number") || !(partBytes >= 1 && partBytes <= MAX_PART_BYTES && partBytes % 1 === 0)) {
			fail(
				"RecordingStore",
				`partBytes is ${describeValue(partBytes)}; expected a whole number from 1 to ${MAX_PART_BYTES}`,
			);
		}
		if (!RunService.IsServer()) {
			fail("RecordingStore", "expected a server; only servers have data stores");
		}
		if (withoutDataStores !== "fail" && withoutDataStores !== "memory") {
			fail("RecordingStore", `withoutDataStores is ${describeValue(withoutDataStores)}; expected "fail" or "memory"`);
		}
		this.isInMemory = game.PlaceId === 0 && withoutDataStores === "memory";
		if (game.PlaceId === 0 && !this.isInMemory) {
			fail(
				"RecordingStore",
				'this place has no data stores because it was never published; publish it, or pass { withoutDataStores: "memory" } to keep recordings until the server stops',
			);
		}
		if (this.isInMemory) this.values = new MemoryValues(name);
		else if (withoutDataStores === "memory" && RunService.IsStudio()) {
			this.values = new StudioValues(
				() => new DataStoreValues(name),
				new MemoryValues(name),
				() => ((this as { isInMemory: boolean }).isInMemory = true),
			);
		} else this.values = new DataStoreValues(name);
		this.partBytes = partBytes;
	}

	/**
	 * Returns the key of a player's recording: `<user id>/<name>`. A name that is too long for a key is shortened and
	 * ends in a checksum. With an empty name, it returns the prefix of all keys of that player.
	 *
	 * @example
	 * store.save(store.keyOf(player.UserId, take.name), take);
	 * const [keys] = store.list(store.keyOf(player.UserId, ""));
	 */
	public keyOf(userId: number, name: string): string {
		checkUserId(userId, "userId");
		checkText(name, MAX_TAKE_NAME_BYTES, "RecordingStore", "name");
		return recordingKey(userId, name);
	}

	/**
	 * Saves a recording under `key` and replaces the previous one. When it returns, the recording is kept. If it or its
	 * server fails, the key holds either the whole recording or the whole previous one. Of two saves at once, one
	 * replaces the other.
	 *
	 * @param key up to 48 bytes; `keyOf` makes one of any name
	 *
	 * @example
	 * store.save(store.keyOf(player.UserId, "intro"), take, { userIds: [player.UserId] });
	 */
	public save(key: string, recording: Recording, options: SaveOptions = {}): void {
		this.checkKey(key);
		checkRecording(recording, "RecordingStore");
		checkKeys(options, SAVE_OPTIONS, "RecordingStore", "options");
		if (options.userIds !== undefined) checkArray(options.userIds, "RecordingStore", "userIds");
		options.userIds?.forEach((id, index) => checkUserId(id, itemOf("userIds", index)));
		const budget = sparingBudget(options, "RecordingStore");
		const bytes = budget.finish(bytesOf(recording, budget));
		const size = buffer.len(bytes);
		const saved: Saved = { id: newId(), parts: 0, at: now(), size };
		if (size <= math.min(this.partBytes, INLINE_BYTES)) {
			saved.data = bytes;
		} else {
			saved.parts = math.ceil(size / this.partBytes);
			if (saved.parts > MAX_PARTS) {
				fail("RecordingStore", `"${key}" needs ${saved.parts} parts; expected at most ${MAX_PARTS}`);
			}
			this.writeParts(key, saved, bytes, options.userIds);
		}
		this.commit(key, saved, options.userIds);
	}

	/**
	 * Returns the recording that was last saved under `key`, checked to the last frame, or undefined if there is none.
	 *
	 * @example
	 * const take = store.load("harbour");
	 */
	public load(key: string): Recording | undefined {
		this.checkKey(key);
		let former: string | undefined;
		for (const _ of $range(1, LOAD_ATTEMPTS)) {
			const head = readHead(this.values.get(`load "${key}"`, HEAD_PREFIX + key));
			if (typeIs(head, "string")) {
				return fail("RecordingStore", `"${key}" ${head}`);
			}
			const saved = head.current;
			if (!saved) return undefined;
			const bytes = saved.data ?? this.readParts(key, saved, former === saved.id);
			if (bytes) return this.unpack(key, saved, bytes);
			former = saved.id;
		}
		return fail("RecordingStore", `"${key}" was replaced ${LOAD_ATTEMPTS} times while it was read`);
	}

	/**
	 * Returns up to `limit` keys that start with `prefix`, in the data store's order, and a cursor for the next ones,
	 * undefined if there are no more. A key whose first save or whose removal was cut off is listed, although `load`
	 * returns undefined for it, until the next save or removal.
	 *
	 * @example
	 * let [keys, cursor] = store.list("films/", { limit: 100 });
	 * while (cursor !== undefined) [keys, cursor] = store.list("films/", { limit: 100, cursor });
	 */
	public list(prefix = "", options: ListOptions = {}): LuaTuple<[keys: Array<string>, cursor: string | undefined]> {
		const problem = textProblem(prefix, MAX_KEY_BYTES);
		if (problem !== undefined) {
			fail("RecordingStore", `prefix ${problem}`);
		}
		checkKeys(options, LIST_OPTIONS, "RecordingStore", "options");
		const { limit, cursor: from } = { ...LIST_DEFAULTS, ...options };
		if (!typeIs(limit, "number") || !(limit >= 1) || limit % 1 !== 0) {
			fail("RecordingStore", `limit is ${describeValue(limit)}; expected a whole number, 1 or more`);
		}
		checkOptional(from, "string", "RecordingStore", "cursor");
		const { keys, cursor } = this.values.list("list keys", HEAD_PREFIX + prefix, limit, from);
		return $tuple(
			keys.map((key) => key.sub(HEAD_PREFIX.size() + 1)),
			cursor,
		);
	}

	/**
	 * Removes the recording under `key`, and the remains of saves that were cut off. A save that another server is
	 * making counts as later, and stays.
	 *
	 * @returns whether anything was there
	 *
	 * @example
	 * store.remove("harbour");
	 */
	public remove(key: string): boolean {
		this.checkKey(key);
		let garbage = new Array<Generation>();
		let found = false;
		this.edit(key, `remove "${key}"`, (head, exists) => {
			found = exists;
			const pending = head.pending.filter((generation) => isUnderWay(generation, now()));
			const abandoned = head.pending.filter((generation) => !isUnderWay(generation, now()));
			garbage = [...head.garbage, ...partsOf(head), ...abandoned];
			// The head outlives its parts, so that a removal that is cut off can be repeated.
			return exists ? { version: HEAD_VERSION, pending, garbage } : undefined;
		});
		if (!found) return false;
		this.removeParts(garbage);
		const removed = this.values.removeIf(`remove "${key}"`, HEAD_PREFIX + key, (value) => {
			const head = readHead(value);
			if (typeIs(head, "string")) return false;
			return !head.current && head.pending.isEmpty() && without(head.garbage, garbage).isEmpty();
		});
		if (removed === undefined) {
			// Another save has started or ended meanwhile: the head stays.
			this.forgetGarbage(key, garbage);
			return true;
		}
		// A save between the look at the head and its removal counts as earlier than the removal.
		const head = readHead(removed);
		if (!typeIs(head, "string")) this.removeParts([...partsOf(head), ...without(head.garbage, garbage)]);
		return true;
	}

	/**
	 * Removes orphaned parts, which a server leaves behind if it dies at the worst moment of a save. Such parts take
	 * space and are never read. It lists all parts and reads the key of each split recording, one request each: run it
	 * on an idle server.
	 *
	 * @returns how many parts it removed
	 *
	 * @example
	 * print(`${store.sweep()} parts were left over`);
	 */
	public sweep(): number {
		const parts = new Map<string, Array<string>>();
		for (const key of this.values.list("list parts", PART_PREFIX, math.huge).keys) {
			const [id] = key.match(`^${PART_PREFIX}(.+)/%d+$`);
			if (typeIs(id, "string")) parts.set(id, [...(parts.get(id) ?? []), key]);
		}
		let removed = 0;
		for (const [id, keys] of parts) {
			const part = this.values.get("look at a part", keys[0]);
			const { key, at } = (typeIs(part, "table") ? part : {}) as { key?: unknown; at?: unknown };
			if (typeIs(at, "number") && isUnderWay({ id, parts: 0, at }, now())) continue;
			// A part without its recording's key cannot be loaded, even if a head lists it.
			const isSaid = typeIs(key, "string") && key !== "" && textProblem(key, MAX_KEY_BYTES) === undefined;
			if (isSaid && knows(this.readHead(key), id)) continue;
			for (const each of keys) this.values.remove("remove a part", each);
			removed += keys.size();
		}
		return removed;
	}

	private checkKey(key: unknown): void {
		const problem = key === "" ? "is empty" : textProblem(key, MAX_KEY_BYTES);
		if (problem !== undefined) {
			fail("RecordingStore", `key ${problem}`);
		}
	}

	/**
	 * Changes a head in one step. `change` may run several times, also on a head that an earlier attempt has changed,
	 * if its answer was lost. If it returns undefined, the head stays as it is. A damaged head counts as empty.
	 */
	private edit(
		key: string,
		what: string,
		change: (head: Head, exists: boolean) => Head | undefined,
		userIds?: Array<number>,
	): void {
		let later = false;
		const changeValue = (value: unknown) => {
			later = isLater(value);
			const head = readHead(value);
			const sound = typeIs(head, "string") ? (readHead(undefined) as Head) : head;
			return later ? undefined : change(sound, value !== undefined);
		};
		this.values.update(what, HEAD_PREFIX + key, changeValue, userIds);
		if (later) {
			fail("RecordingStore", `cannot ${what}: it was saved by a later version`);
		}
	}

	/** Returns the current head. A damaged one fails, since its contents are unknown. */
	private readHead(key: string): Head {
		const head = readHead(this.values.get(`look at "${key}"`, HEAD_PREFIX + key));
		return typeIs(head, "string") ? fail("RecordingStore", `"${key}" ${head}`) : head;
	}

	/** Writes a recording's parts, after the head lists them: whatever happens, they can be found. */
	private writeParts(key: string, saved: Saved, bytes: buffer, userIds?: Array<number>): void {
		const { id, parts, at } = saved;
		this.edit(
			key,
			`save "${key}"`,
			(head) =>
				knows(head, id) ? undefined : { ...head, version: HEAD_VERSION, pending: [...head.pending, { id, parts, at }] },
			userIds,
		);
		for (const index of $range(0, parts - 1)) {
			const from = index * this.partBytes;
			const size = math.min(this.partBytes, buffer.len(bytes) - from);
			const data = buffer.create(size);
			buffer.copy(data, 0, bytes, from, size);
			const part: StoredPart = { key, at, data };
			this.values.set(`save "${key}", part ${index + 1} of ${parts}`, partKey(id, index), part, userIds);
		}
	}

	/**
	 * Makes `saved` the recording, and garbage of the previous one and of saves that were cut off. Saves that other
	 * servers may be making stay: they count as later.
	 */
	private commit(key: string, saved: Saved, userIds?: Array<number>): void {
		let isCurrent = false;
		let garbage = new Array<Generation>();
		this.edit(
			key,
			`save "${key}"`,
			(head) => {
				isCurrent = head.current?.id === saved.id;
				garbage = head.garbage;
				if (isCurrent) return undefined;
				const isPending = head.pending.some(({ id }) => id === saved.id);
				if (saved.parts > 0 && !isPending) return undefined;
				isCurrent = true;
				const others = without(head.pending, [saved]);
				const pending = others.filter((generation) => isUnderWay(generation, now()));
				const abandoned = others.filter((generation) => !isUnderWay(generation, now()));
				garbage = [...head.garbage, ...partsOf(head), ...abandoned];
				return { version: HEAD_VERSION, current: saved, pending, garbage };
			},
			userIds,
		);
		// It was given up as too slow, or a removal came in between: it counts as finished just before that.
		if (!isCurrent) garbage = [saved];
		// The recording is kept. The head lists whatever cannot be removed, and the next save tries again.
		pcall(() => {
			this.removeParts(garbage);
			this.forgetGarbage(key, garbage);
		});
	}

	private forgetGarbage(key: string, garbage: Array<Generation>): void {
		if (garbage.isEmpty()) return;
		this.edit(key, `tidy "${key}"`, (head) => {
			const left = without(head.garbage, garbage);
			return left.size() === head.garbage.size() ? undefined : { ...head, garbage: left };
		});
	}

	private removeParts(generations: Array<Generation>): void {
		for (const { id, parts } of generations) {
			for (const index of $range(0, parts - 1)) this.values.remove("remove a part", partKey(id, index));
		}
	}

	/** Returns the bytes of `saved` from its parts, or undefined if one is gone because the recording was replaced. */
	private readParts(key: string, saved: Saved, isSecondTime: boolean): buffer | undefined {
		const parts = new Array<buffer>();
		let size = 0;
		for (const index of $range(0, saved.parts - 1)) {
			const place = `part ${index + 1} of ${saved.parts}`;
			const value = this.values.get(`load "${key}", ${place}`, partKey(saved.id, index));
			if (value === undefined && !isSecondTime) return undefined;
			const part = bytesOfPart(value);
			if (!typeIs(part, "buffer")) {
				return fail("RecordingStore", `"${key}": ${place} is ${value === undefined ? "missing" : `a ${typeOf(part)}`}`);
			}
			parts.push(part);
			size += buffer.len(part);
		}
		const bytes = buffer.create(size);
		let at = 0;
		for (const part of parts) {
			buffer.copy(bytes, at, part);
			at += buffer.len(part);
		}
		return bytes;
	}

	private unpack(key: string, saved: Saved, bytes: buffer): Recording {
		if (buffer.len(bytes) !== saved.size) {
			fail("RecordingStore", `"${key}" has ${buffer.len(bytes)} bytes; expected the ${saved.size} that were saved`);
		}
		const budget = new Budget({ pause: spareFrames() });
		const [ok, result] = pcall(() => readRecording(bytes, budget));
		if (!ok) fail("RecordingStore", `"${key}" is damaged: ${problemOf(result)}`);
		const recording = result as Recording;
		rememberBytes(recording, bytes);
		return recording;
	}
}
