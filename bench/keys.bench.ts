import { fitKeys, smoothTake, trimRecording } from "../src/camera";
import { readFlights } from "./read-flights";
import { BenchRow } from "./row";

/** Each flight that `take.rival.mjs` wrote, as keys, and one of them smoothed over little and much time. */
export = (): Array<BenchRow> => {
	const rows = new Array<BenchRow>();
	for (const take of readFlights()) {
		const { name, count, rate } = take;
		const half = trimRecording(take, 0, (count / 2 - 1) / rate);
		rows.push(
			{ name: `fit, ${name}`, unit: "frames/s", work: count, body: () => fitKeys(take) },
			{
				name: `fit half of it, ${name}`,
				unit: "frames/s",
				work: half.count,
				body: () => fitKeys(half),
				against: `fit, ${name}`,
			},
		);
		if (name !== "hand-held") continue;
		rows.push(
			{ name: "smooth 0.05 s", unit: "frames/s", work: count, body: () => smoothTake(take, 0.05) },
			{
				name: "smooth 5 s",
				unit: "frames/s",
				work: count,
				body: () => smoothTake(take, 5),
				against: "smooth 0.05 s",
			},
		);
	}
	return rows;
};
