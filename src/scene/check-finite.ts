import { Budget } from "../bytes/budget";
import { fail } from "../bytes/fail";
import { findNonFiniteInSlices, inSlices } from "../bytes/in-slices";
import { Mesh } from "./mesh";
import { SceneMorph } from "./morph";

/** The first of a target's vertices that a mesh does not have; undefined if it has all. */
function strangeVertex(
	{ vertices }: SceneMorph,
	vertexCount: number,
	caller: string,
	budget: Budget,
): number | undefined {
	let strange: number | undefined;
	inSlices(buffer.len(vertices).idiv(4), budget, caller, undefined, (first, count) => {
		for (const at of $range(first * 4, (first + count - 1) * 4, 4)) {
			const vertex = buffer.readu32(vertices, at);
			if (vertex >= vertexCount) strange ??= vertex;
		}
	});
	return strange;
}

/**
 * Refuses numbers of checked meshes that are not finite, except positions, which are measured. Checks shared buffers
 * once.
 */
export function checkFinite(
	meshes: ReadonlyArray<Mesh & { morphs?: Array<SceneMorph> }>,
	caller: string,
	budget: Budget,
): void {
	/** How many numbers of each buffer are known to be finite. */
	const known = new Map<buffer, number>();
	for (const { name, vertexCount, normals, uvs, colors, weights, morphs } of meshes) {
		const check = (held: buffer | undefined, width: number, attribute: string, vectors = vertexCount) => {
			const count = vectors * width;
			if (!held || (known.get(held) ?? 0) >= count) return;
			known.set(held, count);
			const wrong = findNonFiniteInSlices(held, count, budget, caller, name);
			if (wrong < 0) return;
			const value = buffer.readf32(held, wrong * 4);
			fail(caller, `"${name}": item ${wrong + 1} of ${attribute} is ${value}; expected a finite number`);
		};
		check(normals, 3, "normals");
		uvs.forEach((set, index) => check(set, 2, `set ${index + 1} of uvs`));
		check(colors, 4, "colors");
		check(weights, 4, "weights");
		morphs?.forEach((morph, index) => {
			const count = buffer.len(morph.vertices).idiv(4);
			check(morph.positions, 3, `positions of morph ${index + 1}`, count);
			check(morph.normals, 3, `normals of morph ${index + 1}`, count);
			if (known.has(morph.vertices)) return;
			known.set(morph.vertices, count);
			const strange = strangeVertex(morph, vertexCount, caller, budget);
			if (strange === undefined) return;
			fail(caller, `"${name}": morph ${index + 1} moves vertex ${strange}, but there are ${vertexCount} vertices`);
		});
	}
}
