import { RunService } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";

/** Counts down whole seconds before an action begins. */
export class Countdown {
	/** The whole seconds left, or 0 if no countdown runs. */
	public readonly left = source(0);
	private remaining = 0;
	private onEnd?: () => void;

	constructor() {
		const ticking = RunService.Heartbeat.Connect((delta) => this.advance(delta));
		cleanup(() => ticking.Disconnect());
	}

	/** Counts down `seconds`, then calls `onEnd`. 0 calls it at once. */
	public start(seconds: number, onEnd: () => void): void {
		if (seconds <= 0) {
			onEnd();
			return;
		}
		this.remaining = seconds;
		this.onEnd = onEnd;
		this.left(math.ceil(seconds));
	}

	/** Cancels the countdown. Returns false if none runs. */
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
		// Frame times do not add up to whole seconds exactly.
		if (this.remaining > 1e-6) {
			const left = math.ceil(this.remaining - 1e-6);
			if (left !== untrack(this.left)) this.left(left);
			return;
		}
		this.cancel();
		onEnd();
	}
}
