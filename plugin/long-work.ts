import { Job } from "../src";

/** The max seconds per frame for long work: half a frame at 60 per second, so that Studio stays smooth. */
const BUDGET = 0.008;

/** The library's error for cancelled work. */
const CANCELLED = "[dolly] cancelled";

export interface LongWorkEvents {
	/** The progress from 0 to 1, which never decreases, and the current action. */
	onProgress: (alpha: number, what: string) => void;
	onDone: () => void;
	/** Called with the error message. */
	onFail: (message: string) => void;
	onCancel: () => void;
}

/** Runs a body in slices, in its own thread. The body passes `job` to library calls. */
export class LongWork {
	/** The Job for library calls. Inside `own` it is another one. */
	public job: Job;
	/** What was left out, approximated or looks wrong, one line each. */
	public readonly report: Array<string>;

	/** The Job of the whole run. */
	private readonly whole: Job;
	private isOver = false;
	private sliceStart = os.clock();
	/** The part of the run that progress refers to. */
	private phaseStart = 0;
	private phaseEnd = 1;
	/** The progress of the run. */
	private reached = 0;

	constructor(
		body: (work: LongWork) => void,
		private readonly events: LongWorkEvents,
	) {
		this.whole = this.createJob();
		this.job = this.whole;
		this.report = this.whole.report;
		task.spawn(() => {
			const [ok, problem] = pcall(() => {
				body(this);
				// If it was cancelled while its last step yielded, nobody wants the result.
				this.pausePoint();
			});
			this.isOver = true;
			if (ok) events.onDone();
			else if (this.isCancelled()) events.onCancel();
			else events.onFail(tostring(problem));
		});
	}

	/** Stops the body at its next pause. */
	public cancel(): void {
		this.whole.cancel();
		this.job.cancel();
	}

	public isCancelled(): boolean {
		return this.whole.isCancelled;
	}

	public isRunning(): boolean {
		return !this.isOver;
	}

	/** Yields if this frame's time is used up. Fails with `[dolly] cancelled` if the work is cancelled. */
	public pausePoint(): void {
		if (this.isCancelled()) error(CANCELLED, 0);
		if (os.clock() - this.sliceStart < BUDGET) return;
		task.wait();
		this.sliceStart = os.clock();
		if (this.isCancelled()) error(CANCELLED, 0);
	}

	/** Sets the progress of the phase, from 0 to 1, and the current action, then pauses. */
	public progress(alpha: number, what: string): void {
		this.tell(alpha, what);
		this.pausePoint();
	}

	/** Runs `body` as the part from `start` to `finish` of the outer phase. Its own progress goes from 0 to 1. */
	public phase<T>(start: number, finish: number, body: () => T): T {
		const { phaseStart, phaseEnd } = this;
		const length = phaseEnd - phaseStart;
		this.phaseStart = phaseStart + length * start;
		this.phaseEnd = phaseStart + length * finish;
		const [ok, result] = pcall(body);
		this.phaseStart = phaseStart;
		this.phaseEnd = phaseEnd;
		if (!ok) error(result, 0);
		return result as T;
	}

	/**
	 * Runs `body` with its own Job, so that a costly or broken entry does not affect the limits and reports of the
	 * others.
	 */
	public own<T>(body: () => T): T {
		const { job } = this;
		this.job = this.createJob();
		const [ok, result] = pcall(body);
		this.job = job;
		if (!ok) error(result, 0);
		return result as T;
	}

	/** Adds a line to the report. */
	public warn(text: string): void {
		this.report.push(text);
	}

	private createJob(): Job {
		return new Job({
			pause: () => this.pausePoint(),
			// The end of a call is not the end of its phase: another call may follow.
			onProgress: (alpha, what) => {
				if (alpha < 1) this.tell(alpha, what);
			},
		});
	}

	private tell(alpha: number, what: string): void {
		if (this.isCancelled()) return;
		this.reached = math.max(this.reached, this.phaseStart + (this.phaseEnd - this.phaseStart) * alpha);
		this.events.onProgress(this.reached, what);
	}
}
