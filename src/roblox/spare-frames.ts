/** Seconds of work per frame: with the time between two clock reads, half a frame at 60 per second. */
const BUDGET = 0.006;

/** Returns a pause for a `Job` that waits for the next frame whenever this one's share of time is spent. */
export function spareFrames(): () => void {
	let started = os.clock();
	return () => {
		if (os.clock() - started < BUDGET) return;
		task.wait();
		started = os.clock();
	};
}
