import { Work } from "../src";

/** Seconds of a frame that a job may take: half a frame at 60 a second, so that Studio stays smooth. */
const BUDGET = 0.008;

export interface JobEvents {
	/** How far it is, 0 to 1, and what it is at. */
	onProgress: (share: number, what: string) => void;
	onDone: () => void;
	/** The message of what went wrong. */
	onFail: (message: string) => void;
	onCancel: () => void;
}

/** Long work in slices, in a thread of its own. Its body hands the Work on to whatever it calls. */
export class Job {
	private readonly work: Work;
	private isOver = false;

	constructor(body: (work: Work) => void, events: JobEvents) {
		let started = os.clock();
		this.work = new Work({
			onProgress: events.onProgress,
			pause: () => {
				if (os.clock() - started < BUDGET) return;
				task.wait();
				started = os.clock();
			},
		});
		task.spawn(() => {
			const [ok, problem] = pcall(() => {
				body(this.work);
				// Cancelled while the last step yielded: the body has finished, but nobody wants its result.
				this.work.pausePoint();
			});
			this.isOver = true;
			if (ok) events.onDone();
			else if (this.work.isCancelled) events.onCancel();
			else events.onFail(tostring(problem));
		});
	}

	/** Stops the body at its next pause. */
	public cancel(): void {
		this.work.cancel();
	}

	public isCancelled(): boolean {
		return this.work.isCancelled;
	}

	public isRunning(): boolean {
		return !this.isOver;
	}
}
