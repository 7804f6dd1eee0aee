import { textProblem } from "../../bytes/check-argument";
import { crc32 } from "../../bytes/crc32";
import { Work } from "../../bytes/work";
import { decodeArchive } from "../../take/archive";
import { isRate } from "../../motion/rate";
import { MAX_NAME_BYTES, Take } from "../../take/take";
import { rememberArchive } from "./known-archive";

/** The bytes of each chunk but the last. */
export const CHUNK_BYTES = 16384;

/** Bytes of frames after which a take goes on in another recording: an archive of one take has no more recordings. */
const RECORDING_BYTES = 65535 * 18;

/** Chunks a second that a sender sends at most: half of what a receiver takes by default. */
export const CHUNKS_PER_SECOND = 30;

/**
 * What goes over the remote, both ways: `begin id size checksum rate name`, then `chunk id index bytes` in order, then
 * `end id`, or `cancel id` instead. A server answers an upload with `ack id count` after each chunk, and in the end with
 * `kept id` or, at any time, `refused id reason`.
 */
export type TransferMessage = "begin" | "chunk" | "end" | "cancel" | "ack" | "kept" | "refused";

/** What a sender says before it sends. */
export interface Announcement {
	size: number;
	checksum: number;
	rate: number;
	name: string;
}

function isCount(value: unknown, high: number): value is number {
	return typeIs(value, "number") && value >= 0 && value <= high && value % 1 === 0;
}

/** Whether a value can be the number of a transfer: only then can an answer name it. */
export function isTransferId(value: unknown): value is number {
	return isCount(value, 2 ** 31);
}

/** What the four values announce, or why they are refused. Nothing is allocated for a size that is only claimed. */
export function readAnnouncement(
	size: unknown,
	checksum: unknown,
	rate: unknown,
	name: unknown,
	maxBytes: number,
): Announcement | string {
	if (!isCount(size, 2 ** 53) || size === 0) return "the size is not a number of bytes";
	if (size > maxBytes) return `${size} bytes are too many; ${maxBytes} are taken`;
	if (!isCount(checksum, 0xffffffff)) return "the checksum is not a number of 32 bits";
	if (!isRate(rate)) return "the rate is not a number of frames a second";
	const problem = textProblem(name, MAX_NAME_BYTES);
	if (problem !== undefined) return `the name ${problem}`;
	return { size, checksum, rate, name: name as string };
}

/**
 * The one take that an archive holds, or the reason why it is refused. Three bytes make a recording, so an archive of empty
 * ones would take far more memory decoded than it has bytes: no more are read than one take can have.
 */
function readTake(archive: buffer, rate: number): Take | string {
	const work = new Work({ maxElements: math.ceil(buffer.len(archive) / RECORDING_BYTES) + 1 });
	const [ok, result] = pcall(() => decodeArchive(archive, rate, { work }));
	if (!ok) return tostring(result);
	const takes = result as Array<Take>;
	if (takes.size() !== 1) return `the archive holds ${takes.size()} takes instead of one`;
	return takes[0].count > 0 ? takes[0] : "the take has no frames";
}

/** A transfer that is coming in. It holds the bytes that have come, and ends by itself when they take too long. */
export class Incoming {
	/** The bytes that have come, and the chunk that must come next. */
	public bytes = 0;
	public next = 0;
	private readonly total: number;
	private readonly chunks = new Array<buffer>();
	private timer: thread | undefined;

	constructor(
		public readonly id: number,
		private readonly announcement: Announcement,
		seconds: number,
		onTimeout: () => void,
	) {
		this.total = math.ceil(announcement.size / CHUNK_BYTES);
		this.timer = task.delay(seconds, () => {
			this.timer = undefined;
			onTimeout();
		});
	}

	/** Takes the next chunk, or gives the reason why it is refused. */
	public add(index: unknown, chunk: unknown): string | undefined {
		if (!isCount(index, this.total - 1)) return `there is no chunk ${tostring(index)} of ${this.total}`;
		if (index < this.next) return `chunk ${index + 1} came twice`;
		if (index > this.next) return `chunk ${index + 1} came before chunk ${this.next + 1}`;
		if (!typeIs(chunk, "buffer")) return `chunk ${index + 1} is a ${typeOf(chunk)}`;
		const expected = math.min(CHUNK_BYTES, this.announcement.size - this.bytes);
		if (buffer.len(chunk) !== expected) {
			return `chunk ${index + 1} has ${buffer.len(chunk)} bytes instead of ${expected}`;
		}
		this.chunks.push(chunk);
		this.bytes += expected;
		this.next += 1;
		return undefined;
	}

	/** The take that came, checked to its last frame, or the reason why it is refused. */
	public finish(): Take | string {
		const { size, checksum, rate, name } = this.announcement;
		if (this.next < this.total) return `${this.next} of ${this.total} chunks came`;
		const archive = buffer.create(size);
		this.chunks.forEach((chunk, index) => buffer.copy(archive, index * CHUNK_BYTES, chunk));
		if (crc32(archive) !== checksum) return "the checksum is wrong";
		const take = readTake(archive, rate);
		if (typeIs(take, "string")) return take;
		const named: Take = { ...take, name };
		rememberArchive(named, archive, checksum);
		return named;
	}

	/** Ends the wait for more. */
	public stop(): void {
		if (this.timer) task.cancel(this.timer);
		this.timer = undefined;
	}
}

/** The chunk of an archive at `index`. */
export function chunkOf(archive: buffer, index: number): buffer {
	const from = index * CHUNK_BYTES;
	const chunk = buffer.create(math.min(CHUNK_BYTES, buffer.len(archive) - from));
	buffer.copy(chunk, 0, archive, from, buffer.len(chunk));
	return chunk;
}
