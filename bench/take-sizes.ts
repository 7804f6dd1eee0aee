import { encodeSnap13 } from "../src/codecs";
import { encodeRecording } from "../src/camera";
import { readFlights } from "./read-flights";

/** The bounds that takes are packed with. */
const FINE = { studs: 1 / 1024, degrees: 0.006 };
const COARSE = { studs: 0.01, degrees: 0.05 };

/** The bytes a frame of each flight: packed, within both bounds, and in SNAPV1.3. */
export const verdict = readFlights()
	.map((take) => {
		const packed = [encodeRecording(take), encodeRecording(take, FINE), encodeRecording(take, COARSE)];
		const sizes = [...packed, encodeSnap13([take])].map((bytes) => buffer.len(bytes) / take.count);
		return [take.name, ...sizes].join("\t");
	})
	.join("\n");
