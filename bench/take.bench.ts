import { decodeTake, encodeTake } from "../src/camera";
import { readFlights } from "./read-flights";
import { BenchRow } from "./row";

/** Packing and unpacking each flight that `take.rival.mjs` wrote. */
export = (): Array<BenchRow> => {
	const rows = new Array<BenchRow>();
	for (const take of readFlights()) {
		const packed = encodeTake(take);
		print(take.name, buffer.len(packed) / take.count);
		rows.push(
			{
				name: `pack, ${take.name}`,
				unit: "frames/s",
				work: take.count,
				body: () => {
					encodeTake(take);
				},
			},
			{
				name: `unpack, ${take.name}`,
				unit: "frames/s",
				work: take.count,
				body: () => {
					decodeTake(packed);
				},
				result: () => decodeTake(packed).frames,
			},
		);
	}
	return rows;
};
