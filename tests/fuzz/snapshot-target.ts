import { decodeArchive, encodeArchive } from "../../src/take/archive";
import { encodeFrame, FRAME_SIZE } from "../../src/take/frame";
import { Recording } from "../../src/take/recording";
import { Seeded } from "../random";
import { faultOf } from "../take/damaged-archives";
import { Target } from "./fuzz";

function recordingOf(map: string, count: number, random: Seeded): Recording {
	const frames = buffer.create(count * FRAME_SIZE);
	for (const frame of $range(0, count - 1)) {
		const angle = random.between(-1.5, 1.5);
		const x = random.between(-900, 900);
		encodeFrame(x, 20, frame, 0, math.sin(angle), 0, math.cos(angle), frames, frame * FRAME_SIZE);
	}
	return { map, count, frames };
}

export function snapshotTarget(): Target {
	const random = new Seeded(1);
	return {
		name: "snapshot",
		seeds: [
			buffer.create(0),
			encodeArchive([recordingOf("Harbour", 5, random)]),
			encodeArchive([recordingOf("", 0, random), recordingOf("Brücke", 12, random), recordingOf("Mine", 1, random)]),
		],
		read: (input) => {
			const fault = faultOf(decodeArchive(input));
			return fault === "" ? undefined : fault;
		},
	};
}
