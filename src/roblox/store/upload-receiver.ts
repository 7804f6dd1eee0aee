import type { Recording } from "../../replay/recording";
import { isTransferId, sizeProblem, TransferMessage } from "./chunks";
import { Incoming } from "./incoming";
import { forgetBytes } from "./recording-bytes";
import { TokenBucket } from "./token-bucket";

/** How much a server takes. All but `maxHeldBytes` and `timeout` count for each player alone. */
export interface UploadLimits {
	maxBytes: number;
	uploadsPerMinute: number;
	messagesPerSecond: number;
	timeout: number;
	maxHeldBytes: number;
}

/** What a server does with what comes. */
interface Handlers {
	/** Sends an answer to a player's client. */
	answer(this: void, player: Player, kind: TransferMessage, id: number, value?: unknown): void;
	/** Why nothing is taken at all, or undefined. */
	refusal(this: void): string | undefined;
	/** Gets each recording when it is complete and checked, and may yield. A string that it returns refuses the recording. */
	keep(this: void, recording: Recording, player: Player): string | undefined | void;
	/** Hears once a recording was kept and its player told. */
	kept(this: void, recording: Recording, player: Player): void;
	/** Hears a request. Both values may be of any type. */
	ask(this: void, player: Player, id: number, what: unknown, name: unknown): void;
}

/** Seconds without a chunk after which an upload counts as idle: such a one goes first where room is needed. */
const IDLE_SECONDS = 2;

/** How many recordings are kept at once, and how many more wait for it: whoever has asked most goes if there are more. */
const MAX_KEEPING = 8;
const MAX_WAITING = 64;

const BUSY = "the server has too many uploads; try again later";

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
	/** Whether the player has left while a whole upload waits to be kept. */
	hasLeft?: boolean;
}

/**
 * Receives what clients send. It trusts nothing: every value may be of any type, memory is taken for bytes that have come and
 * never for bytes that are claimed, and `keep` sees a recording only when all of it, checksums and each of its frames, has been
 * checked. Whatever does not fit ends the upload, and the client is told why. An unfinished upload is forgotten after `timeout`
 * seconds and when its player leaves. Complete uploads wait for their turn: eight are kept at once.
 */
export class UploadReceiver {
	private readonly senders = new Map<Player, Sender>();
	private readonly allowances = new Map<number, Allowance>();
	private heldBytes = 0;
	/** The recordings that are being kept, and the bytes that are counted for them. */
	private keeping = 0;
	private keepingBytes = 0;
	private turns = 0;
	private isStarting = false;

	constructor(
		private readonly limits: UploadLimits,
		private readonly handlers: Handlers,
	) {}

	/** Players with an account, uploads that come, wait or are being kept, and the bytes that are held for them. */
	public usage(): { players: number; uploads: number; bytes: number } {
		let uploads = this.keeping;
		this.senders.forEach(({ upload, state }) => {
			if (upload && state !== "keeping") uploads += 1;
		});
		return { players: this.senders.size(), uploads, bytes: this.heldBytes };
	}

	/** How many uploads have come whole and wait to be kept. */
	public countWaiting(): number {
		return this.waitingLine().size();
	}

	/** Refuses every upload that is not being kept, and receives no more. */
	public stop(): void {
		for (const [player, sender] of this.senders) {
			// Whoever waits for what is being kept hears of it still.
			if (sender.state === "keeping") continue;
			this.end(sender, "refused", "the server receives no more recordings");
			this.senders.delete(player);
		}
	}

	/** Hears a message of a player's client. Every value may be of any type. */
	public hear(player: Player, [kind, id, first, second]: Array<unknown>): void {
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
			this.answer(sender, "refused", id, "the upload before it is still being kept");
			return;
		}
		this.end(sender, "refused", "another upload began");
		const { maxBytes, timeout, uploadsPerMinute } = this.limits;
		if (!sender.allowance.uploads.take()) {
			this.answer(sender, "refused", id, `more than ${uploadsPerMinute} uploads a minute`);
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

	/** Keeps what waits while there is room: beyond the first, recordings that are being kept have half of all bytes. */
	private startKeeping(): void {
		// A recording that is kept without a wait ends inside this loop and comes here again.
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
		if (sender.hasLeft) this.senders.delete(sender.player);
	}

	/** Forgets a player who leaves. An upload that has come whole is kept all the same. */
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
