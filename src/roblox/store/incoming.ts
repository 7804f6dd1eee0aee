import { describeValue } from "../../bytes/check-argument";
import { problemOf } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { readRecording, Recording, recordingLength, unpackedBytes } from "../../replay/recording";
import { spareFrames } from "../spare-frames";
import { CHUNK_BYTES, isCount } from "./chunks";
import { rememberBytes } from "./recording-bytes";

/** The max markers, cuts, sections, blocks, subjects, joints, spans and changes of values together of a recording from outside. */
const MAX_ELEMENTS = 50_000;

/** A transfer that is coming in. It holds the bytes that have come, and ends by itself when they take too long. */
export class Incoming {
	/** The bytes that have come, and the chunk that must come next. */
	public bytes = 0;
	public next = 0;
	/** When the last chunk came. */
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

	/** Takes the next chunk, or gives the reason why it is refused. */
	public add(index: unknown, chunk: unknown): string | undefined {
		if (!typeIs(index, "number")) return `the number of a chunk is ${describeValue(index)}`;
		if (!isCount(index, this.total - 1)) return `there is no chunk ${index} of ${this.total}`;
		if (index < this.next) return `chunk ${index + 1} came twice`;
		if (index > this.next) return `chunk ${index + 1} came before chunk ${this.next + 1}`;
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

	/** Why what came is not all of it, or undefined where it is. */
	public missing(): string | undefined {
		return this.next < this.total ? `${this.next} of ${this.total} chunks came` : undefined;
	}

	/** The bytes that the recording will have, by what it says of itself: never more than it may have. */
	public unpackedBytes(): number {
		return math.min(unpackedBytes(this.chunks[0]), this.maxBytes);
	}

	/** The recording that came, checked to its last frame, or the reason why it is refused. Yields. */
	public decode(): Recording | string {
		const bytes = buffer.create(this.size);
		this.chunks.forEach((chunk, index) => buffer.copy(bytes, index * CHUNK_BYTES, chunk));
		this.chunks.clear();
		// Frames that repeat pack into next to nothing: what they unpack to is bounded as what came is.
		const budget = new Budget({ maxBytes: this.maxBytes, maxElements: MAX_ELEMENTS, pause: spareFrames() });
		const [ok, result] = pcall(() => readRecording(bytes, budget));
		if (!ok) return problemOf(result);
		const recording = result as Recording;
		if (recordingLength(recording) === 0) return "the recording has no frames";
		rememberBytes(recording, bytes);
		return recording;
	}

	/** Ends the wait for more. */
	public stop(): void {
		if (this.timer) task.cancel(this.timer);
		this.timer = undefined;
	}
}
