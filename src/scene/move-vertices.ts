//!native
//!optimize 2
import { TextureWrap } from "./material";
import { determinantOf, MATRIX_SIZE } from "./matrix";

/** Squares below this are of numbers that fit an f32. */
const LARGEST_SQUARE = 1.1e77;

/**
 * Moves `count` points (f32 × 3), from the one at `first` on, by a matrix of f64. Returns whether all of them certainly
 * fit an f32.
 */
export function movePoints(matrix: buffer, source: buffer, count: number, target: buffer, first = 0): boolean {
	const a = buffer.readf64(matrix, 0);
	const b = buffer.readf64(matrix, 8);
	const c = buffer.readf64(matrix, 16);
	const x = buffer.readf64(matrix, 24);
	const d = buffer.readf64(matrix, 32);
	const e = buffer.readf64(matrix, 40);
	const f = buffer.readf64(matrix, 48);
	const y = buffer.readf64(matrix, 56);
	const g = buffer.readf64(matrix, 64);
	const h = buffer.readf64(matrix, 72);
	const i = buffer.readf64(matrix, 80);
	const z = buffer.readf64(matrix, 88);
	let isWithin = true;
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		const px = buffer.readf32(source, at);
		const py = buffer.readf32(source, at + 4);
		const pz = buffer.readf32(source, at + 8);
		const mx = a * px + b * py + c * pz + x;
		const my = d * px + e * py + f * pz + y;
		const mz = g * px + h * py + i * pz + z;
		buffer.writef32(target, at, mx);
		buffer.writef32(target, at + 4, my);
		buffer.writef32(target, at + 8, mz);
		// Written so that NaN fails too.
		if (!(mx * mx + my * my + mz * mz < LARGEST_SQUARE)) isWithin = false;
	}
	return isWithin;
}

/** `movePoints` for a matrix that only scales, by one factor. */
export function scalePoints(factor: number, source: buffer, count: number, target: buffer, first: number): boolean {
	let isWithin = true;
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		const x = buffer.readf32(source, at) * factor;
		const y = buffer.readf32(source, at + 4) * factor;
		const z = buffer.readf32(source, at + 8) * factor;
		buffer.writef32(target, at, x);
		buffer.writef32(target, at + 4, y);
		buffer.writef32(target, at + 8, z);
		if (!(x * x + y * y + z * z < LARGEST_SQUARE)) isWithin = false;
	}
	return isWithin;
}

/**
 * Turns `count` normals, from the one at `first` on, like the matrix turns surfaces, by its cofactors, and normalises
 * them. A normal that the matrix flattens stays as it is.
 */
export function turnNormals(matrix: buffer, source: buffer, count: number, target: buffer, first = 0): void {
	const sign = determinantOf(matrix, 0) < 0 ? -1 : 1;
	const a = buffer.readf64(matrix, 0);
	const b = buffer.readf64(matrix, 8);
	const c = buffer.readf64(matrix, 16);
	const d = buffer.readf64(matrix, 32);
	const e = buffer.readf64(matrix, 40);
	const f = buffer.readf64(matrix, 48);
	const g = buffer.readf64(matrix, 64);
	const h = buffer.readf64(matrix, 72);
	const i = buffer.readf64(matrix, 80);
	const ax = sign * (e * i - f * h);
	const ay = sign * (f * g - d * i);
	const az = sign * (d * h - e * g);
	const bx = sign * (h * c - i * b);
	const by = sign * (i * a - g * c);
	const bz = sign * (g * b - h * a);
	const cx = sign * (b * f - c * e);
	const cy = sign * (c * d - a * f);
	const cz = sign * (a * e - b * d);
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		const px = buffer.readf32(source, at);
		const py = buffer.readf32(source, at + 4);
		const pz = buffer.readf32(source, at + 8);
		const x = ax * px + ay * py + az * pz;
		const y = bx * px + by * py + bz * pz;
		const z = cx * px + cy * py + cz * pz;
		const length = math.sqrt(x * x + y * y + z * z);
		const isFlat = length === 0;
		buffer.writef32(target, at, isFlat ? px : x / length);
		buffer.writef32(target, at + 4, isFlat ? py : y / length);
		buffer.writef32(target, at + 8, isFlat ? pz : z / length);
	}
}

/** The piece of a coordinate in which a texture is laid straight: another begins at each of its edges. */
function pieceOf(value: number, wrap: TextureWrap): number {
	if (wrap === "repeat") return 0;
	if (wrap === "mirror") return math.floor(value);
	return value < 0 ? -1 : value > 1 ? 1 : 0;
}

/** Coordinates this near to an edge of a texture lie on it. */
const EDGE = 1e-4;

/** How far inside an edge a clamped coordinate is: half a pixel of 64, so that smoothing does not mix in the opposite edge. */
const INSIDE = 1 / 128;

/** How many of `count` triangles, from the one at `first` on, lie across an edge at which a texture clamps or mirrors. */
export function countAcross(
	uvs: buffer,
	wrap: readonly [TextureWrap, TextureWrap],
	indices: buffer,
	first: number,
	count: number,
): number {
	let across = 0;
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		let isAcross = false;
		for (const axis of $range(0, 1)) {
			if (wrap[axis] === "repeat") continue;
			const a = buffer.readf32(uvs, buffer.readu32(indices, at) * 8 + axis * 4);
			const b = buffer.readf32(uvs, buffer.readu32(indices, at + 4) * 8 + axis * 4);
			const c = buffer.readf32(uvs, buffer.readu32(indices, at + 8) * 8 + axis * 4);
			const low = math.min(a, b, c) + EDGE;
			const high = math.max(a, b, c) - EDGE;
			if (low < high && pieceOf(low, wrap[axis]) !== pieceOf(high, wrap[axis])) isAcross = true;
		}
		if (isAcross) across += 1;
	}
	return across;
}

/** Puts `count` coordinates, from the one at `first` on, between 0 and 1, at what the texture shows there by clamping or mirroring. */
export function wrapUvs(
	uvs: buffer,
	wrap: readonly [TextureWrap, TextureWrap],
	first: number,
	count: number,
	target: buffer,
): void {
	for (const at of $range(first * 8, (first + count) * 8 - 4, 4)) {
		const value = buffer.readf32(uvs, at);
		const mode = wrap[(at / 4) % 2];
		let wrapped = value;
		if (mode === "clamp") wrapped = value < 0 ? INSIDE : value > 1 ? 1 - INSIDE : value;
		else if (mode === "mirror") wrapped = 1 - math.abs(1 - (value % 2));
		buffer.writef32(target, at, wrapped);
	}
}

/** Writes the weighted sum of the matrices of a vertex's joints. */
function blendMatrices(matrices: buffer, joints: buffer, weights: buffer, vertex: number, blend: buffer): void {
	buffer.fill(blend, 0, 0, MATRIX_SIZE);
	for (const influence of $range(vertex * 4, vertex * 4 + 3)) {
		const weight = buffer.readf32(weights, influence * 4);
		if (weight !== 0) {
			const from = buffer.readu16(joints, influence * 2) * MATRIX_SIZE;
			for (const at of $range(0, MATRIX_SIZE - 8, 8)) {
				buffer.writef64(blend, at, buffer.readf64(blend, at) + weight * buffer.readf64(matrices, from + at));
			}
		}
	}
}

const blend = buffer.create(MATRIX_SIZE);
const vertexIn = buffer.create(12);
const vertexOut = buffer.create(12);

/** Moves each of the points from `first` to `last` by the blend of its joints' matrices (f64, one per joint). */
export function blendPoints(
	matrices: buffer,
	joints: buffer,
	weights: buffer,
	source: buffer,
	first: number,
	last: number,
	target: buffer,
): void {
	for (const vertex of $range(first, last)) {
		blendMatrices(matrices, joints, weights, vertex, blend);
		buffer.copy(vertexIn, 0, source, vertex * 12, 12);
		movePoints(blend, vertexIn, 1, vertexOut);
		buffer.copy(target, vertex * 12, vertexOut, 0, 12);
	}
}

/** Turns each of the normals from `first` to `last` by the blend of its joints' matrices. */
export function blendNormals(
	matrices: buffer,
	joints: buffer,
	weights: buffer,
	source: buffer,
	first: number,
	last: number,
	target: buffer,
): void {
	for (const vertex of $range(first, last)) {
		blendMatrices(matrices, joints, weights, vertex, blend);
		buffer.copy(vertexIn, 0, source, vertex * 12, 12);
		turnNormals(blend, vertexIn, 1, vertexOut);
		buffer.copy(target, vertex * 12, vertexOut, 0, 12);
	}
}

/** Copies `count` triangles with their second and third vertices swapped: a mirror turns them inside out. */
export function turnOver(indices: buffer, first: number, count: number, target: buffer): void {
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		buffer.writeu32(target, at, buffer.readu32(indices, at));
		buffer.writeu32(target, at + 4, buffer.readu32(indices, at + 8));
		buffer.writeu32(target, at + 8, buffer.readu32(indices, at + 4));
	}
}

/**
 * Writes a byte of 1 for each of the vertices from `first` to `last` that the blend of its joints' matrices mirrors.
 */
export function markMirrored(
	matrices: buffer,
	joints: buffer,
	weights: buffer,
	first: number,
	last: number,
	target: buffer,
): void {
	for (const vertex of $range(first, last)) {
		blendMatrices(matrices, joints, weights, vertex, blend);
		if (determinantOf(blend, 0) < 0) buffer.writeu8(target, vertex, 1);
	}
}

/** Copies `count` triangles, and turns over those of which most vertices are marked. */
export function turnOverWhere(marks: buffer, indices: buffer, first: number, count: number, target: buffer): void {
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		const a = buffer.readu32(indices, at);
		const b = buffer.readu32(indices, at + 4);
		const c = buffer.readu32(indices, at + 8);
		const isTurned = buffer.readu8(marks, a) + buffer.readu8(marks, b) + buffer.readu8(marks, c) >= 2;
		buffer.writeu32(target, at, a);
		buffer.writeu32(target, at + 4, isTurned ? c : b);
		buffer.writeu32(target, at + 8, isTurned ? b : c);
	}
}

/** Writes `count` texture coordinates scaled, turned by `rotation` radians, then moved. */
export function moveUvs(
	uvs: buffer,
	first: number,
	count: number,
	scaleU: number,
	scaleV: number,
	rotation: number,
	offsetU: number,
	offsetV: number,
	target: buffer,
): void {
	const sine = math.sin(rotation);
	const cosine = math.cos(rotation);
	for (const at of $range(first * 8, (first + count - 1) * 8, 8)) {
		const u = buffer.readf32(uvs, at) * scaleU;
		const v = buffer.readf32(uvs, at + 4) * scaleV;
		buffer.writef32(target, at, cosine * u + sine * v + offsetU);
		buffer.writef32(target, at + 4, cosine * v - sine * u + offsetV);
	}
}
