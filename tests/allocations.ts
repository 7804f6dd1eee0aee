import { collectGarbage } from "./collect-garbage";

/** More than a spec allocates: the collector rests until the heap has grown by as much as it held when it last ended. */
const BALLAST = 192 * 2 ** 20;

/** Kilobytes of growth without a fall after which the collector is taken to rest. */
const CALM = 20_000;

/** How often it is looked: where the collector was not at rest after all, some of what was allocated is not seen. */
const LOOKS = 2;

/** Looks at how much calls allocate, those bytes that they drop again included; holds much memory until it is dropped itself. */
export class Allocations {
	private readonly ballast = buffer.create(BALLAST);

	/** The bytes that a call allocates, to the kilobyte; it is called twice. */
	public of(body: () => void): number {
		assert(buffer.len(this.ballast) === BALLAST);
		let most = 0;
		for (const _ of $range(1, LOOKS)) {
			this.waitForCollector();
			const before = gcinfo();
			body();
			most = math.max(most, (gcinfo() - before) * 1024);
		}
		return most;
	}

	private waitForCollector(): void {
		collectGarbage();
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
