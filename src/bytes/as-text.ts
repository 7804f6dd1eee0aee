/**
 * Returns the bytes of a file's string as UTF-8, which is all that JSON and data stores take. Bytes that are not UTF-8
 * count as Latin-1, so that different names stay different.
 */
export function asText(bytes: string): string {
	if (utf8.len(bytes)[0] !== undefined) return bytes;
	const [text] = bytes.gsub("[^\x01-\x7f]", (character) => utf8.char(character.byte()[0]));
	return text;
}
