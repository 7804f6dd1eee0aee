//!native
//!optimize 2
import { copyBuffer } from "../../bytes/copy-buffer";
import { fail } from "../../bytes/fail";
import { decodePosition, FRAME_SIZE, INDEX_BITS } from "../frame";
import { quantiseRotation, restoreRotation } from "../../rotation/smallest-three";

/** The grid to which frames are rounded before packing. */
export interface Grid {
	/** A power of two: positions are multiples of this many studs. */
	readonly step: number;
	/** Rotations are multiples of this many units of a frame's 1/32767. */
	readonly units: number;
}

/** The min and max steps. */
export const MIN_STUDS = 2 ** -20;
export const MAX_STUDS = 16;
export const MAX_DEGREES = 5;
const MIN_STEP = 2 ** -20;
const MAX_STEP = 16;
const MAX_UNITS = 687;

/**
 * Coordinates are up to this many steps from the origin: an f32 whose two lowest bits are the index of a rotation holds
 * them exactly. It is added to the stored numbers, so that none is below 0.
 */
const REACH = 2 ** 22;

/** Below this, the squared component that a frame drops was not the largest, however coarse the grid is. */
const LEAST_DROPPED = 0.2;
const SCALE = 32767;
const LARGEST_SHORT = 32767;

/**
 * The max turn of a rotation that is rounded to units. Half a unit for each of three numbers moves the dropped one, of
 * at least √0.2, by up to √12 halves, so all four by √15 halves, and the angle is twice that: 2√3 · 1.118. The rest is
 * a reserve for non-linearity up to 5°.
 */
const DEGREES_PER_UNIT = math.deg((2 * math.sqrt(3) * 1.2) / SCALE);

/** The grids of frames that were unpacked from one. Such frames are on the grid, and pack as small again. */
const grids = new WeakMap<buffer, Grid>();

export function rememberGrid(frames: buffer, grid: Grid): void {
	grids.set(frames, grid);
}

export function rememberedGrid(frames: buffer): Grid | undefined {
	return grids.get(frames);
}

/** Returns the coarsest grid within `studs` and `degrees`: half a step on each of three axes is √3 / 2 steps. */
export function gridWithin(studs: number, degrees: number): Grid {
	const step = 2 ** math.floor(math.log((2 * studs) / math.sqrt(3), 2));
	const units = math.clamp(math.floor(degrees / DEGREES_PER_UNIT), 1, MAX_UNITS);
	return { step: math.clamp(step, MIN_STEP, MAX_STEP), units };
}

/** Refuses a grid that no encoder writes. */
export function checkGrid({ step, units }: Grid, format: string, place: number): void {
	const [mantissa] = math.frexp(step);
	if (!(mantissa === 0.5 && step >= MIN_STEP && step <= MAX_STEP && units >= 1 && units <= MAX_UNITS)) {
		fail(format, `a grid of ${step} studs and ${units} units does not exist`, place);
	}
}

/**
 * Converts frames to rows of whole numbers at a frame's own offsets: u32 steps, the index of the rotation below those
 * of z, i16 units. Returns undefined if a frame is too far from the origin.
 */
export function framesToGrid(frames: buffer, count: number, { step, units }: Grid): buffer | undefined {
	const rows = buffer.create(count * FRAME_SIZE);
	for (const at of $range(0, (count - 1) * FRAME_SIZE, FRAME_SIZE)) {
		const [x, y, z] = decodePosition(frames, at);
		const column = math.round(x / step);
		const row = math.round(y / step);
		const layer = math.round(z / step);
		if (math.max(math.abs(column), math.abs(row), math.abs(layer)) >= REACH) return undefined;
		let index = buffer.readu32(frames, at + 8) & INDEX_BITS;
		let q0 = buffer.readi16(frames, at + 12);
		let q1 = buffer.readi16(frames, at + 14);
		let q2 = buffer.readi16(frames, at + 16);
		if (q0 * q0 + q1 * q1 + q2 * q2 > (1 - LEAST_DROPPED) * SCALE * SCALE) {
			// From another program: Dolly always drops the largest.
			const [qx, qy, qz, qw] = restoreRotation(index, q0, q1, q2);
			[index, q0, q1, q2] = quantiseRotation(qx, qy, qz, qw, "encodeRecording");
		}
		buffer.writeu32(rows, at, column + REACH);
		buffer.writeu32(rows, at + 4, row + REACH);
		buffer.writeu32(rows, at + 8, (layer + REACH) * 4 + index);
		buffer.writei16(rows, at + 12, math.round(q0 / units));
		buffer.writei16(rows, at + 14, math.round(q1 / units));
		buffer.writei16(rows, at + 16, math.round(q2 / units));
	}
	return rows;
}

/**
 * Returns the rows of frames that were unpacked from a grid and come back bit for bit; undefined if they were not, or
 * have changed.
 */
export function exactRows(frames: buffer, count: number): LuaTuple<[rows?: buffer, grid?: Grid]> {
	const grid = grids.get(frames);
	const rows = grid && framesToGrid(frames, count, grid);
	if (!grid || !rows) return $tuple(undefined, undefined);
	const back = copyBuffer(rows);
	gridToFrames(back, 0, count, grid, "encodeRecording", 0);
	if (buffer.tostring(back) !== buffer.tostring(frames)) return $tuple(undefined, undefined);
	return $tuple(rows, grid);
}

/** Converts `count` rows from byte `offset` on to frames, in place. */
export function gridToFrames(
	rows: buffer,
	offset: number,
	count: number,
	{ step, units }: Grid,
	format: string,
	place: number,
): void {
	for (const at of $range(offset, offset + (count - 1) * FRAME_SIZE, FRAME_SIZE)) {
		const column = buffer.readu32(rows, at) - REACH;
		const row = buffer.readu32(rows, at + 4) - REACH;
		const last = buffer.readu32(rows, at + 8);
		const layer = last.idiv(4) - REACH;
		const q0 = buffer.readi16(rows, at + 12) * units;
		const q1 = buffer.readi16(rows, at + 14) * units;
		const q2 = buffer.readi16(rows, at + 16) * units;
		if (math.max(math.abs(column), math.abs(row), math.abs(layer)) >= REACH) {
			fail(format, `a frame is ${REACH} steps of its grid or more from the origin`, place);
		}
		if (math.max(math.abs(q0), math.abs(q1), math.abs(q2)) > LARGEST_SHORT) {
			fail(format, "a frame has a rotation that is longer than 1", place);
		}
		buffer.writef32(rows, at, column * step);
		buffer.writef32(rows, at + 4, row * step);
		buffer.writef32(rows, at + 8, layer * step);
		buffer.writeu32(rows, at + 8, buffer.readu32(rows, at + 8) | (last & INDEX_BITS));
		buffer.writei16(rows, at + 12, q0);
		buffer.writei16(rows, at + 14, q1);
		buffer.writei16(rows, at + 16, q2);
	}
}
