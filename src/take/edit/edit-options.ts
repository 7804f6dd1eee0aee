import { checkKeys } from "../../bytes/check-argument";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";

/**
 * Options of every edit of takes. An edit that moves the camera reports the max distance in its Job. Without such a
 * line, every frame is one of the source's, bit for bit.
 *
 * @example
 * const job = new Job();
 * const options: TakeEditOptions = { job };
 * const calm = smoothTake(take, 0.2, options);
 * for (const line of job.report) print(line); // smoothTake moves the camera by up to 0.31 studs and 1.2 degrees
 */
export interface TakeEditOptions {
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/** Returns the budget of the Job in an edit's options, and refuses unknown options. */
export function editBudget(options: TakeEditOptions | undefined, caller: string): Budget {
	if (options !== undefined) checkKeys(options, ["job"], caller, "options");
	return budgetOf(options, caller);
}
