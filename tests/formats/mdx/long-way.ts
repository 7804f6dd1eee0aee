//!native
//!optimize 2
import { Curve, Key } from "../../builders/mdx/tracks";
import { PlainBone, PlainModel, PlainTrack } from "./forty-bones";

/** A 4×4 matrix for row vectors, row after row: a point is a row to its left, and the last row moves it. */
export type Matrix = Array<number>;

export function product(a: Matrix, b: Matrix): Matrix {
	const result = new Array<number>();
	for (const row of $range(0, 3)) {
		for (const column of $range(0, 3)) {
			let sum = 0;
			for (const inner of $range(0, 3)) sum += a[row * 4 + inner] * b[inner * 4 + column];
			result.push(sum);
		}
	}
	return result;
}

export function moving(x: number, y: number, z: number): Matrix {
	return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

export function scaling(x: number, y: number, z: number): Matrix {
	return [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
}

/** A rotation's matrix from what it does to each axis: the rows are the turned axes. */
export function turning(q: ReadonlyArray<number>): Matrix {
	const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
	return [
		w * w + x * x - y * y - z * z,
		2 * (x * y + w * z),
		2 * (x * z - w * y),
		0,
		2 * (x * y - w * z),
		w * w - x * x + y * y - z * z,
		2 * (y * z + w * x),
		0,
		2 * (x * z + w * y),
		2 * (y * z - w * x),
		w * w - x * x - y * y + z * z,
		0,
		0,
		0,
		0,
		1,
	];
}

function slerpLong(a: ReadonlyArray<number>, b: ReadonlyArray<number>, t: number): Array<number> {
	let cosine = 0;
	for (const index of $range(0, 3)) cosine += a[index] * b[index];
	const sign = cosine < 0 ? -1 : 1;
	cosine *= sign;
	const sine = math.sqrt(math.abs(1 - cosine * cosine));
	if (sine < 2 ** -21) return [...a];
	const angle = math.atan2(sine, cosine);
	const from = math.sin((1 - t) * angle) / sine;
	const to = (math.sin(t * angle) / sine) * sign;
	return a.map((component, index) => from * component + to * b[index]);
}

/** The numbers of one part of a key: 0 its value, 1 its in-tangent, 2 its out-tangent. */
function part(key: Key, width: number, which: number): Array<number> {
	const numbers = new Array<number>();
	for (const index of $range(1, width)) numbers.push(key[which * width + index]);
	return numbers;
}

function between(curve: Curve, width: number, a: Key, b: Key, t: number): Array<number> {
	const from = part(a, width, 0);
	const to = part(b, width, 0);
	if (curve === Curve.None) return from;
	if (curve === Curve.Linear) {
		return width === 4 ? slerpLong(from, to, t) : from.map((value, index) => value + (to[index] - value) * t);
	}
	const out = part(a, width, 2);
	const into = part(b, width, 1);
	if (width === 4) return slerpLong(slerpLong(from, to, t), slerpLong(out, into, t), 2 * t * (1 - t));
	const [t2, t3] = [t * t, t * t * t];
	const weights =
		curve === Curve.Hermite
			? [2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, t3 - t2, 3 * t2 - 2 * t3]
			: [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t2 * (1 - t), t3];
	return from.map(
		(value, index) => weights[0] * value + weights[1] * out[index] + weights[2] * into[index] + weights[3] * to[index],
	);
}

/** The value of a track by walking its keys one by one, as the client does. */
export function evaluate(
	model: PlainModel,
	plain: PlainTrack | undefined,
	width: number,
	sequence: number,
	milliseconds: number,
	fallback: Array<number>,
): Array<number> {
	if (plain === undefined) return fallback;
	const isGlobal = plain.globalSequence >= 0;
	const { start, finish } = model.sequences[sequence];
	const period = isGlobal ? model.globalDurations[plain.globalSequence] : finish - start;
	const origin = isGlobal ? plain.keys[0][0] : start;
	const time = !isGlobal ? milliseconds : period === 0 ? 0 : milliseconds % period;
	const keys = isGlobal ? plain.keys : plain.keys.filter((key) => key[0] >= start && key[0] <= finish);
	if (keys.isEmpty()) return fallback;
	let current = -1;
	keys.forEach((key, index) => {
		if (key[0] - origin <= time) current = index;
	});
	if (current < 0) return part(keys[0], width, 0);
	const a = keys[current];
	const b = keys[(current + 1) % keys.size()];
	let span = b[0] - a[0];
	if (span < 0) span += period;
	return between(plain.curve, width, a, b, span <= 0 ? 0 : (time - (a[0] - origin)) / span);
}

/** (x, y, z) becomes (x, z, -y). */
export const TO_Y_UP: Matrix = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
export const TO_Z_UP: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

/**
 * The world matrix of each bone by object id, with Y up: every bone moves to its pivot, turns and scales there and moves
 * back, and its parents do the same after it. What comes out is where the bone's own frame, which stands in its pivot, goes.
 */
export function worldTheLongWay(model: PlainModel, sequence: number, seconds: number): Array<Matrix> {
	const about = new Array<Matrix>();
	const milliseconds = seconds * 1000;
	const worldOf = (bone: PlainBone): Matrix => {
		const [x, y, z] = bone.pivot;
		const moved = evaluate(model, bone.translation, 3, sequence, milliseconds, [0, 0, 0]);
		const turned = evaluate(model, bone.rotation, 4, sequence, milliseconds, [0, 0, 0, 1]);
		const scaled = evaluate(model, bone.scale, 3, sequence, milliseconds, [1, 1, 1]);
		let matrix = moving(-x, -y, -z);
		matrix = product(matrix, scaling(scaled[0], scaled[1], scaled[2]));
		matrix = product(matrix, turning(turned));
		matrix = product(matrix, moving(x, y, z));
		matrix = product(matrix, moving(moved[0], moved[1], moved[2]));
		return bone.parentId < 0 ? matrix : product(matrix, about[bone.parentId]);
	};
	return model.bones.map((bone) => {
		const matrix = worldOf(bone);
		about.push(matrix);
		const frame = product(moving(bone.pivot[0], bone.pivot[1], bone.pivot[2]), matrix);
		return product(product(TO_Z_UP, frame), TO_Y_UP);
	});
}
