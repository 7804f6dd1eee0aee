/** A string of Luau in one line, whatever bytes it has. */
export function luauString(text: string): string {
	return `"${text.gsub('[%c"\\]', (character) => string.format("\\%03d", character.byte()[0]))[0]}"`;
}
