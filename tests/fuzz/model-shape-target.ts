import { readModel } from "../../src";
import { GLTF_SHAPES } from "../hostile/gltf-shapes";
import { OTHER_SHAPES } from "../hostile/other-shapes";
import { mutate } from "../mutate";
import { Target } from "./fuzz";
import { sceneFault } from "./scene-fault";

/** Files that are made to ask for much, of sizes that grow, whole or with a word of theirs overwritten. */
export function modelShapeTarget(): Target {
	const shapes = [...GLTF_SHAPES, ...OTHER_SHAPES];
	return {
		name: "shapes",
		seeds: [],
		make: (random) => {
			const [, build] = shapes[random.int(0, shapes.size() - 1)];
			const input = build(math.floor(2 ** random.between(1, 10)));
			return random.int(0, 2) === 0 ? mutate(input, input, random) : input;
		},
		read: (input, random, job) => sceneFault(readModel(input, { job }), random, job),
	};
}
