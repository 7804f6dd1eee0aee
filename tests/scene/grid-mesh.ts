//!native
//!optimize 2
import { Mesh } from "../../src/scene/mesh";
import { breathe } from "../breathe";
import { Seeded } from "../random";

/** Fills an attribute with numbers that are different for every vertex and component. */
function numbered(count: number, width: number, seed: number): buffer {
	const result = buffer.create(count * width * 4);
	for (const at of $range(0, count * width - 1)) buffer.writef32(result, at * 4, (seed + at * 7) % 100003);
	return result;
}

/** A grid of `columns` × `rows` vertices, two triangles a cell, with every attribute a mesh can carry. */
export function gridMesh(columns: number, rows: number): Mesh {
	const vertexCount = columns * rows;
	const triangleCount = (columns - 1) * (rows - 1) * 2;
	const indices = buffer.create(triangleCount * 12);
	let at = 0;
	for (const row of $range(0, rows - 2)) {
		for (const column of $range(0, columns - 2)) {
			const a = row * columns + column;
			for (const vertex of [a, a + 1, a + columns, a + 1, a + columns + 1, a + columns]) {
				buffer.writeu32(indices, at, vertex);
				at += 4;
			}
		}
	}
	const positions = buffer.create(vertexCount * 12);
	for (const vertex of $range(0, vertexCount - 1)) {
		buffer.writef32(positions, vertex * 12, vertex % columns);
		buffer.writef32(positions, vertex * 12 + 4, vertex.idiv(columns));
		buffer.writef32(positions, vertex * 12 + 8, vertex);
	}
	const joints = buffer.create(vertexCount * 8);
	for (const index of $range(0, vertexCount * 4 - 1)) buffer.writeu16(joints, index * 2, (index * 31) % 65536);
	return {
		name: "grid",
		vertexCount,
		triangleCount,
		positions,
		normals: numbered(vertexCount, 3, 1),
		uvs: [numbered(vertexCount, 2, 3), numbered(vertexCount, 2, 4)],
		colors: numbered(vertexCount, 4, 5),
		joints,
		weights: numbered(vertexCount, 4, 6),
		indices,
	};
}

/** Puts the triangles of a mesh into a random order, so that neighbours are far apart. */
export function shuffleTriangles(mesh: Mesh, random: Seeded): void {
	const scratch = buffer.create(12);
	for (const index of $range(mesh.triangleCount - 1, 1, -1)) {
		const other = random.int(0, index);
		buffer.copy(scratch, 0, mesh.indices, index * 12, 12);
		buffer.copy(mesh.indices, index * 12, mesh.indices, other * 12, 12);
		buffer.copy(mesh.indices, other * 12, scratch, 0, 12);
	}
}

function mix(hash: number, value: number): number {
	// FNV-1a's prime, in halves that stay exact.
	const mixed = hash ^ value;
	return ((mixed & 0xffff) * 16777619 + (((mixed >>> 16) * 16777619) % 65536) * 65536) % 2 ** 32;
}

function mixElement(hash: number, source: buffer | undefined, at: number, size: number): number {
	if (source === undefined) return mix(hash, 0x9e3779b9);
	let result = hash;
	for (const offset of $range(at, at + size - 4, 4)) result = mix(result, buffer.readu32(source, offset));
	return result;
}

function vertexHash(mesh: Mesh, vertex: number): number {
	let result = mixElement(2166136261, mesh.positions, vertex * 12, 12);
	result = mixElement(result, mesh.normals, vertex * 12, 12);
	for (const set of mesh.uvs) result = mixElement(result, set, vertex * 8, 8);
	result = mixElement(result, mesh.colors, vertex * 16, 16);
	result = mixElement(result, mesh.joints, vertex * 8, 8);
	result = mixElement(result, mesh.weights, vertex * 16, 16);
	return result;
}

/**
 * A number that every triangle of `meshes` adds to, with all that its corners carry and the order they come in, but
 * neither the order of triangles nor the numbering of vertices.
 */
export function triangleSetHash(meshes: Array<Mesh>): number {
	let sum = 0;
	for (const mesh of meshes) {
		const hashes = buffer.create(mesh.vertexCount * 4);
		for (const vertex of $range(0, mesh.vertexCount - 1)) {
			if (vertex % 1000 === 0) breathe();
			buffer.writeu32(hashes, vertex * 4, vertexHash(mesh, vertex));
		}
		for (const at of $range(0, (mesh.triangleCount - 1) * 12, 12)) {
			if (at % 12000 === 0) breathe();
			let hash = 2166136261;
			for (const corner of $range(at, at + 8, 4)) {
				hash = mix(hash, buffer.readu32(hashes, buffer.readu32(mesh.indices, corner) * 4));
			}
			sum = (sum + hash) % 2 ** 32;
		}
	}
	return sum;
}
