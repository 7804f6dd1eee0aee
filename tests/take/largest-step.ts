//!native
//!optimize 2
import { CAMERA_SAMPLE_SIZE, CameraPath } from "../../src/motion/camera-path";

/** The largest and the smallest distance between samples `interval` seconds apart. */
export function largestStep(path: CameraPath, from: number, to: number, interval: number) {
	const sample = buffer.create(CAMERA_SAMPLE_SIZE);
	let largest = 0;
	let smallest = math.huge;
	path.sample(from, sample);
	for (const seconds of $range(from + interval, to, interval)) {
		const x = buffer.readf64(sample, 0);
		const y = buffer.readf64(sample, 8);
		const z = buffer.readf64(sample, 16);
		path.sample(seconds, sample);
		const dx = buffer.readf64(sample, 0) - x;
		const dy = buffer.readf64(sample, 8) - y;
		const dz = buffer.readf64(sample, 16) - z;
		const step = math.sqrt(dx * dx + dy * dy + dz * dz);
		largest = math.max(largest, step);
		smallest = math.min(smallest, step);
	}
	return { largest, smallest };
}
