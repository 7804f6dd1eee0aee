//!native
//!optimize 2
import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Work, workOf } from "../../bytes/work";
import { decodeFrame, decodePosition, decodeRotation, encodeFrame, FRAME_SIZE } from "../frame";
import { checkTake, Take, trustTake } from "../take";
import { Deviation } from "./deviation";
import type { TakeEditOptions } from "./edit-options";

/** Beyond so many times its width a bell curve is next to nothing. */
const REACH = 3;

/** The widest bell, in seconds: a longer one would make a flight a straight line. */
const WIDEST = 10;

/** The weights of the neighbours of a frame, 0 to `reach` frames away. */
function bell(width: number, reach: number): Array<number> {
	const weights = new Array<number>(reach + 1);
	for (const away of $range(0, reach)) weights.push(math.exp(-((away / width) ** 2) / 2));
	return weights;
}

/** The mean of the frames up to `reach` before and after one, by their weights, written into `target`. */
function writeMean(
	source: buffer,
	frame: number,
	reach: number,
	weights: Array<number>,
	target: buffer,
	deviation: Deviation,
): void {
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, frame * FRAME_SIZE);
	let sx = x;
	let sy = y;
	let sz = z;
	let sqx = qx;
	let sqy = qy;
	let sqz = qz;
	let sqw = qw;
	let sum = 1;
	for (const away of $range(1, reach)) {
		const weight = weights[away];
		for (const side of $range(-1, 1, 2)) {
			const at = (frame + side * away) * FRAME_SIZE;
			const [nx, ny, nz] = decodePosition(source, at);
			const [nqx, nqy, nqz, nqw] = decodeRotation(source, at);
			// Both signs are the same rotation; the one on the frame's own side does not cancel it out.
			const turn = nqx * qx + nqy * qy + nqz * qz + nqw * qw < 0 ? -weight : weight;
			sx += weight * nx;
			sy += weight * ny;
			sz += weight * nz;
			sqx += turn * nqx;
			sqy += turn * nqy;
			sqz += turn * nqz;
			sqw += turn * nqw;
		}
		sum += 2 * weight;
	}
	const at = frame * FRAME_SIZE;
	encodeFrame(sx / sum, sy / sum, sz / sum, sqx, sqy, sqz, sqw, target, at, "smoothTake");
	const [mx, my, mz, mqx, mqy, mqz, mqw] = decodeFrame(target, at);
	deviation.add(x, y, z, qx, qy, qz, qw, mx, my, mz, mqx, mqy, mqz, mqw);
}

/** Smooths the frames from `first` to `last`, which nothing cuts; both of these stay as they are. */
function smoothStretch(
	source: buffer,
	first: number,
	last: number,
	weights: Array<number>,
	target: buffer,
	deviation: Deviation,
	work: Work,
): void {
	const most = weights.size() - 1;
	for (const frame of $range(first + 1, last - 1)) {
		// As far on both sides, so that nothing is drawn towards the nearer end.
		const reach = math.min(most, frame - first, last - frame);
		work.step(2 * reach + 1, "smoothTake");
		writeMean(source, frame, reach, weights, target, deviation);
	}
}

/**
 * A take without its tremor: each frame becomes the mean of those around it, under a bell curve whose width (one standard
 * deviation) is `seconds`, 0 to 10. The lens is left alone. The first and the last frame stay where they are, and so do those on both sides of a cut.
 *
 * @example
 * const calm = smoothTake(take, 0.2);
 */
export function smoothTake(take: Take, seconds: number, options?: TakeEditOptions): Take {
	checkTake(take, "smoothTake");
	if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds <= WIDEST)) {
		fail("smoothTake", `seconds is ${describeValue(seconds)}; it must be a number from 0 to ${WIDEST}`);
	}
	const work = workOf(options, "smoothTake");
	const { count, cuts } = take;
	const width = seconds * take.rate;
	if (width === 0) return take;
	work.spendBytes(count * FRAME_SIZE, "smoothTake");
	const frames = buffer.create(count * FRAME_SIZE);
	buffer.copy(frames, 0, take.frames);
	const weights = bell(width, math.min(math.ceil(REACH * width), count));
	const deviation = new Deviation();
	let first = 0;
	for (const index of $range(0, cuts.size())) {
		const after = cuts[index] ?? count;
		smoothStretch(take.frames, first, after - 1, weights, frames, deviation, work);
		first = after;
	}
	deviation.report(work, "smoothTake");
	return trustTake({ ...take, frames });
}
