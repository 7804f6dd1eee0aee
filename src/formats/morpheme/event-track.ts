import { Reader } from "../../bytes/reader";
import { Pointers } from "./pointers";

/** `0 u32 ranges, 4 u32 ?, 8 → parameter name, 16 u32 ?, 20 u32 ?, 24 → ranges`. */
const HEADER_SIZE = 32;

/** `0 f32 start, 4 f32 stop, 8 u32 ?`. */
const RANGE_SIZE = 12;

/**
 * A stretch of an event track.
 *
 * @example
 * const range: MrnEventRange = mrn.eventTracks[0].ranges[0];
 * const length = range.stop - range.start;
 */
export interface MrnEventRange {
	start: number;
	stop: number;
	/** The word after them, whose meaning is unknown. */
	value: number;
}

/**
 * Named stretches of time, such as footsteps. From the source of other readers, not checked on a real file.
 *
 * @example
 * const steps: MrnEventTrack | undefined = mrn.eventTracks.find(({ name }) => name === "footsteps");
 * if (steps) print(`${steps.ranges.size()} steps`);
 */
export interface MrnEventTrack {
	name: string;
	ranges: Array<MrnEventRange>;
}

/** Reads the data of an event track packet, of either kind. */
export function readEventTrack(reader: Reader): MrnEventTrack {
	const pointers = new Pointers(reader);
	const base = reader.start;
	const count = pointers.claim(base, HEADER_SIZE, "event track").u32("event track's range count");
	let name = "";
	const nameAt = pointers.target(base + 8, base, "event track's name");
	if (nameAt !== undefined) {
		reader.seek(nameAt);
		name = reader.terminatedString("event track's name");
		pointers.claim(nameAt, name.size() + 1, "event track's name");
	}
	const ranges = new Array<MrnEventRange>();
	if (count > 0) {
		const values = pointers.demand(base + 24, base, count * RANGE_SIZE, "event track's ranges");
		for (const _ of $range(1, count)) {
			const start = values.finite("event range's start");
			const stop = values.finite("event range's stop");
			ranges.push({ start, stop, value: values.u32() });
		}
	}
	return { name, ranges };
}
