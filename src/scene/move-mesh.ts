import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { inSlices } from "../bytes/in-slices";
import { Work } from "../bytes/work";
import { determinantOf } from "./matrix";
import { Mesh } from "./mesh";
import { movePoints, turnNormals, turnOver } from "./move-vertices";

/** The mesh as a matrix (of f64) moves it: vertices, normals, and triangles turned over by a mirror. */
export function moveMesh<T extends Mesh>(mesh: T, matrix: buffer, work: Work, format: string, place: string): T {
	const { vertexCount: count, normals } = mesh;
	const isMirrored = determinantOf(matrix, 0) < 0;
	work.spendBytes(count * 24 + (isMirrored ? mesh.triangleCount * 12 : 0), format, place);
	const positions = buffer.create(count * 12);
	const turned = normals && buffer.create(count * 12);
	inSlices(
		count,
		work,
		format,
		place,
		(first, size) => {
			movePoints(matrix, mesh.positions, size, positions, first);
			if (findNonFinite(positions, first * 12, size * 3) >= 0) {
				fail(format, "the vertices leave the range of numbers where they stand", place);
			}
			if (normals && turned) turnNormals(matrix, normals, size, turned, first);
		},
		2,
	);
	if (!isMirrored) return { ...mesh, positions, normals: turned };
	const indices = buffer.create(mesh.triangleCount * 12);
	inSlices(mesh.triangleCount, work, format, place, (first, size) => turnOver(mesh.indices, first, size, indices));
	return { ...mesh, positions, normals: turned, indices };
}
