import { crc32 } from "../../bytes/crc32";
import { Work } from "../../bytes/work";
import { decodeArchive } from "../../take/archive";
import { Take } from "../../take/take";
import { Announcement, CHUNK_BYTES, isCount } from "./chunks";
import { rememberArchive } from "./known-archive";

/** Bytes of frames after which a take goes on in another recording: an archive of one take has no more recordings. */
const RECORDING_BYTES = 65535 * 18;

/**
 * The one take that an archive holds, or the reason why it is refused. Three bytes make a recording, so an archive of empty
 * ones would take far more memory decoded than it has bytes: no more are read than one take can have.
 */
function readTake(archive: buffer, rate: number, pause?: () => void): Take | string {
	const work = new Work({ maxElements: math.ceil(buffer.len(archive) / RECORDING_BYTES) + 1, pause });
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
	/** How many chunks there will be. */
	public readonly total: number;
	/** When the last of them came. */
	public lastChunkAt = os.clock();
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
		this.lastChunkAt = os.clock();
		return undefined;
	}

	/** Why what came is not all of it, or undefined where it is. */
	public missing(): string | undefined {
		return this.next < this.total ? `${this.next} of ${this.total} chunks came` : undefined;
	}

	/** The take that came, checked to its last frame, or the reason why it is refused. `pause` may yield. */
	public decode(pause?: () => void): Take | string {
		const { size, checksum, rate, name } = this.announcement;
		const archive = buffer.create(size);
		this.chunks.forEach((chunk, index) => buffer.copy(archive, index * CHUNK_BYTES, chunk));
		this.chunks.clear();
		if (crc32(archive) !== checksum) return "the checksum is wrong";
		const take = readTake(archive, rate, pause);
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
