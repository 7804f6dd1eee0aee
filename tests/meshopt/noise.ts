//!native
//!optimize 2
import { decodeMeshopt, MeshoptView } from "../../src/meshopt/decode";
import { MeshoptFilter } from "../../src/meshopt/layout";
import { Seeded } from "../random";

const FILTERS: Array<MeshoptFilter> = ["OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];

/** A version 0 stream of one 8-byte element: header, eight empty planes, padding, then the element itself. */
const STREAM_SIZE = 41;
const ELEMENT = 33;

/** Hands random elements to every filter and counts what came of it. Integers cannot be other than finite. */
export function filterNoise(count: number): { filtered: number; refused: number; trouble: string } {
	const random = new Seeded(5);
	const source = buffer.create(STREAM_SIZE);
	buffer.writeu8(source, 0, 0xa0);
	const base = { source, byteOffset: 0, byteLength: STREAM_SIZE, byteStride: 8, count: 1, mode: "ATTRIBUTES" as const };
	let filtered = 0;
	let refused = 0;
	for (const index of $range(1, count)) {
		buffer.writeu32(source, ELEMENT, random.u32());
		buffer.writeu32(source, ELEMENT + 4, random.u32() & (random.int(0, 3) === 0 ? 0 : 0xffffffff));
		const filter = FILTERS[index % 4];
		const view: MeshoptView = { ...base, filter };
		const [accepted, result] = pcall(decodeMeshopt, view);
		if (!accepted) {
			refused += 1;
			if (tostring(result).sub(1, 17) !== "[dolly] meshopt: ") return { filtered, refused, trouble: tostring(result) };
		} else {
			filtered += 1;
			for (const at of $range(0, filter === "EXPONENTIAL" ? 4 : -1, 4)) {
				const value = buffer.readf32(result as buffer, at);
				if (value - value !== 0) return { filtered, refused, trouble: `case ${index} gave ${value}` };
			}
		}
	}
	return { filtered, refused, trouble: "" };
}
