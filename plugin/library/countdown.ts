import { RunService } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";

/** Counts whole seconds down before something begins. */
export class Countdown {
	/** Whole seconds that are left; 0 while nothing is counted. */
	public readonly left = source(0);
	private remaining = 0;
	private onEnd?: () => void;

	constructor() {
		const ticking = RunService.Heartbeat.Connect((delta) => this.advance(delta));
		cleanup(() => ticking.Disconnect());
	}

	/** Counts so many seconds, then calls `onEnd`; 0 calls it at once. */
	public start(seconds: number, onEnd: () => void): void {
		if (seconds <= 0) {
			onEnd();
			return;
		}
		this.remaining = seconds;
		this.onEnd = onEnd;
		this.left(math.ceil(seconds));
	}

	/** Ends it before it is over; false if nothing is counted. */
	public cancel(): boolean {
		const isCounting = this.onEnd !== undefined;
		this.onEnd = undefined;
		this.left(0);
		return isCounting;
	}

	private advance(delta: number): void {
		const { onEnd } = this;
		if (!onEnd) return;
		this.remaining -= delta;
		// Frames do not add up to whole seconds exactly.
		if (this.remaining > 1e-6) {
			const left = math.ceil(this.remaining - 1e-6);
			if (left !== untrack(this.left)) this.left(left);
			return;
		}
		this.cancel();
		onEnd();
	}
}
