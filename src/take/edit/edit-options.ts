import { checkKeys } from "../../bytes/check-argument";
import { Budget } from "../../bytes/budget";
import { budgetOf, Job } from "../../bytes/job";

/**
 * What every edit can be told. An edit that moves the camera says by how much at most in the report of its Job; where there
 * is no such line, every frame is one of the source's, bit for bit.
 *
 * @example
 * const job = new Job();
 * const options: TakeEditOptions = { job };
 * const calm = smoothTake(take, 0.2, options);
 * for (const line of job.report) print(line); // smoothTake moves the camera by up to 0.31 studs and 1.2 degrees
 */
export interface TakeEditOptions {
	/** The budget, the pauses and the report of the call. */
	job?: Job;
}

/** The budget of the Job in an edit's options, in which unknown ones are refused. */
export function editBudget(options: TakeEditOptions | undefined, caller: string): Budget {
	if (options !== undefined) checkKeys(options, ["job"], caller, "options");
	return budgetOf(options, caller);
}
