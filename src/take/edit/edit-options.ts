import { checkKeys } from "../../bytes/check-argument";
import { Work, workOf } from "../../bytes/work";

/**
 * What every edit can be told. An edit that moves the camera says by how much at most in the report of its Work; where there
 * is no such line, every frame is one of the source's, bit for bit.
 *
 * @example
 * const work = new Work();
 * const options: TakeEditOptions = { work };
 * const calm = smoothTake(take, 0.2, options);
 * for (const line of work.report.lines()) print(line); // smoothTake moves the camera by up to 0.31 studs and 1.2 degrees
 */
export interface TakeEditOptions {
	/** The budget, the pauses and the report of the call. */
	work?: Work;
}

/** The Work of an edit's options, in which unknown ones are refused. */
export function editWork(options: TakeEditOptions | undefined, caller: string): Work {
	if (options !== undefined) checkKeys(options, ["work"], caller, "options");
	return workOf(options, caller);
}
