/** The engine takes names of instances and of bones up to this length; counted in bytes, which are never fewer than characters. */
export const MAX_NAME = 100;

/** At most `bytes` bytes of a name, which end where a character does. */
export function cutName(name: string, bytes = MAX_NAME): string {
	if (name.size() <= bytes) return name;
	// A character has at most four bytes; those after its first are 10xxxxxx.
	let finish = math.max(bytes, 0);
	while (finish > math.max(bytes - 4, 0) && ((string.byte(name, finish + 1)[0] ?? 0) & 0xc0) === 0x80) finish -= 1;
	return name.sub(1, finish);
}
