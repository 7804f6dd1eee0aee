//!native
//!optimize 2
import { TRANSLATION_STEP } from "./replay";

/** The coarsest and the finest step of a rotation vector, in radians: half a degree, and what lets a whole turn fit into an i16. */
const COARSEST_STEP = 0.01;
const FINEST_STEP = 0.0002;

const LARGEST = 32767;
const PI_SQUARED = math.pi * math.pi;

/** A number per joint, counted from 1 as Luau does, so that no index is computed in the loops below. */
export type Column = Map<number, number>;

export function createColumn(count: number, value: number): Column {
	return new Array<number>(count, value) as unknown as Column;
}

/**
 * The step of a joint's rotation vector that keeps what hangs on it within `precision` studs: three rounded numbers are off by √3 / 2
 * steps at most, and turn what is `reach` studs away by no more than that angle.
 */
export function stepFor(reach: number, precision: number): number {
	return math.clamp((2 * precision) / (math.sqrt(3) * math.max(reach, 1e-6)), FINEST_STEP, COARSEST_STEP);
}

/** What a look saw of joints, counted from 1: rotation vectors in radians and translations in studs. */
export interface SeenRow {
	readonly rx: Column;
	readonly ry: Column;
	readonly rz: Column;
	readonly tx: Column;
	readonly ty: Column;
	readonly tz: Column;
}

/** A row that has seen nothing: every joint rests. */
export function createSeenRow(count: number): SeenRow {
	const zeros = () => createColumn(count, 0);
	return { rx: zeros(), ry: zeros(), rz: zeros(), tx: zeros(), ty: zeros(), tz: zeros() };
}

/** A step of at most an i16. */
function stepped(value: number): number {
	return math.clamp(math.round(value), -LARGEST, LARGEST);
}

/**
 * Writes what lies `alpha` of the way from one look to the next as a row of i16 at `at`. `perStep` has the steps per radian of each joint.
 */
export function packRow(
	from: SeenRow,
	to: SeenRow,
	alpha: number,
	perStep: Column,
	count: number,
	rotations: buffer,
	translations: buffer,
	at: number,
): void {
	const { rx, ry, rz, tx, ty, tz } = from;
	const { rx: sx, ry: sy, rz: sz, tx: ux, ty: uy, tz: uz } = to;
	const perStud = 1 / TRANSLATION_STEP;
	let offset = at;
	for (const joint of $range(1, count)) {
		const x = rx.get(joint)!;
		const y = ry.get(joint)!;
		const z = rz.get(joint)!;
		let dx = sx.get(joint)! - x;
		let dy = sy.get(joint)! - y;
		let dz = sz.get(joint)! - z;
		if (dx * dx + dy * dy + dz * dz > PI_SQUARED) {
			// The same rotation the other way round is nearer.
			const bx = sx.get(joint)!;
			const by = sy.get(joint)!;
			const bz = sz.get(joint)!;
			const turn = (2 * math.pi) / math.sqrt(bx * bx + by * by + bz * bz);
			dx -= bx * turn;
			dy -= by * turn;
			dz -= bz * turn;
		}
		const scale = perStep.get(joint)!;
		buffer.writei16(rotations, offset, stepped((x + dx * alpha) * scale));
		buffer.writei16(rotations, offset + 2, stepped((y + dy * alpha) * scale));
		buffer.writei16(rotations, offset + 4, stepped((z + dz * alpha) * scale));
		const px = tx.get(joint)!;
		const py = ty.get(joint)!;
		const pz = tz.get(joint)!;
		const qx = ux.get(joint)!;
		const qy = uy.get(joint)!;
		const qz = uz.get(joint)!;
		// Most joints only turn.
		if (px !== 0 || py !== 0 || pz !== 0 || qx !== 0 || qy !== 0 || qz !== 0) {
			buffer.writei16(translations, offset, stepped((px + (qx - px) * alpha) * perStud));
			buffer.writei16(translations, offset + 2, stepped((py + (qy - py) * alpha) * perStud));
			buffer.writei16(translations, offset + 4, stepped((pz + (qz - pz) * alpha) * perStud));
		} else {
			buffer.writei16(translations, offset, 0);
			buffer.writei32(translations, offset + 2, 0);
		}
		offset += 6;
	}
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

/** Reads the row at `at` into `row`. Makes no garbage. */
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

/** Gives the quaternions of `row` the sign with which they are nearer to those of `other`, so that numbers between them are rotations. */
export function alignRow(row: JointRow, other: JointRow, count: number): void {
	const { qx, qy, qz, qw } = row;
	const { qx: ax, qy: ay, qz: az, qw: aw } = other;
	for (const joint of $range(1, count)) {
		if (
			qx.get(joint)! * ax.get(joint)! +
				qy.get(joint)! * ay.get(joint)! +
				qz.get(joint)! * az.get(joint)! +
				qw.get(joint)! * aw.get(joint)! >=
			0
		)
			continue;
		qx.set(joint, -qx.get(joint)!);
		qy.set(joint, -qy.get(joint)!);
		qz.set(joint, -qz.get(joint)!);
		qw.set(joint, -qw.get(joint)!);
	}
}
