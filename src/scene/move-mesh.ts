import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { determinantOf, scaleOf } from "./matrix";
import { Mesh } from "./mesh";
import { movePoints, scalePoints, turnNormals, turnOver } from "./move-vertices";

/**
 * Returns the mesh moved by a matrix (of f64): vertices, normals, and triangles turned over by a mirror. A uniform
 * scale keeps normals.
 */
export function moveMesh<T extends Mesh>(mesh: T, matrix: buffer, budget: Budget, format: string, place: string): T {
	const { vertexCount: count, normals } = mesh;
	const scale = scaleOf(matrix, 0);
	const isMirrored = determinantOf(matrix, 0) < 0;
	const turns = normals !== undefined && scale === undefined;
	budget.spendBytes(count * (turns ? 24 : 12) + (isMirrored ? mesh.triangleCount * 12 : 0), format, place);
	const positions = buffer.create(count * 12);
	const turned = turns ? buffer.create(count * 12) : normals;
	inSlices(
		count,
		budget,
		format,
		place,
		(first, size) => {
			const isWithin =
				scale === undefined
					? movePoints(matrix, mesh.positions, size, positions, first)
					: scalePoints(scale, mesh.positions, size, positions, first);
			if (!isWithin && findNonFinite(positions, first * 12, size * 3) >= 0) {
				fail(format, "the placed vertices leave the range of numbers", place);
			}
			if (turns) turnNormals(matrix, normals, size, turned!, first);
		},
		2,
	);
	if (!isMirrored) return { ...mesh, positions, normals: turned };
	const indices = buffer.create(mesh.triangleCount * 12);
	inSlices(mesh.triangleCount, budget, format, place, (first, size) => turnOver(mesh.indices, first, size, indices));
	return { ...mesh, positions, normals: turned, indices };
}
