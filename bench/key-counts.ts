import { CAMERA_SAMPLE_SIZE } from "../src/motion/camera-path";
import { fitKeys } from "../src/camera";
import { decodeFrame, FRAME_SIZE } from "../src/take/frame";
import { pathOf } from "../src/replay/flight-source";
import { angleBetween } from "../tests/rotation/angle-between";
import { readFlights } from "./read-flights";

/** The keys a second of each flight at 0.05 studs and 0.25 degrees, and how far the shot is from the farthest frame. */
export const verdict = readFlights()
	.map((take) => {
		const shot = fitKeys(take, { studs: 0.05, degrees: 0.25 });
		const path = pathOf(shot, "bench");
		const sample = buffer.create(CAMERA_SAMPLE_SIZE);
		const read = (number: number) => buffer.readf64(sample, number * 8);
		let studs = 0;
		let degrees = 0;
		for (const frame of $range(0, take.count - 1)) {
			path.sample(frame / take.rate, sample, "smooth");
			const [x, y, z, qx, qy, qz, qw] = decodeFrame(take.frames, frame * FRAME_SIZE);
			studs = math.max(studs, math.sqrt((read(0) - x) ** 2 + (read(1) - y) ** 2 + (read(2) - z) ** 2));
			degrees = math.max(degrees, angleBetween(qx, qy, qz, qw, read(3), read(4), read(5), read(6)));
		}
		const seconds = (take.count - 1) / take.rate;
		return string.format(
			"%s\t%.2f keys/s\t%.4f studs\t%.4f degrees",
			take.name,
			shot.keys.size() / seconds,
			studs,
			degrees,
		);
	})
	.join("\n");
