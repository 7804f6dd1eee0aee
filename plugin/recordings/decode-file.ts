import { decodeArchive, decodeRecording, Job, Recording } from "../../src/camera";
import { decodeSnap13 } from "../../src/codecs";

/** The first bytes of recordings and of files of the SNAP family. An archive has no fixed first bytes. */
const RECORDING_START = "DOLY\xff";
const SNAP_START = "SNAPV";

function startsWith(source: buffer, start: string): boolean {
	return buffer.len(source) >= start.size() && buffer.readstring(source, 0, start.size()) === start;
}

/**
 * Decodes the recordings of a file: a recording, SNAPV1.3 or an archive. `rate` applies to the latter two: an archive
 * does not store its rate, and SNAPV1.3 has times instead.
 */
export function decodeFile(source: buffer, rate: number, job?: Job): Array<Recording> {
	if (startsWith(source, RECORDING_START)) return [decodeRecording(source, { job })];
	if (startsWith(source, SNAP_START)) {
		const [ok, result] = pcall(() => decodeSnap13(source, rate, { job }));
		if (ok) return result as Array<Recording>;
		// An archive can begin with the same bytes, if its map has a name of 83 bytes that continues like SNAPV1.3. It
		// counts only if all of it can be decoded.
		const [isArchive, takes] = pcall(() => decodeArchive(source, rate, { job }));
		if (!isArchive || job?.isCancelled) error(result, 0);
		return takes as Array<Recording>;
	}
	return decodeArchive(source, rate, { job });
}
