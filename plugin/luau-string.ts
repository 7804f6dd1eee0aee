/** Returns a Luau string literal on one line, for any bytes. */
export function luauString(text: string): string {
	return `"${text.gsub('[%c"\\]', (character) => string.format("\\%03d", character.byte()[0]))[0]}"`;
}
