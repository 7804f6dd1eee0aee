//!native
//!optimize 2
import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { decodeFrame, decodePosition, decodeRotation, encodeFrame, FRAME_SIZE } from "../frame";
import { checkTake, Take, trustTake } from "../take";
import { Deviation } from "./deviation";
import { editBudget, TakeEditOptions } from "./edit-options";

/** Beyond so many times its width a bell curve is next to nothing. */
const REACH = 3;

/**
 * A bell that reaches farther than so many frames is laid over the means of blocks of them, so many on each side, because its cost
 * would grow with its width. A block is a 32nd of the width, over which a bell bends by less than a thousandth. Only where the
 * camera makes more than half a turn under the bell is the mean rotation another: by a degree or two, of what is no direction anyway.
 */
const FARTHEST = 256;
const MOST_BLOCKS = REACH * 32;

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

/** Bytes of the sums up to a frame: a place and a rotation, f64 each. */
const SUM_SIZE = 56;

/** The sums of places and rotations up to each frame from `first` to `last`; each rotation has the sign that is nearer to the one before. */
function sumsOf(source: buffer, first: number, last: number, budget: Budget): buffer {
	budget.spendBytes((last - first + 2) * SUM_SIZE, "smoothTake");
	const sums = buffer.create((last - first + 2) * SUM_SIZE);
	let [, , , lx, ly, lz, lw] = decodeFrame(source, first * FRAME_SIZE);
	for (const frame of $range(first, last)) {
		budget.step(1, "smoothTake");
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, frame * FRAME_SIZE);
		const sign = qx * lx + qy * ly + qz * lz + qw * lw < 0 ? -1 : 1;
		lx = qx * sign;
		ly = qy * sign;
		lz = qz * sign;
		lw = qw * sign;
		const from = (frame - first) * SUM_SIZE;
		const to = from + SUM_SIZE;
		buffer.writef64(sums, to, buffer.readf64(sums, from) + x);
		buffer.writef64(sums, to + 8, buffer.readf64(sums, from + 8) + y);
		buffer.writef64(sums, to + 16, buffer.readf64(sums, from + 16) + z);
		buffer.writef64(sums, to + 24, buffer.readf64(sums, from + 24) + lx);
		buffer.writef64(sums, to + 32, buffer.readf64(sums, from + 32) + ly);
		buffer.writef64(sums, to + 40, buffer.readf64(sums, from + 40) + lz);
		buffer.writef64(sums, to + 48, buffer.readf64(sums, from + 48) + lw);
	}
	return sums;
}

/** As `writeMean`, from the means of `block` neighbours at a time; `masses` are the sums of the weights, `first` is the frame of the first sum. */
function writeBlockMean(
	source: buffer,
	frame: number,
	reach: number,
	masses: Array<number>,
	block: number,
	sums: buffer,
	first: number,
	target: buffer,
	deviation: Deviation,
): void {
	const own = frame * FRAME_SIZE;
	const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, own);
	let sx = x;
	let sy = y;
	let sz = z;
	let sqx = qx;
	let sqy = qy;
	let sqz = qz;
	let sqw = qw;
	for (const near of $range(1, reach, block)) {
		const far = math.min(near + block - 1, reach);
		const weight = (masses[far] - masses[near - 1]) / (far - near + 1);
		for (const side of $range(0, 1)) {
			const from = (side === 0 ? frame - far - first : frame + near - first) * SUM_SIZE;
			const to = from + (far - near + 1) * SUM_SIZE;
			const nqx = buffer.readf64(sums, to + 24) - buffer.readf64(sums, from + 24);
			const nqy = buffer.readf64(sums, to + 32) - buffer.readf64(sums, from + 32);
			const nqz = buffer.readf64(sums, to + 40) - buffer.readf64(sums, from + 40);
			const nqw = buffer.readf64(sums, to + 48) - buffer.readf64(sums, from + 48);
			const turn = nqx * qx + nqy * qy + nqz * qz + nqw * qw < 0 ? -weight : weight;
			sx += weight * (buffer.readf64(sums, to) - buffer.readf64(sums, from));
			sy += weight * (buffer.readf64(sums, to + 8) - buffer.readf64(sums, from + 8));
			sz += weight * (buffer.readf64(sums, to + 16) - buffer.readf64(sums, from + 16));
			sqx += turn * nqx;
			sqy += turn * nqy;
			sqz += turn * nqz;
			sqw += turn * nqw;
		}
	}
	const sum = 1 + 2 * masses[reach];
	encodeFrame(sx / sum, sy / sum, sz / sum, sqx, sqy, sqz, sqw, target, own, "smoothTake");
	const [mx, my, mz, mqx, mqy, mqz, mqw] = decodeFrame(target, own);
	deviation.add(x, y, z, qx, qy, qz, qw, mx, my, mz, mqx, mqy, mqz, mqw);
}

/** Does what `smoothStretch` does, in no more steps a frame however wide the bell is. No frame reaches farther than `most`. */
function smoothWideStretch(
	source: buffer,
	first: number,
	last: number,
	most: number,
	weights: Array<number>,
	target: buffer,
	deviation: Deviation,
	budget: Budget,
): void {
	const masses = [0];
	for (const away of $range(1, most)) masses.push(masses[away - 1] + weights[away]);
	const block = math.ceil(most / MOST_BLOCKS);
	const sums = sumsOf(source, first, last, budget);
	for (const frame of $range(first + 1, last - 1)) {
		const reach = math.min(most, frame - first, last - frame);
		budget.step(2 * math.ceil(reach / block) + 1, "smoothTake");
		writeBlockMean(source, frame, reach, masses, block, sums, first, target, deviation);
	}
	budget.returnBytes(buffer.len(sums));
}

/** Smooths the frames from `first` to `last`, which nothing cuts; both of these stay as they are. */
function smoothStretch(
	source: buffer,
	first: number,
	last: number,
	weights: Array<number>,
	target: buffer,
	deviation: Deviation,
	budget: Budget,
): void {
	const most = weights.size() - 1;
	for (const frame of $range(first + 1, last - 1)) {
		// As far on both sides, so that nothing is drawn towards the nearer end.
		const reach = math.min(most, frame - first, last - frame);
		budget.step(2 * reach + 1, "smoothTake");
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
	const budget = editBudget(options, "smoothTake");
	const { count, cuts } = take;
	const width = seconds * take.rate;
	if (width === 0) return budget.finish(take);
	budget.spendBytes(count * FRAME_SIZE, "smoothTake");
	const frames = buffer.create(count * FRAME_SIZE);
	buffer.copy(frames, 0, take.frames);
	const weights = bell(width, math.min(math.ceil(REACH * width), count));
	const deviation = new Deviation();
	let first = 0;
	for (const index of $range(0, cuts.size())) {
		const after = cuts[index] ?? count;
		const last = after - 1;
		const most = math.min(weights.size() - 1, (last - first).idiv(2));
		if (most > FARTHEST) smoothWideStretch(take.frames, first, last, most, weights, frames, deviation, budget);
		else smoothStretch(take.frames, first, last, weights, frames, deviation, budget);
		first = after;
	}
	deviation.report(budget, "smoothTake");
	return budget.finish(trustTake({ ...take, frames }));
}
