import { decodeMeshopt } from "../../src/meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../../src/meshopt/layout";
import { checksum } from "../meshopt/oracle-cases";
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

/** A stream with its parameters, and the checksum of what the oracle made of it, where it made anything. */
interface Case {
	input: buffer;
	sum?: number;
}

/** Streams of the oracle's files, each with its own eight bytes of parameters. */
function casesOf(file: buffer): Array<Case> {
	const cases = new Array<Case>();
	let at = 0;
	while (at < buffer.len(file) && cases.size() < MOST_SEEDS) {
		const size = buffer.readu32(file, at + HEAD);
		const kept = buffer.readu32(file, at + 12);
		const seed = buffer.create(HEAD + size);
		buffer.copy(seed, 0, file, at, HEAD);
		buffer.copy(seed, HEAD, file, at + CASE_HEAD, size);
		cases.push({ input: seed, sum: kept === 0 ? undefined : buffer.readu32(file, at + 16) });
		at += CASE_HEAD + size + (kept === NOT_KEPT ? 0 : kept);
	}
	return cases;
}

/** Decodes a stream whose parameters stand before it. */
function decode(input: buffer): [result: buffer, size: number, filter: MeshoptFilter] {
	const mode = MODES[buffer.readu8(input, 0) % MODES.size()];
	const filter = FILTERS[buffer.readu8(input, 1) % FILTERS.size()];
	const byteStride = buffer.readu16(input, 2);
	const count = buffer.readu32(input, 4);
	const byteLength = buffer.len(input) - HEAD;
	const view = { source: input, byteOffset: HEAD, byteLength, byteStride, count, mode, filter };
	return [decodeMeshopt(view), count * byteStride, filter];
}

function faultOf(input: buffer): string | undefined {
	const [result, size, filter] = decode(input);
	if (buffer.len(result) !== size) return "the result has not the size that it was given";
	return filter === "EXPONENTIAL" ? nonFiniteFloats(result, "a value") : undefined;
}

export function meshoptTarget(): Target {
	const files = ["generated/meshopt-valid.bin", "generated/meshopt-filtered.bin"];
	const cases = files.map((file) => casesOf(headless!.readFile(file))).reduce((all, more) => [...all, ...more]);
	// Filters may round either way, so bytes are compared of streams without one.
	const answered = cases.filter(({ input, sum }) => sum !== undefined && buffer.readu8(input, 1) === 0);
	return {
		name: "meshopt",
		seeds: cases.map(({ input }) => input),
		read: (input, random) => {
			// A whole stream right after a damaged one: nothing of that may be left.
			const known = answered[random.int(0, answered.size() - 1)];
			const [ok, outcome] = pcall(() => (buffer.len(input) < HEAD ? undefined : faultOf(input)));
			if (random.int(0, 7) === 0 && checksum(decode(known.input)[0]) !== known.sum) {
				return "a whole stream is decoded otherwise than the oracle does";
			}
			if (!ok) error(outcome, 0);
			return outcome as string | undefined;
		},
	};
}
