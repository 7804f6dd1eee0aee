import { checkOptional, checkText, checkType, describeValue, textProblem } from "../../bytes/check-argument";
import { crc32 } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { Work, workOf } from "../../bytes/work";
import { decodeArchive, reportLosses } from "../../take/archive";
import { checkTake, MAX_NAME_BYTES as MAX_TAKE_NAME_BYTES, Take } from "../../take/take";
import { DataStoreValues } from "./data-store-values";
import { joinArchive } from "./join-archive";
import type { KeyValues } from "./key-values";
import { archiveOf } from "./known-archive";
import { MemoryValues } from "./memory-values";
import { MAX_KEY_BYTES, takeKey } from "./take-key";
import { Generation, Head, HEAD_VERSION, isLater, MAX_PART_BYTES, MAX_PARTS, readHead, Saved } from "./store-head";

const HEAD_PREFIX = "h/";
const PART_PREFIX = "p/";

/** The longest name of a data store, in bytes. */
const MAX_NAME_BYTES = 50;

/**
 * The bytes of a part unless told otherwise. A key takes 4 MB of writes a minute; this many make 3.87 million
 * characters, so a part fits whether that is counted in thousands or in 1024s.
 */
const PART_BYTES = 2_900_000;

/** Up to this size the archive is in the head: one key and one request, and a key takes at least two such saves a minute. */
const INLINE_BYTES = 1_000_000;

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
	/** Its report tells what of the take is not kept. */
	work?: Work;
}

function newId(): string {
	const [id] = game.GetService("HttpService").GenerateGUID(false).gsub("-", "");
	return id;
}

function partKey(generation: Generation, index: number): string {
	return string.format("%s%s/%03d", PART_PREFIX, generation.id, index);
}

function without(generations: Array<Generation>, id: string): Array<Generation> {
	return generations.filter((generation) => generation.id !== id);
}

/** Every generation that a head knows of and that has parts. */
function generationsOf(head: Head): Array<Generation> {
	const result = [...head.garbage, ...head.pending];
	if (head.current && head.current.parts > 0) {
		result.push({ id: head.current.id, parts: head.current.parts });
	}
	return result;
}

/**
 * Keeps takes in a data store (server only). A take has a head under its own key; an archive over 1,000,000 bytes is split
 * into parts under keys of their own, and one `UpdateAsync` of the head makes them the take. Whatever is cut off, and
 * whoever saves at the same time, `load` gives one save's data, whole.
 *
 * All methods but the constructor yield.
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
		if (!typeIs(userId, "number") || userId % 1 !== 0) {
			fail("TakeStore", `userId is ${describeValue(userId)}; it must be a whole number`);
		}
		checkText(name, MAX_TAKE_NAME_BYTES, "TakeStore", "name");
		return takeKey(userId, name);
	}

	/**
	 * Saves a take under `key` in place of what was there. When this returns it is kept; if it fails, or its server does, the
	 * key holds either all of it or what it held before. Of two saves at once one replaces the other.
	 *
	 * @param key up to 48 characters
	 * @example
	 * store.save(store.keyOf(player.UserId, "intro"), take, { userIds: [player.UserId] });
	 */
	public save(key: string, take: Take, options: SaveOptions = {}): void {
		this.checkKey(key);
		checkTake(take, "TakeStore");
		checkType(options, "table", "TakeStore", "options");
		checkOptional(options.userIds, "table", "TakeStore", "userIds");
		options.userIds?.forEach((id, index) => checkType(id, "number", "TakeStore", `userIds[${index}]`));
		if (options.work) reportLosses(take, workOf(options, "TakeStore"), "a store");
		const [archive, checksum] = archiveOf(take);
		const size = buffer.len(archive);
		const saved: Saved = { id: newId(), parts: 0, rate: take.rate, name: take.name, size, checksum };
		if (size <= math.min(this.partBytes, INLINE_BYTES)) {
			saved.data = archive;
		} else {
			saved.parts = math.ceil(size / this.partBytes);
			if (saved.parts > MAX_PARTS) {
				fail("TakeStore", `"${key}" needs ${saved.parts} parts; ${MAX_PARTS} fit`);
			}
			this.writeParts(key, saved, archive, options.userIds);
		}
		this.commit(key, saved, options.userIds);
	}

	/**
	 * What was last saved under `key`, checked from the size to the last frame, or undefined where nothing is.
	 *
	 * @example
	 * const take = store.load("harbour");
	 */
	public load(key: string): Take | undefined {
		this.checkKey(key);
		let former: string | undefined;
		for (const _ of $range(1, LOAD_ATTEMPTS)) {
			const value = this.values.get(`load "${key}"`, HEAD_PREFIX + key);
			const head = readHead(value);
			if (typeIs(head, "string")) {
				return fail("TakeStore", `"${key}" ${head}`);
			}
			const saved = head.current;
			if (!saved) return undefined;
			const archive = saved.data ?? this.readParts(key, saved, former === saved.id);
			if (archive) {
				return { ...this.readArchive(key, saved, archive), name: saved.name ?? key };
			}
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
	 * Removes what is saved under `key`, and whatever saves that were cut off have left there. A save that another server
	 * has under way is removed with it.
	 *
	 * @returns whether anything was there
	 * @example
	 * store.remove("harbour");
	 */
	public remove(key: string): boolean {
		this.checkKey(key);
		let known = new Array<Generation>();
		let found = false;
		this.edit(key, `remove "${key}"`, (head, exists) => {
			found = exists;
			known = generationsOf(head);
			// The head outlives its parts, so that a removal which is cut off can be done again.
			return exists ? { version: HEAD_VERSION, pending: [], garbage: known } : undefined;
		});
		if (!found) return false;
		this.removeParts(known);
		const last = this.values.remove(`remove "${key}"`, HEAD_PREFIX + key);
		// What was saved since the first step counts as saved before this removal.
		const head = readHead(last);
		if (!typeIs(head, "string")) {
			this.removeParts(generationsOf(head).filter(({ id }) => !known.some((generation) => generation.id === id)));
		}
		return true;
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

	/** Writes an archive's parts, after the head has been told of them: however this ends, they can be found. */
	private writeParts(key: string, saved: Saved, archive: buffer, userIds?: Array<number>): void {
		const { parts } = saved;
		this.edit(
			key,
			`save "${key}"`,
			(head) => {
				// A new one each time: an earlier attempt may have told the head of its own, and another server may be
				// removing the parts of that one by now.
				saved.id = newId();
				return { ...head, pending: [...head.pending, { id: saved.id, parts }] };
			},
			userIds,
		);
		for (const index of $range(0, parts - 1)) {
			const from = index * this.partBytes;
			const size = math.min(this.partBytes, buffer.len(archive) - from);
			const part = buffer.create(size);
			buffer.copy(part, 0, archive, from, size);
			this.values.set(`save "${key}", part ${index + 1} of ${parts}`, partKey(saved, index), part, userIds);
		}
	}

	/** Makes `saved` the take. From here on everything else that the head knows of is garbage. */
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
				const isPending = head.pending.some((generation) => generation.id === saved.id);
				if (saved.parts > 0 && !isPending) return undefined;
				isCurrent = true;
				garbage = without(generationsOf(head), saved.id);
				return { version: HEAD_VERSION, current: saved, pending: [], garbage };
			},
			userIds,
		);
		// Another save or a removal came first and may have removed parts of this one, which so counts as replaced by it.
		if (!isCurrent) garbage = [saved];
		// The take is kept by now. What cannot be removed stands in the head, and the next save tries again.
		pcall(() => this.collect(key, garbage));
	}

	private collect(key: string, garbage: Array<Generation>): void {
		if (garbage.size() === 0) return;
		this.removeParts(garbage);
		this.edit(key, `tidy "${key}"`, (head) => {
			const left = head.garbage.filter(({ id }) => !garbage.some((generation) => generation.id === id));
			return left.size() === head.garbage.size() ? undefined : { ...head, garbage: left };
		});
	}

	private removeParts(generations: Array<Generation>): void {
		for (const generation of generations) {
			for (const index of $range(0, generation.parts - 1)) {
				this.values.remove("remove a part", partKey(generation, index));
			}
		}
	}

	/** The archive of `saved` from its parts, or undefined where one is gone because the take has been replaced since. */
	private readParts(key: string, saved: Saved, isSecondTime: boolean): buffer | undefined {
		const parts = new Array<buffer>();
		let size = 0;
		for (const index of $range(0, saved.parts - 1)) {
			const place = `part ${index + 1} of ${saved.parts}`;
			const part = this.values.get(`load "${key}", ${place}`, partKey(saved, index));
			if (part === undefined && !isSecondTime) return undefined;
			if (!typeIs(part, "buffer")) {
				return fail("TakeStore", `"${key}": ${place} is ${part === undefined ? "missing" : `a ${typeOf(part)}`}`);
			}
			parts.push(part);
			size += buffer.len(part);
		}
		const archive = buffer.create(size);
		let at = 0;
		for (const part of parts) {
			buffer.copy(archive, at, part);
			at += buffer.len(part);
		}
		return archive;
	}

	private readArchive(key: string, saved: Saved, archive: buffer): Take {
		if (buffer.len(archive) !== saved.size) {
			fail("TakeStore", `"${key}" has ${buffer.len(archive)} bytes where ${saved.size} were saved`);
		}
		if (crc32(archive) !== saved.checksum) {
			fail("TakeStore", `"${key}" is damaged: its checksum is wrong`);
		}
		const [ok, result] = pcall(() => decodeArchive(archive, saved.rate));
		if (!ok) {
			fail("TakeStore", `"${key}" is damaged: ${result}`);
		}
		return joinArchive(result as Array<Take>, saved.rate);
	}
}
