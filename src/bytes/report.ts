/** How many places a line names before it only counts. */
const MOST_PLACES = 3;

/**
 * One thing that was left out, approximated or looked wrong, however often it was met.
 *
 * @example
 * for (const { message, count, places } of work.report.entries()) print(`${count} × ${message}: ${places.join(", ")}`);
 */
export interface ReportEntry {
	message: string;
	/** How often it was met. */
	count: number;
	/** Where, the first few of them: nodes, meshes, joints by name, or JSON paths. */
	places: Array<string>;
}

/** An entry, and how many places it was met at, named or not. */
interface Met extends ReportEntry {
	placeCount: number;
}

function lineOf({ message, count, places, placeCount }: Met): string {
	// One place may have many of a kind: those are not more places.
	const times = count > math.max(placeCount, 1) ? ` (${count} times)` : "";
	if (places.isEmpty()) return `${message}${times}`;
	const more = placeCount > places.size() ? ` and ${placeCount - places.size()} more` : "";
	return `${message}: ${places.join(", ")}${more}${times}`;
}

/** The entries of one reader or builder, in the order in which they were first met. */
class Section {
	public readonly entries = new Array<Met>();
	public readonly byMessage = new Map<string, Met>();
}

/**
 * What long work left out or found odd: one entry a kind, so that a thousand of one kind are one line.
 *
 * @example
 * const report: Report = work.report;
 * for (const line of report.lines()) print(line);
 */
export class Report {
	private readonly sections = [new Section()];

	/** Begins a section of its own, as each reader does; gives its number for `lines`. */
	public begin(): number {
		this.sections.push(new Section());
		return this.sections.size() - 1;
	}

	/** Adds one thing, or `count` of them, to the section begun last. */
	public add(message: string, place?: string, count = 1): void {
		const { entries, byMessage } = this.sections[this.sections.size() - 1];
		let entry = byMessage.get(message);
		if (entry === undefined) {
			entry = { message, count: 0, places: [], placeCount: 0 };
			entries.push(entry);
			byMessage.set(message, entry);
		}
		entry.count += count;
		if (place === undefined) return;
		entry.placeCount += 1;
		if (entry.places.size() < MOST_PLACES) entry.places.push(place);
	}

	/** Every entry of one section, or of all, in the order in which they were first met. */
	public entries(section?: number): Array<ReportEntry> {
		return this.met(section);
	}

	/** The same in words, a line each. */
	public lines(section?: number): Array<string> {
		return this.met(section).map(lineOf);
	}

	private met(section?: number): Array<Met> {
		const result = new Array<Met>();
		this.sections.forEach(({ entries }, index) => {
			if (section !== undefined && section !== index) return;
			for (const entry of entries) result.push(entry);
		});
		return result;
	}
}
