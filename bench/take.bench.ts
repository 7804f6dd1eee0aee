import { CAMERA_SAMPLE_SIZE } from "../src/motion/camera-path";
import { CameraPath, decodeRecording, encodeRecording, Take } from "../src/camera";
import { takePath } from "../src/take/take-path";
import { readFlights } from "./read-flights";
import { BenchRow } from "./row";

/** A row that goes through a path once, at times between its frames, as a player does. */
function sampleRow(name: string, path: CameraPath, count: number, against?: string): BenchRow {
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	const rate = path.rate!;
	return {
		name,
		unit: "samples/s",
		work: count,
		against,
		body: () => {
			for (const frame of $range(0, count - 1)) path.sample((frame + 0.5) / rate, sample, "smooth");
		},
	};
}

/** Each flight that `take.rival.mjs` wrote: packed, unpacked, and played as it is and out of its packed bytes. */
export = (): Array<BenchRow> => {
	const rows = new Array<BenchRow>();
	for (const take of readFlights()) {
		const { name, count } = take;
		const packed = encodeRecording(take);
		rows.push(
			{
				name: `pack, ${name}`,
				unit: "frames/s",
				work: count,
				body: () => {
					encodeRecording(take);
				},
			},
			{
				name: `unpack, ${name}`,
				unit: "frames/s",
				work: count,
				body: () => {
					decodeRecording(packed);
				},
				result: () => (decodeRecording(packed) as Take).frames,
			},
			sampleRow(`sample, ${name}`, takePath(take), count),
		);
	}
	return rows;
};
