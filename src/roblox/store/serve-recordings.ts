import { checkKeys, checkOptional, describeValue, textProblem } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { heldBy, isFilm } from "../../replay/film";
import { isReplay } from "../../replay/is-replay";
import { countJoints } from "../../replay/packed/replay-header";
import { Recording, recordingLength } from "../../replay/recording";
import type { ReplaySubject } from "../../replay/replay";
import { MAX_NAME_BYTES } from "../../take/take";
import { filterRecording, TextFilter } from "./filter-recording";
import { onClose } from "./on-close";
import { RecordingRemote } from "./recording-remote";
import { RecordingStore } from "./recording-store";
import { Ending, runWithin } from "./run-within";
import { SerialQueue } from "./serial-queue";
import { TokenBucket } from "./token-bucket";

/**
 * What one player may keep and request.
 *
 * @example
 * const limits: Partial<ServeLimits> = { recordings: 5, markers: 10 };
 * serveRecordings({ store, remote, limits });
 */
export interface ServeLimits {
	/** The max recordings. Defaults to 20. */
	recordings: number;
	/** The max markers of a recording. Defaults to 200. */
	markers: number;
	/** The max keys of a recording's metadata. Defaults to 20. */
	metadata: number;
	/** The max frames of a recording. Defaults to 216,000, an hour at 60 per second. */
	frames: number;
	/** The max subjects of a replay. Defaults to 32. */
	subjects: number;
	/** The max joints of all subjects of a replay together. Defaults to 2,000. */
	joints: number;
	/** The max different texts of a recording for `filter`. Defaults to 500. */
	texts: number;
	/** The max lists, loads and removals per minute; data stores allow 40 per player. Defaults to 30. */
	requestsPerMinute: number;
	/** Seconds after which a save, list, load, removal or filter counts as failed. Defaults to 90. */
	timeout: number;
}

const SERVE_LIMIT_DEFAULTS: ServeLimits = {
	recordings: 20,
	markers: 200,
	metadata: 20,
	frames: 216_000,
	subjects: 32,
	joints: 2000,
	texts: 500,
	requestsPerMinute: 30,
	timeout: 90,
};

const LIMITS: Array<keyof ServeLimits> = [
	"frames",
	"joints",
	"markers",
	"metadata",
	"recordings",
	"requestsPerMinute",
	"subjects",
	"texts",
	"timeout",
];

/**
 * Options of `serveRecordings`.
 *
 * @example
 * const options: ServeOptions = { store, remote, onSaved: (take, player) => print(player.Name, take.name) };
 * serveRecordings(options);
 */
export interface ServeOptions {
	/** The store that keeps the recordings. */
	store: RecordingStore;
	/** The remote that carries them. */
	remote: RecordingRemote;
	/** What one player may keep and request. */
	limits?: Partial<ServeLimits>;
	/**
	 * Receives every text that a player wrote, and returns the text to keep, or undefined for none. It may yield. A
	 * recording is refused if the filter changes its name, a key of its metadata, or the name of a subject, a joint or
	 * a value. Defaults to no filter.
	 */
	filter?: TextFilter;
	/** Called with each saved recording and its key in the store. */
	onSaved?: (recording: Recording, player: Player, key: string) => void;
}

const OPTIONS: Array<keyof ServeOptions> = ["filter", "limits", "onSaved", "remote", "store"];

/** Seconds of saving, out of the 30 that a closing server has. */
const CLOSE_SECONDS = 25;

/** The max requests of a player that wait at once, and that arrive at once after a pause. Further ones are refused. */
const MAX_QUEUED = 4;
const MAX_BURST = 5;

/** The state of one player, by user id: it outlives the player's stay while something is under way. */
interface Account {
	/** Saves, lists, loads and removals run in order, so that each sees the result of the previous one. */
	queue: SerialQueue;
	requests: TokenBucket;
	/** The keys of the player's recordings, once the store has listed them. */
	keys?: Set<string>;
	/** Whether a recording is being loaded or sent. */
	isLoading: boolean;
	/** Whether a save that took too long has not ended. */
	isSaveOpen: boolean;
}

/**
 * Serves recordings until you destroy it.
 *
 * @example
 * const server: RecordingServer = serveRecordings({ store, remote });
 * server.destroy();
 */
export class RecordingServer {
	private readonly store: RecordingStore;
	private readonly remote: RecordingRemote;
	private readonly limits: ServeLimits;
	private readonly accounts = new Map<number, Account>();
	/** The saves that are waited for, in words. */
	private readonly saving = new Map<object, string>();
	private readonly leaving: RBXScriptConnection;
	private readonly stayOpen: () => void;

	/** @hidden `serveRecordings` makes them. */
	constructor(private readonly options: ServeOptions) {
		checkKeys(options, OPTIONS, "serveRecordings", "options");
		const { store, remote, limits = {} } = options;
		if (!(store instanceof RecordingStore)) {
			fail("serveRecordings", `store is ${describeValue(store)}; expected a RecordingStore`);
		}
		if (!(remote instanceof RecordingRemote)) {
			fail("serveRecordings", `remote is ${describeValue(remote)}; expected a RecordingRemote`);
		}
		checkKeys(limits, LIMITS, "serveRecordings", "limits");
		checkOptional(options.filter, "function", "serveRecordings", "filter");
		checkOptional(options.onSaved, "function", "serveRecordings", "onSaved");
		this.limits = { ...SERVE_LIMIT_DEFAULTS, ...limits };
		for (const [name, value] of pairs(this.limits)) {
			if (!(typeIs(value, "number") && value >= (name === "timeout" || name === "requestsPerMinute" ? 1 : 0))) {
				fail("serveRecordings", `${name} is ${describeValue(value)}; expected a number`);
			}
		}
		if (remote.accept || remote.asked)
			fail("serveRecordings", "remote already has accept; expected a remote that is not served");
		this.store = store;
		this.remote = remote;
		remote.accept = (recording, player) => this.keep(recording, player);
		remote.asked = (player, id, what, name) => this.answer(player, id, what, name);
		this.leaving = game.GetService("Players").PlayerRemoving.Connect(({ UserId }) => this.forget(UserId));
		this.stayOpen = onClose(() => this.close());
	}

	/** Stops serving. Saves that are under way continue. */
	public destroy(): void {
		this.remote.accept = undefined;
		this.remote.asked = undefined;
		this.leaving.Disconnect();
		this.stayOpen();
	}

	private accountOf(userId: number): Account {
		const known = this.accounts.get(userId);
		if (known) return known;
		// Forgets players who left, once their quota is as good as new.
		for (const [id, { queue, requests, keys, isLoading, isSaveOpen }] of this.accounts) {
			const isIdle = keys === undefined && queue.size() === 0 && !isLoading && !isSaveOpen;
			if (isIdle && requests.isFull()) this.accounts.delete(id);
		}
		const { requestsPerMinute } = this.limits;
		const requests = new TokenBucket(math.min(MAX_BURST, requestsPerMinute), requestsPerMinute / 60);
		const account: Account = { queue: new SerialQueue(), requests, isLoading: false, isSaveOpen: false };
		this.accounts.set(userId, account);
		return account;
	}

	/** Forgets the keys of a player who left: another server may change them. */
	private forget(userId: number): void {
		const account = this.accounts.get(userId);
		if (account) account.keys = undefined;
	}

	/** Saves a player's recording, or returns the reason for refusing it. */
	private keep(recording: Recording, player: Player): string | undefined {
		const token = {};
		this.saving.set(token, `"${recording.name}" of ${player.Name}`);
		const account = this.accountOf(player.UserId);
		const [ok, result] = pcall(() => account.queue.run(() => this.save(account, recording, player)));
		this.saving.delete(token);
		if (!ok) error(result, 0);
		return result as string | undefined;
	}

	/** `keep` inside the player's queue: the quota holds because nothing else of the player runs meanwhile. */
	private save(account: Account, recording: Recording, player: Player): string | undefined {
		const { limits, store } = this;
		if (recording.name === "") return "it has no name";
		const excess = this.excessOf(recording);
		if (excess !== undefined) return excess;
		if (account.isSaveOpen) return "the previous save has not ended; try again later";
		const kept = this.filter(recording, player);
		if (typeIs(kept, "string")) return kept;
		const keys = this.keysOf(account, player.UserId);
		const key = store.keyOf(player.UserId, kept.name);
		if (!keys.has(key) && keys.size() >= limits.recordings) {
			return `${limits.recordings} recordings are kept; remove one first`;
		}
		const ending = runWithin(
			limits.timeout,
			() => store.save(key, kept, { userIds: [player.UserId] }),
			(late) => this.endLate(account, kept, player, key, late),
		);
		if (ending.state === "failed") error(ending.problem, 0);
		// A save that takes too long may still succeed: until it ends, it counts.
		keys.add(key);
		if (ending.state === "late") {
			account.isSaveOpen = true;
			warn(`[dolly] serveRecordings: "${key}" is not saved after ${limits.timeout} seconds`);
			return `the server could not save it within ${limits.timeout} seconds`;
		}
		if (this.options.onSaved) task.spawn(this.options.onSaved, kept, player, key);
		return undefined;
	}

	/** Returns which limit a recording exceeds, or undefined. */
	private excessOf(recording: Recording): string | undefined {
		const { limits } = this;
		const parts: Array<Recording> = [recording];
		if (isFilm(recording)) for (const held of heldBy(recording)) parts.push(held);
		const subjects = new Array<ReplaySubject>();
		for (const part of parts) if (isReplay(part)) for (const subject of part.subjects) subjects.push(subject);
		let markers = 0;
		let keys = 0;
		for (const each of [...parts, ...subjects.map(({ root }) => root)]) {
			markers += each.markers.size();
			for (const [] of pairs((each.metadata ?? {}) as unknown as Map<string, unknown>)) keys += 1;
		}
		const joints = countJoints(subjects);
		if (markers > limits.markers) return `it has ${markers} markers; the max is ${limits.markers}`;
		if (keys > limits.metadata) return `its metadata has ${keys} keys; the max is ${limits.metadata}`;
		const length = recordingLength(recording);
		if (length > limits.frames) return `it has ${length} frames; the max is ${limits.frames}`;
		if (subjects.size() > limits.subjects) return `it has ${subjects.size()} subjects; the max is ${limits.subjects}`;
		return joints > limits.joints ? `it has ${joints} joints; the max is ${limits.joints}` : undefined;
	}

	/** Handles the end of a save that took too long. */
	private endLate(account: Account, recording: Recording, player: Player, key: string, ending: Ending<void>): void {
		account.isSaveOpen = false;
		// Only the store knows the effect of a removal in between.
		account.keys = undefined;
		if (ending.state === "done" && this.options.onSaved) task.spawn(this.options.onSaved, recording, player, key);
	}

	/** Returns the recording with its texts filtered, or the reason for refusing it. */
	private filter(recording: Recording, player: Player): Recording | string {
		const { filter } = this.options;
		if (!filter) return recording;
		return this.within("filter texts", () => filterRecording(recording, player, filter, this.limits.texts));
	}

	/** Returns the keys of a player's recordings: listed from the store once, then updated here. */
	private keysOf(account: Account, userId: number): Set<string> {
		return (account.keys ??= this.within("list", () => {
			const found = new Set<string>();
			let cursor: string | undefined;
			do {
				const [keys, following] = this.store.list(this.store.keyOf(userId, ""), { cursor });
				for (const key of keys) found.add(key);
				cursor = following;
			} while (cursor !== undefined);
			return found;
		}));
	}

	/** Returns the result of `body`. Fails if that takes too long. */
	private within<T>(what: string, body: () => T): T {
		const ending = runWithin(this.limits.timeout, body);
		if (ending.state === "done") return ending.value;
		if (ending.state === "failed") error(ending.problem, 0);
		return fail("serveRecordings", `cannot ${what} within ${this.limits.timeout} seconds`);
	}

	/** Answers a request of a client. All values but the player and the number may be of any type. */
	private answer(player: Player, id: number, what: unknown, name: unknown): void {
		const refuse = (reason: string) => this.remote.reply(player, id, false, reason);
		const account = this.accountOf(player.UserId);
		if (!account.requests.take()) {
			refuse(`more than ${this.limits.requestsPerMinute} requests a minute; try again later`);
			return;
		}
		if (account.queue.size() >= MAX_QUEUED) {
			refuse("too many requests at once; try again later");
			return;
		}
		const isNamed = name !== "" && textProblem(name, MAX_NAME_BYTES) === undefined;
		if (what !== "list" && !((what === "load" || what === "remove") && isNamed)) {
			refuse("the request is unknown");
			return;
		}
		const [ok, problem] = pcall(() => {
			if (what === "list") this.list(account, player, id);
			else if (what === "remove") this.remove(account, player, id, name as string);
			else this.load(account, player, id, name as string);
		});
		if (ok) return;
		warn(`[dolly] serveRecordings: a request of ${player.Name} failed: ${tostring(problem)}`);
		refuse("the request failed on the server");
	}

	private list(account: Account, player: Player, id: number): void {
		const names = account.queue.run(() => {
			const prefix = this.store.keyOf(player.UserId, "").size();
			const found = new Array<string>();
			for (const key of this.keysOf(account, player.UserId)) found.push(key.sub(prefix + 1));
			return found.sort();
		});
		this.remote.reply(player, id, true, names);
	}

	private remove(account: Account, player: Player, id: number, name: string): void {
		const isRemoved = account.queue.run(() => {
			const key = this.store.keyOf(player.UserId, name);
			const keys = this.keysOf(account, player.UserId);
			if (!keys.has(key)) return false;
			this.within("remove", () => this.store.remove(key));
			keys.delete(key);
			return true;
		});
		this.remote.reply(player, id, isRemoved, isRemoved ? undefined : `there is no recording "${name}"`);
	}

	private load(account: Account, player: Player, id: number, name: string): void {
		if (account.isLoading) {
			this.remote.reply(player, id, false, "the previous recording is still being sent");
			return;
		}
		account.isLoading = true;
		const [ok, problem] = pcall(() => {
			const key = this.store.keyOf(player.UserId, name);
			const recording = account.queue.run(() =>
				this.keysOf(account, player.UserId).has(key) ? this.within("load", () => this.store.load(key)) : undefined,
			);
			// Outside the queue: a client that does not take it delays nothing.
			if (recording) this.remote.sendAnswer(player, recording, id);
			else this.remote.reply(player, id, false, `there is no recording "${name}"`);
		});
		account.isLoading = false;
		if (!ok) error(problem, 0);
	}

	/** Saves complete uploads, while there is time, and reports the rest. */
	private close(): void {
		const deadline = os.clock() + CLOSE_SECONDS;
		const isSaving = () => !this.saving.isEmpty() || this.remote.countWaiting() > 0;
		while (isSaving() && os.clock() < deadline) task.wait();
		if (!isSaving()) return;
		const lost = new Array<string>();
		this.saving.forEach((what) => lost.push(what));
		const waiting = this.remote.countWaiting();
		if (waiting > 0) lost.push(`${waiting} that waited`);
		warn(`[dolly] serveRecordings: the server closes before these recordings are saved: ${lost.sort().join(", ")}`);
	}
}

/**
 * Keeps the recordings that clients send in a store, separately for each player, and lists, loads and removes them on
 * request. Server only. Requests of one player run in order. When the server closes, complete uploads are saved for up
 * to 25 seconds; a warning reports the rest.
 *
 * @example
 * const store = new RecordingStore("Recordings");
 * const remote = new RecordingRemote(remoteEvent, { maxBytes: 500_000 });
 * const server = serveRecordings({ store, remote, limits: { recordings: 20 } });
 */
export function serveRecordings(options: ServeOptions): RecordingServer {
	return new RecordingServer(options);
}
