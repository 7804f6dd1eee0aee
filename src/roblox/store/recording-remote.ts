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
 * Options of `new RecordingRemote`: how much a server takes from its clients. Clients have no use for them.
 *
 * @example
 * const options: RecordingRemoteOptions = { maxBytes: 500_000, uploadsPerMinute: 2 };
 * const remote = new RecordingRemote(remoteEvent, options);
 */
export interface RecordingRemoteOptions {
	/**
	 * The max bytes of a recording, packed as it comes and unpacked. Defaults to 3,000,000, which hold 46 minutes at 60 frames
	 * per second.
	 */
	maxBytes?: number;
	/** The max uploads that a player begins per minute. Defaults to 10. */
	uploadsPerMinute?: number;
	/** The max messages of any kind per player and second. Defaults to 60. */
	messagesPerSecond?: number;
	/** Seconds that an upload may take to come. Defaults to 120. */
	timeout?: number;
	/**
	 * The max bytes of all players together, of what has come and of recordings that are being kept. A single recording is kept
	 * even if it is more. Defaults to 60,000,000.
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

/** Seconds that a server has to answer a request. */
const ASK_SECONDS = 120;

/** A request of a client. */
type Request = "list" | "load" | "remove";

/** How a request ended. */
interface Reply {
	value?: unknown;
	reason?: string;
}

/** Hears the requests of clients: `serveRecordings` does. */
type AskHandler = (player: Player, id: number, what: unknown, name: unknown) => void;

/** The names of a list that a server sent. */
function namesOf(value: unknown): Array<string> {
	if (!typeIs(value, "table")) return [];
	return (value as Array<defined>).filter((name): name is string => typeIs(name, "string"));
}

/**
 * Carries recordings between a server and its clients over a RemoteEvent that nothing else is sent over. Both sides make one.
 *
 * `send`, `sendTo`, `list`, `load` and `remove` yield. On success they return a value; if the other side refuses, leaves or
 * does not answer they return `false` or `undefined`, and the reason. They fail only for a mistake in the call.
 *
 * @example
 * const remote = new RecordingRemote(remoteEvent);
 * remote.received.Connect((take) => new CameraPlayer(take as Take).play());
 * const [ok, reason] = remote.send(recorder.stop());
 * if (!ok) warn(reason);
 */
export class RecordingRemote {
	/**
	 * Fires with each recording that has come whole: on a server with the player who sent it, once `accept` has taken it. A
	 * recording that nobody listens for is refused.
	 */
	public readonly received = new Signal<[recording: Recording, player: Player | undefined]>();
	/**
	 * Called on a server with each recording that has come whole. It may yield: `send` returns on the client when it has
	 * returned. A string that it returns refuses the recording and is the reason that the client gets.
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
	/** What is on its way to each player. */
	private readonly sends = new Map<Player, Array<Outgoing>>();
	/** What waits to go to the server or is on its way, in order. */
	private outgoing = new Array<Outgoing>();
	/** The requests that wait for an answer, and the answers to those that have one. */
	private readonly replies = new Map<number, Reply | false>();
	private end: string | undefined;

	/** @param remote a RemoteEvent that nothing else is sent over */
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
	 * Sends a recording from a client to the server, in chunks, and yields until the server has kept it. Recordings go one
	 * after another. If the server has too much to do it is sent again, later.
	 *
	 * @returns whether the server has kept it, and the reason if it has not
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
	 * Sends a recording from the server to one player, in chunks and no faster than they arrive, and yields until the client
	 * has it.
	 *
	 * @returns whether the client has it, and the reason if it does not
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
	 * The names of this client's recordings that the server keeps with `serveRecordings`, sorted.
	 *
	 * @returns the names, or undefined and the reason
	 * @example
	 * const [names, reason] = remote.list();
	 * print(names ? names.join(", ") : reason);
	 */
	public list(): LuaTuple<[names: Array<string> | undefined, reason?: string]> {
		const { value, reason } = this.ask("list");
		return $tuple(reason === undefined ? namesOf(value) : undefined, reason);
	}

	/**
	 * Loads a recording of this client that the server keeps with `serveRecordings`. `received` does not fire for it.
	 *
	 * @returns the recording, or undefined and the reason
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
	 * Removes a recording of this client that the server keeps with `serveRecordings`.
	 *
	 * @returns whether it is removed, and the reason if it is not
	 * @example
	 * const [ok, reason] = remote.remove("Opening");
	 */
	public remove(name: string): LuaTuple<[ok: boolean, reason?: string]> {
		checkText(name, MAX_NAME_BYTES, "RecordingRemote.remove", "name");
		const { reason } = this.ask("remove", name);
		return $tuple(reason === undefined, reason);
	}

	/**
	 * How much a server holds: players that it keeps account of, uploads that come, wait or are being kept, and the bytes of
	 * all that has come and of the recordings that `accept` has.
	 *
	 * @example
	 * print(remote.usage().bytes);
	 */
	public usage(): { players: number; uploads: number; bytes: number } {
		return this.uploads.usage();
	}

	/** @hidden How many uploads have come whole and wait to be kept. */
	public countWaiting(): number {
		return this.uploads.countWaiting();
	}

	/** Ends what is under way, both ways, and receives no more. The RemoteEvent stays. */
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

	/** Runs a transfer to its end and says how it ended. */
	private run(outgoing: Outgoing, goneBecause: () => string | undefined): LuaTuple<[ok: boolean, reason?: string]> {
		// Nothing is sent over what has ended.
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
			// A recording that is on its way has a time of its own.
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

	/** Hands on a recording that has come to a client, to whoever asked for it. */
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
