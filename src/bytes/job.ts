import { checkOptional, describeValue } from "./check-argument";
import { Budget } from "./budget";
import { fail } from "./fail";

/** The part of a Job that a call needs. `roblox/job.ts` has the class, whose signal and pauses need the engine. */
export interface Job {
	/** Ends the call at its next pause. */
	cancel(): void;
	readonly isCancelled: boolean;
	/** What was left out, approximated or looks wrong, one line per kind. */
	readonly report: Array<string>;
	/** @internal */
	readonly budget: Budget;
}

/** Returns the budget of the Job in `options`, or a new one. Refuses anything but a Job, in the name of `caller`. */
export function budgetOf(options: { job?: Job } | undefined, caller: string): Budget {
	checkOptional(options, "table", caller, "options");
	const job = options?.job;
	if (job === undefined) return new Budget();
	const budget: unknown = typeIs(job, "table") ? job.budget : undefined;
	if (!(budget instanceof Budget)) fail(caller, `job is ${describeValue(job)}; expected a Job`);
	return budget;
}
