//!native
//!optimize 2
import { ClipLine, ClipRow, RowNumbers, TRAVEL_STRIDE } from "./clip-rows";

/** By joints of the mixed skeleton, counted from 1: the clip's own joint, also counted from 1. */
export type Route = Map<number, number>;

function numbers(count: number): RowNumbers {
	return new Array<number>(count, 0) as unknown as RowNumbers;
}

/**
 * The joints relative to rest, summed from several clips: `begin`, then `addLine` or `addRow` for each. Rotations may
 * have any length; the engine normalises them.
 */
export class MixedRow {
	public readonly row: ClipRow;

	constructor(jointCount: number) {
		const row = new Array<RowNumbers>() as unknown as ClipRow;
		for (const number of $range(0, 6)) row[number] = numbers(jointCount);
		this.row = row;
	}

	/** Resets joints to their rest, with a weight of `rotation`. */
	public begin(joints: Route, rotation: number): void {
		const [x, y, z, qx, qy, qz, qw] = this.row;
		for (const [joint] of joints) {
			x.set(joint, 0);
			y.set(joint, 0);
			z.set(joint, 0);
			qx.set(joint, 0);
			qy.set(joint, 0);
			qz.set(joint, 0);
			qw.set(joint, rotation);
		}
	}

	/** Adds the point at `along`, 0 to 1, on a line, by its weights. */
	public addLine(line: ClipLine, along: number, route: Route, translation: number, rotation: number): void {
		const [travel, fx, fy, fz, fqx, fqy, fqz, fqw, dx, dy, dz, dw] = line;
		const [x, y, z, qx, qy, qz, qw] = this.row;
		for (const [joint, from] of route) {
			if (translation > 0) {
				const at = from * TRAVEL_STRIDE;
				x.set(joint, x.get(joint)! + (fx.get(from)! + buffer.readf32(travel, at) * along) * translation);
				y.set(joint, y.get(joint)! + (fy.get(from)! + buffer.readf32(travel, at + 4) * along) * translation);
				z.set(joint, z.get(joint)! + (fz.get(from)! + buffer.readf32(travel, at + 8) * along) * translation);
			}
			if (rotation > 0) {
				const bx = fqx.get(from)! + dx.get(from)! * along;
				const by = fqy.get(from)! + dy.get(from)! * along;
				const bz = fqz.get(from)! + dz.get(from)! * along;
				const bw = fqw.get(from)! + dw.get(from)! * along;
				const ax = qx.get(joint)!;
				const ay = qy.get(joint)!;
				const az = qz.get(joint)!;
				const aw = qw.get(joint)!;
				// -q and q are the same rotation: the closer one is added.
				const share = ax * bx + ay * by + az * bz + aw * bw < 0 ? -rotation : rotation;
				qx.set(joint, ax + bx * share);
				qy.set(joint, ay + by * share);
				qz.set(joint, az + bz * share);
				qw.set(joint, aw + bw * share);
			}
		}
	}

	/** Adds a row, by its weights. */
	public addRow(row: ClipRow, route: Route, translation: number, rotation: number): void {
		const [fx, fy, fz, fqx, fqy, fqz, fqw] = row;
		const [x, y, z, qx, qy, qz, qw] = this.row;
		for (const [joint, from] of route) {
			if (translation > 0) {
				x.set(joint, x.get(joint)! + fx.get(from)! * translation);
				y.set(joint, y.get(joint)! + fy.get(from)! * translation);
				z.set(joint, z.get(joint)! + fz.get(from)! * translation);
			}
			if (rotation > 0) {
				const bx = fqx.get(from)!;
				const by = fqy.get(from)!;
				const bz = fqz.get(from)!;
				const bw = fqw.get(from)!;
				const ax = qx.get(joint)!;
				const ay = qy.get(joint)!;
				const az = qz.get(joint)!;
				const aw = qw.get(joint)!;
				const share = ax * bx + ay * by + az * bz + aw * bw < 0 ? -rotation : rotation;
				qx.set(joint, ax + bx * share);
				qy.set(joint, ay + by * share);
				qz.set(joint, az + bz * share);
				qw.set(joint, aw + bw * share);
			}
		}
	}
}
