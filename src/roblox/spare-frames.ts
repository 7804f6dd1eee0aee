/** Seconds of a frame that work may take: with what lies between two looks at the clock, half a frame at 60 a second. */
const BUDGET = 0.006;

/** A pause for a `Job` that waits for the next frame whenever this one's share of time is spent. */
export function spareFrames(): () => void {
	let started = os.clock();
	return () => {
		if (os.clock() - started < BUDGET) return;
		task.wait();
		started = os.clock();
	};
}
