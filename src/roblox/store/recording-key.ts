import { crc32 } from "../../bytes/crc32";

/** The longest key of a recording, in bytes: a data store's keys have 50, and two stand before it. */
export const MAX_KEY_BYTES = 48;

/** Whether the byte at `at`, counted from 1, goes on with a character of UTF-8. */
function isContinuation(text: string, at: number): boolean {
	const [byte] = text.byte(at);
	return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

/** `<user id>/<name>`; what is longer than a key can be ends in a checksum of the whole name, after as much of it as fits. */
export function recordingKey(userId: number, name: string): string {
	const key = `${string.format("%d", userId)}/${name}`;
	if (key.size() <= MAX_KEY_BYTES) return key;
	const ending = string.format("~%08x", crc32(buffer.fromstring(name)));
	let finish = MAX_KEY_BYTES - ending.size();
	while (isContinuation(key, finish + 1)) finish -= 1;
	return key.sub(1, finish) + ending;
}
