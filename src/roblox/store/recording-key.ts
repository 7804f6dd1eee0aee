import { crc32 } from "../../bytes/crc32";

/** The max bytes of a recording's key: a data store's keys have 50, and two are a prefix. */
export const MAX_KEY_BYTES = 48;

/** Returns whether the byte at `at`, counted from 1, continues a character of UTF-8. */
function isContinuation(text: string, at: number): boolean {
	const [byte] = text.byte(at);
	return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

/**
 * Returns `<user id>/<name>`. If it is too long for a key, it ends in a checksum of the whole name, after as much of it
 * as fits.
 */
export function recordingKey(userId: number, name: string): string {
	const key = `${string.format("%d", userId)}/${name}`;
	if (key.size() <= MAX_KEY_BYTES) return key;
	const ending = string.format("~%08x", crc32(buffer.fromstring(name)));
	let finish = MAX_KEY_BYTES - ending.size();
	while (isContinuation(key, finish + 1)) finish -= 1;
	return key.sub(1, finish) + ending;
}
