import { checkKeys, checkText, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Recording } from "../../replay/recording";
import { MAX_NAME_BYTES } from "../../take/take";
import { checkInstance } from "../check-instance";
import { Signal } from "../signal";
import { newTransferId } from "./chunks";
import { DownloadReceiver } from "./download-receiver";
import { Outgoing, SendOptions } from "./outgoing";
import { UploadLimits, UploadReceiver } from "./upload-receiver";

/**
 * Options of `new RecordingRemote`: how much a server accepts from its clients. Clients ignore them.
 *
 * @example
 * const options: RecordingRemoteOptions = { maxBytes: 500_000, uploadsPerMinute: 2 };
 * const remote = new RecordingRemote(remoteEvent, options);
 */
export interface RecordingRemoteOptions {
	/**
	 * The max bytes of a recording, both packed and unpacked. Defaults to 3,000,000, which hold 46 minutes at 60 frames
	 * per second.
	 */
	maxBytes?: number;
	/** The max uploads that a player starts per minute. Defaults to 10. */
	uploadsPerMinute?: number;
	/** The max messages of any kind per player and second. Defaults to 60. */
	messagesPerSecond?: number;
	/** The max seconds of an upload. Defaults to 120. */
	timeout?: number;
	/**
	 * The max bytes of all players together, of uploads and of recordings being kept. A single recording is kept even
	 * if it is larger. Defaults to 60,000,000.
	 */
	maxHeldBytes?: number;
}

const REMOTE_DEFAULTS: UploadLimits = {
	maxBytes: 3_000_000,
	uploadsPerMinute: 10,
	messagesPerSecond: 60,
	timeout: 120,
	maxHeldBytes: 60_000_000,
};

const REMOTE_OPTIONS: Array<keyof RecordingRemoteOptions> = [
	"maxBytes",
	"maxHeldBytes",
	"messagesPerSecond",
	"timeout",
	"uploadsPerMinute",
];

/** Seconds within which a server must answer a request. */
const ASK_SECONDS = 120;

/** A request of a client. */
type Request = "list" | "load" | "remove";

/** How a request ended. */
interface Reply {
	value?: unknown;
	reason?: string;
}

/** Handles the requests of clients. `serveRecordings` sets it. */
type AskHandler = (player: Player, id: number, what: unknown, name: unknown) => void;

/** Returns the names of a list from a server. */
function namesOf(value: unknown): Array<string> {
	if (!typeIs(value, "table")) return [];
	return (value as Array<defined>).filter((name): name is string => typeIs(name, "string"));
}

/**
 * Carries recordings between a server and its clients over a RemoteEvent of its own. Both sides make one.
 *
 * `send`, `sendTo`, `list`, `load` and `remove` yield. On success they return a value. If the other side refuses,
 * leaves or does not answer, they return `false` or `undefined`, and the reason. They only fail for a mistake in the
 * call.
 *
 * @example
 * const remote = new RecordingRemote(remoteEvent);
 * remote.received.Connect((take) => new CameraPlayer(take as Take).play());
 * const [ok, reason] = remote.send(recorder.stop());
 * if (!ok) warn(reason);
 */
export class RecordingRemote {
	/**
	 * Fires with each complete recording: on a server with the player who sent it, after `accept` has accepted it. A
	 * recording that no handler receives is refused.
	 */
	public readonly received = new Signal<[recording: Recording, player: Player | undefined]>();
	/**
	 * Called on a server with each complete recording. It may yield: the client's `send` returns when it returns. To
	 * refuse the recording, return a string: the client gets it as the reason.
	 *
	 * @example
	 * remote.accept = (take, player) => {
	 * 	if (take.name === "") return "a recording needs a name";
	 * 	return undefined;
	 * };
	 */
	public accept?: (recording: Recording, player: Player) => string | undefined | void;
	/** @hidden `serveRecordings` sets it. */
	public asked?: AskHandler;
	private readonly isServer = game.GetService("RunService").IsServer();
	private readonly isClient = game.GetService("RunService").IsClient();
	private readonly uploads: UploadReceiver;
	private readonly downloads: DownloadReceiver;
	private readonly connections = new Array<RBXScriptConnection>();
	/** Outgoing recordings for each player. */
	private readonly sends = new Map<Player, Array<Outgoing>>();
	/** Recordings for the server, waiting or on their way, in order. */
	private outgoing = new Array<Outgoing>();
	/** The requests that wait for an answer, and the answers so far. */
	private readonly replies = new Map<number, Reply | false>();
	private end: string | undefined;

	/** @param remote a RemoteEvent without other traffic */
	constructor(
		private readonly remote: RemoteEvent,
		options: RecordingRemoteOptions = {},
	) {
		checkInstance(remote, "RemoteEvent", "RecordingRemote", "remote");
		checkKeys(options, REMOTE_OPTIONS, "RecordingRemote", "options");
		const limits = { ...REMOTE_DEFAULTS, ...options };
		for (const [name, value] of pairs(limits)) {
			if (!(typeIs(value, "number") && value > 0)) {
				fail("RecordingRemote", `${name} is ${describeValue(value)}; expected a number above 0`);
			}
		}
		this.uploads = new UploadReceiver(limits, {
			answer: (player, ...message) => remote.FireClient(player, ...message),
			refusal: () => (this.accept || this.received.isHeard() ? undefined : "the server takes no recordings"),
			keep: (recording, player) => this.accept?.(recording, player),
			kept: (recording, player) => this.received.Fire(recording, player),
			ask: (player, id, what, name) => {
				if (this.asked) this.asked(player, id, what, name);
				else this.reply(player, id, false, "the server keeps no recordings");
			},
		});
		this.downloads = new DownloadReceiver({
			answer: (...message) => remote.FireServer(...message),
			take: (recording, ask) => this.take(recording, ask),
			fail: (ask, reason) => this.settle(ask, { reason }),
		});
		this.connections.push(remote.Destroying.Connect(() => this.finish("the RemoteEvent was destroyed")));
		if (this.isServer) this.listenToClients();
		if (this.isClient) this.listenToServer();
	}

	/**
	 * Sends a recording from a client to the server, in chunks, and yields until the server has kept it. Recordings go
	 * one after another. If the server is too busy, the recording is sent again later.
	 *
	 * @returns whether the server has kept it, and the reason if not
	 *
	 * @example
	 * const [ok, reason] = remote.send(recorder.stop());
	 * if (!ok) warn(reason);
	 */
	public send(recording: Recording, options: SendOptions = {}): LuaTuple<[ok: boolean, reason?: string]> {
		this.checkSide(this.isClient, "send", "send runs on clients; use sendTo on servers");
		const { remote } = this;
		const outgoing = new Outgoing("RecordingRemote.send", recording, options, (...message) =>
			remote.FireServer(...message),
		);
		const previous = this.outgoing;
		this.outgoing = [...previous, outgoing];
		// A server takes one upload of a player at a time.
		while (previous.some((each) => !each.isDone()) && !outgoing.isLate() && this.end === undefined) task.wait();
		return this.run(outgoing, () => this.end);
	}

	/**
	 * Sends a recording from the server to one player, in chunks and no faster than they arrive, and yields until the
	 * client has it.
	 *
	 * @returns whether the client has it, and the reason if not
	 *
	 * @example
	 * const take = store.load("harbour");
	 * if (take) remote.sendTo(player, take);
	 */
	public sendTo(
		player: Player,
		recording: Recording,
		options: SendOptions = {},
	): LuaTuple<[ok: boolean, reason?: string]> {
		return this.sendAnswer(player, recording, undefined, options);
	}

	/**
	 * Returns the names of this client's recordings on a server with `serveRecordings`, sorted.
	 *
	 * @returns the names, or undefined and the reason
	 *
	 * @example
	 * const [names, reason] = remote.list();
	 * print(names ? names.join(", ") : reason);
	 */
	public list(): LuaTuple<[names: Array<string> | undefined, reason?: string]> {
		const { value, reason } = this.ask("list");
		return $tuple(reason === undefined ? namesOf(value) : undefined, reason);
	}

	/**
	 * Loads a recording of this client from a server with `serveRecordings`. `received` does not fire for it.
	 *
	 * @returns the recording, or undefined and the reason
	 *
	 * @example
	 * const [take, reason] = remote.load("Opening");
	 * if (take) new CameraPlayer(take as Take).play();
	 */
	public load(name: string): LuaTuple<[recording: Recording | undefined, reason?: string]> {
		checkText(name, MAX_NAME_BYTES, "RecordingRemote.load", "name");
		const { value, reason } = this.ask("load", name);
		return $tuple(reason === undefined ? (value as Recording) : undefined, reason);
	}

	/**
	 * Removes a recording of this client from a server with `serveRecordings`.
	 *
	 * @returns whether it is removed, and the reason if not
	 *
	 * @example
	 * const [ok, reason] = remote.remove("Opening");
	 */
	public remove(name: string): LuaTuple<[ok: boolean, reason?: string]> {
		checkText(name, MAX_NAME_BYTES, "RecordingRemote.remove", "name");
		const { reason } = this.ask("remove", name);
		return $tuple(reason === undefined, reason);
	}

	/**
	 * Returns how much a server holds: players with state; uploads that arrive, wait or are being kept; and the bytes
	 * of all uploads and of the recordings in `accept`.
	 *
	 * @example
	 * print(remote.usage().bytes);
	 */
	public usage(): { players: number; uploads: number; bytes: number } {
		return this.uploads.usage();
	}

	/** @hidden Returns how many complete uploads wait to be kept. */
	public countWaiting(): number {
		return this.uploads.countWaiting();
	}

	/** Ends all transfers both ways, and receives no more. The RemoteEvent stays. */
	public destroy(): void {
		this.finish("the RecordingRemote was destroyed");
	}

	/** @hidden Sends a recording, as the answer to a request if it has a number. */
	public sendAnswer(
		player: Player,
		recording: Recording,
		ask: number | undefined,
		options: SendOptions = {},
	): LuaTuple<[ok: boolean, reason?: string]> {
		checkInstance(player, "Player", "RecordingRemote.sendTo", "player");
		this.checkSide(this.isServer, "sendTo", "sendTo runs on servers; use send on clients");
		const { remote, sends } = this;
		const outgoing = new Outgoing(
			"RecordingRemote.sendTo",
			recording,
			options,
			(...message) => remote.FireClient(player, ...message),
			ask,
		);
		sends.set(player, [...(sends.get(player) ?? []), outgoing]);
		return this.run(outgoing, () => this.end ?? (player.IsDescendantOf(game) ? undefined : "the player left"));
	}

	/** @hidden Answers a request. */
	public reply(player: Player, id: number, ok: boolean, value?: unknown): void {
		if (this.end === undefined && player.IsDescendantOf(game)) this.remote.FireClient(player, "reply", id, ok, value);
	}

	private checkSide(isRight: boolean, method: string, problem: string): void {
		if (!isRight) fail(`RecordingRemote.${method}`, problem);
	}

	private listenToClients(): void {
		const { connections, remote, sends } = this;
		connections.push(
			remote.OnServerEvent.Connect((player: Player, ...message: Array<unknown>) => {
				const [kind, id, value] = message;
				for (const outgoing of sends.get(player) ?? []) outgoing.hear(kind, id, value);
				this.uploads.hear(player, message);
			}),
			game.GetService("Players").PlayerRemoving.Connect((player) => this.uploads.forget(player)),
		);
	}

	private listenToServer(): void {
		this.connections.push(
			this.remote.OnClientEvent.Connect((...message: Array<unknown>) => {
				const [kind, id, value, result] = message;
				for (const outgoing of this.outgoing) outgoing.hear(kind, id, value);
				if (kind === "reply" && typeIs(id, "number")) {
					this.settle(id, value === true ? { value: result } : { reason: tostring(result) });
				} else {
					this.downloads.hear(message);
				}
			}),
		);
	}

	/** Runs a transfer to its end and returns its result. */
	private run(outgoing: Outgoing, goneBecause: () => string | undefined): LuaTuple<[ok: boolean, reason?: string]> {
		// Nothing is sent over a remote that has ended.
		const start = goneBecause();
		const [ok, outcome] = pcall(() => (start === undefined ? outgoing.run(() => goneBecause() !== undefined) : "gone"));
		outgoing.stop();
		this.outgoing = this.outgoing.filter((each) => each !== outgoing);
		for (const [player, sends] of this.sends) {
			const open = sends.filter((each) => !each.isDone());
			if (open.isEmpty()) this.sends.delete(player);
			else this.sends.set(player, open);
		}
		if (!ok) error(outcome, 0);
		if (outcome === "kept") return $tuple(true);
		return $tuple(false, outcome === "gone" ? (goneBecause() ?? outgoing.reason) : outgoing.reason);
	}

	/** Asks the server and yields until it has answered. */
	private ask(what: Request, name?: string): Reply {
		this.checkSide(this.isClient, what, `${what} runs on clients; servers have the RecordingStore`);
		if (this.end !== undefined) return { reason: this.end };
		const id = newTransferId();
		const { replies } = this;
		replies.set(id, false);
		const deadline = os.clock() + ASK_SECONDS;
		this.remote.FireServer("ask", id, what, name);
		while (true) {
			task.wait();
			const reply = replies.get(id);
			if (reply) {
				replies.delete(id);
				return reply;
			}
			// A recording that is arriving has its own time limit.
			const isLate = os.clock() >= deadline && !this.downloads.isComing(id);
			if (isLate || this.end !== undefined) {
				replies.delete(id);
				return { reason: this.end ?? `no answer within ${ASK_SECONDS} seconds` };
			}
		}
	}

	private settle(id: number, reply: Reply): void {
		if (this.replies.get(id) === false) this.replies.set(id, reply);
	}

	/** Passes a recording that reached a client to the call that asked for it. */
	private take(recording: Recording, ask: number | undefined): string | undefined {
		if (ask !== undefined) {
			this.settle(ask, { value: recording });
			return undefined;
		}
		if (!this.received.isHeard()) return "the client takes no recordings";
		this.received.Fire(recording, undefined);
		return undefined;
	}

	private finish(reason: string): void {
		if (this.end !== undefined) return;
		this.end = reason;
		this.connections.forEach((connection) => connection.Disconnect());
		this.uploads.stop();
		this.downloads.stop();
		this.received.Destroy();
	}
}
