import { encodeSnap13 } from "../src/codecs";
import { encodeRecording } from "../src/camera";
import { readFlights } from "./read-flights";

/** The bytes a frame of each flight, packed and in SNAPV1.3. */
export const verdict = readFlights()
	.map((take) => {
		const sizes = [buffer.len(encodeRecording(take)) / take.count, buffer.len(encodeSnap13([take])) / take.count];
		return [take.name, ...sizes].join("\t");
	})
	.join("\n");
