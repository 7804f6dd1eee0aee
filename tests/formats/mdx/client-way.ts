import { evaluate, Matrix, moving, product, scaling, TO_Y_UP, TO_Z_UP, turning } from "./long-way";
import { PlainBone, PlainModel } from "./forty-bones";

type Vector = [number, number, number];

/** An object of a model that may keep off its parent's transform or face the camera. */
export interface PlainObject extends PlainBone {
	flags?: number;
}

const row = (m: Matrix, index: number): Vector => [m[index * 4], m[index * 4 + 1], m[index * 4 + 2]];
const cross = (a: Vector, b: Vector): Vector => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
const length = (v: Vector) => math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
const unit = (v: Vector): Vector => [v[0] / length(v), v[1] / length(v), v[2] / length(v)];

/** The matrix with other axes, which stands where it stood. */
function withAxes(m: Matrix, x: Vector, y: Vector, z: Vector): Matrix {
	return [...x, 0, ...y, 0, ...z, 0, m[12], m[13], m[14], 1];
}

/** What an object that keeps off its parent's rotation or scale takes of the axes. */
function takenAxes(m: Matrix, flags: number): Matrix {
	const lengths = [0, 1, 2].map((index) => length(row(m, index)));
	if ((flags & 6) === 6) return withAxes(m, [1, 0, 0], [0, 1, 0], [0, 0, 1]);
	if ((flags & 4) !== 0) return withAxes(m, [lengths[0], 0, 0], [0, lengths[1], 0], [0, 0, lengths[2]]);
	if ((flags & 2) !== 0) return withAxes(m, unit(row(m, 0)), unit(row(m, 1)), unit(row(m, 2)));
	return m;
}

/** The axes of a billboard that faces `toCamera`: with its X wholly, or as far as turning about its own axis allows. */
function facingAxes(m: Matrix, flags: number, toCamera: Vector): Matrix {
	if ((flags & 8) !== 0) {
		// X to the camera, Y level.
		const y = unit([-toCamera[1], toCamera[0], 0]);
		return withAxes(m, toCamera, y, cross(toCamera, y));
	}
	if ((flags & 0x10) !== 0) {
		const x = row(m, 0);
		const z = unit(cross(x, toCamera));
		return withAxes(m, x, cross(z, x), z);
	}
	if ((flags & 0x20) !== 0) {
		const y = row(m, 1);
		const z = unit(cross(toCamera, y));
		return withAxes(m, cross(y, z), y, z);
	}
	const z = row(m, 2);
	const y = unit(cross(z, toCamera));
	return withAxes(m, cross(y, z), y, z);
}

/**
 * The frame of each object by its id, with Y up, where it goes: down from the root, each is moved from where its parent
 * stands, turned and scaled, as the client goes about it. `toCamera` is a direction in the file's axes.
 */
export function worldTheClientsWay(
	model: PlainModel & { bones: Array<PlainObject> },
	sequence: number,
	seconds: number,
	toCamera: Vector,
): Array<Matrix> {
	const milliseconds = seconds * 1000;
	const frames = new Array<Matrix>();
	for (const { parentId, pivot, flags = 0, translation, rotation, scale } of model.bones) {
		const parent = model.bones[parentId];
		const moved = evaluate(model, translation, 3, sequence, milliseconds, [0, 0, 0]);
		const own = turning(evaluate(model, rotation, 4, sequence, milliseconds, [0, 0, 0, 1]));
		const scaled = evaluate(model, scale, 3, sequence, milliseconds, [1, 1, 1]);
		let m: Matrix = parent ? frames[parentId] : moving(0, 0, 0);
		const step = moved.map((value, axis) => value + pivot[axis]);
		if ((flags & 1) !== 0 && parent) {
			m = withAxes(moving(0, 0, 0), row(m, 0), row(m, 1), row(m, 2));
			m = takenAxes(m, flags);
			m = product(moving(step[0], step[1], step[2]), m);
		} else {
			const from = parent ? parent.pivot : [0, 0, 0];
			m = product(moving(step[0] - from[0], step[1] - from[1], step[2] - from[2]), m);
			if (parent) m = takenAxes(m, flags);
		}
		if ((flags & 8) !== 0) m = product(own, facingAxes(m, flags, toCamera));
		else if ((flags & 0x70) !== 0) m = facingAxes(product(own, m), flags, toCamera);
		else m = product(own, m);
		frames.push(product(scaling(scaled[0], scaled[1], scaled[2]), m));
	}
	return frames.map((frame) => product(product(TO_Z_UP, frame), TO_Y_UP));
}
