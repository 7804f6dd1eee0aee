/** More than a spec allocates: the collector rests until the heap has grown by as much as it held when it last ended. */
const BALLAST = 192 * 2 ** 20;

/** Kilobytes of growth without a fall after which the collector is taken to rest. */
const CALM = 20_000;

const CALLS = 3;

/** Looks at how much calls allocate, those bytes that they drop again included; holds much memory until it is dropped itself. */
export class Allocations {
	private readonly ballast = buffer.create(BALLAST);

	/** The bytes that a call allocates, to the kilobyte. Where the collector works after all, a call seems to take less: the most counts. */
	public of(body: () => void): number {
		assert(buffer.len(this.ballast) === BALLAST);
		let most = 0;
		for (const _ of $range(1, CALLS)) {
			this.waitForRest();
			const before = gcinfo();
			body();
			most = math.max(most, gcinfo() - before);
		}
		return most * 1024;
	}

	private waitForRest(): void {
		let since = gcinfo();
		let last = since;
		while (last - since < CALM) {
			table.create(64);
			const now = gcinfo();
			if (now < last) since = now;
			last = now;
		}
	}
}
