/** Ends what a person asked for with a sentence for them. */
export function refuse(sentence: string): never {
	error(sentence, 0);
}

/**
 * A problem as a sentence for a person: without the library's mark and the name of the function or format behind it, and
 * without the script and line that the engine puts before its own.
 */
export function sentenceOf(problem: unknown): string {
	const [words] = tostring(problem).gsub("^[^:\n]+:%d+: ", "");
	const [plain] = words.gsub("^%[dolly%] [%w ]+: ", "");
	// A file's name is spelled as it is.
	const isFile = plain.match("^%S+%.%w+ ")[0] !== undefined;
	const sentence = isFile ? plain : plain.sub(1, 1).upper() + plain.sub(2);
	return sentence.match("[%.!?…]$")[0] === undefined ? `${sentence}.` : sentence;
}
