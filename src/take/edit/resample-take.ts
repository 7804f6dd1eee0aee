//!native
//!optimize 2
import { Budget } from "../../bytes/budget";
import { CAMERA_SAMPLE_SIZE, samplePosition, sampleRotation } from "../../motion/camera-path";
import { checkRate } from "../../motion/rate";
import { decodeFrame, FRAME_SIZE } from "../frame";
import { sampleFrames } from "../sample-frames";
import { checkTake, Take, takeDuration } from "../take";
import { sampleTake, takePath } from "../take-path";
import { Deviation } from "./deviation";
import { editBudget, TakeEditOptions } from "./edit-options";

const sample = buffer.create(CAMERA_SAMPLE_SIZE);

/** Notes how far a take passes from the frames of another. */
function compare(take: Take, original: Take, deviation: Deviation): void {
	const most = takeDuration(take);
	for (const frame of $range(0, original.count - 1)) {
		const seconds = frame / original.rate;
		if (seconds > most) break;
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(original.frames, frame * FRAME_SIZE);
		sampleFrames(take, seconds, sample, "smooth");
		const [sx, sy, sz] = samplePosition(sample);
		const [sqx, sqy, sqz, sqw] = sampleRotation(sample);
		deviation.add(x, y, z, qx, qy, qz, qw, sx, sy, sz, sqx, sqy, sqz, sqw);
	}
}

/**
 * Returns a take with another number of frames per second. Its frames are on the curve that players show, which never
 * bends across a cut.
 *
 * @example
 * const small = resampleTake(take, 30);
 */
export function resampleTake(take: Take, rate: number, options?: TakeEditOptions): Take {
	checkTake(take, "resampleTake");
	checkRate(rate, "resampleTake");
	const budget = editBudget(options, "resampleTake");
	return budget.finish(resample(take, rate, budget, options?.job !== undefined, "resampleTake"));
}

/** Resamples a checked take for `caller`. Compares it with the original only if the report is read. */
export function resample(take: Take, rate: number, budget: Budget, isReported: boolean, caller: string): Take {
	if (rate === take.rate || take.count === 0) return take;
	const resampled = sampleTake(takePath(take), take.name, take.map, rate, budget, caller);
	if (isReported) {
		const deviation = new Deviation();
		compare(resampled, take, deviation);
		deviation.report(budget, caller);
	}
	const { metadata, serverStart, serverEnd } = take;
	return { ...resampled, metadata, serverStart, serverEnd };
}
