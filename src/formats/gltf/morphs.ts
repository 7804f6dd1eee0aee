//!native
//!optimize 2
import { copyBuffer } from "../../bytes/copy-buffer";
import { findNonFiniteInSlices, inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { GltfMesh } from "./gltf";
import { failAt } from "./json";

/** Normalises `count` vectors, from the one at `first` on. A vector of length 0 points up. */
function makeUnit(vectors: buffer, first: number, count: number): void {
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
		const x = buffer.readf32(vectors, at);
		const y = buffer.readf32(vectors, at + 4);
		const z = buffer.readf32(vectors, at + 8);
		const length = math.sqrt(x * x + y * y + z * z);
		buffer.writef32(vectors, at, length > 0 ? x / length : 0);
		buffer.writef32(vectors, at + 4, length > 0 ? y / length : 1);
		buffer.writef32(vectors, at + 8, length > 0 ? z / length : 0);
	}
}

const NO_WEIGHTS: ReadonlyArray<number> = [];

/** The max characters of a weight with the space after it. */
const WEIGHT_BYTES = 24;

/** Applies morph targets by the weights of a node, or else of the mesh. Nodes with equal weights share vertices. */
export class MorphedMeshes {
	private readonly known = new Map<GltfMesh, Map<string, GltfMesh>>();
	/** Each list of weights as text, made once: many nodes of many primitives may share one. */
	private readonly keys = new Map<ReadonlyArray<number>, string>();

	constructor(private readonly budget: Budget) {}

	public find(mesh: GltfMesh, nodeWeights: Array<number> | undefined, path: string): GltfMesh {
		const weights = nodeWeights ?? mesh.morphWeights ?? NO_WEIGHTS;
		if (mesh.morphs === undefined) return mesh;
		this.budget.step(weights.size() + mesh.morphs.size(), "gltf", path);
		const key = this.keyOf(weights, path);
		const same = this.known.get(mesh) ?? new Map<string, GltfMesh>();
		if (same.isEmpty()) this.budget.warn("morph targets keep the file's weights and cannot be changed", mesh.name);
		this.known.set(mesh, same);
		const morphed = same.get(key) ?? this.morph(mesh, weights, path);
		same.set(key, morphed);
		return morphed;
	}

	private keyOf(weights: ReadonlyArray<number>, path: string): string {
		const known = this.keys.get(weights);
		if (known !== undefined) return known;
		this.budget.spendBytes(weights.size() * WEIGHT_BYTES, "gltf", path);
		const key = weights.join(" ");
		this.keys.set(weights, key);
		return key;
	}

	private copied(vectors: buffer, path: string): buffer {
		this.budget.spendBytes(buffer.len(vectors), "gltf", path);
		this.budget.step(buffer.len(vectors).idiv(4), "gltf", path);
		return copyBuffer(vectors);
	}

	private morph(mesh: GltfMesh, weights: ReadonlyArray<number>, path: string): GltfMesh {
		const { vertexCount: count, morphs = [] } = mesh;
		let positions: buffer | undefined;
		let normals: buffer | undefined;
		morphs.forEach((morph, index) => {
			const weight = weights[index] ?? 0;
			if (weight === 0) return;
			if (morph.addPositions) {
				positions ??= this.copied(mesh.positions, path);
				morph.addPositions(weight, positions);
			}
			if (morph.addNormals && mesh.normals) {
				normals ??= this.copied(mesh.normals, path);
				morph.addNormals(weight, normals);
			}
		});
		for (const vectors of [positions, normals]) {
			if (vectors !== undefined && findNonFiniteInSlices(vectors, count * 3, this.budget, "gltf", path) >= 0) {
				failAt("the morph targets leave the range of numbers", path);
			}
		}
		const turned = normals;
		if (turned !== undefined) {
			inSlices(count, this.budget, "gltf", path, (first, size) => makeUnit(turned, first, size));
		}
		return { ...mesh, positions: positions ?? mesh.positions, normals: turned ?? mesh.normals };
	}
}
