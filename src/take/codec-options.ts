import type { Work } from "../bytes/work";

/**
 * What every codec of takes can be told.
 *
 * @example
 * const work = new Work();
 * const options: TakeCodecOptions = { work };
 * encodeArchive([take], options);
 * for (const line of work.report.lines()) print(line); // an archive keeps no markers: Opening
 */
export interface TakeCodecOptions {
	/** The budget, the pauses and the report of the call. */
	work?: Work;
}
