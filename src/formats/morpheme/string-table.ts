import { Reader } from "../../bytes/reader";
import type { Budget } from "../../bytes/budget";
import { Pointers } from "./pointers";

/** The cost of a string, in steps of a vertex. */
const STEPS_A_STRING = 16;

/** `0 u32 count, 4 u32 size of the strings, 8 → u32 offsets[count], 16 → strings`, pointers from the table's start. */
const TABLE_SIZE = 24;

/** `0 u32 count, 4 u32 size, 8 → u32 ids[count], 16 → u32 offsets[count], 24 → u32 unknown[count], 32 → strings`. */
const EXPANDED_TABLE_SIZE = 40;

/**
 * One string of a table with ids.
 *
 * @example
 * mrn.skeletonNames.forEach(({ id, name }: NamedId) => print(`${name} has id ${id}`));
 */
export interface NamedId {
	id: number;
	name: string;
	/** The offset of the name among the table's strings. */
	offset: number;
}

/**
 * Reads NUL-terminated strings at offsets into one run of bytes. Several offsets may be equal, but strings may not
 * overlap: together they never exceed the run.
 */
class Strings {
	private readonly known = new Map<number, string>();
	private unspent: number;

	constructor(
		private readonly run: Reader,
		private readonly what: string,
	) {
		this.unspent = run.remaining();
	}

	/** @param at the offset of the offset itself, for messages */
	public at(offset: number, at: number): string {
		const { run, what } = this;
		const known = this.known.get(offset);
		if (known !== undefined) return known;
		if (offset >= run.finish - run.start) {
			run.fail(`${what} has a string at ${offset} of ${run.finish - run.start} bytes`, at);
		}
		run.seek(run.start + offset);
		const text = run.terminatedString(what);
		this.unspent -= run.position - (run.start + offset);
		if (this.unspent < 0) run.fail(`${what} has strings that overlap`, at);
		this.known.set(offset, text);
		return text;
	}
}

/** Returns the strings of the table at `offset`, in the order of its offsets. */
export function readStringTable(pointers: Pointers, offset: number, what: string, budget: Budget): Array<string> {
	const head = pointers.claim(offset, TABLE_SIZE, what);
	const count = head.u32(`${what}: count`);
	const size = head.u32(`${what}: size`);
	const texts = new Array<string>();
	if (count === 0) return texts;
	const offsets = pointers.demand(offset + 8, offset, count * 4, `${what}: offsets`);
	const strings = new Strings(pointers.demand(offset + 16, offset, size, `${what}: strings`), what);
	for (const _ of $range(1, count)) {
		budget.step(STEPS_A_STRING, "mrn");
		const at = offsets.position;
		texts.push(strings.at(offsets.u32(), at));
	}
	return texts;
}

/** Returns the strings of the table with ids at `offset`, in the order of its ids. */
export function readExpandedStringTable(
	pointers: Pointers,
	offset: number,
	what: string,
	budget: Budget,
): Array<NamedId> {
	const head = pointers.claim(offset, EXPANDED_TABLE_SIZE, what);
	const count = head.u32(`${what}: count`);
	const size = head.u32(`${what}: size`);
	const entries = new Array<NamedId>();
	if (count === 0) return entries;
	const ids = pointers.demand(offset + 8, offset, count * 4, `${what}: ids`);
	const offsets = pointers.demand(offset + 16, offset, count * 4, `${what}: offsets`);
	const strings = new Strings(pointers.demand(offset + 32, offset, size, `${what}: strings`), what);
	for (const _ of $range(1, count)) {
		budget.step(STEPS_A_STRING, "mrn");
		const at = offsets.position;
		const place = offsets.u32();
		entries.push({ id: ids.u32(), name: strings.at(place, at), offset: place });
	}
	return entries;
}
