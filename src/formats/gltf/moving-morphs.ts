//!native
//!optimize 2
import { copyBuffer } from "../../bytes/copy-buffer";
import { findNonFiniteInSlices, inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { largestFinite } from "../../motion/channel-values";
import { FARTHEST } from "../../scene/check-reach";
import { SceneMorph } from "../../scene/morph";
import { moveMorphs } from "../../scene/move-morphs";
import { GltfMesh, MorphTarget } from "./gltf";

/** Writes the numbers of vertices, from `first` on, whose vectors are not zero, from the `found`th place of `target` on; returns how many there are now. */
function findMoved(
	positions: buffer,
	normals: buffer,
	first: number,
	count: number,
	target: buffer,
	found: number,
): number {
	let moved = found;
	for (const vertex of $range(first, first + count - 1)) {
		const at = vertex * 12;
		if (
			buffer.readf32(positions, at) !== 0 ||
			buffer.readf32(positions, at + 4) !== 0 ||
			buffer.readf32(positions, at + 8) !== 0 ||
			buffer.readf32(normals, at) !== 0 ||
			buffer.readf32(normals, at + 4) !== 0 ||
			buffer.readf32(normals, at + 8) !== 0
		) {
			buffer.writeu32(target, moved * 4, vertex);
			moved += 1;
		}
	}
	return moved;
}

/** The vectors of these vertices, one after another. */
function gathered(vectors: buffer, vertices: buffer): buffer {
	const result = buffer.create(buffer.len(vertices) * 3);
	for (const at of $range(0, buffer.len(vertices) - 4, 4)) {
		buffer.copy(result, at * 3, vectors, buffer.readu32(vertices, at) * 12, 12);
	}
	return result;
}

/** The morph targets of meshes that animations morph, with only the vertices that each moves. */
export class MovingMorphs {
	private readonly known = new Map<GltfMesh, Array<SceneMorph>>();

	constructor(private readonly budget: Budget) {}

	/** The targets of a mesh; `resting` is the mesh with its targets as far on as `weights` say. */
	public of(mesh: GltfMesh, resting: GltfMesh, weights: ReadonlyArray<number>, path: string): Array<SceneMorph> {
		const before = this.known.get(resting);
		if (before !== undefined) return before;
		const { vertexCount: count, morphs = [], normals } = mesh;
		const { budget } = this;
		const scratch = count * 28;
		budget.spendBytes(scratch, "gltf", path);
		const positionsOf = buffer.create(count * 12);
		const normalsOf = buffer.create(count * 12);
		const vertices = buffer.create(count * 4);
		const raw = morphs.map((morph) =>
			this.gather(morph, normals !== undefined, positionsOf, normalsOf, vertices, path),
		);
		let made = raw;
		if (normals && resting.normals !== normals && resting.normals) {
			const sum = copyBuffer(normals);
			morphs.forEach(({ addNormals }, index) => addNormals?.(weights[index] ?? 0, sum));
			budget.step(count * morphs.size(), "gltf", path);
			made = moveMorphs(raw, undefined, sum, resting.normals, budget, "gltf", path);
		}
		budget.returnBytes(scratch);
		this.known.set(resting, made);
		return made;
	}

	/** Whether the sum of targets, each as far on as `reach`, stays within what numbers hold, squared too: normals are made unit length. */
	public isWithin(morphs: ReadonlyArray<SceneMorph>, reach: number): boolean {
		let sum = 0;
		for (const { positions, normals } of morphs) {
			if (findNonFiniteInSlices(positions, buffer.len(positions).idiv(4), this.budget, "gltf", undefined) >= 0)
				return false;
			sum += largestFinite("gltf", positions, this.budget) * reach;
			if (!normals) continue;
			if (findNonFiniteInSlices(normals, buffer.len(normals).idiv(4), this.budget, "gltf", undefined) >= 0)
				return false;
			sum += largestFinite("gltf", normals, this.budget) * reach;
		}
		return sum <= math.sqrt(FARTHEST);
	}

	private gather(
		{ name, addPositions, addNormals }: MorphTarget,
		hasNormals: boolean,
		positions: buffer,
		normals: buffer,
		vertices: buffer,
		path: string,
	): SceneMorph {
		const { budget } = this;
		buffer.fill(positions, 0, 0);
		buffer.fill(normals, 0, 0);
		addPositions?.(1, positions);
		if (hasNormals) addNormals?.(1, normals);
		let found = 0;
		inSlices(buffer.len(vertices).idiv(4), budget, "gltf", path, (first, size) => {
			found = findMoved(positions, normals, first, size, vertices, found);
		});
		const turns = hasNormals && addNormals !== undefined;
		budget.spendBytes(found * (turns ? 28 : 16), "gltf", path);
		const own = buffer.create(found * 4);
		buffer.copy(own, 0, vertices, 0, found * 4);
		return {
			name,
			vertices: own,
			positions: gathered(positions, own),
			normals: turns ? gathered(normals, own) : undefined,
		};
	}
}
