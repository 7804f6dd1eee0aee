import { createTake, encodeRecording, Take } from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { Seeded } from "../random";
import { faultOf } from "../take/damaged-archives";
import { patchSums } from "../take/packed/patch-sums";
import { differenceOf, randomTake, smoothFrames } from "../take/packed/random-take";
import { Target } from "./fuzz";
import { decodeTake } from "../take/decode-take";

/** Damaged packed takes, with their checksums made right in three of four, so that what lies behind is met. */
export function packedTarget(): Target {
	const random = new Seeded(2);
	const seeds = [0, 1, 2, 12, 256, 300, 600].map((count) => encodeRecording(randomTake(count, random)));
	seeds.push(encodeRecording(createTake({ name: "calm", rate: 60, frames: smoothFrames(520) })));
	return {
		name: "packed",
		seeds,
		read: (input, chance) => {
			const isPatched = chance.int(0, 3) > 0;
			if (isPatched) patchSums(input);
			const take = decodeTake(input);
			const fault = faultOf([take]);
			if (fault !== "") return fault;
			const difference = differenceOf(decodeTake(encodeRecording(take)), take);
			return difference === "" ? undefined : `${difference} differs when packed again`;
		},
	};
}

/** A take of 65,536 frames, in which a shorter one comes again and again, never at the same place of a block. */
function longTake(random: Seeded): Take {
	const piece = randomTake(1000, random).frames;
	const frames = buffer.create(65536 * FRAME_SIZE);
	for (const at of $range(0, buffer.len(frames) - 1, buffer.len(piece))) {
		buffer.copy(frames, at, piece, 0, math.min(buffer.len(piece), buffer.len(frames) - at));
	}
	return createTake({ rate: 60, frames, cuts: [] });
}

/** Takes of any kind, packed and unpacked: most are short, one in a thousand has 65,536 frames. */
export function packedTakesTarget(): Target {
	return {
		name: "packed-takes",
		seeds: [buffer.create(0)],
		read: (_, random) => {
			const kind = random.int(0, 999);
			const count = kind < 50 ? random.int(200, 1200) : kind < 150 ? 1 : random.int(0, 64);
			const take = kind === 0 ? longTake(random) : randomTake(count, random);
			const difference = differenceOf(decodeTake(encodeRecording(take)), take);
			return difference === "" ? undefined : `${difference} differs`;
		},
	};
}
