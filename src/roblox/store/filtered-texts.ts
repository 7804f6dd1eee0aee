/** The texts of one recording, each filtered once, until one is not allowed. */
export class FilteredTexts {
	/** Why the recording is refused. */
	public refusal: string | undefined;
	/** Whether a text was changed. */
	public isChanged = false;
	private readonly texts = new Map<string, string>();

	constructor(
		private readonly filter: (text: string) => string | undefined,
		private readonly maxTexts: number,
	) {}

	/** Returns the filtered text; the text itself once the recording is refused. */
	public keep(text: string, what: string): string {
		if (text === "" || this.refusal !== undefined) return text;
		const known = this.texts.get(text);
		if (known !== undefined) return known;
		if (this.texts.size() >= this.maxTexts) {
			this.refusal = `it has more than ${this.maxTexts} different texts`;
			return text;
		}
		const kept = this.filter(text);
		if (!typeIs(kept, "string") || utf8.len(kept)[0] === undefined) {
			this.refusal = `${what} is not allowed`;
			return text;
		}
		this.texts.set(text, kept);
		this.isChanged ||= kept !== text;
		return kept;
	}

	/** Refuses the recording if the filter changes a text by which it is identified. */
	public keepSame(text: string, what: string): void {
		if (this.keep(text, what) !== text) this.refusal ??= `${what} is not allowed`;
	}
}
