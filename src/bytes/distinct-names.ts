import { cutName } from "./cut-name";

/** Bytes that a number behind a name may take: " 65536" and some. */
const LONGEST_SUFFIX = 8;

/** Names told apart: the second "Hand" is "Hand 2". Takes as long for a thousand of one name as for a thousand of a thousand. */
export class DistinctNames {
	private readonly taken = new Set<string>();
	/** The last number given to names that begin alike. */
	private readonly numbers = new Map<string, number>();

	/** @param longest the most bytes that a name may have */
	constructor(private readonly longest = math.huge) {}

	public add(wanted: string): string {
		const whole = cutName(wanted, this.longest);
		if (!this.taken.has(whole)) {
			this.taken.add(whole);
			return whole;
		}
		const stem = cutName(wanted, this.longest - LONGEST_SUFFIX);
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
