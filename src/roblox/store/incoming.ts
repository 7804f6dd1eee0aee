import { describeValue } from "../../bytes/check-argument";
import { problemOf } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { readRecording, Recording, recordingLength, unpackedBytes } from "../../replay/recording";
import { spareFrames } from "../spare-frames";
import { CHUNK_BYTES, isCount } from "./chunks";
import { rememberBytes } from "./recording-bytes";

/**
 * The max number of markers, cuts, sections, blocks, subjects, joints, spans and changes of values together, of a
 * recording from outside.
 */
const MAX_ELEMENTS = 50_000;

/** An incoming transfer. It holds the bytes so far, and ends by itself if they take too long. */
export class Incoming {
	/** The bytes so far, and the next chunk. */
	public bytes = 0;
	public next = 0;
	/** When the last chunk arrived. */
	public lastChunkAt = os.clock();
	private readonly total: number;
	private readonly chunks = new Array<buffer>();
	private timer: thread | undefined;

	constructor(
		public readonly id: number,
		private readonly size: number,
		private readonly maxBytes: number,
		seconds: number,
		onTimeout: () => void,
		/** The request that it answers. */
		public readonly ask?: number,
	) {
		this.total = math.ceil(size / CHUNK_BYTES);
		this.timer = task.delay(seconds, () => {
			this.timer = undefined;
			onTimeout();
		});
	}

	/** Adds the next chunk, or returns the reason why it is refused. */
	public add(index: unknown, chunk: unknown): string | undefined {
		if (!typeIs(index, "number")) return `the number of a chunk is ${describeValue(index)}`;
		if (!isCount(index, this.total - 1)) return `there is no chunk ${index} of ${this.total}`;
		if (index < this.next) return `chunk ${index + 1} arrived twice`;
		if (index > this.next) return `chunk ${index + 1} arrived before chunk ${this.next + 1}`;
		if (!typeIs(chunk, "buffer")) return `chunk ${index + 1} is a ${typeOf(chunk)}`;
		const expected = math.min(CHUNK_BYTES, this.size - this.bytes);
		if (buffer.len(chunk) !== expected) {
			return `chunk ${index + 1} has ${buffer.len(chunk)} bytes instead of ${expected}`;
		}
		this.chunks.push(chunk);
		this.bytes += expected;
		this.next += 1;
		this.lastChunkAt = os.clock();
		return undefined;
	}

	/** Returns why the transfer is incomplete, or undefined if it is complete. */
	public missing(): string | undefined {
		return this.next < this.total ? `${this.next} of ${this.total} chunks arrived` : undefined;
	}

	/** Returns the unpacked size that the recording claims, limited to its max. */
	public unpackedBytes(): number {
		return math.min(unpackedBytes(this.chunks[0]), this.maxBytes);
	}

	/** Returns the recording, checked to its last frame, or the reason why it is refused. Yields. */
	public decode(): Recording | string {
		const bytes = buffer.create(this.size);
		this.chunks.forEach((chunk, index) => buffer.copy(bytes, index * CHUNK_BYTES, chunk));
		this.chunks.clear();
		// Repeating frames pack into almost nothing: their unpacked size is limited like the bytes.
		const budget = new Budget({ maxBytes: this.maxBytes, maxElements: MAX_ELEMENTS, pause: spareFrames() });
		const [ok, result] = pcall(() => readRecording(bytes, budget));
		if (!ok) return problemOf(result);
		const recording = result as Recording;
		if (recordingLength(recording) === 0) return "the recording has no frames";
		rememberBytes(recording, bytes);
		return recording;
	}

	/** Stops waiting for more. */
	public stop(): void {
		if (this.timer) task.cancel(this.timer);
		this.timer = undefined;
	}
}
