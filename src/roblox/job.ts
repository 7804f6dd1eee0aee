import { Budget } from "../bytes/budget";
import { checkKeys, checkOptional, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { Job as JobHandle } from "../bytes/job";
import { Signal } from "./signal";
import { spareFrames } from "./spare-frames";

/**
 * Limits and callback of a Job. By default the cost of an input may be in proportion to its size, see docs/limits.md; a
 * limit that you set replaces that rule.
 *
 * @example
 * const options: JobOptions = { maxBytes: 512 * 1024 * 1024, onProgress: (alpha, what) => print(alpha, what) };
 * const scene = readModel(source, { job: new Job(options) });
 */
export interface JobOptions {
	/** The max bytes to allocate for the input. Defaults to an amount in proportion to the input, 256 MB at most. */
	maxBytes?: number;
	/** The max number of nodes, joints, tracks, parts and the like. Defaults to an amount in proportion to the input. */
	maxElements?: number;
	/** The max steps, one per vertex or key. Defaults to an amount in proportion to the input. */
	maxSteps?: number;
	/**
	 * Called between the parts of the work. It may yield. Defaults to waiting for the next frame when this one is
	 * spent.
	 */
	pause?: () => void;
	/** Called with the progress of the call, 0 to 1, and its current step. */
	onProgress?: (alpha: number, what: string) => void;
}

/** The options and their defaults. A limit without a default is in proportion to the input. */
const OPTIONS: Array<keyof JobOptions> = ["maxBytes", "maxElements", "maxSteps", "onProgress", "pause"];

function checkLimit(limit: unknown, name: string): void {
	if (limit !== undefined && (!typeIs(limit, "number") || !(limit >= 0))) {
		fail("Job", `${name} is ${describeValue(limit)}; expected a number, 0 or more`);
	}
}

/**
 * Your handle on long work. Pass one to a call to follow its progress, cancel it, read its report, or raise its limits.
 * A call with a Job yields instead of stalling a frame. A Job may serve several calls in turn, which share its limits
 * and its report.
 *
 * @example
 * const job = new Job();
 * job.progress.Connect((alpha, what) => print(`${math.round(alpha * 100)} %: ${what}`));
 * task.delay(10, () => job.cancel()); // importModel then fails with "[dolly] cancelled" and leaves nothing behind
 * const imported = importModel(source, { job });
 * for (const line of job.report) print(line);
 */
export class Job implements JobHandle {
	/** Fires with the progress of the call, 0 to 1, and its current step. The last value of a successful call is 1. */
	public readonly progress = new Signal<[alpha: number, what: string]>();
	/** What was left out, approximated or looks wrong, one line per kind. It grows while the call runs. */
	public readonly report: Array<string>;
	/** Whether `cancel` was called. */
	public isCancelled = false;
	/** @internal */
	public readonly budget: Budget;

	constructor(options: JobOptions = {}) {
		checkKeys(options, OPTIONS, "Job", "options");
		checkLimit(options.maxBytes, "maxBytes");
		checkLimit(options.maxElements, "maxElements");
		checkLimit(options.maxSteps, "maxSteps");
		checkOptional(options.pause, "function", "Job", "pause");
		checkOptional(options.onProgress, "function", "Job", "onProgress");
		const { maxBytes, maxElements, maxSteps, pause = spareFrames(), onProgress } = options;
		this.budget = new Budget({
			maxBytes,
			maxElements,
			maxSteps,
			pause,
			onProgress: (alpha, what) => {
				onProgress?.(alpha, what);
				this.progress.Fire(alpha, what);
			},
		});
		this.report = this.budget.report.lines;
	}

	/**
	 * Ends the call at its next pause: it fails with `[dolly] cancelled`. The Job stays cancelled, so the next call
	 * needs another.
	 */
	public cancel(): void {
		this.isCancelled = true;
		this.budget.cancel();
	}
}
