//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { Mesh } from "./mesh";

/** Stands for a vertex that the part in hand does not have yet. */
const ABSENT = 0xffffffff;

/** Copies the elements that `chosen` names (u32 × count) out of an attribute. */
function gather(source: buffer, chosen: buffer, count: number, stride: number): buffer {
	const result = buffer.create(count * stride);
	for (const to of $range(0, count - 1)) {
		buffer.copy(result, to * stride, source, buffer.readu32(chosen, to * 4) * stride, stride);
	}
	return result;
}

function part(mesh: Mesh, name: string, chosen: buffer, vertexCount: number, indices: buffer, triangles: number): Mesh {
	const take = (source: buffer | undefined, stride: number) => source && gather(source, chosen, vertexCount, stride);
	const copy = buffer.create(triangles * 12);
	buffer.copy(copy, 0, indices, 0, triangles * 12);
	return {
		name,
		vertexCount,
		triangleCount: triangles,
		positions: gather(mesh.positions, chosen, vertexCount, 12),
		normals: take(mesh.normals, 12),
		uvs: mesh.uvs.map((set) => gather(set, chosen, vertexCount, 8)),
		colors: take(mesh.colors, 16),
		joints: take(mesh.joints, 8),
		weights: take(mesh.weights, 16),
		indices: copy,
	};
}

/** Gives a vertex its place in the part in hand, and says how many vertices the part has then. */
function place(places: buffer, chosen: buffer, vertex: number, count: number): number {
	if (buffer.readu32(places, vertex * 4) !== ABSENT) return count;
	buffer.writeu32(places, vertex * 4, count);
	buffer.writeu32(chosen, count * 4, vertex);
	return count + 1;
}

function clear(places: buffer, chosen: buffer, count: number): void {
	for (const at of $range(0, count - 1)) {
		buffer.writeu32(places, buffer.readu32(chosen, at * 4) * 4, ABSENT);
	}
}

function checkIndices(indices: buffer, triangleCount: number, vertexCount: number): void {
	if (buffer.len(indices) < triangleCount * 12) {
		fail(
			"splitMesh",
			`indices has ${buffer.len(indices)} bytes, but ${triangleCount} triangles take ${triangleCount * 12}`,
		);
	}
	for (const at of $range(0, triangleCount * 12 - 4, 4)) {
		const vertex = buffer.readu32(indices, at);
		if (vertex >= vertexCount)
			fail("splitMesh", `indices[${at / 4}] is ${vertex}, but there are ${vertexCount} vertices`);
	}
}

/**
 * Cuts a mesh into parts that keep within limits, in the order of its triangles. Every triangle goes into exactly one
 * part; a vertex that parts share is repeated with all that it carries, and one that no triangle uses is left out.
 * A mesh within the limits comes back as it is.
 *
 * @example
 * const parts = splitMesh(mesh, 60000, 20000);
 */
export function splitMesh(mesh: Mesh, maxVertices: number, maxTriangles: number): Array<Mesh> {
	if (!(maxVertices >= 3)) fail("splitMesh", `maxVertices is ${maxVertices}, but a triangle has 3`);
	if (!(maxTriangles >= 1)) fail("splitMesh", `maxTriangles is ${maxTriangles}`);
	const { vertexCount, triangleCount, indices } = mesh;
	checkIndices(indices, triangleCount, vertexCount);
	if (vertexCount <= maxVertices && triangleCount <= maxTriangles) return [mesh];

	const parts = new Array<Mesh>();
	// Where each vertex stands in the part in hand, and which vertices the part has: both reused from part to part.
	const places = buffer.create(vertexCount * 4);
	buffer.fill(places, 0, 0xff);
	const chosen = buffer.create(math.min(vertexCount, maxVertices) * 4);
	const partIndices = buffer.create(math.min(triangleCount, maxTriangles) * 12);
	let vertices = 0;
	let triangles = 0;
	for (const at of $range(0, (triangleCount - 1) * 12, 12)) {
		const a = buffer.readu32(indices, at);
		const b = buffer.readu32(indices, at + 4);
		const c = buffer.readu32(indices, at + 8);
		let added = 0;
		if (buffer.readu32(places, a * 4) === ABSENT) added += 1;
		if (b !== a && buffer.readu32(places, b * 4) === ABSENT) added += 1;
		if (c !== a && c !== b && buffer.readu32(places, c * 4) === ABSENT) added += 1;
		if (triangles + 1 > maxTriangles || vertices + added > maxVertices) {
			parts.push(part(mesh, `${mesh.name} ${parts.size() + 1}`, chosen, vertices, partIndices, triangles));
			clear(places, chosen, vertices);
			vertices = 0;
			triangles = 0;
		}
		vertices = place(places, chosen, a, vertices);
		vertices = place(places, chosen, b, vertices);
		vertices = place(places, chosen, c, vertices);
		buffer.writeu32(partIndices, triangles * 12, buffer.readu32(places, a * 4));
		buffer.writeu32(partIndices, triangles * 12 + 4, buffer.readu32(places, b * 4));
		buffer.writeu32(partIndices, triangles * 12 + 8, buffer.readu32(places, c * 4));
		triangles += 1;
	}
	if (triangles > 0) {
		const name = parts.isEmpty() ? mesh.name : `${mesh.name} ${parts.size() + 1}`;
		parts.push(part(mesh, name, chosen, vertices, partIndices, triangles));
	}
	return parts;
}
