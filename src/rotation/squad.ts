//!native
//!optimize 2
import { arcWeights, normalise, slerp } from "./quaternion";

/**
 * Below this cosine two rotations of unit length are so nearly opposite that no direction between them is the right
 * one.
 */
const OPPOSITE = -0.999999;

/**
 * Spherical interpolation with the caller's signs: -b does not replace b. Between opposite ends every arc is equally
 * short: this takes the one through (-y, x, -w, z), which is orthogonal to both.
 */
export function arc(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
	t: number,
) {
	const dot = ax * bx + ay * by + az * bz + aw * bw;
	if (dot < OPPOSITE) {
		const along = math.cos(t * math.pi);
		const across = math.sin(t * math.pi);
		return normalise(
			along * ax - across * ay,
			along * ay + across * ax,
			along * az - across * aw,
			along * aw + across * az,
		);
	}
	const [from, to] = arcWeights(dot, t);
	return normalise(from * ax + to * bx, from * ay + to * by, from * az + to * bz, from * aw + to * bw);
}

/**
 * Returns the rotation at `t`, 0 to 1, between `a` and `b`, bent towards the control rotations `c` (of `a`) and `d` (of
 * `b`).
 *
 * It is slerp(slerp(a, b, t), slerp(c, d, t), 2t(1 - t)). Files may hold any rotation with either sign, so the two
 * inner arcs are the shorter ones. The side of the outer one is fixed once, at `a`, so that the curve has no jump.
 *
 * @example
 * const [x, y, z, w] = squad(ax, ay, az, aw, cx, cy, cz, cw, dx, dy, dz, dw, bx, by, bz, bw, 0.5);
 */
export function squad(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	cx: number,
	cy: number,
	cz: number,
	cw: number,
	dx: number,
	dy: number,
	dz: number,
	dw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
	t: number,
) {
	const side = ax * cx + ay * cy + az * cz + aw * cw < 0 ? -1 : 1;
	const [px, py, pz, pw] = slerp(ax, ay, az, aw, bx, by, bz, bw, t);
	const [qx, qy, qz, qw] = slerp(side * cx, side * cy, side * cz, side * cw, dx, dy, dz, dw, t);
	return arc(px, py, pz, pw, qx, qy, qz, qw, 2 * t * (1 - t));
}
