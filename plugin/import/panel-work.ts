import { cleanup, source } from "@rbxts/vide";
import { LongWork } from "../long-work";
import { sentenceOf } from "../sentence";

/** The long work of a panel, one run at a time, with its progress and the panel's message. */
export class PanelWork {
	public readonly isBusy = source(false);
	public readonly progress = source(0);
	public readonly step = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	/** Called at the end of each run. */
	public onIdle?: () => void;

	private running?: LongWork;
	/** Returns whether the message is current; undefined if the message reports an event. */
	private holds?: () => boolean;

	constructor() {
		cleanup(() => this.running?.cancel());
	}

	/**
	 * Runs a body in slices, unless another runs. If it is cancelled, shows the message from `onCancel`; if it fails,
	 * the error.
	 */
	public run(onCancel: () => string, body: (work: LongWork) => void): void {
		if (this.isBusy()) return;
		this.clear();
		this.isBusy(true);
		this.progress(0);
		this.step("");
		const settle = (message: string | undefined, isProblem: boolean) => {
			this.isBusy(false);
			if (message !== undefined) this.tell(message, isProblem);
			this.onIdle?.();
		};
		this.running = new LongWork(body, {
			onProgress: (alpha, what) => {
				this.progress(alpha);
				this.step(what);
			},
			onDone: () => settle(undefined, false),
			onFail: (message) => settle(sentenceOf(message), true),
			onCancel: () => settle(onCancel(), false),
		});
	}

	/** Stops the run at its next pause. */
	public cancel(): void {
		this.running?.cancel();
	}

	/** Shows a message. `review` removes it if `holds` returns false. */
	public say(message: string, holds?: () => boolean): void {
		this.tell(message, false);
		this.holds = holds;
	}

	/** Clears the message, because the user does something else. */
	public clear(): void {
		if (!this.isBusy()) this.tell("", false);
	}

	/** Clears the message if it is outdated. */
	public review(): void {
		if (this.holds?.() === false) this.clear();
	}

	public complain(problem: unknown): void {
		this.tell(sentenceOf(problem), true);
	}

	private tell(message: string, isProblem: boolean): void {
		this.holds = undefined;
		this.isProblem(isProblem);
		this.message(message);
	}
}
