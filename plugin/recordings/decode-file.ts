import { decodeArchive, decodeRecording, Job, Recording } from "../../src/camera";
import { decodeSnap13 } from "../../src/codecs";

/** How recordings and files of the SNAP family begin. An archive may begin in any way. */
const RECORDING_START = "DOLY\xff";
const SNAP_START = "SNAPV";

function startsWith(source: buffer, start: string): boolean {
	return buffer.len(source) >= start.size() && buffer.readstring(source, 0, start.size()) === start;
}

/**
 * The recordings of a file in whichever format it is: a recording, SNAPV1.3 or an archive. `rate` is for the last two: an archive
 * does not hold its rate, and SNAPV1.3 has times instead.
 */
export function decodeFile(source: buffer, rate: number, job?: Job): Array<Recording> {
	if (startsWith(source, RECORDING_START)) return [decodeRecording(source, { job })];
	if (startsWith(source, SNAP_START)) {
		const [ok, result] = pcall(() => decodeSnap13(source, rate, { job }));
		if (ok) return result as Array<Recording>;
		// An archive may begin alike, with a map's name of 83 bytes that goes on as SNAPV1.3 does: only a whole one counts.
		const [isArchive, takes] = pcall(() => decodeArchive(source, rate, { job }));
		if (!isArchive || job?.isCancelled) error(result, 0);
		return takes as Array<Recording>;
	}
	return decodeArchive(source, rate, { job });
}
