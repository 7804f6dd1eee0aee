import { checkInstance } from "../check-instance";
import { checkKeys, checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Take } from "../../take/take";
import { isTransferId, sizeProblem, TransferMessage } from "./chunks";
import { Incoming } from "./incoming";
import { forgetBytes } from "./take-bytes";
import { TokenBucket } from "./token-bucket";

/**
 * How much `receiveUploads` takes. All but `maxHeldBytes` and `timeout` count for each player alone.
 *
 * @example
 * const limits: Partial<UploadLimits> = { maxBytes: 500_000, uploadsPerMinute: 2 };
 * receiveUploads(remote, (player, take) => print(player.Name, take.name), limits);
 */
export interface UploadLimits {
	/**
	 * The most bytes of a take, packed as it comes and unpacked: 3,000,000 unless told, 46 minutes at 60 frames a second.
	 */
	maxBytes: number;
	/** The most uploads begun in a minute: 10 unless told. */
	uploadsPerMinute: number;
	/** The most messages of any kind in a second: 60 unless told. */
	messagesPerSecond: number;
	/** Seconds that an upload may take to come: 120 unless told. */
	timeout: number;
	/**
	 * The most bytes of all players together, of what has come and of takes that are being kept: 60,000,000 unless told. A
	 * single take is kept even where it alone is more.
	 */
	maxHeldBytes: number;
}

const DEFAULTS: UploadLimits = {
	maxBytes: 3_000_000,
	uploadsPerMinute: 10,
	messagesPerSecond: 60,
	timeout: 120,
	maxHeldBytes: 60_000_000,
};

const LIMITS: Array<keyof UploadLimits> = [
	"maxBytes",
	"maxHeldBytes",
	"messagesPerSecond",
	"timeout",
	"uploadsPerMinute",
];

/** Seconds without a chunk after which an upload counts as idle: such a one goes first where room is needed. */
const IDLE_SECONDS = 2;

/** How many takes are kept at once, and how many more wait for it: whoever has asked most goes where there are more. */
const MAX_KEEPING = 8;
const MAX_WAITING = 64;

const BUSY = "the server has too many uploads; try again later";

/**
 * Does something with a take that a player has sent, and may yield. A string that it returns refuses the take.
 *
 * @example
 * const keep: KeepTake = (player, take) => {
 * 	if (take.name === "") return "a take needs a name";
 * 	store.save(store.keyOf(player.UserId, take.name), take);
 * 	return undefined;
 * };
 */
export type KeepTake = (player: Player, take: Take) => string | undefined | void;

/** What a player may still send. It outlives the player's stay, or coming back would fill it up. */
interface Allowance {
	messages: TokenBucket;
	uploads: TokenBucket;
}

/** What the server knows of one player, who has one upload at a time: it comes, waits to be kept, and is being kept. */
interface Sender {
	player: Player;
	allowance: Allowance;
	upload?: Incoming;
	state: "coming" | "waiting" | "keeping";
	/** When the upload was complete, as the number of its turn. */
	turn: number;
	/** The bytes that are counted for it. */
	held: number;
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
	private readonly allowances = new Map<number, Allowance>();
	private readonly connections: Array<RBXScriptConnection>;
	private heldBytes = 0;
	/** The takes that are being kept, and the bytes that are counted for them. */
	private keeping = 0;
	private keepingBytes = 0;
	private turns = 0;
	private isStarting = false;

	/** @hidden `receiveUploads` makes them. */
	constructor(
		private readonly remote: RemoteEvent,
		private readonly keep: KeepTake,
		limits: Partial<UploadLimits>,
	) {
		checkInstance(remote, "RemoteEvent", "receiveUploads", "remote");
		checkType(keep, "function", "receiveUploads", "keep");
		checkKeys(limits, LIMITS, "receiveUploads", "limits");
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
	 * How much it holds: players that it keeps account of, uploads that come, wait or are being kept, and the bytes of all
	 * that has come and of the takes that your function has.
	 *
	 * @example
	 * print(receiver.usage().bytes);
	 */
	public usage(): { players: number; uploads: number; bytes: number } {
		let uploads = this.keeping;
		this.senders.forEach(({ upload, state }) => {
			if (upload && state !== "keeping") uploads += 1;
		});
		return { players: this.senders.size(), uploads, bytes: this.heldBytes };
	}

	/** Refuses every upload that is not being kept, and receives no more. */
	public destroy(): void {
		this.connections.forEach((connection) => connection.Disconnect());
		for (const [player, sender] of this.senders) {
			// Whoever waits for what is being kept hears of it still.
			if (sender.state === "keeping") continue;
			this.end(sender, "refused", "the server receives no more uploads");
			this.senders.delete(player);
		}
	}

	private receive(player: Player, [kind, id, first, second]: Array<unknown>): void {
		// What a player sent before it left may come after it has been forgotten.
		if (!player.IsDescendantOf(game)) return;
		const sender = this.senderOf(player);
		if (!sender.allowance.messages.take()) {
			// One answer, then silence: whoever floods the server is not to make it send as much.
			this.end(sender, "refused", `more than ${this.limits.messagesPerSecond} messages a second`);
			return;
		}
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			this.begin(sender, id, first);
			return;
		}
		const { upload, state } = sender;
		// Chunks that were on their way when their upload was refused.
		if (upload?.id !== id || state === "keeping") return;
		if (kind === "cancel") this.drop(sender);
		else if (kind === "chunk") this.add(sender, upload, first, second);
		else if (kind === "end" && state === "coming") this.finish(sender, upload);
	}

	private begin(sender: Sender, id: number, size: unknown): void {
		if (sender.upload && sender.state !== "coming") {
			this.answer(sender, "refused", id, "the upload before it is still being kept");
			return;
		}
		this.end(sender, "refused", "another upload began");
		const { maxBytes, timeout, uploadsPerMinute } = this.limits;
		if (!sender.allowance.uploads.take()) {
			this.answer(sender, "refused", id, `more than ${uploadsPerMinute} uploads a minute`);
			return;
		}
		const problem = sizeProblem(size, maxBytes);
		if (problem !== undefined) {
			this.answer(sender, "refused", id, problem);
			return;
		}
		sender.state = "coming";
		sender.upload = new Incoming(id, size as number, maxBytes, timeout, () =>
			this.end(sender, "refused", `not complete after ${timeout} seconds`),
		);
	}

	private add(sender: Sender, upload: Incoming, index: unknown, chunk: unknown): void {
		const before = upload.bytes;
		const reason = upload.add(index, chunk);
		if (reason !== undefined) {
			this.end(sender, "refused", reason);
			return;
		}
		this.hold(sender, upload.bytes - before);
		if (sender.upload === upload) this.answer(sender, "ack", upload.id, upload.next);
	}

	/** Counts bytes for an upload, and makes room for them: of those that are idle the largest goes, or else of all. */
	private hold(sender: Sender, bytes: number): void {
		sender.held += bytes;
		this.heldBytes += bytes;
		if (sender.state === "keeping") this.keepingBytes += bytes;
		while (this.heldBytes > this.limits.maxHeldBytes) {
			const largest = this.findLargest();
			if (!largest) return;
			this.end(largest, "busy", BUSY);
		}
	}

	private findLargest(): Sender | undefined {
		const now = os.clock();
		let largest: Sender | undefined;
		let largestIsIdle = false;
		for (const [, sender] of this.senders) {
			const { upload, state, held } = sender;
			if (!upload || state === "keeping") continue;
			const isIdle = state === "coming" && now - upload.lastChunkAt > IDLE_SECONDS;
			if (!largest || (isIdle === largestIsIdle ? held > largest.held : isIdle)) {
				largest = sender;
				largestIsIdle = isIdle;
			}
		}
		return largest;
	}

	/** All chunks should have come: the upload waits until it is its turn to be kept. */
	private finish(sender: Sender, upload: Incoming): void {
		const reason = upload.missing();
		if (reason !== undefined) {
			this.end(sender, "refused", reason);
			return;
		}
		upload.stop();
		this.turns += 1;
		sender.state = "waiting";
		sender.turn = this.turns;
		const line = this.waitingLine();
		if (line.size() > MAX_WAITING) this.end(line[line.size() - 1], "busy", BUSY);
		this.startKeeping();
	}

	/** Who waits to be kept, in order: first who has asked least of late, then who came first. */
	private waitingLine(): Array<Sender> {
		const line = new Array<{ sender: Sender; left: number }>();
		this.senders.forEach((sender) => {
			if (!sender.upload || sender.state !== "waiting") return;
			line.push({ sender, left: math.floor(sender.allowance.uploads.left()) });
		});
		line.sort((a, b) => (a.left === b.left ? a.sender.turn < b.sender.turn : a.left > b.left));
		return line.map(({ sender }) => sender);
	}

	/** Keeps what waits while there is room: beyond the first, takes that are being kept have half of all bytes. */
	private startKeeping(): void {
		// A take that is kept without a wait ends inside this loop and comes here again.
		if (this.isStarting) return;
		this.isStarting = true;
		while (this.keeping < MAX_KEEPING) {
			const sender = this.waitingLine()[0];
			if (!sender) break;
			const bytes = sender.held + sender.upload!.takeBytes();
			if (this.keeping > 0 && this.keepingBytes + bytes > this.limits.maxHeldBytes / 2) break;
			task.spawn(() => this.keepUpload(sender, sender.upload!));
		}
		this.isStarting = false;
	}

	private keepUpload(sender: Sender, upload: Incoming): void {
		sender.state = "keeping";
		this.keeping += 1;
		this.keepingBytes += sender.held;
		this.hold(sender, upload.takeBytes());
		const take = upload.decode();
		let kind: TransferMessage = "kept";
		let reason: string | undefined;
		if (typeIs(take, "string")) {
			kind = "refused";
			reason = take;
		} else {
			const [ok, result] = pcall(this.keep, sender.player, take);
			forgetBytes(take);
			if (!ok) {
				warn(`[dolly] receiveUploads: an upload of ${sender.player.Name} was not kept: ${tostring(result)}`);
				kind = "refused";
				reason = "the server could not keep it";
			} else if (typeIs(result, "string")) {
				kind = "refused";
				reason = result;
			}
		}
		this.keeping -= 1;
		this.keepingBytes -= sender.held;
		this.release(sender);
		this.answer(sender, kind, upload.id, reason);
		this.startKeeping();
	}

	private senderOf(player: Player): Sender {
		let sender = this.senders.get(player);
		if (!sender) {
			sender = { player, allowance: this.allowanceOf(player.UserId), state: "coming", turn: 0, held: 0 };
			this.senders.set(player, sender);
		}
		return sender;
	}

	private allowanceOf(userId: number): Allowance {
		// Those who left and may send as much as anybody new are forgotten.
		for (const [former, { messages, uploads }] of this.allowances) {
			if (messages.isFull() && uploads.isFull()) this.allowances.delete(former);
		}
		const { messagesPerSecond, uploadsPerMinute } = this.limits;
		const allowance = this.allowances.get(userId) ?? {
			messages: new TokenBucket(messagesPerSecond, messagesPerSecond),
			uploads: new TokenBucket(uploadsPerMinute, uploadsPerMinute / 60),
		};
		this.allowances.set(userId, allowance);
		return allowance;
	}

	/** Ends an upload that is not being kept and tells its player why; nothing happens where there is none. */
	private end(sender: Sender, kind: "refused" | "busy", reason: string): void {
		const { upload } = sender;
		if (!upload || sender.state === "keeping") return;
		this.release(sender);
		this.answer(sender, kind, upload.id, reason);
	}

	/** Ends an upload that is not being kept without a word. */
	private drop(sender: Sender): void {
		if (sender.state !== "keeping") this.release(sender);
	}

	private release(sender: Sender): void {
		sender.upload?.stop();
		this.heldBytes -= sender.held;
		sender.held = 0;
		sender.upload = undefined;
		sender.state = "coming";
	}

	private forget(player: Player): void {
		const sender = this.senders.get(player);
		if (!sender) return;
		this.drop(sender);
		this.senders.delete(player);
	}

	private answer(sender: Sender, kind: TransferMessage, id: number, value?: unknown): void {
		// Keeping a take can outlast its player's stay, and this receiver.
		if (this.senders.get(sender.player) === sender && sender.player.IsDescendantOf(game)) {
			this.remote.FireClient(sender.player, kind, id, value);
		}
	}
}

/**
 * Receives what clients send with `uploadTake` (server only). It trusts nothing: every value may be of any type, memory is
 * taken for bytes that have come and never for bytes that are claimed, and `keep` sees a take only when all of it, checksums
 * and each of its frames, has been checked. Whatever does not fit ends the upload, and the client is told why. An
 * unfinished upload is forgotten after `timeout` seconds and when its player leaves. Uploads that are complete wait for
 * their turn: eight are kept at once.
 *
 * @param remote a RemoteEvent that nothing but takes is sent over
 * @param keep what to do with each take
 * @example
 * receiveUploads(remote, (player, take) => {
 * 	store.save(store.keyOf(player.UserId, take.name), take, { userIds: [player.UserId] });
 * });
 */
export function receiveUploads(
	remote: RemoteEvent,
	keep: KeepTake,
	limits: Partial<UploadLimits> = {},
): UploadReceiver {
	return new UploadReceiver(remote, keep, limits);
}
