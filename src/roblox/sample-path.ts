import { fail } from "../bytes/fail";
import { atSeconds, CameraPath, checkSample, PathInterpolation } from "../motion/camera-path";
import { Outcome, callAtOnce } from "./call-at-once";

/** Makes a path write a sample. A user's path may do anything: call it with `callAtOnce`, and check the outcome. */
export function writeSample(
	path: CameraPath,
	seconds: number,
	target: buffer,
	interpolation: PathInterpolation | undefined,
): void {
	path.sample(seconds, target, interpolation);
}

/** Refuses an invalid result of `writeSample`: the path failed, yielded or wrote an invalid sample. */
export function checkWritten(
	outcome: Outcome,
	problem: unknown,
	path: CameraPath,
	seconds: number,
	target: buffer,
	caller: string,
): void {
	if (outcome === Outcome.Failed) error(problem, 0);
	if (outcome === Outcome.Yielded)
		fail(caller, `path "${path.name}" yielded ${atSeconds(seconds)}; expected a sample without a wait`);
	checkSample(target, path.name, seconds, caller);
}

/** Samples a path that may be a user's own. */
export function samplePath(path: CameraPath, seconds: number, target: buffer, caller: string): void {
	const [outcome, problem] = callAtOnce(writeSample, path, seconds, target, undefined);
	checkWritten(outcome, problem, path, seconds, target, caller);
}
