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
 * Where the camera of a take, a shot or a path is at `seconds`, held at both ends.
 *
 * @example
 * part.CFrame = sampleCFrame(take, 2.5);
 */
export function sampleCFrame(source: FlightSource, seconds: number): CFrame {
	if (!typeIs(seconds, "number") || seconds !== seconds) {
		fail("sampleCFrame", `seconds is ${describeValue(seconds)}; it must be a number`);
	}
	// A take needs no path of its own here, which would be made for every call.
	if (typeIs(source, "table") && typeIs((source as Take).frames, "buffer")) {
		checkSampled(source as Take, "sampleCFrame");
		sampleFrames(source as Take, seconds, sample, "smooth");
		checkSample(sample, source.name, seconds, "sampleCFrame");
	} else {
		const path = pathOf(source, "sampleCFrame");
		// A path that leaves something out must not get it from the one before.
		buffer.fill(sample, 0, 0);
		samplePath(path, seconds, sample, "sampleCFrame");
	}
	return rigidCFrame(sample, 0);
}
