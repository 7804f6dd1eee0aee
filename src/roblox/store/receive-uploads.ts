import { checkInstance } from "../check-instance";
import { checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { Incoming, isTransferId, readAnnouncement, TransferMessage } from "./chunks";
import { forgetArchive } from "./known-archive";

/**
 * How much `receiveUploads` takes. All but `maxHeldBytes` and `timeout` count for each player alone.
 *
 * @example
 * const limits: Partial<UploadLimits> = { maxBytes: 500_000, uploadsPerMinute: 2 };
 * receiveUploads(remote, (player, take) => print(player.Name, take.name), limits);
 */
export interface UploadLimits {
	/** The largest archive: 3,000,000 bytes unless told, 46 minutes at 60 frames a second. */
	maxBytes: number;
	/** The most uploads begun in a minute: 10 unless told. */
	uploadsPerMinute: number;
	/** The most messages of any kind in a second: 60 unless told. */
	messagesPerSecond: number;
	/** Seconds that an upload may take: 120 unless told. */
	timeout: number;
	/** The most bytes of unfinished uploads of all players together: 30,000,000 unless told. */
	maxHeldBytes: number;
}

const DEFAULTS: UploadLimits = {
	maxBytes: 3_000_000,
	uploadsPerMinute: 10,
	messagesPerSecond: 60,
	timeout: 120,
	maxHeldBytes: 30_000_000,
};

/**
 * Does something with a take that a player has sent, and may yield. A string that it returns refuses the take.
 *
 * @example
 * const keep: KeepTake = (player, take) => {
 * 	if (take.name === "") return "a take needs a name";
 * 	store.save(`${player.UserId}/${take.name}`, take);
 * 	return undefined;
 * };
 */
export type KeepTake = (player: Player, take: Take) => string | undefined | void;

/** Lets so many through at once, and then so many a second. */
class TokenBucket {
	private left: number;
	private since = os.clock();

	constructor(
		private readonly most: number,
		private readonly perSecond: number,
	) {
		this.left = most;
	}

	public take(): boolean {
		const now = os.clock();
		this.left = math.min(this.most, this.left + (now - this.since) * this.perSecond);
		this.since = now;
		if (this.left < 1) return false;
		this.left -= 1;
		return true;
	}
}

/** What the server knows of one player. */
interface Sender {
	player: Player;
	messages: TokenBucket;
	uploads: TokenBucket;
	incoming?: Incoming;
	/** Whether the last upload is complete and is being kept. */
	isKeeping: boolean;
}

/**
 * What `receiveUploads` gives: it receives until it is destroyed.
 *
 * @example
 * const receiver: UploadReceiver = receiveUploads(remote, (player, take) => print(player.Name, take.name));
 * print(receiver.usage().bytes);
 */
export class UploadReceiver {
	private readonly limits: UploadLimits;
	private readonly senders = new Map<Player, Sender>();
	private readonly connections: Array<RBXScriptConnection>;
	private heldBytes = 0;

	/** @hidden `receiveUploads` makes them. */
	constructor(
		private readonly remote: RemoteEvent,
		private readonly keep: KeepTake,
		limits: Partial<UploadLimits>,
	) {
		checkInstance(remote, "RemoteEvent", "receiveUploads", "remote");
		checkType(keep, "function", "receiveUploads", "keep");
		checkType(limits, "table", "receiveUploads", "limits");
		this.limits = { ...DEFAULTS, ...limits };
		for (const [name, value] of pairs(this.limits)) {
			if (!(typeIs(value, "number") && value > 0)) {
				fail("receiveUploads", `${name} is ${describeValue(value)}; it must be above 0`);
			}
		}
		if (!game.GetService("RunService").IsServer()) {
			fail("receiveUploads", "uploads are received on the server; clients use receiveTakes");
		}
		this.connections = [
			remote.OnServerEvent.Connect((player: Player, ...message: Array<unknown>) => this.receive(player, message)),
			game.GetService("Players").PlayerRemoving.Connect((player) => this.forget(player)),
		];
	}

	/**
	 * How much it holds: players that it keeps account of, and their unfinished uploads with the bytes that have come.
	 *
	 * @example
	 * print(receiver.usage().bytes);
	 */
	public usage(): { players: number; uploads: number; bytes: number } {
		let uploads = 0;
		this.senders.forEach((sender) => {
			if (sender.incoming) uploads += 1;
		});
		return { players: this.senders.size(), uploads, bytes: this.heldBytes };
	}

	/** Forgets every unfinished upload and receives no more. */
	public destroy(): void {
		this.connections.forEach((connection) => connection.Disconnect());
		this.senders.forEach((sender) => this.release(sender));
		this.senders.clear();
	}

	private receive(player: Player, [kind, id, first, second, third, fourth]: Array<unknown>): void {
		// What a player sent before it left may come after it has been forgotten.
		if (!player.IsDescendantOf(game)) return;
		const sender = this.senderOf(player);
		if (!sender.messages.take()) {
			// One answer, then silence: whoever floods the server is not to make it send as much.
			this.refuse(sender, `more than ${this.limits.messagesPerSecond} messages a second`);
			return;
		}
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			this.begin(sender, id, first, second, third, fourth);
			return;
		}
		const incoming = sender.incoming;
		// Chunks that were on their way when their upload was refused.
		if (incoming?.id !== id) return;
		if (kind === "chunk") this.add(sender, incoming, first, second);
		else if (kind === "end") this.finish(sender, incoming);
		else if (kind === "cancel") this.release(sender);
	}

	private begin(sender: Sender, id: number, size: unknown, checksum: unknown, rate: unknown, name: unknown): void {
		this.refuse(sender, "another upload began");
		const { maxBytes, timeout, uploadsPerMinute } = this.limits;
		if (!sender.uploads.take()) {
			this.answer(sender, "refused", id, `more than ${uploadsPerMinute} uploads a minute`);
			return;
		}
		if (sender.isKeeping) {
			this.answer(sender, "refused", id, "the upload before it is still being kept");
			return;
		}
		const announcement = readAnnouncement(size, checksum, rate, name, maxBytes);
		if (typeIs(announcement, "string")) {
			this.answer(sender, "refused", id, announcement);
			return;
		}
		sender.incoming = new Incoming(id, announcement, timeout, () =>
			this.refuse(sender, `not complete after ${timeout} seconds`),
		);
	}

	private add(sender: Sender, incoming: Incoming, index: unknown, chunk: unknown): void {
		const before = incoming.bytes;
		const reason = incoming.add(index, chunk);
		this.heldBytes += incoming.bytes - before;
		if (reason !== undefined) {
			this.refuse(sender, reason);
		} else if (this.heldBytes > this.limits.maxHeldBytes) {
			this.refuse(sender, "the server receives too many uploads at once");
		} else {
			this.answer(sender, "ack", incoming.id, incoming.next);
		}
	}

	private finish(sender: Sender, incoming: Incoming): void {
		const take = incoming.finish();
		if (typeIs(take, "string")) {
			this.refuse(sender, take);
			return;
		}
		this.release(sender);
		sender.isKeeping = true;
		const [ok, result] = pcall(this.keep, sender.player, take);
		sender.isKeeping = false;
		forgetArchive(take);
		if (!ok) {
			warn(`[dolly] receiveUploads: an upload of ${sender.player.Name} was not kept: ${tostring(result)}`);
			this.answer(sender, "refused", incoming.id, "the server could not keep it");
		} else if (typeIs(result, "string")) {
			this.answer(sender, "refused", incoming.id, result);
		} else {
			this.answer(sender, "kept", incoming.id);
		}
	}

	private senderOf(player: Player): Sender {
		let sender = this.senders.get(player);
		if (!sender) {
			const { messagesPerSecond, uploadsPerMinute } = this.limits;
			sender = {
				player,
				messages: new TokenBucket(messagesPerSecond, messagesPerSecond),
				uploads: new TokenBucket(uploadsPerMinute, uploadsPerMinute / 60),
				isKeeping: false,
			};
			this.senders.set(player, sender);
		}
		return sender;
	}

	/** Ends a player's unfinished upload and tells it why; nothing happens where it has none. */
	private refuse(sender: Sender, reason: string): void {
		const incoming = sender.incoming;
		if (!incoming) return;
		this.release(sender);
		this.answer(sender, "refused", incoming.id, reason);
	}

	private release(sender: Sender): void {
		const incoming = sender.incoming;
		if (!incoming) return;
		incoming.stop();
		this.heldBytes -= incoming.bytes;
		sender.incoming = undefined;
	}

	private forget(player: Player): void {
		const sender = this.senders.get(player);
		if (!sender) return;
		this.release(sender);
		this.senders.delete(player);
	}

	private answer(sender: Sender, kind: TransferMessage, id: number, value?: unknown): void {
		// Keeping a take can outlast its player's stay.
		if (this.senders.get(sender.player) === sender) {
			this.remote.FireClient(sender.player, kind, id, value);
		}
	}
}

/**
 * Receives what clients send with `uploadTake` (server only). It trusts nothing: every value may be of any type, memory is
 * taken for bytes that have come and never for bytes that are claimed, and `keep` sees a take only when its checksum, its
 * archive and each of its frames have been checked. Whatever does not fit ends the upload, and the client is told why. An
 * unfinished upload is forgotten after `timeout` seconds and when its player leaves.
 *
 * @param remote a RemoteEvent that nothing but takes is sent over
 * @param keep what to do with each take
 * @example
 * receiveUploads(remote, (player, take) => {
 * 	store.save(`${player.UserId}/${take.name}`, take, { userIds: [player.UserId] });
 * });
 */
export function receiveUploads(
	remote: RemoteEvent,
	keep: KeepTake,
	limits: Partial<UploadLimits> = {},
): UploadReceiver {
	return new UploadReceiver(remote, keep, limits);
}
