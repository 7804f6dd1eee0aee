import { MAX_FRAMES, Recording } from "./recording";

/**
 * Sorts recordings into takes. A recording of exactly 65,535 frames is full and goes on in the next one of the same map;
 * any other ends its take.
 *
 * @example
 * const paths = splitTakes(decodeArchive(archive)).map((take) => pathFromRecordings(take));
 */
export function splitTakes(recordings: Array<Recording>): Array<Array<Recording>> {
	const takes = new Array<Array<Recording>>();
	let last: Recording | undefined;
	for (const recording of recordings) {
		if (last !== undefined && last.count === MAX_FRAMES && last.map === recording.map) {
			takes[takes.size() - 1].push(recording);
		} else {
			takes.push([recording]);
		}
		last = recording;
	}
	return takes;
}
