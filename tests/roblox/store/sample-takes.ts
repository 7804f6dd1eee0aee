//!native
//!optimize 2
import { createTake, encodeArchive, Recording, Take } from "../../../src/camera";
import { FRAME_SIZE } from "../../../src/codecs";
import { crc32 } from "../../../src/bytes/crc32";
import { encodeFrame } from "../../../src/take/frame";
import { Seeded } from "../../random";

/** A take of `count` frames whose positions tell it from those of other seeds. */
export function sampleTake(seed: number, count: number, map = "Harbour", rate = 60): Take {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const index of $range(0, count - 1)) {
		encodeFrame(seed, index, seed * 1000 + index, 0, 0, 0, 1, frames, index * FRAME_SIZE, "test");
	}
	return createTake({ map, rate, frames });
}

/** A take of frames that have nothing to do with each other: packed they take about as many bytes as they have. */
export function noisyTake(seed: number, count: number, map = "Harbour", rate = 60): Take {
	const random = new Seeded(seed + 1);
	const frames = buffer.create(count * FRAME_SIZE);
	const near = () => random.between(-1000, 1000);
	const turn = () => random.between(-1, 1);
	for (const index of $range(0, count - 1)) {
		const [x, y, z, w] = [turn(), turn(), turn(), 1.5];
		const length = math.sqrt(x * x + y * y + z * z + w * w);
		const at = index * FRAME_SIZE;
		encodeFrame(near(), near(), near(), x / length, y / length, z / length, w / length, frames, at, "test");
	}
	return createTake({ map, rate, frames, cuts: [] });
}

/** A number by which takes are told from others. */
export function fingerprint(recording: Recording): number {
	return crc32(encodeArchive([recording as Take]));
}
