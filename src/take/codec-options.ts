import type { Budget } from "../bytes/budget";
import { checkKeys } from "../bytes/check-argument";
import { budgetOf, Job } from "../bytes/job";

/**
 * What every codec of takes can be told.
 *
 * @example
 * const job = new Job();
 * const options: TakeCodecOptions = { job };
 * encodeArchive([take], options);
 * for (const line of job.report) print(line); // an archive keeps no markers: Opening
 */
export interface TakeCodecOptions {
	/** The budget, the pauses and the report of the call. */
	job?: Job;
}

/** The budget of the Job in a codec's options, in which unknown ones are refused; `own` are those that only this codec has. */
export function codecBudget(options: TakeCodecOptions | undefined, caller: string, own: Array<string> = []): Budget {
	if (options !== undefined) checkKeys(options, ["job", ...own], caller, "options");
	return budgetOf(options, caller);
}
