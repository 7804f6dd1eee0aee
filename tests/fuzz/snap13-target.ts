import { createTake, Job } from "../../src/camera";
import { decodeSnap13, encodeSnap13 } from "../../src/codecs";
import { Seeded } from "../random";
import { faultOf } from "../take/damaged-archives";
import { randomTake, smoothFrames } from "../take/packed/random-take";
import { Target } from "./fuzz";

/** A damaged gap makes up to 65 seconds of frames; many of them are more than a test's memory. */
const MAX_BYTES = 8 * 2 ** 20;

export function snap13Target(): Target {
	const random = new Seeded(3);
	const calm = createTake({ map: "Harbour", rate: 60, frames: smoothFrames(130) });
	return {
		name: "snap13",
		seeds: [
			encodeSnap13([]),
			encodeSnap13([calm, createTake({ map: "Brücke", rate: 144, frames: smoothFrames(20) })]),
			encodeSnap13([{ ...randomTake(40, random), rate: 30, markers: [] }]),
		],
		read: (input, chance) => {
			const job = new Job({ maxBytes: MAX_BYTES });
			const fault = faultOf(decodeSnap13(input, [60, 30, 1000, 0.5][chance.int(0, 3)], { job }));
			return fault === "" ? undefined : fault;
		},
	};
}
