import { decodeMeshopt } from "../src/meshopt/decode";
import { MeshoptFilter, MeshoptMode } from "../src/meshopt/layout";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

/** Each row decodes a stream that `meshopt.rival.mjs` made, into a buffer that is there already, as its rivals do. */
export = (): Array<BenchRow> => {
	assert(headless !== undefined);
	const rows = new Array<BenchRow>();
	for (const line of buffer.tostring(headless.readFile("generated/bench/meshopt.txt")).split("\n")) {
		const [index, mode, filter, stride, count, name] = line.split("\t");
		const source = headless.readFile(`generated/bench/meshopt-${index}.bin`);
		const view = {
			source,
			byteOffset: 0,
			byteLength: buffer.len(source),
			byteStride: tonumber(stride)!,
			count: tonumber(count)!,
			mode: mode as MeshoptMode,
			filter: filter as MeshoptFilter,
		};
		const size = view.count * view.byteStride;
		const target = buffer.create(size);
		rows.push({
			name,
			unit: "MB/s",
			work: size / 1e6,
			body: () => {
				decodeMeshopt(view, target);
			},
			result: () => {
				buffer.fill(target, 0, 0);
				return decodeMeshopt(view, target);
			},
		});
	}
	return rows;
};
