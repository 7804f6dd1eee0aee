/*
 * CFrames as `GetComponents` gives them: twelve numbers, the position and the rotation's rows. Vectors are arrays of three.
 */

/** Where a point of a CFrame's own space is in the world. */
export function pointToWorld(f, [x, y, z]) {
	return [
		f[0] + f[3] * x + f[4] * y + f[5] * z,
		f[1] + f[6] * x + f[7] * y + f[8] * z,
		f[2] + f[9] * x + f[10] * y + f[11] * z,
	];
}

/** `a` times the inverse of `b`: what takes things from where `b` has them to where `a` has them. */
export function fromTo(b, a) {
	const result = new Array(12);
	for (let row = 0; row < 3; row++) {
		const at = 3 + row * 3;
		for (let column = 0; column < 3; column++) {
			const other = 3 + column * 3;
			result[at + column] = a[at] * b[other] + a[at + 1] * b[other + 1] + a[at + 2] * b[other + 2];
		}
		result[row] = a[row] - (result[at] * b[0] + result[at + 1] * b[1] + result[at + 2] * b[2]);
	}
	return result;
}

/** The way that a CFrame looks, its right and its up. */
export const lookOf = (f) => [-f[5], -f[8], -f[11]];
export const rightOf = (f) => [f[3], f[6], f[9]];
export const upOf = (f) => [f[4], f[7], f[10]];

export const add = (a, b, factor = 1) => [a[0] + b[0] * factor, a[1] + b[1] * factor, a[2] + b[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export function unit(vector) {
	const length = Math.hypot(...vector);
	return length > 0 ? vector.map((part) => part / length) : [0, 1, 0];
}

/** A CFrame at `eye` that looks at `target`, with its right level. */
export function lookAt(eye, target) {
	const back = unit(add(eye, target, -1));
	const right = unit(cross([0, 1, 0], back));
	const up = cross(back, right);
	return [...eye, right[0], up[0], back[0], right[1], up[1], back[1], right[2], up[2], back[2]];
}
