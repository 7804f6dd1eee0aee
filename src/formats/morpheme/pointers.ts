import { Reader } from "../../bytes/reader";

interface Claim {
	start: number;
	finish: number;
	what: string;
}

/**
 * Follows the u64 pointers of one packet and remembers the bytes that they lead to.
 *
 * A pointer counts from the start of the structure that holds it, and 0 is null. No two structures of a packet may
 * share a byte. So a pointer cannot lead back to a structure on the way to it, nor can a small file describe the same
 * bytes over and over.
 */
export class Pointers {
	private readonly claims = new Array<Claim>();

	/** @param reader the window of the packet's data; its position is ignored */
	constructor(public readonly reader: Reader) {}

	/** Returns the target of the pointer at `at`, counted from `base`, or undefined if it is null. */
	public target(at: number, base: number, what: string): number | undefined {
		const { reader } = this;
		reader.seek(at, `pointer to ${what}`);
		const distance = reader.u64(`pointer to ${what}`);
		if (distance === 0) return undefined;
		// Both are at most 2^53, so a sum that rounds is far outside every buffer.
		if (base + distance >= reader.finish) {
			reader.fail(`pointer to ${what} leads to byte ${base + distance}, but its data ends at ${reader.finish}`, at);
		}
		return base + distance;
	}

	/** Returns a reader of `size` bytes at `offset`, which no other structure may use from now on. */
	public claim(offset: number, size: number, what: string): Reader {
		const { reader, claims } = this;
		const finish = offset + size;
		if (!(finish <= reader.finish)) {
			reader.fail(`${what} needs ${size} bytes but ${reader.finish - offset} are left`, offset);
		}
		for (const other of claims) {
			if (offset < other.finish && other.start < finish) {
				reader.fail(`${what} overlaps ${other.what}, which fills bytes ${other.start} to ${other.finish - 1}`, offset);
			}
		}
		if (size > 0) claims.push({ start: offset, finish, what });
		return reader.windowAt(offset, size, what);
	}

	/** `claim` for the target of the pointer at `at`, counted from `base`; undefined if it is null. */
	public follow(at: number, base: number, size: number, what: string): Reader | undefined {
		const offset = this.target(at, base, what);
		return offset === undefined ? undefined : this.claim(offset, size, what);
	}

	/** `follow` that refuses a null pointer. */
	public demand(at: number, base: number, size: number, what: string): Reader {
		return this.follow(at, base, size, what) ?? this.reader.fail(`pointer to ${what} is null`, at);
	}
}
