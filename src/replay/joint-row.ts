//!native
//!optimize 2
import { TRANSLATION_STEP } from "./replay";

/**
 * The max and min step of a rotation vector, in radians: half a degree, and the step with which a whole turn fits into
 * an i16.
 */
const COARSEST_STEP = 0.01;
const FINEST_STEP = 0.0002;

const LARGEST = 32767;

/**
 * The offset of rotations in steps. Buffer writes truncate a positive number and keep its low 16 bits, so with the
 * offset they write the nearest step without rounding.
 */
export const ABOVE = 65536.5;

/** A number per joint, counted from 1 as in Luau, so that the loops below need no index arithmetic. */
export type Column = Map<number, number>;

export function createColumn(count: number, value: number): Column {
	return new Array<number>(count, value) as unknown as Column;
}

/**
 * Returns the step of a joint's rotation vector that keeps everything on it within `precision` studs. Each of three
 * rounded numbers is off by half a step, all three by √3 / 2 steps at most. Rotations are no farther apart than their
 * vectors, so the joint turns by no more than that angle too much, and a point `reach` studs away moves by no more than
 * angle × reach. The error of a tip is the sum over the joints above it.
 */
export function stepFor(reach: number, precision: number): number {
	return math.clamp((2 * precision) / (math.sqrt(3) * math.max(reach, 1e-6)), FINEST_STEP, COARSEST_STEP);
}

/** One sample of the joints, counted from 1. */
export interface SeenRow {
	/** Rotation vectors in steps of each joint, plus `ABOVE`. */
	readonly rx: Column;
	readonly ry: Column;
	readonly rz: Column;
	/** Translations in studs: zeros, except for `movers`. */
	readonly tx: Column;
	readonly ty: Column;
	readonly tz: Column;
	/** The first `moverCount` of these are the joints with a translation. Most joints only turn. */
	readonly movers: Column;
	moverCount: number;
	/**
	 * Whether a joint is turned by over a quarter turn. If none is, the line between two rotation vectors is the
	 * shorter turn.
	 */
	isWide: boolean;
}

/** Returns a row without a sample: every joint rests. */
export function createSeenRow(count: number): SeenRow {
	const zeros = () => createColumn(count, 0);
	const rests = () => createColumn(count, ABOVE);
	return {
		rx: rests(),
		ry: rests(),
		rz: rests(),
		tx: zeros(),
		ty: zeros(),
		tz: zeros(),
		movers: zeros(),
		moverCount: 0,
		isWide: false,
	};
}

/** Writes rotations between two samples, taking the shorter turn, which may be the other way round. */
function packWide(
	{ rx, ry, rz }: SeenRow,
	{ rx: sx, ry: sy, rz: sz }: SeenRow,
	alpha: number,
	halfTurns: Column,
	count: number,
	rotations: buffer,
	at: number,
): void {
	let offset = at;
	for (const joint of $range(1, count)) {
		const x = rx.get(joint)!;
		const y = ry.get(joint)!;
		const z = rz.get(joint)!;
		let dx = sx.get(joint)! - x;
		let dy = sy.get(joint)! - y;
		let dz = sz.get(joint)! - z;
		const half = halfTurns.get(joint)!;
		if (dx * dx + dy * dy + dz * dz > half * half) {
			// The same rotation the other way round is nearer.
			const bx = x + dx - ABOVE;
			const by = y + dy - ABOVE;
			const bz = z + dz - ABOVE;
			const turn = (2 * half) / math.sqrt(bx * bx + by * by + bz * bz);
			dx -= bx * turn;
			dy -= by * turn;
			dz -= bz * turn;
		}
		buffer.writei16(rotations, offset, x + dx * alpha);
		buffer.writei16(rotations, offset + 2, y + dy * alpha);
		buffer.writei16(rotations, offset + 4, z + dz * alpha);
		offset += 6;
	}
}

/** Returns a translation in steps, clamped to an i16. */
function stepped(studs: number): number {
	return math.clamp(math.round(studs / TRANSLATION_STEP), -LARGEST, LARGEST);
}

/** Writes the translations, between two samples, of the joints that move in one of them. */
function packMovers(
	{ movers, moverCount }: SeenRow,
	{ tx, ty, tz }: SeenRow,
	{ tx: ux, ty: uy, tz: uz }: SeenRow,
	alpha: number,
	translations: buffer,
	at: number,
): void {
	for (const index of $range(1, moverCount)) {
		const joint = movers.get(index)!;
		const offset = at + 6 * (joint - 1);
		const x = tx.get(joint)!;
		const y = ty.get(joint)!;
		const z = tz.get(joint)!;
		buffer.writei16(translations, offset, stepped(x + (ux.get(joint)! - x) * alpha));
		buffer.writei16(translations, offset + 2, stepped(y + (uy.get(joint)! - y) * alpha));
		buffer.writei16(translations, offset + 4, stepped(z + (uz.get(joint)! - z) * alpha));
	}
}

/**
 * Writes a row of i16 at `at`, interpolated by `alpha` between two samples. `halfTurns` has the steps of half a turn of
 * each joint. No number of a rotation exceeds an i16: vectors are at most a turn long, and `FINEST_STEP` makes a turn
 * fit. Allocates nothing.
 */
export function packRow(
	from: SeenRow,
	to: SeenRow,
	alpha: number,
	halfTurns: Column,
	count: number,
	rotations: buffer,
	translations: buffer,
	at: number,
): void {
	if (from.isWide || to.isWide) {
		packWide(from, to, alpha, halfTurns, count, rotations, at);
	} else {
		const { rx, ry, rz } = from;
		const { rx: sx, ry: sy, rz: sz } = to;
		let offset = at;
		for (const joint of $range(1, count)) {
			const x = rx.get(joint)!;
			const y = ry.get(joint)!;
			const z = rz.get(joint)!;
			buffer.writei16(rotations, offset, x + (sx.get(joint)! - x) * alpha);
			buffer.writei16(rotations, offset + 2, y + (sy.get(joint)! - y) * alpha);
			buffer.writei16(rotations, offset + 4, z + (sz.get(joint)! - z) * alpha);
			offset += 6;
		}
	}
	buffer.fill(translations, at, 0, count * 6);
	if (from.moverCount > 0) packMovers(from, from, to, alpha, translations, at);
	if (to.moverCount > 0) packMovers(to, from, to, alpha, translations, at);
}

/** A frame of joints, unpacked: translations and unit quaternions. */
export interface JointRow {
	readonly tx: Column;
	readonly ty: Column;
	readonly tz: Column;
	readonly qx: Column;
	readonly qy: Column;
	readonly qz: Column;
	readonly qw: Column;
}

export function createJointRow(count: number): JointRow {
	const zeros = () => createColumn(count, 0);
	return {
		tx: zeros(),
		ty: zeros(),
		tz: zeros(),
		qx: zeros(),
		qy: zeros(),
		qz: zeros(),
		qw: createColumn(count, 1),
	};
}

/** Reads the row at `at` into `row`. Allocates nothing. */
export function unpackRow(
	rotations: buffer,
	translations: buffer,
	at: number,
	steps: Column,
	count: number,
	row: JointRow,
): void {
	const { tx, ty, tz, qx, qy, qz, qw } = row;
	let offset = at;
	for (const joint of $range(1, count)) {
		const step = steps.get(joint)!;
		const x = buffer.readi16(rotations, offset) * step;
		const y = buffer.readi16(rotations, offset + 2) * step;
		const z = buffer.readi16(rotations, offset + 4) * step;
		const square = x * x + y * y + z * z;
		if (square > 0) {
			const angle = math.sqrt(square);
			const sine = math.sin(angle * 0.5) / angle;
			qx.set(joint, x * sine);
			qy.set(joint, y * sine);
			qz.set(joint, z * sine);
			qw.set(joint, math.cos(angle * 0.5));
		} else {
			qx.set(joint, 0);
			qy.set(joint, 0);
			qz.set(joint, 0);
			qw.set(joint, 1);
		}
		tx.set(joint, buffer.readi16(translations, offset) * TRANSLATION_STEP);
		ty.set(joint, buffer.readi16(translations, offset + 2) * TRANSLATION_STEP);
		tz.set(joint, buffer.readi16(translations, offset + 4) * TRANSLATION_STEP);
		offset += 6;
	}
}
