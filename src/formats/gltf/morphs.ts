//!native
//!optimize 2
import { findNonFinite } from "../../bytes/find-non-finite";
import { copyBuffer } from "../../bytes/copy-buffer";
import { Work } from "../../bytes/work";
import { GltfMesh } from "./gltf";
import { failAt } from "./json";

/** Adds `weight` times the vectors of `source` (f32 × 3 a vertex) to those of `target`. */
function addWeighted(source: buffer, weight: number, count: number, target: buffer): void {
	for (const at of $range(0, count * 12 - 4, 4)) {
		buffer.writef32(target, at, buffer.readf32(target, at) + weight * buffer.readf32(source, at));
	}
}

/** Makes vectors unit length again; one without any points up. */
function makeUnit(vectors: buffer, count: number): void {
	for (const at of $range(0, (count - 1) * 12, 12)) {
		const x = buffer.readf32(vectors, at);
		const y = buffer.readf32(vectors, at + 4);
		const z = buffer.readf32(vectors, at + 8);
		const length = math.sqrt(x * x + y * y + z * z);
		buffer.writef32(vectors, at, length > 0 ? x / length : 0);
		buffer.writef32(vectors, at + 4, length > 0 ? y / length : 1);
		buffer.writef32(vectors, at + 8, length > 0 ? z / length : 0);
	}
}

/** Meshes with their morph targets as far on as a node, or else the mesh, says. Nodes that say the same share vertices. */
export class MorphedMeshes {
	private readonly known = new Map<GltfMesh, Map<string, GltfMesh>>();

	constructor(private readonly work: Work) {}

	public find(mesh: GltfMesh, nodeWeights: Array<number> | undefined, path: string): GltfMesh {
		const weights = nodeWeights ?? mesh.morphWeights ?? [];
		if (mesh.morphs === undefined) return mesh;
		const key = weights.join(" ");
		const same = this.known.get(mesh) ?? new Map<string, GltfMesh>();
		if (same.isEmpty()) this.work.warn("morph targets stand as the file has them and cannot be changed", mesh.name);
		this.known.set(mesh, same);
		const morphed = same.get(key) ?? this.morph(mesh, weights, path);
		same.set(key, morphed);
		return morphed;
	}

	private morph(mesh: GltfMesh, weights: ReadonlyArray<number>, path: string): GltfMesh {
		const { vertexCount: count, morphs = [] } = mesh;
		let positions: buffer | undefined;
		let normals: buffer | undefined;
		morphs.forEach((morph, index) => {
			const weight = weights[index] ?? 0;
			if (weight === 0) return;
			this.work.step(count * 2, "gltf", path);
			if (morph.positions) {
				if (positions === undefined) {
					this.work.spendBytes(count * 12, "gltf", path);
					positions = copyBuffer(mesh.positions);
				}
				addWeighted(morph.positions, weight, count, positions);
			}
			if (morph.normals && mesh.normals) {
				if (normals === undefined) {
					this.work.spendBytes(count * 12, "gltf", path);
					normals = copyBuffer(mesh.normals);
				}
				addWeighted(morph.normals, weight, count, normals);
			}
		});
		for (const vectors of [positions, normals]) {
			if (vectors !== undefined && findNonFinite(vectors, 0, count * 3) >= 0) {
				failAt("the morph targets leave the range of numbers", path);
			}
		}
		if (normals !== undefined) makeUnit(normals, count);
		return { ...mesh, positions: positions ?? mesh.positions, normals: normals ?? mesh.normals };
	}
}
