import { encodeMeshopt, EncodeMeshoptOptions } from "../../src/meshopt/encode";
import { MeshoptFilter, MeshoptMode } from "../../src/meshopt/layout";
import { headless } from "../headless";
import { EncodedCase, encodeFiltered, encodeLossless } from "./encoder-cases";

const MODES: Array<MeshoptMode> = ["ATTRIBUTES", "TRIANGLES", "INDICES"];
const FILTERS: Array<MeshoptFilter> = ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"];
const EXPONENTS = ["VECTOR", "COMPONENT", "VALUE"];

/** Mode, filter, version, bits, who shares exponents, stride, count, sizes of stream and source; then these two. */
const HEAD = 20;

/** Writes cases to a file that `tests/after/meshopt-encoder.mjs` reads. */
function save(name: string, cases: Array<EncodedCase>): void {
	let size = 0;
	for (const { source, stream } of cases) size += HEAD + buffer.len(stream) + buffer.len(source);
	const file = buffer.create(size);
	let at = 0;
	for (const { source, stream, options } of cases) {
		buffer.writeu8(file, at, MODES.indexOf(options.mode));
		buffer.writeu8(file, at + 1, FILTERS.indexOf(options.filter ?? "NONE"));
		buffer.writeu8(file, at + 2, options.version ?? 1);
		buffer.writeu8(file, at + 3, options.bits ?? 0);
		buffer.writeu16(file, at + 4, EXPONENTS.indexOf(options.exponents ?? "VECTOR"));
		buffer.writeu16(file, at + 6, options.byteStride);
		buffer.writeu32(file, at + 8, options.count);
		buffer.writeu32(file, at + 12, buffer.len(stream));
		buffer.writeu32(file, at + 16, buffer.len(source));
		buffer.copy(file, at + HEAD, stream);
		buffer.copy(file, at + HEAD + buffer.len(stream), source);
		at += HEAD + buffer.len(stream) + buffer.len(source);
	}
	headless!.writeFile(`generated/${name}.bin`, file);
}

/** The options of a line that `tests/oracle/meshopt-inputs.mjs` wrote. */
function optionsOf(line: string): EncodeMeshoptOptions {
	const [mode, filter, byteStride, count, version, bits] = line.split("\t");
	return {
		mode: mode as MeshoptMode,
		filter: filter as MeshoptFilter,
		byteStride: tonumber(byteStride)!,
		count: tonumber(count)!,
		version: tonumber(version) as 0 | 1,
		bits: filter === "NONE" ? undefined : tonumber(bits)!,
	};
}

export = () => {
	const whenHeadless = headless ? it : itSKIP;

	it("gives back 2,000 sources of every mode, version and stride", () => {
		expect(encodeLossless(2000, 1).size()).to.equal(2000);
	});

	whenHeadless("writes streams for the oracle to decode", () => {
		save("meshopt-encoded", encodeLossless(2400, 2));
		save("meshopt-encoded-filters", encodeFiltered(1200, 3));
	});

	whenHeadless("encodes the bench's inputs for the oracle to decode and weigh", () => {
		const cases = new Array<EncodedCase>();
		buffer
			.tostring(headless!.readFile("generated/meshopt-inputs.txt"))
			.split("\n")
			.forEach((line, index) => {
				const source = headless!.readFile(`generated/meshopt-inputs-${index}.bin`);
				const options = optionsOf(line);
				cases.push({ source, stream: encodeMeshopt(source, options), options });
			});
		expect(cases.size()).to.equal(17);
		save("meshopt-encoded-inputs", cases);
	});
};
