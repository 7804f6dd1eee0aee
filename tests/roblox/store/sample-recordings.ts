//!native
//!optimize 2
import { crc32 } from "../../../src/bytes/crc32";
import { encodeArchive } from "../../../src/take/archive";
import { encodeFrame, FRAME_SIZE } from "../../../src/take/frame";
import { Recording } from "../../../src/take/recording";

/** A recording of `count` frames whose positions tell it from those of other seeds. */
export function sampleRecording(seed: number, count: number, map = "Harbour"): Recording {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const index of $range(0, count - 1)) {
		encodeFrame(seed, index, seed * 1000 + index, 0, 0, 0, 1, frames, index * FRAME_SIZE);
	}
	return { map, count, frames };
}

/** A number by which recordings are told from others. */
export function fingerprint(recordings: Array<Recording>): number {
	return crc32(encodeArchive(recordings));
}
