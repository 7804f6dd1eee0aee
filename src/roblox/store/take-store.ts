import { checkArray, checkText, checkType, describeValue, textProblem } from "../../bytes/check-argument";
import { crc32InPieces } from "../../bytes/crc32";
import { fail, problemOf } from "../../bytes/fail";
import { Work } from "../../bytes/work";
import { decodeArchive } from "../../take/archive";
import { decodeTake } from "../../take/packed/decode-take";
import { checkTake, MAX_NAME_BYTES as MAX_TAKE_NAME_BYTES, Take } from "../../take/take";
import { spareFrames } from "../spare-frames";
import { DataStoreValues } from "./data-store-values";
import { joinArchive } from "./join-archive";
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
import { bytesOf, rememberBytes, sparingWork } from "./take-bytes";
import { MAX_KEY_BYTES, takeKey } from "./take-key";

const HEAD_PREFIX = "h/";
const PART_PREFIX = "p/";

/** The longest name of a data store, in bytes. */
const MAX_NAME_BYTES = 50;

/**
 * The bytes of a part unless told otherwise. A key takes 4 MB of writes a minute; this many make 3.87 million
 * characters, so a part fits whether that is counted in thousands or in 1024s.
 */
const PART_BYTES = 2_900_000;

/**
 * Up to this size a take is in its head: one key and one request. An hour at 60 frames a second fits at 9 bytes a frame. A key
 * takes 4 MB of characters a minute: of the largest such takes one save, of those of 20 minutes three.
 */
const INLINE_BYTES = 2_000_000;

/** How often `load` starts again because another server replaced the take while it was reading. */
const LOAD_ATTEMPTS = 5;

/**
 * What `new TakeStore` can be told.
 *
 * @example
 * const options: TakeStoreOptions = { partBytes: 1_000_000 };
 * const store = new TakeStore("Takes", options);
 */
export interface TakeStoreOptions {
	/** The most bytes under one key, at most 3,000,000. */
	partBytes?: number;
	/**
	 * What to do in a place that was never published, where there are no data stores: `"fail"` unless told, or `"memory"`,
	 * which keeps takes until the server stops.
	 */
	unpublished?: "fail" | "memory";
}

/**
 * What `save` is told beside the take.
 *
 * @example
 * const options: SaveOptions = { userIds: [player.UserId] };
 * store.save(store.keyOf(player.UserId, "intro"), take, options);
 */
export interface SaveOptions {
	/** Whose data it is, for Roblox's handling of erasure requests. */
	userIds?: Array<number>;
	/** The budget and the pauses of packing it. */
	work?: Work;
}

/** Refuses what is no player's number: beyond 2^53 several whole numbers are one. */
function checkUserId(userId: unknown, argument: string): void {
	if (!typeIs(userId, "number") || !(math.abs(userId) <= 2 ** 53) || userId % 1 !== 0) {
		fail("TakeStore", `${argument} is ${describeValue(userId)}; it must be a whole number`);
	}
}

function newId(): string {
	const [id] = game.GetService("HttpService").GenerateGUID(false).gsub("-", "");
	return id;
}

/** The generations whose ids are not among `others`. */
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

/** What stands under a part's key: whose part it is, so that it can be told when nobody knows of it any more. */
interface StoredPart {
	key: string;
	at: number;
	data: buffer;
}

/** The bytes of a stored part; older versions stored them bare. */
function bytesOfPart(value: unknown): unknown {
	return typeIs(value, "table") ? (value as Partial<StoredPart>).data : value;
}

/**
 * Keeps takes in a data store (server only), packed and with all that they have. A take has a head under its own key; what is
 * over 2,000,000 bytes, more than an hour of flying, is split into parts under keys of their own, and one `UpdateAsync` of the
 * head makes them the take. Whatever is cut off, and whoever saves at the same time, `load` gives one save's data, whole.
 *
 * All methods but `keyOf` yield.
 *
 * @example
 * const store = new TakeStore("Takes");
 * store.save("harbour", take);
 * const back = store.load("harbour");
 */
export class TakeStore {
	/** Whether takes are kept in this server's memory alone, and are gone when it stops. */
	public readonly isInMemory: boolean;
	private readonly values: KeyValues;
	private readonly partBytes: number;

	/** @param name the data store's name: 1 to 50 characters */
	constructor(
		public readonly name: string,
		options: TakeStoreOptions = {},
	) {
		const problem = name === "" ? "is empty" : textProblem(name, MAX_NAME_BYTES);
		if (problem !== undefined) {
			fail("TakeStore", `name ${problem}`);
		}
		checkType(options, "table", "TakeStore", "options");
		const partBytes = options.partBytes ?? PART_BYTES;
		if (!typeIs(partBytes, "number") || !(partBytes >= 1 && partBytes <= MAX_PART_BYTES && partBytes % 1 === 0)) {
			fail(
				"TakeStore",
				`partBytes is ${describeValue(partBytes)}; it must be a whole number from 1 to ${MAX_PART_BYTES}`,
			);
		}
		if (!game.GetService("RunService").IsServer()) {
			fail("TakeStore", "data stores exist on the server only");
		}
		const { unpublished = "fail" } = options;
		if (unpublished !== "fail" && unpublished !== "memory") {
			fail("TakeStore", `unpublished is ${describeValue(unpublished)}; it must be "fail" or "memory"`);
		}
		this.isInMemory = game.PlaceId === 0 && unpublished === "memory";
		if (game.PlaceId === 0 && !this.isInMemory) {
			fail(
				"TakeStore",
				'this place has no data stores, since it was never published: publish it, or pass { unpublished: "memory" } to keep takes until the server stops',
			);
		}
		this.values = this.isInMemory ? new MemoryValues(name) : new DataStoreValues(name);
		this.partBytes = partBytes;
	}

	/**
	 * The key of a player's take: `<user id>/<name>`, with a name that is too long for a key shortened and told from others by
	 * a checksum. With an empty name it is what the keys of all takes of that player start with.
	 *
	 * @example
	 * store.save(store.keyOf(player.UserId, take.name), take);
	 * const keys = store.list(store.keyOf(player.UserId, ""));
	 */
	public keyOf(userId: number, name: string): string {
		checkUserId(userId, "userId");
		checkText(name, MAX_TAKE_NAME_BYTES, "TakeStore", "name");
		return takeKey(userId, name);
	}

	/**
	 * Saves a take under `key` in place of what was there. When this returns it is kept; if it fails, or its server does, the
	 * key holds either all of it or what it held before. Of two saves at once one replaces the other.
	 *
	 * @param key up to 48 bytes; `keyOf` makes one of any name
	 * @example
	 * store.save(store.keyOf(player.UserId, "intro"), take, { userIds: [player.UserId] });
	 */
	public save(key: string, take: Take, options: SaveOptions = {}): void {
		this.checkKey(key);
		checkTake(take, "TakeStore");
		checkType(options, "table", "TakeStore", "options");
		if (options.userIds !== undefined) checkArray(options.userIds, "TakeStore", "userIds");
		options.userIds?.forEach((id, index) => checkUserId(id, `userIds[${index}]`));
		const bytes = bytesOf(take, sparingWork(options, "TakeStore"));
		const size = buffer.len(bytes);
		const saved: Saved = { id: newId(), parts: 0, at: now(), size };
		if (size <= math.min(this.partBytes, INLINE_BYTES)) {
			saved.data = bytes;
		} else {
			saved.parts = math.ceil(size / this.partBytes);
			if (saved.parts > MAX_PARTS) {
				fail("TakeStore", `"${key}" needs ${saved.parts} parts; ${MAX_PARTS} fit`);
			}
			this.writeParts(key, saved, bytes, options.userIds);
		}
		this.commit(key, saved, options.userIds);
	}

	/**
	 * What was last saved under `key`, checked to the last frame, or undefined where nothing is.
	 *
	 * @example
	 * const take = store.load("harbour");
	 */
	public load(key: string): Take | undefined {
		this.checkKey(key);
		let former: string | undefined;
		for (const _ of $range(1, LOAD_ATTEMPTS)) {
			const head = readHead(this.values.get(`load "${key}"`, HEAD_PREFIX + key));
			if (typeIs(head, "string")) {
				return fail("TakeStore", `"${key}" ${head}`);
			}
			const saved = head.current;
			if (!saved) return undefined;
			const bytes = saved.data ?? this.readParts(key, saved, former === saved.id);
			if (bytes) return this.readTake(key, saved, bytes);
			former = saved.id;
		}
		return fail("TakeStore", `"${key}" was replaced ${LOAD_ATTEMPTS} times while it was read`);
	}

	/**
	 * The keys that start with `prefix`, in the data store's order. A key whose first save or whose removal was cut off
	 * is among them, though `load` gives undefined for it, until the next save or removal of it.
	 *
	 * @example
	 * for (const key of store.list(store.keyOf(player.UserId, ""))) print(key);
	 */
	public list(prefix = ""): Array<string> {
		const problem = textProblem(prefix, MAX_KEY_BYTES);
		if (problem !== undefined) {
			fail("TakeStore", `prefix ${problem}`);
		}
		return this.values.list("list keys", HEAD_PREFIX + prefix).map((key) => key.sub(HEAD_PREFIX.size() + 1));
	}

	/**
	 * Removes what is saved under `key`, and what saves that were cut off have left there. A save that another server has under
	 * way comes after it.
	 *
	 * @returns whether anything was there
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
			// The head outlives its parts, so that a removal which is cut off can be done again.
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
			// Somebody saves or has saved since: the head stays.
			this.forgetGarbage(key, garbage);
			return true;
		}
		// What was saved in the moment between the look at the head and its removal counts as saved before it.
		const head = readHead(removed);
		if (!typeIs(head, "string")) this.removeParts([...partsOf(head), ...without(head.garbage, garbage)]);
		return true;
	}

	/**
	 * Removes parts of takes that no key knows of: what saves have left whose server was gone at the worst moment. Such parts
	 * take space and are never read. It lists all parts and looks at the key of each take in parts, one request each, so it is
	 * for a server with nothing better to do.
	 *
	 * @returns how many parts it removed
	 * @example
	 * print(`${store.sweep()} parts were left over`);
	 */
	public sweep(): number {
		const parts = new Map<string, Array<string>>();
		for (const key of this.values.list("list parts", PART_PREFIX)) {
			const [id] = key.match(`^${PART_PREFIX}(.+)/%d+$`);
			if (typeIs(id, "string")) parts.set(id, [...(parts.get(id) ?? []), key]);
		}
		let everyHead: Array<Head> | undefined;
		let removed = 0;
		for (const [id, keys] of parts) {
			const part = this.values.get("look at a part", keys[0]);
			const { key, at } = (typeIs(part, "table") ? part : {}) as { key?: unknown; at?: unknown };
			if (typeIs(at, "number") && isUnderWay({ id, parts: 0, at }, now())) continue;
			// Parts that older versions wrote, and those that are damaged, do not say whose they are.
			const isSaid = typeIs(key, "string") && key !== "" && textProblem(key, MAX_KEY_BYTES) === undefined;
			const heads = isSaid ? this.readHeads([key]) : (everyHead ??= this.readEveryHead());
			if (heads.some((head) => knows(head, id))) continue;
			for (const each of keys) this.values.remove("remove a part", each);
			removed += keys.size();
		}
		return removed;
	}

	private checkKey(key: unknown): void {
		const problem = key === "" ? "is empty" : textProblem(key, MAX_KEY_BYTES);
		if (problem !== undefined) {
			fail("TakeStore", `key ${problem}`);
		}
	}

	/**
	 * Changes a head in one step. `change` may run several times, and on a head that an earlier attempt has changed
	 * though its answer was lost; where it gives undefined the head stays as it is. A head that is damaged counts as empty.
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
			fail("TakeStore", `cannot ${what}: it was saved by a later version`);
		}
	}

	/** Heads as they are now. One that cannot be read ends it, since what it knows cannot be told. */
	private readHeads(keys: Array<string>): Array<Head> {
		return keys.map((key) => {
			const head = readHead(this.values.get(`look at "${key}"`, HEAD_PREFIX + key));
			return typeIs(head, "string") ? fail("TakeStore", `"${key}" ${head}`) : head;
		});
	}

	private readEveryHead(): Array<Head> {
		return this.readHeads(this.list());
	}

	/** Writes a take's parts, after the head has been told of them: however this ends, they can be found. */
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
			const part: StoredPart = { key, at: at!, data };
			this.values.set(`save "${key}", part ${index + 1} of ${parts}`, partKey(id, index), part, userIds);
		}
	}

	/**
	 * Makes `saved` the take, and garbage of the one before and of saves that were cut off. Those that may be under way on
	 * other servers stay as they are: they come after this one.
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
		// It took so long that it was given up, or a removal came in between: it counts as finished just before that.
		if (!isCurrent) garbage = [saved];
		// The take is kept by now. What cannot be removed stands in the head, and the next save tries again.
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

	/** The bytes of `saved` from its parts, or undefined where one is gone because the take has been replaced since. */
	private readParts(key: string, saved: Saved, isSecondTime: boolean): buffer | undefined {
		const parts = new Array<buffer>();
		let size = 0;
		for (const index of $range(0, saved.parts - 1)) {
			const place = `part ${index + 1} of ${saved.parts}`;
			const value = this.values.get(`load "${key}", ${place}`, partKey(saved.id, index));
			if (value === undefined && !isSecondTime) return undefined;
			const part = bytesOfPart(value);
			if (!typeIs(part, "buffer")) {
				return fail("TakeStore", `"${key}": ${place} is ${value === undefined ? "missing" : `a ${typeOf(part)}`}`);
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

	private readTake(key: string, saved: Saved, bytes: buffer): Take {
		if (buffer.len(bytes) !== saved.size) {
			fail("TakeStore", `"${key}" has ${buffer.len(bytes)} bytes where ${saved.size} were saved`);
		}
		const work = new Work({ pause: spareFrames() });
		if (saved.rate !== undefined && crc32InPieces(bytes, 0, saved.size, work, "TakeStore") !== saved.checksum) {
			fail("TakeStore", `"${key}" is damaged: its checksum is wrong`);
		}
		const [ok, result] = pcall(() => {
			if (saved.rate === undefined) return decodeTake(bytes, { work });
			const takes = decodeArchive(bytes, saved.rate, { work });
			return { ...joinArchive(takes, saved.rate), name: saved.name ?? key };
		});
		if (!ok) fail("TakeStore", `"${key}" is damaged: ${problemOf(result)}`);
		const take = result as Take;
		if (saved.rate === undefined) rememberBytes(take, bytes);
		return take;
	}
}
