import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { CAMERA_SAMPLE_SIZE, checkSample } from "../../motion/camera-path";
import { sampleFrames } from "../../take/sample-frames";
import { checkSampled, Take } from "../../take/take";
import { FlightSource, pathOf } from "../../replay/flight-source";
import { rigidCFrame } from "../rig/rigid-cframe";
import { samplePath } from "../sample-path";

const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/**
 * Returns the camera of a take, a shot or a path at `seconds`, clamped to both ends.
 *
 * @example
 * part.CFrame = sampleCFrame(take, 2.5);
 */
export function sampleCFrame(source: FlightSource, seconds: number): CFrame {
	if (!typeIs(seconds, "number") || seconds !== seconds) {
		fail("sampleCFrame", `seconds is ${describeValue(seconds)}; expected a number`);
	}
	// A take is sampled directly: a path would be made for every call.
	if (typeIs(source, "table") && typeIs((source as Take).frames, "buffer")) {
		checkSampled(source as Take, "sampleCFrame");
		sampleFrames(source as Take, seconds, sample, "smooth");
		checkSample(sample, source.name, seconds, "sampleCFrame");
	} else {
		const path = pathOf(source, "sampleCFrame");
		// Clears the previous sample, in case the path does not write all of it.
		buffer.fill(sample, 0, 0);
		samplePath(path, seconds, sample, "sampleCFrame");
	}
	return rigidCFrame(sample, 0);
}
