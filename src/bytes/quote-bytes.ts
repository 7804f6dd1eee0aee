/** The bytes that text is written in, but for the quote and the backslash. */
function isPlain(byte: number): boolean {
	return byte >= 32 && byte <= 126 && byte !== 34 && byte !== 92;
}

/**
 * Bytes of a file in quotes, for a message: what is not plain text is written as numbers, because a message that is not
 * UTF-8 cannot be sent or kept.
 */
export function quoteBytes(text: string): string {
	const [shown] = text.gsub(".", (character) => {
		const [byte] = character.byte();
		return isPlain(byte) ? character : string.format("\\%03d", byte);
	});
	return `"${shown}"`;
}
