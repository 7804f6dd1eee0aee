//!native
//!optimize 2

/** Numbers that look random and are the same in every run: mulberry32. */
export class Seeded {
	constructor(private state: number) {}

	/** A whole number from 0 to 2^32 - 1. */
	public u32(): number {
		this.state = (this.state + 0x6d2b79f5) % 2 ** 32;
		let mixed = this.multiply(this.state ^ (this.state >>> 15), this.state | 1);
		mixed = mixed ^ ((mixed + this.multiply(mixed ^ (mixed >>> 7), mixed | 61)) % 2 ** 32);
		return mixed ^ (mixed >>> 14);
	}

	/** A number from 0 up to 1, 1 excluded. */
	public unit(): number {
		return this.u32() / 2 ** 32;
	}

	/** A whole number from `low` to `high`, both included. */
	public int(low: number, high: number): number {
		return low + (this.u32() % (high - low + 1));
	}

	/** A number from `low` to `high`. */
	public between(low: number, high: number): number {
		return low + this.unit() * (high - low);
	}

	/** The low 32 bits of a product that may exceed 2^53. */
	private multiply(a: number, b: number): number {
		const low = (a & 0xffff) * b;
		const high = ((a >>> 16) * b) % 2 ** 16;
		return (low + high * 2 ** 16) % 2 ** 32;
	}
}
