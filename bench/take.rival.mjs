import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { makeFlights } from "./flights.mjs";

/** The flights that the rows pack, and zlib on their raw frames, in C: what a game would use if it had it. */
export async function prepare(folder) {
	const rivals = [];
	const directory = [];
	makeFlights().forEach(({ name, rate, packed }, index) => {
		writeFileSync(join(folder, `take-${index}.bin`), packed);
		directory.push([index, rate, name].join("\t"));
		const work = packed.length / 18;
		const deflated = deflateSync(packed);
		const inflate = () => inflateSync(deflated);
		rivals.push(
			{ row: `pack, ${name}`, name: "zlib of raw, in C", work, body: () => deflateSync(packed) },
			{ row: `unpack, ${name}`, name: "zlib of raw, in C", work, body: inflate, result: inflate },
		);
	});
	writeFileSync(join(folder, "take.txt"), directory.join("\n"));
	return rivals;
}
