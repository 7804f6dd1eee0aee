/** The max places that a line names; further ones are only counted. */
const MAX_PLACES = 3;

/** One kind of problem: something left out, approximated or wrong. */
interface Entry {
	line: number;
	count: number;
	/** The first few places: nodes, meshes, joints by name, or JSON paths. */
	places: Array<string>;
	/** The number of places, named or not. */
	placeCount: number;
}

function lineOf(message: string, { count, places, placeCount }: Entry): string {
	// One place may have many of a kind: those are not more places.
	const times = count > math.max(placeCount, 1) ? ` (${count} times)` : "";
	if (places.isEmpty()) return `${message}${times}`;
	const more = placeCount > places.size() ? ` and ${placeCount - places.size()} more` : "";
	return `${message}: ${places.join(", ")}${more}${times}`;
}

/**
 * The report of a call on anything left out or odd: one line per kind, so that a thousand of one kind are one line.
 *
 * @example
 * const report = new Report();
 * report.add("weights do not sum to 1", "meshes[0]");
 * for (const line of report.lines) print(line);
 */
export class Report {
	/** The lines so far, in the order in which their kinds first appeared. The array grows in place. */
	public readonly lines = new Array<string>();
	private readonly entries = new Map<string, Entry>();
	/** Entries whose lines are out of date: updating a line per addition would cost more than the work itself. */
	private readonly late = new Map<Entry, string>();

	/** Adds one, or `count` of them. */
	public add(message: string, place?: string, count = 1): void {
		let entry = this.entries.get(message);
		if (entry === undefined) {
			entry = { line: this.lines.size(), count: 0, places: [], placeCount: 0 };
			this.entries.set(message, entry);
		}
		entry.count += count;
		if (place !== undefined) {
			entry.placeCount += 1;
			if (entry.places.size() < MAX_PLACES) entry.places.push(place);
		}
		if (entry.count <= MAX_PLACES) this.lines[entry.line] = lineOf(message, entry);
		else {
			// A new entry of many has its line at once.
			this.lines[entry.line] ??= message;
			this.late.set(entry, message);
		}
	}

	/** Brings every line up to date. */
	public flush(): void {
		if (this.late.isEmpty()) return;
		for (const [entry, message] of this.late) this.lines[entry.line] = lineOf(message, entry);
		this.late.clear();
	}
}
