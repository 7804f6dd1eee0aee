/** Returns whether a byte is plain text, except the quote and the backslash. */
function isPlain(byte: number): boolean {
	return byte >= 32 && byte <= 126 && byte !== 34 && byte !== 92;
}

/**
 * Quotes bytes of a file for a message. Writes other bytes than plain text as numbers, because a message that is not
 * UTF-8 cannot be sent or kept.
 */
export function quoteBytes(text: string): string {
	const [shown] = text.gsub(".", (character) => {
		const [byte] = character.byte();
		return isPlain(byte) ? character : string.format("\\%03d", byte);
	});
	return `"${shown}"`;
}
