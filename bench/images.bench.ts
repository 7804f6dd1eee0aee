import { decodeImage } from "../src/images/decode-image";
import { headless } from "../tests/headless";
import { BenchRow } from "./row";

/** Each row decodes a file that `images.rival.mjs` made to RGBA; the rate is that of the pixels, four bytes each. */
export = (): Array<BenchRow> => {
	assert(headless !== undefined);
	const rows = new Array<BenchRow>();
	for (const line of buffer.tostring(headless.readFile("generated/bench/images.txt")).split("\n")) {
		const [index, size, name] = line.split("\t");
		const source = headless.readFile(`generated/bench/images-${index}.bin`);
		rows.push({
			name,
			unit: "MB/s",
			work: tonumber(size)! / 1e6,
			body: () => {
				decodeImage(source);
			},
			result: () => decodeImage(source).pixels,
		});
	}
	return rows;
};
