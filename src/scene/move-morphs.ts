//!native
//!optimize 2
import { inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { determinantOf, MATRIX_SIZE, scaleOf } from "./matrix";
import { SceneMorph } from "./morph";
import { movePoints } from "./move-vertices";

/** The bytes of a target, its vectors apart. */
const MORPH_BYTES = 256;

/** What turns normals by a matrix, before they are made unit length: its cofactors; nothing if it only makes larger. */
function cofactorsOf(matrix: buffer): buffer | undefined {
	if (scaleOf(matrix, 0) !== undefined) return undefined;
	const sign = determinantOf(matrix, 0) < 0 ? -1 : 1;
	const at = (row: number, column: number) => buffer.readf64(matrix, (row % 3) * 32 + (column % 3) * 8);
	const result = buffer.create(MATRIX_SIZE);
	for (const row of $range(0, 2)) {
		for (const column of $range(0, 2)) {
			const minor =
				at(row + 1, column + 1) * at(row + 2, column + 2) - at(row + 1, column + 2) * at(row + 2, column + 1);
			buffer.writef64(result, row * 32 + column * 8, sign * minor);
		}
	}
	return result;
}

/** A matrix without what it moves by. */
function withoutTranslation(matrix: buffer): buffer {
	const result = buffer.create(MATRIX_SIZE);
	buffer.copy(result, 0, matrix, 0, MATRIX_SIZE);
	for (const row of $range(0, 2)) buffer.writef64(result, row * 32 + 24, 0);
	return result;
}

function lengthAt(vectors: buffer, at: number): number {
	const x = buffer.readf32(vectors, at);
	const y = buffer.readf32(vectors, at + 4);
	const z = buffer.readf32(vectors, at + 8);
	return math.sqrt(x * x + y * y + z * z);
}

/** Scales `count` vectors, from the one at `first` on, as the normals that they are added to were scaled from `before` to `after`. */
function scaleLikeNormals(
	vectors: buffer,
	vertices: buffer,
	first: number,
	count: number,
	before: buffer,
	after: buffer,
	cofactors: buffer | undefined,
): void {
	const scratch = buffer.create(12);
	for (const index of $range(first, first + count - 1)) {
		const vertex = buffer.readu32(vertices, index * 4);
		buffer.copy(scratch, 0, before, vertex * 12, 12);
		if (cofactors) movePoints(cofactors, scratch, 1, scratch);
		const length = lengthAt(scratch, 0);
		const factor = length > 0 ? lengthAt(after, vertex * 12) / length : 0;
		for (const at of $range(index * 12, index * 12 + 8, 4)) {
			buffer.writef32(vectors, at, buffer.readf32(vectors, at) * factor);
		}
	}
}

/**
 * Morph targets of a mesh that a matrix (of f64) has moved, if one has: `before` are its normals as they were, `after` as they are now.
 * However far the targets are on, the mesh looks as if it had been morphed first and moved then.
 */
export function moveMorphs(
	morphs: ReadonlyArray<SceneMorph>,
	matrix: buffer | undefined,
	before: buffer | undefined,
	after: buffer | undefined,
	budget: Budget,
	format: string,
	place: string,
): Array<SceneMorph> {
	const linear = matrix && withoutTranslation(matrix);
	const cofactors = matrix && cofactorsOf(matrix);
	return morphs.map(({ name, vertices, positions, normals }) => {
		const count = buffer.len(vertices).idiv(4);
		budget.spendBytes(MORPH_BYTES + buffer.len(positions) + (normals ? buffer.len(normals) : 0), format, place);
		const moved = buffer.create(buffer.len(positions));
		const turned = normals && buffer.create(buffer.len(normals));
		inSlices(
			count,
			budget,
			format,
			place,
			(first, size) => {
				if (linear) movePoints(linear, positions, size, moved, first);
				else buffer.copy(moved, first * 12, positions, first * 12, size * 12);
				if (!normals || !turned) return;
				if (cofactors) movePoints(cofactors, normals, size, turned, first);
				else buffer.copy(turned, first * 12, normals, first * 12, size * 12);
				if (before && after) scaleLikeNormals(turned, vertices, first, size, before, after, cofactors);
			},
			4,
		);
		return { name, vertices, positions: moved, normals: turned };
	});
}
