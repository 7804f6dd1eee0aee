//!native
//!optimize 2
import { describeValue } from "../../bytes/check-argument";
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { decodeFrame, encodeFrame, FRAME_SIZE } from "../frame";
import { checkTake, Take, trustTake } from "../take";
import { Deviation } from "./deviation";
import { editBudget, TakeEditOptions } from "./edit-options";

/** The widest bell, in seconds: a wider one would turn a flight into a straight line. */
export const WIDEST = 10;

/** Box filters in sequence: four of them make a bell. */
const PASSES = 4;

/** Smoothed columns: position and rotation. */
const COLUMNS = 7;

/** Frames between two pause points. */
const FRAMES_A_STEP = 256;

/** A shorter sum of rotations has no direction: the camera turns more than half a turn under the bell. */
const SHORTEST = 0.1;

/** A box filter: frames up to `reach` away have weight 1, the next one `edge`, 0 to 1. */
interface Box {
	readonly reach: number;
	readonly edge: number;
	/** The variance of all passes, in square frames. */
	readonly variance: number;
}

/**
 * Returns the box whose passes have the variance of a bell of `width` frames, limited by a stretch of `count` frames.
 */
function boxOf(width: number, count: number): Box {
	// A stretch is mirrored once beyond each end.
	const most = math.max(count - 2, 0);
	const wanted = (width * width) / PASSES;
	let reach = math.floor((math.sqrt(12 * wanted + 1) - 1) / 2);
	let edge = 0;
	if (reach > most) reach = most;
	else if (reach + 1 <= most) {
		const inner = (reach * (reach + 1) * (2 * reach + 1)) / 3;
		edge = math.clamp((wanted * (2 * reach + 1) - inner) / (2 * ((reach + 1) ** 2 - wanted)), 0, 1);
	}
	const squares = (reach * (reach + 1) * (2 * reach + 1)) / 3 + 2 * edge * (reach + 1) ** 2;
	return { reach, edge, variance: (PASSES * squares) / (2 * reach + 1 + 2 * edge) };
}

/** Returns the number at an index of a column. Beyond its ends a column is its own point reflection about the end. */
function valueAt(column: buffer, index: number, last: number): number {
	if (index < 0) return 2 * buffer.readf64(column, 0) - buffer.readf64(column, -index * 8);
	if (index > last) return 2 * buffer.readf64(column, last * 8) - buffer.readf64(column, (2 * last - index) * 8);
	return buffer.readf64(column, index * 8);
}

/** Applies a box filter to a column of `count` numbers. */
function layBox(source: buffer, target: buffer, count: number, { reach, edge }: Box): void {
	const last = count - 1;
	const scale = 1 / (2 * reach + 1 + 2 * edge);
	let sum = 0;
	for (const index of $range(-reach, reach)) sum += valueAt(source, index, last);
	for (const index of $range(0, last)) {
		const before = valueAt(source, index - reach - 1, last);
		const after = valueAt(source, index + reach + 1, last);
		buffer.writef64(target, index * 8, (sum + edge * (before + after)) * scale);
		sum += after - valueAt(source, index - reach, last);
	}
}

/**
 * Smooths a column. Boxes alone flatten curves, by half the variance times their curvature. This is added back, so that
 * parabolas stay as they are, like under a least-squares fit.
 */
function smoothColumn(column: buffer, spare: buffer, count: number, box: Box): void {
	let [from, to] = [column, spare];
	for (const _ of $range(1, PASSES)) {
		layBox(from, to, count, box);
		[from, to] = [to, from];
	}
	// After an even number of passes the result is in `column` again.
	const half = box.variance / 2;
	const last = count - 1;
	buffer.copy(spare, 0, column, 0, count * 8);
	for (const index of $range(1, last - 1)) {
		const here = buffer.readf64(spare, index * 8);
		const bend = buffer.readf64(spare, index * 8 - 8) - 2 * here + buffer.readf64(spare, index * 8 + 8);
		buffer.writef64(column, index * 8, here - half * bend);
	}
}

/** Smooths the frames from `first` to `last`, without cuts between. Both of these stay as they are. */
function smoothStretch(
	source: buffer,
	first: number,
	last: number,
	width: number,
	target: buffer,
	deviation: Deviation,
	budget: Budget,
	caller: string,
): void {
	const count = last - first + 1;
	const box = boxOf(width, count);
	if (count < 3 || box.variance === 0) return;
	budget.spendBytes(count * 8 * (COLUMNS + 1), caller);
	const columns = new Array<buffer>();
	for (const _ of $range(1, COLUMNS)) columns.push(buffer.create(count * 8));
	const [cx, cy, cz, cqx, cqy, cqz, cqw] = columns;
	const spare = buffer.create(count * 8);
	let [, , , lx, ly, lz, lw] = decodeFrame(source, first * FRAME_SIZE);
	for (const frame of $range(first, last)) {
		if (frame % FRAMES_A_STEP === 0) budget.step(FRAMES_A_STEP, caller);
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, frame * FRAME_SIZE);
		// Both signs are the same rotation: the one nearer to the previous frame is continuous.
		const sign = qx * lx + qy * ly + qz * lz + qw * lw < 0 ? -1 : 1;
		lx = qx * sign;
		ly = qy * sign;
		lz = qz * sign;
		lw = qw * sign;
		const at = (frame - first) * 8;
		buffer.writef64(cx, at, x);
		buffer.writef64(cy, at, y);
		buffer.writef64(cz, at, z);
		buffer.writef64(cqx, at, lx);
		buffer.writef64(cqy, at, ly);
		buffer.writef64(cqz, at, lz);
		buffer.writef64(cqw, at, lw);
	}
	for (const column of columns) {
		smoothColumn(column, spare, count, box);
		budget.step(count * PASSES, caller);
	}
	for (const frame of $range(first + 1, last - 1)) {
		if (frame % FRAMES_A_STEP === 0) budget.step(FRAMES_A_STEP, caller);
		const at = (frame - first) * 8;
		const place = frame * FRAME_SIZE;
		const [x, y, z, qx, qy, qz, qw] = decodeFrame(source, place);
		let sx = buffer.readf64(cqx, at);
		let sy = buffer.readf64(cqy, at);
		let sz = buffer.readf64(cqz, at);
		let sw = buffer.readf64(cqw, at);
		if (sx * sx + sy * sy + sz * sz + sw * sw < SHORTEST * SHORTEST) {
			sx = qx;
			sy = qy;
			sz = qz;
			sw = qw;
		}
		const mx = buffer.readf64(cx, at);
		const my = buffer.readf64(cy, at);
		const mz = buffer.readf64(cz, at);
		encodeFrame(mx, my, mz, sx, sy, sz, sw, target, place, caller);
		const [, , , nx, ny, nz, nw] = decodeFrame(target, place);
		deviation.add(x, y, z, qx, qy, qz, qw, mx, my, mz, nx, ny, nz, nw);
	}
	budget.returnBytes(count * 8 * (COLUMNS + 1));
}

/** Smooths a checked take over `seconds`, also checked. */
export function smooth(take: Take, seconds: number, budget: Budget, caller: string): Take {
	const { count, cuts } = take;
	const width = seconds * take.rate;
	if (width === 0) return take;
	budget.spendBytes(count * FRAME_SIZE, caller);
	const frames = buffer.create(count * FRAME_SIZE);
	buffer.copy(frames, 0, take.frames);
	const deviation = new Deviation();
	let first = 0;
	for (const index of $range(0, cuts.size())) {
		const after = cuts[index] ?? count;
		smoothStretch(take.frames, first, after - 1, width, frames, deviation, budget, caller);
		first = after;
	}
	deviation.report(budget, caller);
	return trustTake({ ...take, frames });
}

/**
 * Removes the tremor from a take. Each frame moves onto a parabola through the frames around it, weighted by a bell
 * curve whose width (one standard deviation) is `seconds`, 0 to 10.
 *
 * Curves keep their shape. The field of view stays, and so do the first and last frames and those on both sides of a
 * cut. The cost does not depend on `seconds`.
 *
 * @example
 * const calm = smoothTake(take, 0.2);
 */
export function smoothTake(take: Take, seconds: number, options?: TakeEditOptions): Take {
	checkTake(take, "smoothTake");
	if (!typeIs(seconds, "number") || !(seconds >= 0 && seconds <= WIDEST)) {
		fail("smoothTake", `seconds is ${describeValue(seconds)}; expected a number from 0 to ${WIDEST}`);
	}
	const budget = editBudget(options, "smoothTake");
	return budget.finish(smooth(take, seconds, budget, "smoothTake"));
}
