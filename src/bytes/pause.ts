/** The thread that asked for pauses, and what it pauses with. */
let owner: thread | undefined;
let pause: (() => void) | undefined;

/**
 * Called by long work between its parts. It does nothing unless the thread is inside `whilePausing`: other threads that read
 * something while that one waits are none of its business.
 */
export function pausePoint(): void {
	if (pause !== undefined && coroutine.running() === owner) pause();
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
	const [formerOwner, formerPause] = [owner, pause];
	owner = coroutine.running();
	pause = pauseNow;
	const [ok, result] = pcall(body);
	owner = formerOwner;
	pause = formerPause;
	if (!ok) error(result, 0);
	return result as T;
}
