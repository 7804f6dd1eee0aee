//!native
//!optimize 2

/** Degrees between two rotations of unit length, exact for small angles too (an arc cosine would lose half the digits). */
export function angleBetween(
	ax: number,
	ay: number,
	az: number,
	aw: number,
	bx: number,
	by: number,
	bz: number,
	bw: number,
): number {
	const sign = ax * bx + ay * by + az * bz + aw * bw < 0 ? -1 : 1;
	const dx = ax - sign * bx;
	const dy = ay - sign * by;
	const dz = az - sign * bz;
	const dw = aw - sign * bw;
	return math.deg(4 * math.asin(math.min(math.sqrt(dx * dx + dy * dy + dz * dz + dw * dw) / 2, 1)));
}
