import { createTake, Take } from "../src/camera";
import { headless } from "../tests/headless";

/** The flights that `take.rival.mjs` wrote, as takes under their names. */
export function readFlights(): Array<Take> {
	assert(headless !== undefined);
	const lines = buffer.tostring(headless.readFile("generated/bench/take.txt")).split("\n");
	return lines.map((line) => {
		const [index, rate, name] = line.split("\t");
		return createTake({ name, rate: tonumber(rate)!, frames: headless!.readFile(`generated/bench/take-${index}.bin`) });
	});
}
