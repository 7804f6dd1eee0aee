import { copyBuffer } from "../../bytes/copy-buffer";
import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { Accessors } from "./accessors";
import { ComponentType } from "./convert";
import { GltfMesh, MorphTarget } from "./gltf";
import { arrayIn, failAt, indexIn, integerIn, JsonObject, numbersIn, objectIn, objectsIn, stringIn } from "./json";
import { countUp, writeFan, writeStrip } from "./triangles";
import { materialOf } from "./variants";
import { addAlpha, evenWeights, hasUnevenWeights, keepStrongest } from "./vertices";

const enum PrimitiveMode {
	Triangles = 4,
	Strip = 5,
	Fan = 6,
}

/** The names of primitives without triangles, by their mode. */
const SKIPPED_MODES = ["points", "lines", "line loops", "line strips"];

const UNSIGNED = [ComponentType.U8, ComponentType.U16, ComponentType.U32];
const JOINT_TYPES = [ComponentType.U8, ComponentType.U16];
/** Colours and weights are f32 or normalised. */
const FRACTIONS = [ComponentType.F32, ComponentType.U8, ComponentType.U16];
/** The types that KHR_mesh_quantization allows, and f32. */
const QUANTIZED = [ComponentType.F32, ComponentType.I8, ComponentType.U8, ComponentType.I16, ComponentType.U16];

/** Approximate bytes of a primitive and a morph target besides vertices. */
const PRIMITIVE_BYTES = 512;
const TARGET_BYTES = 256;

/** The common properties of a mesh's primitives. */
interface MeshHead {
	name: string;
	weights?: Array<number>;
	targetNames: ReadonlyArray<defined>;
}

function readHead(json: JsonObject, index: number): MeshHead {
	const path = `meshes[${index}]`;
	const { extras } = json;
	const weights = arrayIn(json, "weights", path);
	return {
		name: stringIn(json, "name", path) ?? `mesh ${index}`,
		weights: weights.isEmpty() ? undefined : numbersIn(json, "weights", path, weights.size()),
		targetNames: typeIs(extras, "table") ? arrayIn(extras as JsonObject, "targetNames", `${path}.extras`) : [],
	};
}

class MeshReader {
	/** The indices of vertices that are triangles in their order, by how many they are. */
	private readonly countedOf = new Map<number, buffer>();

	constructor(
		private readonly accessors: Accessors,
		private readonly materialCount: number,
		private readonly variant: number | undefined,
		private readonly budget: Budget,
	) {}

	private inSlices(count: number, path: string, visit: (first: number, count: number) => void): void {
		inSlices(count, this.budget, "gltf", path, visit);
	}

	/** Returns the accessor of an attribute, if any. */
	private attribute(attributes: JsonObject, name: string, path: string): number | undefined {
		return indexIn(attributes, name, path, this.accessors.all.size());
	}

	/** Returns an attribute of `vertexCount` vertices as packed f32, if any. */
	private floats(
		attributes: JsonObject,
		name: string,
		path: string,
		vertexCount: number,
		shapes: ReadonlyArray<string>,
		kinds: ReadonlyArray<ComponentType>,
	): buffer | undefined {
		const index = this.attribute(attributes, name, path);
		if (index === undefined) return undefined;
		this.checkCount(index, name, vertexCount, path);
		this.accessors.expect(index, name, shapes, kinds);
		return this.accessors.floats(index);
	}

	private checkCount(index: number, name: string, vertexCount: number, path: string): void {
		const { count } = this.accessors.all[index];
		if (count !== vertexCount) failAt(`${name} has ${count} elements, but POSITION ${vertexCount}`, `${path}.${name}`);
	}

	/** Colours and weights are fractions: their integers mean nothing unless they are normalised. */
	private checkFractions(
		index: number,
		name: string,
		path: string,
		vertexCount: number,
		shapes: ReadonlyArray<string>,
	): void {
		const { kind, isNormalized } = this.accessors.all[index];
		if (kind !== ComponentType.F32 && !isNormalized) {
			failAt(`${name} has integers, which must be normalized`, `accessors[${index}].normalized`);
		}
		this.checkCount(index, name, vertexCount, path);
		this.accessors.expect(index, name, shapes, FRACTIONS);
	}

	private weights(attributes: JsonObject, name: string, path: string, vertexCount: number): buffer | undefined {
		const index = this.attribute(attributes, name, path);
		if (index === undefined) return undefined;
		this.checkFractions(index, name, path, vertexCount, ["VEC4"]);
		return this.accessors.weights(index);
	}

	private readColors(attributes: JsonObject, mesh: GltfMesh, path: string): void {
		const index = this.attribute(attributes, "COLOR_0", path);
		if (index === undefined) return;
		this.checkFractions(index, "COLOR_0", path, mesh.vertexCount, ["VEC3", "VEC4"]);
		const colors = this.accessors.floats(index);
		if (buffer.len(colors) === mesh.vertexCount * 16) {
			mesh.colors = colors;
		} else {
			this.budget.spendBytes(mesh.vertexCount * 16, "gltf", path);
			const result = buffer.create(mesh.vertexCount * 16);
			this.inSlices(mesh.vertexCount, path, (first, count) => addAlpha(colors, first, count, result));
			mesh.colors = result;
		}
	}

	private readInfluences(attributes: JsonObject, mesh: GltfMesh, path: string): void {
		const { vertexCount } = mesh;
		let set = 0;
		while (true) {
			const name = `JOINTS_${set}`;
			const index = this.attribute(attributes, name, path);
			const weights = this.weights(attributes, `WEIGHTS_${set}`, path, vertexCount);
			if ((index === undefined) !== (weights === undefined)) {
				failAt(`${name} and WEIGHTS_${set} must come together`, path);
			}
			if (index === undefined || weights === undefined) break;
			this.checkCount(index, name, vertexCount, path);
			this.accessors.expect(index, name, ["VEC4"], JOINT_TYPES);
			const joints = this.accessors.joints(index);
			if (mesh.joints === undefined || mesh.weights === undefined || set === 0) {
				mesh.joints = joints;
				mesh.weights = weights;
			} else {
				if (set === 1) {
					this.budget.spendBytes(vertexCount * 24, "gltf", path);
					mesh.weights = copyBuffer(mesh.weights);
					mesh.joints = copyBuffer(mesh.joints);
				}
				const { joints: keptJoints, weights: keptWeights } = mesh;
				this.inSlices(vertexCount, path, (first, count) =>
					keepStrongest(keptJoints, keptWeights, joints, weights, first, count),
				);
			}
			set += 1;
		}
		const { weights } = mesh;
		if (weights === undefined) return;
		let isUneven = false;
		this.inSlices(vertexCount, path, (first, count) => {
			isUneven = isUneven || hasUnevenWeights(weights, first, count);
		});
		if (!isUneven) return;
		this.budget.spendBytes(vertexCount * 16, "gltf", path);
		const even = buffer.create(vertexCount * 16);
		this.inSlices(vertexCount, path, (first, count) => evenWeights(weights, first, count, even));
		mesh.weights = even;
		this.budget.warn(
			set > 1 ? "only the four strongest joints of each vertex are kept" : "weights did not sum to 1 and were scaled",
			path,
		);
	}

	private readTargets(primitive: JsonObject, names: ReadonlyArray<defined>, mesh: GltfMesh, path: string): void {
		const targets = objectsIn(primitive, "targets", path);
		if (targets.isEmpty()) return;
		const { vertexCount } = mesh;
		mesh.morphs = targets.map((target, index) => {
			const place = `${path}.targets[${index}]`;
			const name = names[index];
			this.budget.spendBytes(TARGET_BYTES, "gltf", place);
			const morph: MorphTarget = {
				name: typeIs(name, "string") ? name : `target ${index}`,
				addPositions: this.displacement(target, "POSITION", place, vertexCount),
				addNormals: this.displacement(target, "NORMAL", place, vertexCount),
			};
			return morph;
		});
	}

	/** Returns a function that adds a morph target's vectors, if it has any. */
	private displacement(
		target: JsonObject,
		name: string,
		path: string,
		vertexCount: number,
	): ((weight: number, vectors: buffer) => void) | undefined {
		const index = this.attribute(target, name, path);
		if (index === undefined) return undefined;
		this.checkCount(index, name, vertexCount, path);
		this.accessors.expect(index, name, ["VEC3"], QUANTIZED);
		return (weight, vectors) => this.accessors.addWeighted(index, weight, vectors);
	}

	private counted(count: number, path: string): buffer {
		const before = this.countedOf.get(count);
		if (before !== undefined) return before;
		this.budget.spendBytes(count * 4, "gltf", path);
		const counted = buffer.create(count * 4);
		this.inSlices(count, path, (first, size) => countUp(first, size, counted));
		this.countedOf.set(count, counted);
		return counted;
	}

	private readIndices(primitive: JsonObject, mode: number, mesh: GltfMesh, path: string): void {
		const index = indexIn(primitive, "indices", path, this.accessors.all.size());
		let indices: buffer;
		let count: number;
		if (index === undefined) {
			count = mesh.vertexCount;
			indices = this.counted(count, path);
		} else {
			count = this.accessors.expect(index, "indices", ["SCALAR"], UNSIGNED).count;
			if (this.accessors.all[index].isNormalized)
				failAt("indices cannot be normalized", `accessors[${index}].normalized`);
			indices = this.accessors.indices(index, mesh.vertexCount);
		}
		if (mode === PrimitiveMode.Triangles) {
			if (count % 3 !== 0) failAt(`there are ${count} indices; expected a multiple of 3`, path);
			mesh.triangleCount = count / 3;
			mesh.indices = indices;
			return;
		}
		if (count < 3) failAt(`there are ${count} indices; expected 3 or more`, path);
		this.budget.spendBytes((count - 2) * 12, "gltf", path);
		mesh.triangleCount = count - 2;
		const triangles = buffer.create((count - 2) * 12);
		const write = mode === PrimitiveMode.Strip ? writeStrip : writeFan;
		this.inSlices(count - 2, path, (first, size) => write(indices, first, size, triangles));
		mesh.indices = triangles;
	}

	/** Returns the mesh of one primitive, or undefined if it has no triangles. */
	public read(primitive: JsonObject, meshIndex: number, primitiveIndex: number, head: MeshHead): GltfMesh | undefined {
		const path = `meshes[${meshIndex}].primitives[${primitiveIndex}]`;
		const mode = integerIn(primitive, "mode", path, 0, 6, PrimitiveMode.Triangles);
		const attributes = objectIn(primitive, "attributes", path) ?? failAt("attributes is missing", path);
		const place = `${path}.attributes`;
		const material = materialOf(primitive, path, this.materialCount, this.variant);
		if (mode < PrimitiveMode.Triangles) {
			this.budget.warn(`${SKIPPED_MODES[mode]} are left out`, path);
			return undefined;
		}
		const position = this.attribute(attributes, "POSITION", place);
		if (position === undefined) {
			this.budget.warn("a primitive without positions is left out", path);
			return undefined;
		}
		const vertexCount = this.accessors.expect(position, "POSITION", ["VEC3"], QUANTIZED).count;
		this.budget.spendBytes(PRIMITIVE_BYTES, "gltf", path);
		const mesh: GltfMesh = {
			name: head.name,
			mesh: meshIndex,
			primitive: primitiveIndex,
			material,
			vertexCount,
			triangleCount: 0,
			positions: this.accessors.floats(position),
			normals: this.floats(attributes, "NORMAL", place, vertexCount, ["VEC3"], QUANTIZED),
			tangents: this.floats(attributes, "TANGENT", place, vertexCount, ["VEC4"], QUANTIZED),
			uvs: [],
			indices: buffer.create(0),
			morphWeights: head.weights,
		};
		let set = 0;
		while (true) {
			const uvs = this.floats(attributes, `TEXCOORD_${set}`, place, vertexCount, ["VEC2"], QUANTIZED);
			if (uvs === undefined) break;
			mesh.uvs.push(uvs);
			set += 1;
		}
		this.readColors(attributes, mesh, place);
		this.readInfluences(attributes, mesh, place);
		this.readTargets(primitive, head.targetNames, mesh, path);
		this.readIndices(primitive, mode, mesh, path);
		return mesh;
	}
}

/** Reads every mesh: an array of primitives for each, without those that have no triangles. */
export function readMeshes(
	root: JsonObject,
	accessors: Accessors,
	materialCount: number,
	variant: number | undefined,
	budget: Budget,
): Array<Array<GltfMesh>> {
	const reader = new MeshReader(accessors, materialCount, variant, budget);
	return objectsIn(root, "meshes").map((json, meshIndex) => {
		const read = new Array<GltfMesh>();
		const head = readHead(json, meshIndex);
		objectsIn(json, "primitives", `meshes[${meshIndex}]`).forEach((primitive, primitiveIndex) => {
			budget.pausePoint();
			const mesh = reader.read(primitive, meshIndex, primitiveIndex, head);
			if (mesh !== undefined) read.push(mesh);
		});
		return read;
	});
}
