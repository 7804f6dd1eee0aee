/** No process gets more than this many seconds of work, so that each begins with little on its heap; nor less, except at the end. */
const MAX_SECONDS = 15;
const MIN_SECONDS = 3;

/**
 * Deals files to `lanes` workers. A worker that is free takes the longest files that are left, about a sixth of what remains for its
 * lane, so that all lanes end together. `run(files)` resolves to the files that it did not reach: they are dealt again. Each job of
 * `first` occupies one worker before that worker takes files.
 */
export async function deal({ files, secondsOf, lanes, run, first = [] }) {
	const left = [...files].sort((a, b) => secondsOf(b) - secondsOf(a));
	let remaining = left.reduce((sum, file) => sum + secondsOf(file), 0);
	function take() {
		const wanted = Math.min(MAX_SECONDS, Math.max(MIN_SECONDS, remaining / lanes / 6));
		const batch = [];
		for (let seconds = 0; left.length > 0 && seconds < wanted;) {
			const file = left.shift();
			seconds += secondsOf(file);
			batch.push(file);
		}
		remaining -= batch.reduce((sum, file) => sum + secondsOf(file), 0);
		return batch;
	}
	const jobs = [...first];
	async function work() {
		while (jobs.length > 0) await jobs.shift()();
		while (left.length > 0) {
			const missed = await run(take());
			left.unshift(...missed);
			remaining += missed.reduce((sum, file) => sum + secondsOf(file), 0);
		}
	}
	await Promise.all(Array.from({ length: lanes }, work));
}
