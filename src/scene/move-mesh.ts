import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { Work } from "../bytes/work";
import { determinantOf } from "./matrix";
import { Mesh } from "./mesh";
import { movePoints, turnedOver, turnNormals } from "./move-vertices";

/** The mesh as a matrix (of f64) moves it: vertices, normals, and triangles turned over by a mirror. */
export function moveMesh<T extends Mesh>(mesh: T, matrix: buffer, work: Work, format: string, place: string): T {
	const { vertexCount: count, normals } = mesh;
	const isMirrored = determinantOf(matrix, 0) < 0;
	work.spendBytes(count * 24 + (isMirrored ? mesh.triangleCount * 12 : 0), format, place);
	work.step(count * 2, format, place);
	const positions = buffer.create(count * 12);
	movePoints(matrix, mesh.positions, count, positions);
	if (findNonFinite(positions, 0, count * 3) >= 0) {
		fail(format, "the vertices leave the range of numbers where they stand", place);
	}
	const turned = normals && buffer.create(count * 12);
	if (normals && turned) turnNormals(matrix, normals, count, turned);
	const indices = isMirrored ? turnedOver(mesh.indices, mesh.triangleCount) : mesh.indices;
	return { ...mesh, positions, normals: turned, indices };
}
