import { failAt } from "./json";

/** What everything decoded from one file may take together, unless told otherwise. */
export const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/** Counts the bytes that one file makes the reader allocate; asked before each allocation. */
export class Budget {
	private spent = 0;

	constructor(private readonly maxBytes: number) {}

	/** Refuses the document where `bytes` more, for what stands at `path`, would exceed the limit. */
	public spend(bytes: number, path: string): void {
		// Written so that a NaN fails too.
		if (!(this.spent + bytes <= this.maxBytes)) {
			failAt(`${bytes} bytes on top of ${this.spent} exceed maxBytes (${this.maxBytes})`, path);
		}
		this.spent += bytes;
	}
}
