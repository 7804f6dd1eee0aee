/** Returns the message of an engine error, without the script and line before it. */
export function engineWords(problem: unknown): string {
	const [words] = tostring(problem).gsub("^[^:]+:%d+: ", "");
	return words;
}
