import { Budget } from "../bytes/budget";
import { fail } from "../bytes/fail";
import { findNonFiniteInSlices } from "../bytes/in-slices";
import { Mesh } from "./mesh";

/**
 * Refuses numbers of checked meshes that are not finite, except positions, which are measured. Checks shared buffers
 * once.
 */
export function checkFinite(meshes: ReadonlyArray<Mesh>, caller: string, budget: Budget): void {
	/** How many numbers of each buffer are known to be finite. */
	const known = new Map<buffer, number>();
	for (const { name, vertexCount, normals, uvs, colors, weights } of meshes) {
		const check = (held: buffer | undefined, width: number, attribute: string) => {
			const count = vertexCount * width;
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
	}
}
