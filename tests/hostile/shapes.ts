import { importModel, readModel, Job } from "../../src";
import { decodeFile } from "../../plugin/recordings/decode-file";
import { startsAsRecording } from "../../src/take/recording-start";
import { recognise } from "../../src/formats/recognise";
import { sceneFault } from "../fuzz/scene-fault";
import { Seeded } from "../random";
import { BUILD_SHAPES } from "./build-shapes";
import { GLTF_SHAPES } from "./gltf-shapes";
import { OTHER_SHAPES } from "./other-shapes";
import { playShape, REPLAY_SHAPES } from "./replay-shapes";

const TAKE_SHAPES: typeof GLTF_SHAPES = [["an archive of empty recordings", (count) => buffer.create(count * 1875)]];

/** All files that are made to ask for much. */
export const SHAPES = [...GLTF_SHAPES, ...OTHER_SHAPES, ...TAKE_SHAPES, ...REPLAY_SHAPES, ...BUILD_SHAPES];

/** Takes a file the whole way: a model until it is built, whatever its size where `isBuilt` says so; a replay until it plays; anything else as takes. */
export function readShape(input: buffer, isBuilt: boolean): void {
	const job = new Job();
	if (isBuilt) {
		importModel(input, { job }).destroy();
		return;
	}
	if (startsAsRecording(input)) {
		playShape(input, job);
		return;
	}
	const [format] = recognise(input);
	// An animation has no magic, so zeros could be one; no shape is.
	if (format === undefined || format === "nsa") decodeFile(input, 60, job);
	else assert(sceneFault(readModel(input, { job }), new Seeded(1), job) === undefined);
}
