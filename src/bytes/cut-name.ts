/**
 * The engine's max length of names of instances and bones. It is counted in bytes, which are never fewer than
 * characters.
 */
export const MAX_NAME = 100;

/** Returns at most `bytes` bytes of a name, cut between characters. */
export function cutName(name: string, bytes = MAX_NAME): string {
	if (name.size() <= bytes) return name;
	// A character has at most four bytes; those after its first are 10xxxxxx.
	let finish = math.max(bytes, 0);
	while (finish > math.max(bytes - 4, 0) && ((string.byte(name, finish + 1)[0] ?? 0) & 0xc0) === 0x80) finish -= 1;
	return name.sub(1, finish);
}
