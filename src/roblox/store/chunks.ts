/** The bytes of each chunk but the last. */
export const CHUNK_BYTES = 16384;

/** The max chunks per second of a sender: half of a receiver's default limit. */
export const CHUNKS_PER_SECOND = 30;

/**
 * The messages of the remote, both ways: `begin id size`, then `chunk id index bytes` in order, then `end id`, or
 * `cancel id` instead. The receiver answers with `ack id count` as chunks arrive, at the end with `kept id`, or at any
 * time with `refused id reason`, or with `busy id reason` if it may be sent again later. The bytes are a packed
 * recording.
 *
 * A client asks with `ask id what name`. The server answers with `reply id ok value`, or with a recording: its
 * `begin id size ask` names the request.
 */
export type TransferMessage =
	"begin" | "chunk" | "end" | "cancel" | "ack" | "kept" | "refused" | "busy" | "ask" | "reply";

let lastId = 0;

/** Returns a number that no other transfer or request of this side has. */
export function newTransferId(): number {
	lastId += 1;
	return lastId;
}

export function isCount(value: unknown, high: number): value is number {
	return typeIs(value, "number") && value >= 0 && value <= high && value % 1 === 0;
}

/** Returns whether a value can be the number of a transfer: only then can an answer name it. */
export function isTransferId(value: unknown): value is number {
	return isCount(value, 2 ** 31);
}

/** Returns why an announced size is refused, or undefined. Nothing is allocated for a claimed size. */
export function sizeProblem(size: unknown, maxBytes: number): string | undefined {
	if (!isCount(size, 2 ** 53) || size === 0) return "the size is invalid";
	return size > maxBytes ? `the recording has ${size} bytes; expected at most ${maxBytes}` : undefined;
}

/** Returns the chunk at `index` of the bytes. */
export function chunkOf(bytes: buffer, index: number): buffer {
	const from = index * CHUNK_BYTES;
	const chunk = buffer.create(math.min(CHUNK_BYTES, buffer.len(bytes) - from));
	buffer.copy(chunk, 0, bytes, from, buffer.len(chunk));
	return chunk;
}
