import { checkOptional, checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Work } from "../../bytes/work";
import { checkTake, Take } from "../../take/take";
import { CHUNK_BYTES, CHUNKS_PER_SECOND, chunkOf, TransferMessage } from "./chunks";
import { bytesOf, sparingWork } from "./take-bytes";

/** Chunks that may be on their way at once, sent and not yet answered: 128 KB. */
const WINDOW = 8;

/** Seconds after which a transfer has failed, unless told. */
const TIMEOUT = 120;

/** Seconds by which a chunk may go too early: a wait seldom ends exactly when it should. */
const ROUNDING = 0.001;

/** Seconds between two looks at answers and at the time, at the most. */
const LONGEST_WAIT = 0.1;

/** Up to how much longer than it must be a wait is, so that clients which were turned away together do not come back together. */
const JITTER = 0.5;

/**
 * How a take is sent.
 *
 * @example
 * const onProgress = (share: number) => print(`${math.round(share * 100)} %`);
 * const options: SendOptions = { chunksPerSecond: 10, timeout: 30, onProgress };
 * sendTake(remote, player, take, options);
 */
export interface SendOptions {
	/** Chunks of 16 KB a second, 30 unless told; a receiver refuses what comes too fast. */
	chunksPerSecond?: number;
	/** Seconds from the call on after which it has failed where the other side has not taken it: 120 unless told. */
	timeout?: number;
	/** Hears how much has gone, from 0 to 1. */
	onProgress?: (share: number) => void;
	/** The budget and the pauses of packing it. */
	work?: Work;
}

/** How one message goes to the other side. */
type Send = (kind: TransferMessage, id: number, ...values: Array<unknown>) => void;

/** How a transfer ended: the other side took it, refused it or had too much to do, gave no answer in time, or has gone. */
type Outcome = "kept" | "refused" | "busy" | "unanswered" | "gone";

let lastId = 0;

function checkAbove(value: unknown, caller: string, argument: string, unit: string): void {
	if (!typeIs(value, "number") || !(value > 0 && value < math.huge)) {
		fail(caller, `${argument} is ${describeValue(value)}; it must be ${unit} above 0`);
	}
}

/** A take on its way out: in chunks, at most `WINDOW` of them ahead of the other side's answers. */
export class Outgoing {
	/** Names the transfer in messages: a new one each time that it is sent. */
	public id = 0;
	/** Why the other side did not take it. */
	public reason: string;
	private readonly bytes: buffer;
	private readonly pause: number;
	private readonly deadline: number;
	private acknowledged = 0;
	private sent = 0;
	private outcome?: Outcome;
	private isStopped = false;

	constructor(
		caller: string,
		take: Take,
		private readonly options: SendOptions,
		private readonly send: Send,
	) {
		checkTake(take, caller);
		if (take.count === 0) fail(caller, `take "${take.name}" has no frames to send`);
		checkType(options, "table", caller, "options");
		const { chunksPerSecond = CHUNKS_PER_SECOND, timeout = TIMEOUT } = options;
		checkAbove(chunksPerSecond, caller, "chunksPerSecond", "a number");
		checkAbove(timeout, caller, "timeout", "a number of seconds");
		checkOptional(options.onProgress, "function", caller, "onProgress");
		this.bytes = bytesOf(take, sparingWork(options, caller));
		this.pause = 1 / chunksPerSecond;
		this.deadline = os.clock() + timeout;
		this.reason = `no answer within ${timeout} seconds`;
	}

	/** Hears a message of the other side. Every value may be of any type. */
	public hear(kind: unknown, id: unknown, value: unknown): void {
		if (id !== this.id) return;
		// No further than what was sent: whoever answers more than that would lift the window.
		if (kind === "ack" && typeIs(value, "number") && value <= this.sent) {
			this.acknowledged = math.max(this.acknowledged, value);
		} else if (kind === "kept" || kind === "refused" || kind === "busy") {
			this.outcome = kind;
			if (kind !== "kept") this.reason = tostring(value);
		}
	}

	/**
	 * Sends all of it and yields until the other side has answered, has gone, or the time is over. What is too much for the
	 * other side at the moment is sent again, later each time.
	 */
	public run(isGone: () => boolean): Outcome {
		let attempt = 0;
		while (true) {
			const [ok, result] = pcall(() => this.sendOnce(isGone));
			if (!ok) {
				// Whatever failed, the other side need not wait for the rest.
				pcall(this.send, "cancel", this.id);
				error(result, 0);
			}
			const outcome = result as Outcome;
			if (outcome !== "busy") return outcome;
			const seconds = 2 ** attempt * (1 + math.random() * JITTER);
			if (os.clock() + seconds >= this.deadline) return outcome;
			task.wait(seconds);
			attempt += 1;
		}
	}

	private sendOnce(isGone: () => boolean): Outcome {
		lastId += 1;
		this.id = lastId;
		this.sent = 0;
		this.acknowledged = 0;
		this.outcome = undefined;
		const { bytes, id, send } = this;
		const total = math.ceil(buffer.len(bytes) / CHUNK_BYTES);
		let nextAt = 0;
		send("begin", id, buffer.len(bytes));
		while (this.outcome === undefined) {
			if (isGone()) return "gone";
			if (os.clock() >= this.deadline) {
				send("cancel", id);
				return "unanswered";
			}
			const isDue = os.clock() >= nextAt - ROUNDING;
			if (isDue && this.sent < total && this.sent < this.acknowledged + WINDOW) {
				nextAt = os.clock() + this.pause;
				send("chunk", id, this.sent, chunkOf(bytes, this.sent));
				this.sent += 1;
				this.options.onProgress?.(this.sent / total);
				if (this.sent === total) send("end", id);
			}
			// Whoever sends slowly still hears answers, and the end of its time.
			task.wait(math.min(this.pause, LONGEST_WAIT));
		}
		return this.outcome;
	}

	/** Whether its time is over. */
	public isLate(): boolean {
		return os.clock() >= this.deadline;
	}

	/** Whether nothing that is heard matters any more. */
	public isDone(): boolean {
		return this.isStopped || this.isLate();
	}

	public stop(): void {
		this.isStopped = true;
	}
}
