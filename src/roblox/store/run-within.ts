/** How a call with a time limit ended. */
export type Ending<T> = { state: "done"; value: T } | { state: "failed"; problem: string } | { state: "late" };

/**
 * Runs `body` on a thread of its own and yields until it has ended, for up to `seconds`. A call that takes longer
 * continues: `onLate` receives its end.
 */
export function runWithin<T>(seconds: number, body: () => T, onLate?: (ending: Ending<T>) => void): Ending<T> {
	const deadline = os.clock() + seconds;
	let isLate = false;
	let ending: Ending<T> | undefined;
	task.spawn(() => {
		const [ok, result] = pcall(body);
		ending = ok ? { state: "done", value: result as T } : { state: "failed", problem: tostring(result) };
		if (isLate) onLate?.(ending);
	});
	while (ending === undefined && os.clock() < deadline) task.wait();
	isLate = ending === undefined;
	return ending ?? { state: "late" };
}
