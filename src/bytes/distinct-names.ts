import { cutName } from "./cut-name";

/** The max bytes of a number after a name: " 65536" and some. */
const LONGEST_SUFFIX = 8;

/**
 * Makes names distinct: the second "Hand" becomes "Hand 2". A thousand equal names take as long as a thousand different
 * ones.
 */
export class DistinctNames {
	private readonly taken = new Set<string>();
	/** The last number given to names with the same beginning. */
	private readonly numbers = new Map<string, number>();

	/** @param longest the max bytes of a name */
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
