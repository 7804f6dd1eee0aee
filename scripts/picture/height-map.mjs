import { add, cross, dot, unit } from "./cframe.mjs";
import { fillDepths } from "./fill-depths.mjs";

/** Squares of samples are large, so each is used again for the next map of its size. */
const SAMPLES = new Map();

function samplesOf(size, direction) {
	const key = `${size} ${direction}`;
	if (!SAMPLES.has(key)) {
		SAMPLES.set(key, { depths: new Float32Array(size * size), ids: new Uint32Array(size * size) });
	}
	return SAMPLES.get(key);
}

/** What is seen from a direction, without perspective: how far towards it the nearest thing is, in a square around a point. */
export class HeightMap {
	/** `direction` goes from things to where they are seen from; `reach` is half of the square's side, in studs. */
	constructor(direction, center, reach, size) {
		this.direction = unit(direction);
		this.right = unit(cross(Math.abs(this.direction[1]) > 0.99 ? [0, 0, 1] : [0, 1, 0], this.direction));
		this.up = cross(this.direction, this.right);
		this.scale = size / (2 * reach);
		const corner = add(add(center, this.right, -reach), this.up, -reach);
		this.offset = [dot(corner, this.right), dot(corner, this.up)];
		this.width = size;
		this.height = size;
		// Only one map of a size and direction is in use at a time.
		Object.assign(this, samplesOf(size, direction));
		this.depths.fill(-Infinity);
	}

	draw({ count, places }) {
		const { direction, right, up, scale, offset, width } = this;
		const [rx, ry, rz] = right.map((part) => part * scale);
		const [ux, uy, uz] = up.map((part) => part * scale);
		const [dx, dy, dz] = direction;
		const [left, bottom] = offset.map((part) => part * scale);
		const u = [0, 0, 0];
		const v = [0, 0, 0];
		const d = [0, 0, 0];
		for (let triangle = 0; triangle < count; triangle++) {
			for (let side = 0; side < 3; side++) {
				const at = triangle * 9 + side * 3;
				const [x, y, z] = [places[at], places[at + 1], places[at + 2]];
				u[side] = x * rx + y * ry + z * rz - left;
				v[side] = x * ux + y * uy + z * uz - bottom;
				d[side] = x * dx + y * dy + z * dz;
			}
			if ((u[0] < 0 && u[1] < 0 && u[2] < 0) || (u[0] > width && u[1] > width && u[2] > width)) continue;
			if ((v[0] < 0 && v[1] < 0 && v[2] < 0) || (v[0] > width && v[1] > width && v[2] > width)) continue;
			fillDepths(this, triangle, u[0], v[0], d[0], u[1], v[1], d[1], u[2], v[2], d[2]);
		}
	}

	/**
	 * How much of what is around a place within `radius` studs is open to the direction, 0 to 1: at each of `taps`, pairs of numbers within a
	 * circle of radius 1, something that is higher by more than `bias` closes it.
	 */
	openness(x, y, z, radius, bias, taps) {
		const { right, up, direction, scale, offset, width, depths } = this;
		const u = (x * right[0] + y * right[1] + z * right[2] - offset[0]) * scale;
		const v = (x * up[0] + y * up[1] + z * up[2] - offset[1]) * scale;
		const own = x * direction[0] + y * direction[1] + z * direction[2] + bias;
		let open = 0;
		for (let at = 0; at < taps.length; at += 2) {
			const column = Math.floor(u + taps[at] * radius * scale);
			const row = Math.floor(v + taps[at + 1] * radius * scale);
			const isOutside = column < 0 || row < 0 || column >= width || row >= width;
			if (isOutside || depths[row * width + column] <= own) open += 2;
		}
		return open / taps.length;
	}
}
