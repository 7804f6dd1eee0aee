import { checkType } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import { workOf } from "../bytes/work";
import { decodeArchive } from "./archive";
import { TakeCodecOptions } from "./codec-options";
import { decodeTake } from "./packed/decode-take";
import { isPacked } from "./packed/header";
import { checkRate, DEFAULT_RATE } from "../motion/rate";
import { decodeSnap13, isSnap } from "./snap13/decode-snap13";
import type { Take } from "./take";

/**
 * What `decodeTakes` can be told.
 *
 * @example
 * const options: DecodeTakesOptions = { archiveRate: 60 };
 * const takes = decodeTakes(source, options);
 */
export interface DecodeTakesOptions extends TakeCodecOptions {
	/**
	 * The frames a second of an archive, which does not hold them: an archive is refused without it. Takes of SNAPV1.3, which
	 * has times, are made at this rate too, or at 60 where it is not given. A packed take has its own.
	 */
	archiveRate?: number;
}

/**
 * Reads takes from whichever of their formats it is: packed, SNAPV1.3, or an archive. The first two are known by their first
 * bytes; an archive may begin in any way.
 *
 * @example
 * const takes = decodeTakes(source, { archiveRate: 60 });
 * for (const take of takes) print(`${take.name}: ${take.count} frames`);
 */
export function decodeTakes(source: buffer, options: DecodeTakesOptions = {}): Array<Take> {
	checkType(source, "buffer", "decodeTakes", "source");
	checkType(options, "table", "decodeTakes", "options");
	const { archiveRate } = options;
	if (archiveRate !== undefined) checkRate(archiveRate, "decodeTakes", "archiveRate");
	const work = workOf(options, "decodeTakes");
	if (isPacked(source)) return [decodeTake(source, { work })];
	if (isSnap(source)) {
		const [ok, result] = pcall(() => decodeSnap13(source, archiveRate ?? DEFAULT_RATE, { work }));
		if (ok) return result as Array<Take>;
		// An archive may begin alike, with a map's name of 83 bytes that goes on as SNAPV1.3 does: only a whole one counts.
		const [isArchive, takes] = pcall(() => decodeArchive(source, archiveRate ?? DEFAULT_RATE, { work }));
		if (!isArchive || work.isCancelled) error(result, 0);
		if (archiveRate !== undefined) return takes as Array<Take>;
	}
	if (archiveRate === undefined) {
		fail(
			"decodeTakes",
			"archiveRate is missing: the bytes are no packed take and no SNAPV1.3, and an archive does not hold its rate",
		);
	}
	return decodeArchive(source, archiveRate, { work });
}
