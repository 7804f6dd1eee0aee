//!native
//!optimize 2
import { createTake, encodeArchive, FRAME_SIZE, Take } from "../../../src/camera";
import { crc32 } from "../../../src/bytes/crc32";
import { encodeFrame } from "../../../src/take/frame";

/** A take of `count` frames whose positions tell it from those of other seeds. */
export function sampleTake(seed: number, count: number, map = "Harbour", rate = 60): Take {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const index of $range(0, count - 1)) {
		encodeFrame(seed, index, seed * 1000 + index, 0, 0, 0, 1, frames, index * FRAME_SIZE, "test");
	}
	return createTake({ map, rate, frames });
}

/** A number by which takes are told from others. */
export function fingerprint(take: Take): number {
	return crc32(encodeArchive([take]));
}
