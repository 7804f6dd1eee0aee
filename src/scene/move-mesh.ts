import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { Work } from "../bytes/work";
import { determinantOf } from "./matrix";
import { Mesh } from "./mesh";
import { addVectors, movePoints, subtractVectors, turnedOver, turnNormals } from "./move-vertices";

/** The mesh as a matrix (of f64) moves it: vertices, normals, morph targets, and triangles turned over by a mirror. */
export function moveMesh<T extends Mesh>(mesh: T, matrix: buffer, work: Work, format: string, place: string): T {
	const { vertexCount: count, normals } = mesh;
	const morphCount = mesh.morphs?.size() ?? 0;
	const isMirrored = determinantOf(matrix, 0) < 0;
	work.spendBytes(count * (24 + morphCount * 24) + (isMirrored ? mesh.triangleCount * 12 : 0), format, place);
	work.step(count * (2 + morphCount), format, place);
	const points = (source: buffer, translation: number) => {
		const target = buffer.create(count * 12);
		movePoints(matrix, source, count, translation, target);
		if (findNonFinite(target, 0, count * 3) >= 0) {
			fail(format, "the vertices leave the range of numbers where they stand", place);
		}
		return target;
	};
	const directions = (source: buffer) => {
		const target = buffer.create(count * 12);
		turnNormals(matrix, source, count, target);
		return target;
	};
	const turned = normals && directions(normals);
	return {
		...mesh,
		positions: points(mesh.positions, 1),
		normals: turned,
		indices: isMirrored ? turnedOver(mesh.indices, mesh.triangleCount) : mesh.indices,
		morphs: mesh.morphs?.map((morph) => ({
			name: morph.name,
			positions: morph.positions && points(morph.positions, 0),
			normals:
				morph.normals &&
				normals &&
				subtractVectors(directions(addVectors(normals, morph.normals, count)), turned!, count),
		})),
	};
}
