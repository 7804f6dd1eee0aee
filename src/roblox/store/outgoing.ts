import { checkOptional, checkType, describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Work, workOf } from "../../bytes/work";
import { reportLosses } from "../../take/archive";
import { checkTake, Take } from "../../take/take";
import { CHUNK_BYTES, CHUNKS_PER_SECOND, chunkOf, TransferMessage } from "./chunks";
import { archiveOf } from "./known-archive";

/**
 * How a take is sent.
 *
 * @example
 * const onProgress = (share: number) => print(`${math.round(share * 100)} %`);
 * const options: SendOptions = { chunksPerSecond: 10, onProgress };
 * sendTake(remote, player, take, options);
 */
export interface SendOptions {
	/** Chunks of 16 KB a second, 30 unless told; a receiver refuses what comes too fast. */
	chunksPerSecond?: number;
	/** Hears how much has gone, from 0 to 1. */
	onProgress?: (share: number) => void;
	/** Its report tells what of the take does not go over the remote. */
	work?: Work;
}

/** How one message goes to the other side. */
type Send = (kind: TransferMessage, id: number, ...values: Array<unknown>) => void;

let lastId = 0;

/** A transfer that is going out: `begin` is sent when it is made, and `step` sends what comes next. */
export class Outgoing {
	public readonly id: number;
	/** How many chunks have gone, of how many. */
	public sent = 0;
	public readonly total: number;
	/** Whether `end` has gone. */
	public isDone = false;
	/** Seconds from one step to the next. */
	public readonly pause: number;
	private readonly archive: buffer;

	constructor(
		caller: string,
		take: Take,
		private readonly options: SendOptions,
		private readonly send: Send,
	) {
		checkTake(take, caller);
		if (take.count === 0) fail(caller, `take "${take.name}" has no frames to send`);
		checkType(options, "table", caller, "options");
		const { chunksPerSecond = CHUNKS_PER_SECOND } = options;
		if (!typeIs(chunksPerSecond, "number") || !(chunksPerSecond > 0 && chunksPerSecond < math.huge)) {
			fail(caller, `chunksPerSecond is ${describeValue(chunksPerSecond)}; it must be a number above 0`);
		}
		checkOptional(options.onProgress, "function", caller, "onProgress");
		if (options.work) reportLosses(take, workOf(options, caller), "a remote");
		const [archive, checksum] = archiveOf(take);
		this.archive = archive;
		this.pause = 1 / chunksPerSecond;
		this.total = math.ceil(buffer.len(archive) / CHUNK_BYTES);
		lastId += 1;
		this.id = lastId;
		send("begin", this.id, buffer.len(archive), checksum, take.rate, take.name);
	}

	/** Sends the next chunk, or after the last the end. */
	public step(): void {
		if (this.sent < this.total) {
			this.send("chunk", this.id, this.sent, chunkOf(this.archive, this.sent));
			this.sent += 1;
			this.options.onProgress?.(this.sent / this.total);
		} else if (!this.isDone) {
			this.send("end", this.id);
			this.isDone = true;
		}
	}
}
