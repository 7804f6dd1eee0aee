/** Lets `most` through at once, and then `perSecond` as time passes. */
export class TokenBucket {
	private tokens: number;
	private since = os.clock();

	constructor(
		private readonly most: number,
		private readonly perSecond: number,
	) {
		this.tokens = most;
	}

	/** Returns how many can pass now. */
	public left(): number {
		const now = os.clock();
		this.tokens = math.min(this.most, this.tokens + (now - this.since) * this.perSecond);
		this.since = now;
		return this.tokens;
	}

	public isFull(): boolean {
		return this.left() >= this.most;
	}

	public take(): boolean {
		if (this.left() < 1) return false;
		this.tokens -= 1;
		return true;
	}
}
