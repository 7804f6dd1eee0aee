import { cleanup, source } from "@rbxts/vide";
import { Work } from "../../src";
import { Job } from "../job";

/** One long job of a panel at a time, how far it is, and what the panel says of it. */
export class PanelWork {
	public readonly isBusy = source(false);
	public readonly progress = source(0);
	public readonly step = source("");
	public readonly message = source("");
	public readonly isProblem = source(false);
	/** Called whenever a job is over. */
	public onIdle?: () => void;

	private job?: Job;

	constructor() {
		cleanup(() => this.job?.cancel());
	}

	/** Runs a job in slices, unless one runs; says what `onCancel` gives where it is cancelled, and its message where it fails. */
	public run(onCancel: () => string, body: (work: Work) => void): void {
		if (this.isBusy()) return;
		this.isBusy(true);
		this.progress(0);
		this.step("");
		const settle = (message: string | undefined, isProblem: boolean) => {
			this.isBusy(false);
			if (message !== undefined) this.tell(message, isProblem);
			this.onIdle?.();
		};
		this.job = new Job(body, {
			onProgress: (share, what) => {
				this.progress(share);
				this.step(what);
			},
			onDone: () => settle(undefined, false),
			onFail: (message) => settle(message, true),
			onCancel: () => settle(onCancel(), false),
		});
	}

	/** Stops the job at its next pause. */
	public cancel(): void {
		this.job?.cancel();
	}

	public say(message: string): void {
		this.tell(message, false);
	}

	public complain(message: string): void {
		this.tell(message, true);
	}

	private tell(message: string, isProblem: boolean): void {
		this.isProblem(isProblem);
		this.message(message);
	}
}

/** Work of its own budget inside a job, so that one costly or broken entry leaves the others theirs. */
export function ownWork(work: Work): Work {
	return new Work({
		pause: () => work.pausePoint(),
		onProgress: (share, what) => work.progress(share, what),
	});
}
