//!native
//!optimize 2
import { fail } from "../bytes/fail";
import type { Budget } from "../bytes/budget";
import { Mesh } from "./mesh";

/** Vertices between two looks at whether to pause. */
const VERTICES_A_STEP = 4096;

/**
 * The corners of the box around a mesh: lowest x y z, highest x y z; six zeros where it has no vertices. Refuses positions that are
 * not finite.
 *
 * @example
 * const [lowX, lowY, lowZ, highX, highY, highZ] = bounds(mesh);
 */
export function bounds(mesh: Mesh, budget?: Budget): LuaTuple<[number, number, number, number, number, number]> {
	const { positions, vertexCount } = mesh;
	if (vertexCount === 0) return $tuple(0, 0, 0, 0, 0, 0);
	let lowX = math.huge;
	let lowY = math.huge;
	let lowZ = math.huge;
	let highX = -math.huge;
	let highY = -math.huge;
	let highZ = -math.huge;
	for (const first of $range(0, vertexCount - 1, VERTICES_A_STEP)) {
		const last = math.min(first + VERTICES_A_STEP, vertexCount) - 1;
		let strange = 0;
		for (const at of $range(first * 12, last * 12, 12)) {
			const x = buffer.readf32(positions, at);
			const y = buffer.readf32(positions, at + 4);
			const z = buffer.readf32(positions, at + 8);
			// NaN for NaN and for infinities, which comparisons would pass over.
			strange += x - x + (y - y) + (z - z);
			// Comparisons take a third of what `math.min` and `math.max` take, interpreted.
			if (x < lowX) lowX = x;
			if (y < lowY) lowY = y;
			if (z < lowZ) lowZ = z;
			if (x > highX) highX = x;
			if (y > highY) highY = y;
			if (z > highZ) highZ = z;
		}
		if (strange - strange !== 0) fail("bounds", `"${mesh.name}" has a vertex whose position is not finite`);
		budget?.step(last - first + 1, "bounds", mesh.name);
	}
	return $tuple(lowX, lowY, lowZ, highX, highY, highZ);
}
