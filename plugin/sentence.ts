/** Fails with a sentence for the user. */
export function refuse(sentence: string): never {
	error(sentence, 0);
}

/**
 * Turns an error into a sentence for the user. Removes the library's prefix with its function or format, and the script
 * and line that the engine adds.
 */
export function sentenceOf(problem: unknown): string {
	const [words] = tostring(problem).gsub("^[^:\n]+:%d+: ", "");
	const [plain] = words.gsub("^%[dolly%] [%w ]+: ", "");
	// The name of a file keeps its spelling.
	const isFile = plain.match("^%S+%.%w+ ")[0] !== undefined;
	const sentence = isFile ? plain : plain.sub(1, 1).upper() + plain.sub(2);
	return sentence.match("[%.!?…]$")[0] === undefined ? `${sentence}.` : sentence;
}
