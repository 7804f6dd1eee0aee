import { checkType } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { multiply, rotate } from "../../rotation/quaternion";
import { Deviation } from "../../take/edit/deviation";
import { editBudget, TakeEditOptions } from "../../take/edit/edit-options";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../../take/frame";
import { checkTake, Take, trustTake } from "../../take/take";
import { cframeComponents } from "./cframe";

/** Frames between two pause points. */
const FRAMES_A_STEP = 256;

/**
 * Moves and turns a take as a whole: each frame becomes `cframe` × frame. The report of the Job in `options` has the
 * error of packing its rotations again.
 *
 * @example
 * const there = transformTake(take, model.GetPivot()); // a take that was recorded relative to the model
 */
export function transformTake(take: Take, cframe: CFrame, options?: TakeEditOptions): Take {
	checkTake(take, "transformTake");
	checkType(cframe, "CFrame", "transformTake", "cframe");
	const budget = editBudget(options, "transformTake");
	const [x, y, z, qx, qy, qz, qw] = cframeComponents(cframe);
	const sum = x + y + z + qx + qy + qz + qw;
	if (sum - sum !== 0) fail("transformTake", "cframe is not finite");
	const { count } = take;
	budget.spendBytes(count * FRAME_SIZE, "transformTake");
	const frames = buffer.create(count * FRAME_SIZE);
	const deviation = new Deviation();
	for (const frame of $range(0, count - 1)) {
		if (frame % FRAMES_A_STEP === 0) budget.step(math.min(FRAMES_A_STEP, count - frame), "transformTake");
		const at = frame * FRAME_SIZE;
		const [fx, fy, fz, fqx, fqy, fqz, fqw] = decodeFrame(take.frames, at);
		const [rx, ry, rz] = rotate(qx, qy, qz, qw, fx, fy, fz);
		const [tqx, tqy, tqz, tqw] = multiply(qx, qy, qz, qw, fqx, fqy, fqz, fqw);
		encodeFrame(x + rx, y + ry, z + rz, tqx, tqy, tqz, tqw, frames, at, "transformTake");
		const [ex, ey, ez, eqx, eqy, eqz, eqw] = decodeFrame(frames, at);
		deviation.add(x + rx, y + ry, z + rz, tqx, tqy, tqz, tqw, ex, ey, ez, eqx, eqy, eqz, eqw);
	}
	if (options?.job !== undefined) deviation.report(budget, "transformTake");
	return budget.finish(trustTake({ ...take, frames }));
}
