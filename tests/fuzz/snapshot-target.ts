import { createTake, decodeArchive, encodeArchive, Take } from "../../src/camera";
import { FRAME_SIZE } from "../../src/codecs";
import { encodeFrame } from "../../src/take/frame";
import { Seeded } from "../random";
import { faultOf } from "../take/damaged-archives";
import { Target } from "./fuzz";

function takeOf(map: string, count: number, random: Seeded): Take {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const angle = random.between(-1.5, 1.5);
		const x = random.between(-900, 900);
		encodeFrame(x, 20, frame, 0, math.sin(angle), 0, math.cos(angle), frames, frame * FRAME_SIZE, "test");
	}
	return createTake({ map, rate: 60, frames });
}

export function snapshotTarget(): Target {
	const random = new Seeded(1);
	return {
		name: "archive",
		seeds: [
			buffer.create(0),
			encodeArchive([takeOf("Harbour", 5, random)]),
			encodeArchive([takeOf("", 0, random), takeOf("Brücke", 12, random), takeOf("Mine", 1, random)]),
		],
		read: (input) => {
			const fault = faultOf(decodeArchive(input, 60));
			return fault === "" ? undefined : fault;
		},
	};
}
