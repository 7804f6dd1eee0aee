import type { Budget } from "../bytes/budget";
import { checkKeys } from "../bytes/check-argument";
import { budgetOf, Job } from "../bytes/job";

/**
 * Options of every codec of takes.
 *
 * @example
 * const job = new Job();
 * const options: TakeCodecOptions = { job };
 * encodeArchive([take], options);
 * for (const line of job.report) print(line); // an archive keeps no markers: Opening
 */
export interface TakeCodecOptions {
	/** Budget, pauses and report of the call. */
	job?: Job;
}

/**
 * Returns the budget of the Job in a codec's options, and refuses unknown options. `own` are those of this codec only.
 */
export function codecBudget(options: TakeCodecOptions | undefined, caller: string, own: Array<string> = []): Budget {
	if (options !== undefined) checkKeys(options, ["job", ...own], caller, "options");
	return budgetOf(options, caller);
}
