/** What an error of the engine says, without the script and line that it puts before. */
export function engineWords(problem: unknown): string {
	const [words] = tostring(problem).gsub("^[^:]+:%d+: ", "");
	return words;
}
