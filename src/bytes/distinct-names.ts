/** Bytes that a number behind a name may take: " 65536" and some. */
const LONGEST_SUFFIX = 8;

/** At most `bytes` bytes of a text, which end where a character does. */
function cut(text: string, bytes: number): string {
	if (text.size() <= bytes) return text;
	// A character has at most four bytes; those after its first are 10xxxxxx.
	let finish = math.max(bytes, 0);
	while (finish > math.max(bytes - 4, 0) && ((string.byte(text, finish + 1)[0] ?? 0) & 0xc0) === 0x80) finish -= 1;
	return text.sub(1, finish);
}

/** Names told apart: the second "Hand" is "Hand 2". Takes as long for a thousand of one name as for a thousand of a thousand. */
export class DistinctNames {
	private readonly taken = new Set<string>();
	/** The last number given to names that begin alike. */
	private readonly numbers = new Map<string, number>();

	/** @param longest the most bytes that a name may have */
	constructor(private readonly longest = math.huge) {}

	public add(wanted: string): string {
		const whole = cut(wanted, this.longest);
		if (!this.taken.has(whole)) {
			this.taken.add(whole);
			return whole;
		}
		const stem = cut(wanted, this.longest - LONGEST_SUFFIX);
		let number = this.numbers.get(stem) ?? 1;
		let name: string;
		do {
			number += 1;
			name = `${stem} ${number}`;
		} while (this.taken.has(name));
		this.numbers.set(stem, number);
		this.taken.add(name);
		return name;
	}
}
