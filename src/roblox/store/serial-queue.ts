/** Runs functions one after another, in the order of the calls. */
export class SerialQueue {
	private readonly waiting = new Array<thread>();
	private isBusy = false;

	/** Returns how many run or wait. */
	public size(): number {
		return this.waiting.size() + (this.isBusy ? 1 : 0);
	}

	/** Yields until it is the turn of `body`, and returns its result. */
	public run<T>(body: () => T): T {
		if (this.isBusy) {
			this.waiting.push(coroutine.running());
			coroutine.yield();
		}
		this.isBusy = true;
		const [ok, result] = pcall(body);
		this.next();
		if (!ok) error(result, 0);
		return result as T;
	}

	private next(): void {
		while (!this.waiting.isEmpty()) {
			const thread = this.waiting.shift()!;
			// Skips a thread that was cancelled while it waited.
			if (coroutine.status(thread) !== "suspended") continue;
			task.defer(thread);
			return;
		}
		this.isBusy = false;
	}
}
