//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Budget } from "../bytes/budget";
import { Mesh } from "./mesh";

const OWNER = "measureMesh";

/** Triangles, or vertices, between two pause points. */
const TRIANGLES_A_STEP = 4096;
const VERTICES_A_STEP = 4096;

/** The corners of the box around the vertices that a mesh's triangles use; zero if it has none. */
export interface MeshBox {
	low: Vector;
	high: Vector;
}

/** The drawable part of a mesh, and the box around it. */
export interface MeshMeasure extends MeshBox {
	vertexCount: number;
	/** The number of its triangles, without those that name a vertex twice. */
	triangleCount: number;
}

type Vector = readonly [x: number, y: number, z: number];

const ORIGIN: Vector = [0, 0, 0];
const UNSCALED: Vector = [1, 1, 1];

/** Returns the longest side of the box around a mesh that is scaled by these factors. */
export function longestSide({ low, high }: MeshBox, scale: Vector = UNSCALED): number {
	return math.max((high[0] - low[0]) * scale[0], (high[1] - low[1]) * scale[1], (high[2] - low[2]) * scale[2]);
}

/**
 * Measures a mesh by the vertices that its triangles use: others may be far away, such as those of meshes that share
 * its vertices. Refuses indices without a vertex and positions that are not finite.
 */
export function measureMesh(mesh: Mesh, budget: Budget): MeshMeasure {
	const { name, positions, indices, vertexCount: limit, triangleCount: count } = mesh;
	const seen = buffer.create(limit);
	let vertexCount = 0;
	let triangleCount = 0;
	let lowX = math.huge;
	let lowY = math.huge;
	let lowZ = math.huge;
	let highX = -math.huge;
	let highY = -math.huge;
	let highZ = -math.huge;
	for (const first of $range(0, count - 1, TRIANGLES_A_STEP)) {
		const last = math.min(first + TRIANGLES_A_STEP, count) - 1;
		const known = vertexCount;
		let strange = 0;
		for (const at of $range(first * 12, last * 12, 12)) {
			const a = buffer.readu32(indices, at);
			const b = buffer.readu32(indices, at + 4);
			const c = buffer.readu32(indices, at + 8);
			if (a >= limit || b >= limit || c >= limit) {
				const corner = a >= limit ? 0 : b >= limit ? 1 : 2;
				const vertex = buffer.readu32(indices, at + corner * 4);
				fail(OWNER, `"${name}": item ${at / 4 + corner + 1} of indices is ${vertex}, but there are ${limit} vertices`);
			}
			if (a === b || b === c || c === a) continue;
			triangleCount += 1;
			for (const corner of $range(at, at + 8, 4)) {
				const vertex = buffer.readu32(indices, corner);
				if (buffer.readu8(seen, vertex) !== 0) continue;
				buffer.writeu8(seen, vertex, 1);
				vertexCount += 1;
				const x = buffer.readf32(positions, vertex * 12);
				const y = buffer.readf32(positions, vertex * 12 + 4);
				const z = buffer.readf32(positions, vertex * 12 + 8);
				// NaN for NaN and for infinities, which comparisons would pass over.
				strange += x - x + (y - y) + (z - z);
				// Interpreted, comparisons take a third of the time of `math.min` and `math.max`.
				if (x < lowX) lowX = x;
				if (y < lowY) lowY = y;
				if (z < lowZ) lowZ = z;
				if (x > highX) highX = x;
				if (y > highY) highY = y;
				if (z > highZ) highZ = z;
			}
		}
		if (strange !== 0) fail(OWNER, `"${name}" has a vertex whose position is not finite`);
		budget.step((last - first + 1) / 2 + vertexCount - known, OWNER, name);
	}
	if (vertexCount === 0) return { vertexCount, triangleCount, low: ORIGIN, high: ORIGIN };
	return { vertexCount, triangleCount, low: [lowX, lowY, lowZ], high: [highX, highY, highZ] };
}

/**
 * Returns the box around a piece of a measured mesh, whose triangles use all of its vertices: there are fewer vertices
 * than corners of triangles.
 */
export function boxAround({ name, positions, vertexCount }: Mesh, budget: Budget): MeshBox {
	if (vertexCount === 0) return { low: ORIGIN, high: ORIGIN };
	let lowX = math.huge;
	let lowY = math.huge;
	let lowZ = math.huge;
	let highX = -math.huge;
	let highY = -math.huge;
	let highZ = -math.huge;
	for (const first of $range(0, vertexCount - 1, VERTICES_A_STEP)) {
		const count = math.min(VERTICES_A_STEP, vertexCount - first);
		for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
			const x = buffer.readf32(positions, at);
			const y = buffer.readf32(positions, at + 4);
			const z = buffer.readf32(positions, at + 8);
			if (x < lowX) lowX = x;
			if (y < lowY) lowY = y;
			if (z < lowZ) lowZ = z;
			if (x > highX) highX = x;
			if (y > highY) highY = y;
			if (z > highZ) highZ = z;
		}
		budget.step(count, OWNER, name);
	}
	return { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] };
}

/** Measures meshes, each once: those that share vertices and triangles share a measure. */
export class MeshMeasures {
	/** By positions, then by indices: a file may have thousands of meshes that share either. */
	private readonly known = new Map<buffer, Map<buffer, Array<{ mesh: Mesh; measure: MeshMeasure }>>>();

	constructor(private readonly budget: Budget) {}

	public of(mesh: Mesh): MeshMeasure {
		const { indices, positions, vertexCount, triangleCount } = mesh;
		const alike = this.known.get(positions) ?? new Map<buffer, Array<{ mesh: Mesh; measure: MeshMeasure }>>();
		this.known.set(positions, alike);
		const list = alike.get(indices) ?? [];
		alike.set(indices, list);
		this.budget.step(list.size(), OWNER, mesh.name);
		// More than one only if a caller says that there is less in a buffer than there is.
		const same = list.find(
			({ mesh: other }) => other.vertexCount === vertexCount && other.triangleCount === triangleCount,
		);
		if (same) return same.measure;
		const measure = measureMesh(mesh, this.budget);
		list.push({ mesh, measure });
		return measure;
	}
}
