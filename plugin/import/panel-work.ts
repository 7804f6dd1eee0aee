import { cleanup, source } from "@rbxts/vide";
import { LongWork } from "../long-work";
import { sentenceOf } from "../sentence";

/** The long work of a panel, one run at a time: how far it is, and what the panel says of it. */
export class PanelWork {
	public readonly isBusy = source(false);
	public readonly progress = source(0);
	public readonly step = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	/** Called whenever a run is over. */
	public onIdle?: () => void;

	private running?: LongWork;
	/** Whether the message holds as things are; nothing where it says what happened. */
	private holds?: () => boolean;

	constructor() {
		cleanup(() => this.running?.cancel());
	}

	/** Runs a body in slices, unless another runs. If it is cancelled the panel says what `onCancel` returns, if it fails its message. */
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

	/** Says something, until `holds` is not so when `review` asks. */
	public say(message: string, holds?: () => boolean): void {
		this.tell(message, false);
		this.holds = holds;
	}

	/** Takes back what was said: the person does something else. */
	public clear(): void {
		if (!this.isBusy()) this.tell("", false);
	}

	/** Takes back what was said if it is no longer so. */
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
