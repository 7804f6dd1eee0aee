import { encodeMeshopt, EncodeMeshoptOptions } from "../src/meshopt/encode";
import { encodeAttributes, maximumAttributesSize } from "../src/meshopt/encode-attributes";
import { MeshoptFilter, MeshoptMode } from "../src/meshopt/layout";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

/** A block of a recording: 256 frames of a drifting camera, 20 bytes each, as ten columns of 16 bits. */
const FRAMES = 256;
const COLUMNS = 10;

function makeFrames(): buffer {
	const frames = buffer.create(FRAMES * COLUMNS * 2);
	for (const frame of $range(0, FRAMES - 1)) {
		for (const column of $range(0, COLUMNS - 1)) {
			const value = 4000 * math.sin(frame / (20 + 7 * column)) + 40 * math.sin((frame * frame) / (5 + column));
			buffer.writei16(frames, 2 * (frame * COLUMNS + column), math.round(value));
		}
	}
	return frames;
}

/** Each row encodes an input that `meshopt-encode.rival.mjs` wrote; the last ones a small block into a buffer that is there. */
export = (): Array<BenchRow> => {
	assert(headless !== undefined);
	const rows = new Array<BenchRow>();
	for (const line of buffer.tostring(headless.readFile("generated/bench/meshopt-encode.txt")).split("\n")) {
		const [index, mode, filter, stride, count, version, bits, name] = line.split("\t");
		const source = headless.readFile(`generated/bench/meshopt-encode-${index}.bin`);
		const options: EncodeMeshoptOptions = {
			byteStride: tonumber(stride)!,
			count: tonumber(count)!,
			mode: mode as MeshoptMode,
			filter: filter as MeshoptFilter,
			version: tonumber(version) as 0 | 1,
			bits: tonumber(bits),
		};
		rows.push({
			name,
			unit: "MB/s",
			work: (options.count * options.byteStride) / 1e6,
			body: () => {
				encodeMeshopt(source, options);
			},
			result: () => encodeMeshopt(source, options),
		});
	}

	const frames = makeFrames();
	const stride = COLUMNS * 2;
	const target = buffer.create(maximumAttributesSize(1, FRAMES, stride));
	const modes = buffer.create(COLUMNS / 2);
	buffer.fill(modes, 0, 1);
	for (const [name, given] of [
		["a block of 256 frames, stride 20", undefined],
		["the same, its channel modes given", modes],
	] as Array<[string, buffer | undefined]>) {
		rows.push({
			name,
			unit: "blocks/s",
			work: 10,
			body: () => {
				for (const _ of $range(1, 10)) encodeAttributes(frames, 0, FRAMES, stride, 1, target, 0, given);
			},
		});
	}
	return rows;
};
