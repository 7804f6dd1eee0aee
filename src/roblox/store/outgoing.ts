import { checkKeys, checkOptional, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import type { Job } from "../../bytes/job";
import { checkRecording, Recording, recordingLength } from "../../replay/recording";
import { CHUNK_BYTES, CHUNKS_PER_SECOND, chunkOf, newTransferId, TransferMessage } from "./chunks";
import { bytesOf, sparingBudget } from "./recording-bytes";

/** The max chunks on their way at once, sent and not yet answered: 128 KB. */
const WINDOW = 8;

/** Seconds by which a chunk may go too early: waits seldom end exactly on time. */
const ROUNDING = 0.001;

/** The max seconds between two checks of answers and of the time. */
const LONGEST_WAIT = 0.1;

/** The max extra part of a wait, so that clients turned away together do not come back together. */
const JITTER = 0.5;

/**
 * Options of `remote.send` and `remote.sendTo`.
 *
 * @example
 * const onProgress = (alpha: number) => print(`${math.round(alpha * 100)} %`);
 * const options: SendOptions = { chunksPerSecond: 10, timeout: 30, onProgress };
 * remote.sendTo(player, take, options);
 */
export interface SendOptions {
	/** Chunks of 16 KB per second. A receiver refuses a higher rate than its own limit. Defaults to 30. */
	chunksPerSecond?: number;
	/** Seconds within which the other side must keep the recording. Defaults to 120. */
	timeout?: number;
	/** Called with the part that has been sent, from 0 to 1. */
	onProgress?: (alpha: number) => void;
	/** Budget and pauses of packing. */
	job?: Job;
}

export const SEND_DEFAULTS = { chunksPerSecond: CHUNKS_PER_SECOND, timeout: 120 };
const SEND_OPTIONS: Array<keyof SendOptions> = ["chunksPerSecond", "onProgress", "timeout", "job"];

/** Sends one message to the other side. */
type Send = (kind: TransferMessage, id: number, ...values: Array<unknown>) => void;

/** How a transfer ended: the other side kept it, refused it, was too busy, did not answer in time, or has gone. */
type Outcome = "kept" | "refused" | "busy" | "unanswered" | "gone";

function checkAbove(value: unknown, caller: string, argument: string, unit: string): void {
	if (!typeIs(value, "number") || !(value > 0 && value < math.huge)) {
		fail(caller, `${argument} is ${describeValue(value)}; expected ${unit} above 0`);
	}
}

/** An outgoing recording: in chunks, at most `WINDOW` of them ahead of the other side's answers. */
export class Outgoing {
	/** The number of the transfer in messages: a new one for each attempt. */
	public id = 0;
	/** Why the other side did not keep it. */
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
		recording: Recording,
		private readonly options: SendOptions,
		private readonly send: Send,
		/** The request that it answers. */
		private readonly ask?: number,
	) {
		checkRecording(recording, caller);
		if (recordingLength(recording) === 0)
			fail(caller, `recording "${recording.name}" has no frames; expected one or more`);
		checkKeys(options, SEND_OPTIONS, caller, "options");
		const { chunksPerSecond, timeout } = { ...SEND_DEFAULTS, ...options };
		checkAbove(chunksPerSecond, caller, "chunksPerSecond", "a number");
		checkAbove(timeout, caller, "timeout", "a number of seconds");
		checkOptional(options.onProgress, "function", caller, "onProgress");
		const budget = sparingBudget(options, caller);
		this.bytes = budget.finish(bytesOf(recording, budget));
		this.pause = 1 / chunksPerSecond;
		this.deadline = os.clock() + timeout;
		this.reason = `no answer within ${timeout} seconds`;
	}

	/** Handles a message from the other side. Every value may be of any type. */
	public hear(kind: unknown, id: unknown, value: unknown): void {
		if (id !== this.id) return;
		// No further than what was sent: a larger answer would lift the window.
		if (kind === "ack" && typeIs(value, "number") && value <= this.sent) {
			this.acknowledged = math.max(this.acknowledged, value);
		} else if (kind === "kept" || kind === "refused" || kind === "busy") {
			this.outcome = kind;
			if (kind !== "kept") this.reason = tostring(value);
		}
	}

	/**
	 * Sends all of it and yields until the other side has answered or gone, or the time is over. If the other side is
	 * too busy, sends it again, with growing delays.
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
		this.id = newTransferId();
		this.sent = 0;
		this.acknowledged = 0;
		this.outcome = undefined;
		const { bytes, id, send } = this;
		const total = math.ceil(buffer.len(bytes) / CHUNK_BYTES);
		let nextAt = 0;
		send("begin", id, buffer.len(bytes), this.ask);
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
				this.tellProgress(this.sent / total);
				if (this.sent === total) send("end", id);
			}
			// A slow sender must still notice answers and the end of its time.
			task.wait(math.min(this.pause, LONGEST_WAIT));
		}
		return this.outcome;
	}

	/** Calls `onProgress` in a thread of its own, so that one that waits does not hold up the rest. Rethrows its error. */
	private tellProgress(alpha: number): void {
		const { onProgress } = this.options;
		if (!onProgress) return;
		let failure: { problem: unknown } | undefined;
		task.spawn(() => {
			const [ok, problem] = pcall(onProgress, alpha);
			if (!ok) failure = { problem };
		});
		const failed = failure as { problem: unknown } | undefined;
		if (failed) error(failed.problem, 0);
	}

	/** Returns whether its time is over. */
	public isLate(): boolean {
		return os.clock() >= this.deadline;
	}

	/** Returns whether further messages are irrelevant. */
	public isDone(): boolean {
		return this.isStopped || this.isLate();
	}

	public stop(): void {
		this.isStopped = true;
	}
}
