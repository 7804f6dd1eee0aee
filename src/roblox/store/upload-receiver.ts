import type { Recording } from "../../replay/recording";
import { isTransferId, sizeProblem, TransferMessage } from "./chunks";
import { Incoming } from "./incoming";
import { forgetBytes } from "./recording-bytes";
import { TokenBucket } from "./token-bucket";

/** The limits of a server. All but `maxHeldBytes` and `timeout` count per player. */
export interface UploadLimits {
	maxBytes: number;
	uploadsPerMinute: number;
	messagesPerSecond: number;
	timeout: number;
	maxHeldBytes: number;
}

/** The server's callbacks for uploads. */
interface Handlers {
	/** Sends an answer to a player's client. */
	answer(this: void, player: Player, kind: TransferMessage, id: number, value?: unknown): void;
	/** Returns why nothing is accepted at all, or undefined. */
	refusal(this: void): string | undefined;
	/** Receives each complete and checked recording, and may yield. To refuse it, returns a reason. */
	keep(this: void, recording: Recording, player: Player): string | undefined | void;
	/** Called after a recording was kept and its player notified. */
	kept(this: void, recording: Recording, player: Player): void;
	/** Receives a request. Both values may be of any type. */
	ask(this: void, player: Player, id: number, what: unknown, name: unknown): void;
}

/** Seconds without a chunk after which an upload counts as idle. Idle uploads are dropped first if memory runs out. */
const IDLE_SECONDS = 2;

/**
 * The max recordings kept at once, and the max that wait. Above it, the player with the most recent uploads is turned
 * away.
 */
const MAX_KEEPING = 8;
const MAX_WAITING = 64;

const BUSY = "the server has too many uploads; try again later";

/** The remaining quota of a player. It outlives the player's stay, so that rejoining does not refill it. */
interface Allowance {
	messages: TokenBucket;
	uploads: TokenBucket;
}

/** One player's upload: it arrives, waits to be kept, and is being kept. */
interface Sender {
	player: Player;
	allowance: Allowance;
	upload?: Incoming;
	state: "coming" | "waiting" | "keeping";
	/** The order in which uploads were completed. */
	turn: number;
	/** The bytes that it counts for. */
	held: number;
	/** Whether the player has left while a complete upload waits to be kept. */
	hasLeft?: boolean;
}

/**
 * Receives uploads from clients without trusting them. Every value may be of any type. Memory is used only for bytes
 * that have arrived, never for a claimed size. `keep` receives a recording only after checking all of it: checksums and
 * each frame. Any error ends the upload, and the client receives the reason. An unfinished upload is dropped after
 * `timeout` seconds and when its player leaves. Complete uploads wait for their turn: eight are kept at once.
 */
export class UploadReceiver {
	private readonly senders = new Map<Player, Sender>();
	private readonly allowances = new Map<number, Allowance>();
	private heldBytes = 0;
	/** The number of recordings being kept, and their bytes. */
	private keeping = 0;
	private keepingBytes = 0;
	private turns = 0;
	private isStarting = false;

	constructor(
		private readonly limits: UploadLimits,
		private readonly handlers: Handlers,
	) {}

	/** Returns the players with state, uploads that arrive, wait or are being kept, and their bytes. */
	public usage(): { players: number; uploads: number; bytes: number } {
		let uploads = this.keeping;
		this.senders.forEach(({ upload, state }) => {
			if (upload && state !== "keeping") uploads += 1;
		});
		return { players: this.senders.size(), uploads, bytes: this.heldBytes };
	}

	/** Returns how many complete uploads wait to be kept. */
	public countWaiting(): number {
		return this.waitingLine().size();
	}

	/** Refuses every upload that is not being kept, and receives no more. */
	public stop(): void {
		for (const [player, sender] of this.senders) {
			// The senders of uploads being kept are still notified.
			if (sender.state === "keeping") continue;
			this.end(sender, "refused", "the server receives no more recordings");
			this.senders.delete(player);
		}
	}

	/** Handles a message of a player's client. Every value may be of any type. */
	public hear(player: Player, [kind, id, first, second]: Array<unknown>): void {
		// Messages of a player who left may arrive after the player was forgotten.
		if (!player.IsDescendantOf(game)) return;
		const sender = this.senderOf(player);
		if (!sender.allowance.messages.take()) {
			// One answer, then silence: a flood must not make the server send as much.
			this.end(sender, "refused", `more than ${this.limits.messagesPerSecond} messages per second`);
			return;
		}
		if (!isTransferId(id)) return;
		if (kind === "begin") {
			this.begin(sender, id, first);
			return;
		}
		if (kind === "ask") {
			this.handlers.ask(player, id, first, second);
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
			this.answer(sender, "refused", id, "the previous upload is still being kept");
			return;
		}
		this.end(sender, "refused", "another upload began");
		const { maxBytes, timeout, uploadsPerMinute } = this.limits;
		if (!sender.allowance.uploads.take()) {
			this.answer(sender, "refused", id, `more than ${uploadsPerMinute} uploads per minute`);
			return;
		}
		const problem = this.handlers.refusal() ?? sizeProblem(size, maxBytes);
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

	/** Counts bytes for an upload, and makes room for them: drops the largest idle upload, or else the largest. */
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

	/** Handles the end of the chunks: the upload waits for its turn to be kept. */
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

	/** Returns the waiting players in order: those with the fewest recent uploads first, then by completion. */
	private waitingLine(): Array<Sender> {
		const line = new Array<{ sender: Sender; left: number }>();
		this.senders.forEach((sender) => {
			if (!sender.upload || sender.state !== "waiting") return;
			line.push({ sender, left: math.floor(sender.allowance.uploads.left()) });
		});
		line.sort((a, b) => (a.left === b.left ? a.sender.turn < b.sender.turn : a.left > b.left));
		return line.map(({ sender }) => sender);
	}

	/**
	 * Keeps waiting uploads while there is room. Beyond the first, recordings being kept may use half of all bytes.
	 */
	private startKeeping(): void {
		// A recording that is kept without a wait ends inside this loop and calls this again.
		if (this.isStarting) return;
		this.isStarting = true;
		while (this.keeping < MAX_KEEPING) {
			const sender = this.waitingLine()[0];
			if (!sender) break;
			const bytes = sender.held + sender.upload!.unpackedBytes();
			if (this.keeping > 0 && this.keepingBytes + bytes > this.limits.maxHeldBytes / 2) break;
			task.spawn(() => this.keepUpload(sender, sender.upload!));
		}
		this.isStarting = false;
	}

	private keepUpload(sender: Sender, upload: Incoming): void {
		sender.state = "keeping";
		this.keeping += 1;
		this.keepingBytes += sender.held;
		this.hold(sender, upload.unpackedBytes());
		const recording = upload.decode();
		let kind: TransferMessage = "kept";
		let reason: string | undefined;
		if (typeIs(recording, "string")) {
			kind = "refused";
			reason = recording;
		} else {
			const [ok, result] = pcall(this.handlers.keep, recording, sender.player);
			if (!ok) {
				warn(`[dolly] RecordingRemote: a recording of ${sender.player.Name} was not kept: ${tostring(result)}`);
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
		if (!typeIs(recording, "string")) {
			if (kind === "kept") this.handlers.kept(recording, sender.player);
			forgetBytes(recording);
		}
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
		// Forgets players who left, once their quota is as good as new.
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

	/** Ends an upload that is not being kept and tells its player why. Does nothing if there is none. */
	private end(sender: Sender, kind: "refused" | "busy", reason: string): void {
		const { upload } = sender;
		if (!upload || sender.state === "keeping") return;
		this.release(sender);
		this.answer(sender, kind, upload.id, reason);
	}

	/** Silently ends an upload that is not being kept. */
	private drop(sender: Sender): void {
		if (sender.state !== "keeping") this.release(sender);
	}

	private release(sender: Sender): void {
		sender.upload?.stop();
		this.heldBytes -= sender.held;
		sender.held = 0;
		sender.upload = undefined;
		sender.state = "coming";
		if (sender.hasLeft) this.senders.delete(sender.player);
	}

	/** Forgets a player who leaves. A complete upload is kept all the same. */
	public forget(player: Player): void {
		const sender = this.senders.get(player);
		if (!sender) return;
		if (sender.upload && sender.state === "waiting") {
			sender.hasLeft = true;
			return;
		}
		this.drop(sender);
		this.senders.delete(player);
	}

	private answer(sender: Sender, kind: TransferMessage, id: number, value?: unknown): void {
		// Keeping a recording can outlast its player's stay, and this receiver.
		if (this.senders.get(sender.player) === sender && sender.player.IsDescendantOf(game)) {
			this.handlers.answer(sender.player, kind, id, value);
		}
	}
}
