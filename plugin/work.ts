import { whilePausing } from "../src/bytes/pause";

/** Seconds of a frame that work may take: half a frame at 60 a second, so that Studio stays smooth. */
const BUDGET = 0.008;

/** What a cancelled body is stopped with. */
const CANCELLED = "[dolly] cancelled";

export interface WorkEvents {
	/** How far it is, 0 to 1, and what it is at. */
	onProgress: (share: number, what: string) => void;
	onDone: () => void;
	/** The message of what went wrong. */
	onFail: (message: string) => void;
	onCancel: () => void;
}

/** Handed to the body of some work: reports, and lets Studio draw a frame when this one's time is spent. */
export type Report = (share: number, what: string) => void;

/**
 * Long work in slices. The body calls `report` often, and readers and builders pause between their parts: each time it may
 * wait for the next frame, or end.
 */
export class Work {
	private started = os.clock();
	public isCancelled = false;
	private isOver = false;

	constructor(
		body: (report: Report) => void,
		private readonly events: WorkEvents,
	) {
		task.spawn(() => {
			const [ok, problem] = pcall(() => {
				whilePausing(
					() => this.pause(),
					() => body((share, what) => this.report(share, what)),
				);
				// Cancelled while the last step yielded: the body has finished, but nobody wants its result.
				if (this.isCancelled) error(CANCELLED, 0);
			});
			this.isOver = true;
			if (ok) this.events.onDone();
			else if (this.isCancelled) this.events.onCancel();
			else this.events.onFail(tostring(problem));
		});
	}

	/** Stops the body at its next report. */
	public cancel(): void {
		this.isCancelled = true;
	}

	public isRunning(): boolean {
		return !this.isOver;
	}

	private report(share: number, what: string): void {
		this.events.onProgress(share, what);
		this.pause();
	}

	private pause(): void {
		if (this.isCancelled) error(CANCELLED, 0);
		if (os.clock() - this.started > BUDGET) {
			task.wait();
			this.started = os.clock();
			if (this.isCancelled) error(CANCELLED, 0);
		}
	}
}
