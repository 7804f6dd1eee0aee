import { crc32 } from "../../bytes/crc32";
import { fail } from "../../bytes/fail";
import { encodeArchive } from "../../take/archive";
import type { Recording } from "../../take/recording";
import { CHUNK_BYTES, CHUNKS_PER_SECOND, chunkOf, TransferMessage } from "./chunks";
import { checkRate, MAX_NAME_BYTES, nameProblem } from "./take";

/**
 * What is sent along with recordings. A `Take` can stand here.
 *
 * @example
 * const onProgress = (share: number) => print(`${math.round(share * 100)} %`);
 * const options: SendOptions = { rate: 60, name: "harbour", onProgress };
 * sendRecordings(remote, player, recordings, options);
 */
export interface SendOptions {
	/** Frames a second at which they were recorded. */
	rate: number;
	/** What the receiver gets as the take's name: up to 50 characters. */
	name?: string;
	/** Chunks of 16 KB a second, 30 unless told; a receiver refuses what comes too fast. */
	chunksPerSecond?: number;
	/** Hears how much has gone, from 0 to 1. */
	onProgress?: (share: number) => void;
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
		recordings: Array<Recording>,
		private readonly options: SendOptions,
		private readonly send: Send,
	) {
		const { rate, name = "", chunksPerSecond = CHUNKS_PER_SECOND } = options;
		checkRate(rate, caller);
		const problem = nameProblem(name, MAX_NAME_BYTES);
		if (problem !== undefined) {
			fail(caller, `name ${problem}`);
		}
		if (!(chunksPerSecond > 0 && chunksPerSecond < math.huge)) {
			fail(caller, `chunksPerSecond is ${chunksPerSecond}`);
		}
		if (recordings.isEmpty()) {
			fail(caller, "there are no recordings to send");
		}
		this.archive = encodeArchive(recordings);
		this.pause = 1 / chunksPerSecond;
		this.total = math.ceil(buffer.len(this.archive) / CHUNK_BYTES);
		lastId += 1;
		this.id = lastId;
		send("begin", this.id, buffer.len(this.archive), crc32(this.archive), rate, name);
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
