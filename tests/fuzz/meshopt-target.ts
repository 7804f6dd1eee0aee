import { decodeMeshopt } from "../../src/meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../../src/meshopt/layout";
import { headless } from "../headless";
import { Target } from "./fuzz";
import { nonFiniteFloats } from "./non-finite";

const MODES: Array<MeshoptMode> = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS: Array<MeshoptFilter> = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

/** Mode, filter, stride and count stand before a stream, so that they are damaged too. */
const HEAD = 8;
/** The head of a case that the oracle wrote: the same, then the stream's size, the size and checksum of its answer. */
const CASE_HEAD = 20;
const NOT_KEPT = 0xffffffff;
const MOST_SEEDS = 400;

/** Streams of the oracle's files, each with its own eight bytes of parameters. */
function seedsOf(file: buffer): Array<buffer> {
	const seeds = new Array<buffer>();
	let at = 0;
	while (at < buffer.len(file) && seeds.size() < MOST_SEEDS) {
		const size = buffer.readu32(file, at + HEAD);
		const kept = buffer.readu32(file, at + 12);
		const seed = buffer.create(HEAD + size);
		buffer.copy(seed, 0, file, at, HEAD);
		buffer.copy(seed, HEAD, file, at + CASE_HEAD, size);
		seeds.push(seed);
		at += CASE_HEAD + size + (kept === NOT_KEPT ? 0 : kept);
	}
	return seeds;
}

export function meshoptTarget(): Target {
	const files = ["generated/meshopt-valid.bin", "generated/meshopt-filtered.bin"];
	return {
		name: "meshopt",
		seeds: files.map((file) => seedsOf(headless!.readFile(file))).reduce((all, more) => [...all, ...more]),
		read: (input) => {
			if (buffer.len(input) < HEAD) return undefined;
			const mode = MODES[buffer.readu8(input, 0) % MODES.size()];
			const filter = FILTERS[buffer.readu8(input, 1) % FILTERS.size()];
			const byteStride = buffer.readu16(input, 2);
			const count = buffer.readu32(input, 4);
			const byteLength = buffer.len(input) - HEAD;
			const view = { source: input, byteOffset: HEAD, byteLength, byteStride, count, mode, filter };
			const result = decodeMeshopt(view);
			if (buffer.len(result) !== count * byteStride) return "the result has not the size that it was given";
			return filter === "EXPONENTIAL" ? nonFiniteFloats(result, "a value") : undefined;
		},
	};
}
