import { Budget } from "../../src/bytes/budget";
import { measureMesh } from "../../src/scene/measure-mesh";
import { Mesh } from "../../src/scene/mesh";
import { splitMesh } from "../../src/scene/split-mesh";

function cutTo(source: buffer, size: number): buffer {
	const result = buffer.create(size);
	buffer.copy(result, 0, source, 0, size);
	return result;
}

/** All parts that `splitMesh` makes of a mesh, each in buffers of its own and no larger than it. */
export function splitParts(mesh: Mesh, maxVertices: number, maxTriangles: number): Array<Mesh> {
	const parts = new Array<Mesh>();
	const budget = new Budget();
	splitMesh(mesh, measureMesh(mesh, budget), maxVertices, maxTriangles, budget, (part) => {
		const { vertexCount: count, normals, colors, joints, weights } = part;
		parts.push(
			part === mesh
				? mesh
				: {
						...part,
						positions: cutTo(part.positions, count * 12),
						normals: normals && cutTo(normals, count * 12),
						uvs: part.uvs.map((set) => cutTo(set, count * 8)),
						colors: colors && cutTo(colors, count * 16),
						joints: joints && cutTo(joints, count * 8),
						weights: weights && cutTo(weights, count * 16),
						indices: cutTo(part.indices, part.triangleCount * 12),
					},
		);
	});
	return parts;
}
