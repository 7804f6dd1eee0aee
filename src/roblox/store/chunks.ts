import { textProblem } from "../../bytes/check-argument";
import { isRate } from "../../motion/rate";
import { MAX_NAME_BYTES } from "../../take/take";

/** The bytes of each chunk but the last. */
export const CHUNK_BYTES = 16384;

/** Chunks a second that a sender sends at most: half of what a receiver takes by default. */
export const CHUNKS_PER_SECOND = 30;

/**
 * What goes over the remote, both ways: `begin id size checksum rate name`, then `chunk id index bytes` in order, then
 * `end id`, or `cancel id` instead. The receiver answers with `ack id count` as chunks come, in the end with `kept id`, or
 * at any time with `refused id reason`, or with `busy id reason` where it may be sent again later.
 */
export type TransferMessage = "begin" | "chunk" | "end" | "cancel" | "ack" | "kept" | "refused" | "busy";

/** What a sender says before it sends. */
export interface Announcement {
	size: number;
	checksum: number;
	rate: number;
	name: string;
}

export function isCount(value: unknown, high: number): value is number {
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

/** The chunk of an archive at `index`. */
export function chunkOf(archive: buffer, index: number): buffer {
	const from = index * CHUNK_BYTES;
	const chunk = buffer.create(math.min(CHUNK_BYTES, buffer.len(archive) - from));
	buffer.copy(chunk, 0, archive, from, buffer.len(chunk));
	return chunk;
}
