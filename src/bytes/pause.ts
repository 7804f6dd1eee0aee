/** What each thread that asked for pauses pauses with; several may, each while the others wait. */
const pauses = new Map<thread, () => void>();

/** Called by long work between its parts. It does nothing unless its thread is inside `whilePausing`. */
export function pausePoint(): void {
	pauses.get(coroutine.running())?.();
}

/**
 * Runs `body` and calls `pauseNow` between the parts of what it reads or builds: often enough that a game which waits for its
 * next frame there does not stutter. `pauseNow` may yield, and may throw to end the work.
 *
 * @example
 * let started = os.clock();
 * const gltf = whilePausing(
 * 	() => {
 * 		if (os.clock() - started < 0.008) return;
 * 		task.wait();
 * 		started = os.clock();
 * 	},
 * 	() => readGlb(source),
 * );
 */
export function whilePausing<T>(pauseNow: () => void, body: () => T): T {
	const thread = coroutine.running();
	const former = pauses.get(thread);
	pauses.set(thread, pauseNow);
	const [ok, result] = pcall(body);
	if (former) pauses.set(thread, former);
	else pauses.delete(thread);
	if (!ok) error(result, 0);
	return result as T;
}
