/** Runs what it is given one after another, in the order in which it was given. */
export class SerialQueue {
	private readonly waiting = new Array<thread>();
	private isBusy = false;

	/** How many run or wait. */
	public size(): number {
		return this.waiting.size() + (this.isBusy ? 1 : 0);
	}

	/** Yields until it is the turn of `body`, and returns what that returns. */
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
			// A thread that was cancelled while it waited has no turn.
			if (coroutine.status(thread) !== "suspended") continue;
			task.defer(thread);
			return;
		}
		this.isBusy = false;
	}
}
