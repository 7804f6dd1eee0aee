//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { inSlices } from "../bytes/in-slices";
import type { Budget } from "../bytes/budget";
import { normalise, slerpWeights } from "../rotation/quaternion";

/** Shorter rotations have no direction. */
const SHORTEST_ROTATION = 1e-6;

/** Returns the largest absolute value of `count` f32 from the value `first` on. Refuses NaN and infinity. */
export function largestOf(owner: string, values: buffer, first: number, count: number): number {
	let largest = 0;
	for (const at of $range(first * 4, (first + count) * 4 - 4, 4)) {
		const size = math.abs(buffer.readf32(values, at));
		// Written so that NaN is checked too.
		if (!(size <= largest)) {
			if (size - size !== 0) fail(owner, `values[${at / 4}] is ${buffer.readf32(values, at)}`);
			largest = size;
		}
	}
	return largest;
}

/** Returns the largest absolute value. Refuses NaN and infinity; `owner` is the name in messages. */
export function largestFinite(owner: string, values: buffer, budget: Budget): number {
	let largest = 0;
	const look = (first: number, count: number) => {
		largest = math.max(largest, largestOf(owner, values, first, count));
	};
	inSlices(buffer.len(values).idiv(4), budget, owner, undefined, look, 0.25);
	return largest;
}

export function writeRotation(target: buffer, offset: number, x: number, y: number, z: number, w: number): void {
	buffer.writef32(target, offset, x);
	buffer.writef32(target, offset + 4, y);
	buffer.writef32(target, offset + 8, z);
	buffer.writef32(target, offset + 12, w);
}

/** Normalises the rotation at `offset`. */
export function normaliseAt(target: buffer, offset: number): void {
	const [x, y, z, w] = normalise(
		buffer.readf32(target, offset),
		buffer.readf32(target, offset + 4),
		buffer.readf32(target, offset + 8),
		buffer.readf32(target, offset + 12),
	);
	writeRotation(target, offset, x, y, z, w);
}

/** Copies rotations (f32 × 4 each) and normalises them. Refuses one of length 0. */
export function normalisedRotations(owner: string, values: buffer, budget: Budget): buffer {
	const copy = buffer.create(buffer.len(values));
	inSlices(buffer.len(values).idiv(16), budget, owner, undefined, (first, count) => {
		normaliseRotations(owner, values, first, count, copy);
	});
	return copy;
}

function normaliseRotations(owner: string, values: buffer, first: number, count: number, copy: buffer): void {
	for (const at of $range(first * 16, (first + count - 1) * 16, 16)) {
		const x = buffer.readf32(values, at);
		const y = buffer.readf32(values, at + 4);
		const z = buffer.readf32(values, at + 8);
		const w = buffer.readf32(values, at + 12);
		if (x * x + y * y + z * z + w * w < SHORTEST_ROTATION * SHORTEST_ROTATION) {
			fail(owner, `values[${at / 4}] starts a rotation of length 0`);
		}
		const [nx, ny, nz, nw] = normalise(x, y, z, w);
		writeRotation(copy, at, nx, ny, nz, nw);
	}
}

/** Writes the vector interpolated by `t` between those at bytes `a` and `b`. */
export function writeLerp(values: buffer, a: number, b: number, t: number, target: buffer, offset: number): void {
	const s = 1 - t;
	buffer.writef32(target, offset, s * buffer.readf32(values, a) + t * buffer.readf32(values, b));
	buffer.writef32(target, offset + 4, s * buffer.readf32(values, a + 4) + t * buffer.readf32(values, b + 4));
	buffer.writef32(target, offset + 8, s * buffer.readf32(values, a + 8) + t * buffer.readf32(values, b + 8));
}

/** Writes the rotation interpolated by `t` between the one at byte `a` of `from` and the one at byte `b` of `to`. */
export function writeSlerp(
	from: buffer,
	a: number,
	to: buffer,
	b: number,
	t: number,
	target: buffer,
	offset: number,
): void {
	const ax = buffer.readf32(from, a);
	const ay = buffer.readf32(from, a + 4);
	const az = buffer.readf32(from, a + 8);
	const aw = buffer.readf32(from, a + 12);
	const bx = buffer.readf32(to, b);
	const by = buffer.readf32(to, b + 4);
	const bz = buffer.readf32(to, b + 8);
	const bw = buffer.readf32(to, b + 12);
	const [s, r] = slerpWeights(ax * bx + ay * by + az * bz + aw * bw, t);
	const x = s * ax + r * bx;
	const y = s * ay + r * by;
	const z = s * az + r * bz;
	const w = s * aw + r * bw;
	// Two unit rotations on one side never cancel out: the length is at least half the square root of 2.
	const scale = 1 / math.sqrt(x * x + y * y + z * z + w * w);
	buffer.writef32(target, offset, x * scale);
	buffer.writef32(target, offset + 4, y * scale);
	buffer.writef32(target, offset + 8, z * scale);
	buffer.writef32(target, offset + 12, w * scale);
}
