//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { Mesh } from "../../scene/mesh";
import { linearColor } from "../linear-color";
import { MeshRig } from "./mesh-rig";
import { MeshWriter, meshWriter } from "./mesh-writer";
import { rigNames } from "../../scene/rest";

/** Vertices between two pause points, if each needs two calls of its own. */
const SKINNED_A_STEP = 128;

const OWNER = "buildMeshParts";

const WHITE = new Color3(1, 1, 1);

/** Returns the part of a list for the next batch. */
function batchOf<T extends defined>(list: Array<T>, count: number): Array<T> {
	return count === list.size() ? list : list.move(0, count - 1, 0, []);
}

/**
 * A list for the values of a batch. The engine has copied them when a call returns, so one list serves all batches but
 * the last, which is shorter: lists are most of the garbage of a build.
 */
class BatchList<T extends defined> {
	private readonly whole = new Array<T>();

	constructor(private readonly batch: number) {}

	public of(count: number): Array<T> {
		return count === this.batch ? this.whole : new Array<T>(count);
	}
}

/** Adds an attribute of all vertices in batches: `add` receives the first vertex and the count. Returns the ids. */
function addInBatches(
	{ batch, weight }: MeshWriter,
	vertexCount: number,
	budget: Budget,
	add: (first: number, count: number) => Array<number>,
): Array<number> {
	const ids = new Array<number>(vertexCount);
	for (const first of $range(0, vertexCount - 1, batch)) {
		const count = math.min(batch, vertexCount - first);
		add(first, count).move(0, count - 1, first, ids);
		budget.step(count * weight, OWNER);
	}
	return ids;
}

function addVertices(writer: MeshWriter, mesh: Mesh, center: Vector3, budget: Budget): Array<number> {
	const { positions, vertexCount } = mesh;
	const { X, Y, Z } = center;
	const list = new BatchList<Vector3>(writer.batch);
	return addInBatches(writer, vertexCount, budget, (first, count) => {
		const values = list.of(count);
		let at = first * 12;
		for (const index of $range(0, count - 1)) {
			values[index] = new Vector3(
				buffer.readf32(positions, at) - X,
				buffer.readf32(positions, at + 4) - Y,
				buffer.readf32(positions, at + 8) - Z,
			);
			at += 12;
		}
		return writer.addVertices(values);
	});
}

function addNormals(writer: MeshWriter, source: buffer, vertexCount: number, budget: Budget): Array<number> {
	const list = new BatchList<Vector3>(writer.batch);
	return addInBatches(writer, vertexCount, budget, (first, count) => {
		const values = list.of(count);
		let at = first * 12;
		for (const index of $range(0, count - 1)) {
			values[index] = new Vector3(
				buffer.readf32(source, at),
				buffer.readf32(source, at + 4),
				buffer.readf32(source, at + 8),
			);
			at += 12;
		}
		return writer.addNormals(values);
	});
}

function addUVs(writer: MeshWriter, source: buffer, vertexCount: number, budget: Budget): Array<number> {
	const list = new BatchList<Vector2>(writer.batch);
	return addInBatches(writer, vertexCount, budget, (first, count) => {
		const values = list.of(count);
		let at = first * 8;
		for (const index of $range(0, count - 1)) {
			values[index] = new Vector2(buffer.readf32(source, at), buffer.readf32(source, at + 4));
			at += 8;
		}
		return writer.addUVs(values);
	});
}

function addColors(writer: MeshWriter, source: buffer, vertexCount: number, budget: Budget): Array<number> {
	const colorList = new BatchList<Color3>(writer.batch);
	const alphaList = new BatchList<number>(writer.batch);
	return addInBatches(writer, vertexCount, budget, (first, count) => {
		const colors = colorList.of(count);
		const alphas = alphaList.of(count);
		let at = first * 16;
		for (const index of $range(0, count - 1)) {
			colors[index] = linearColor(
				buffer.readf32(source, at),
				buffer.readf32(source, at + 4),
				buffer.readf32(source, at + 8),
			);
			alphas[index] = buffer.readf32(source, at + 12);
			at += 16;
		}
		return writer.addColors(colors, alphas);
	});
}

/** Returns the normal of a triangle, by the byte offsets of its corners' positions; up if it has no area. */
function facing(positions: buffer, a: number, b: number, c: number): Vector3 {
	const x = buffer.readf32(positions, a);
	const y = buffer.readf32(positions, a + 4);
	const z = buffer.readf32(positions, a + 8);
	const x1 = buffer.readf32(positions, b) - x;
	const y1 = buffer.readf32(positions, b + 4) - y;
	const z1 = buffer.readf32(positions, b + 8) - z;
	const x2 = buffer.readf32(positions, c) - x;
	const y2 = buffer.readf32(positions, c + 4) - y;
	const z2 = buffer.readf32(positions, c + 8) - z;
	const nx = y1 * z2 - z1 * y2;
	const ny = z1 * x2 - x1 * z2;
	const nz = x1 * y2 - y1 * x2;
	const length = math.sqrt(nx * nx + ny * ny + nz * nz);
	return length > 0 ? new Vector3(nx / length, ny / length, nz / length) : new Vector3(0, 1, 0);
}

/** Lists of the three ids at the corners of faces, reused for each batch and each attribute. */
class CornerLists {
	private readonly triples = new Array<Array<number>>();

	constructor(
		private readonly indices: buffer,
		batch: number,
	) {
		for (const _ of $range(1, batch)) this.triples.push([0, 0, 0]);
	}

	/** Returns the ids at the vertices of `count` triangles. */
	public of(ids: Array<number>, firstTriangle: number, count: number): Array<Array<number>> {
		const { indices, triples } = this;
		let at = firstTriangle * 12;
		for (const index of $range(0, count - 1)) {
			const triple = triples[index];
			triple[0] = ids[buffer.readu32(indices, at)];
			triple[1] = ids[buffer.readu32(indices, at + 4)];
			triple[2] = ids[buffer.readu32(indices, at + 8)];
			at += 12;
		}
		return batchOf(triples, count);
	}

	/** Returns one id per triangle, repeated at all of its corners. */
	public flat(ids: Array<number>): Array<Array<number>> {
		const { triples } = this;
		ids.forEach((id, index) => {
			const triple = triples[index];
			triple[0] = id;
			triple[1] = id;
			triple[2] = id;
		});
		return batchOf(triples, ids.size());
	}
}

/** Adds a normal per triangle, to shade a mesh without normals. */
function addFlatNormals(writer: MeshWriter, mesh: Mesh, values: Array<Vector3>, first: number): Array<number> {
	const { indices, positions } = mesh;
	let at = first * 12;
	for (const index of $range(0, values.size() - 1)) {
		values[index] = facing(
			positions,
			buffer.readu32(indices, at) * 12,
			buffer.readu32(indices, at + 4) * 12,
			buffer.readu32(indices, at + 8) * 12,
		);
		at += 12;
	}
	return writer.addNormals(values);
}

/** The ids of the vertices' attributes, one per vertex; undefined for attributes that the mesh lacks. */
interface VertexIds {
	vertices: Array<number>;
	normals?: Array<number>;
	uvs?: Array<number>;
	colors?: Array<number>;
}

/**
 * Adds the triangles and sets all attributes of their corners. The default ids of a face in a batch are undocumented,
 * so none is left at its default: without UVs or colours all corners share one.
 */
function addFaces(writer: MeshWriter, mesh: Mesh, { vertices, normals, uvs, colors }: VertexIds, budget: Budget): void {
	const { batch, weight } = writer;
	const { indices, triangleCount } = mesh;
	const size = math.min(batch, triangleCount);
	const corners = new CornerLists(indices, size);
	const shared = ([id]: Array<number>) => new Array<Array<number>>(size, [id, id, id]);
	const sameUVs = uvs ? [] : shared(writer.addUVs([Vector2.zero]));
	const sameColors = colors ? [] : shared(writer.addColors([WHITE], [1]));
	for (const first of $range(0, triangleCount - 1, batch)) {
		const count = math.min(batch, triangleCount - first);
		const faces = writer.addFaces(corners.of(vertices, first, count));
		budget.step(count * weight, OWNER);
		const normalIds = normals
			? corners.of(normals, first, count)
			: corners.flat(addFlatNormals(writer, mesh, new Array<Vector3>(count, Vector3.zero), first));
		writer.setNormals(faces, normalIds);
		budget.step(count * weight, OWNER);
		writer.setUVs(faces, uvs ? corners.of(uvs, first, count) : batchOf(sameUVs, count));
		budget.step(count * weight, OWNER);
		writer.setColors(faces, colors ? corners.of(colors, first, count) : batchOf(sameColors, count));
		budget.step(count * weight, OWNER);
	}
}

/** Adds the rig's joints as bones, in their bind pose. Returns each joint's id. */
function addBones(editable: EditableMesh, { skeleton, joints, bindOf }: MeshRig, center: Vector3): Map<number, number> {
	const names = rigNames(skeleton);
	const ids = new Map<number, number>();
	const origin = new CFrame(center.mul(-1));
	for (const joint of joints) {
		const id = editable.AddBone({
			Name: names[joint],
			ParentId: ids.get(skeleton.joints[joint].parent),
			CFrame: origin.mul(bindOf.get(joint)!),
			Virtual: false,
		});
		ids.set(joint, id);
	}
	return ids;
}

/** Sets the skin with two engine calls per vertex: there is no batch call for it. */
function setSkin(
	editable: EditableMesh,
	mesh: Mesh,
	vertices: Array<number>,
	bones: Map<number, number>,
	budget: Budget,
): void {
	const joints = mesh.joints!;
	const weights = mesh.weights!;
	// The engine has copied its arguments when a call returns: one list for each number of bones serves all vertices.
	const idLists = [[0], [0, 0], [0, 0, 0], [0, 0, 0, 0]];
	const shareLists = [[0], [0, 0], [0, 0, 0], [0, 0, 0, 0]];
	const [ids, shares] = [idLists[3], shareLists[3]];
	for (const first of $range(0, mesh.vertexCount - 1, SKINNED_A_STEP)) {
		const last = math.min(first + SKINNED_A_STEP, mesh.vertexCount) - 1;
		for (const vertex of $range(first, last)) {
			let count = 0;
			for (const influence of $range(vertex * 4, vertex * 4 + 3)) {
				const weight = buffer.readf32(weights, influence * 4);
				if (weight === 0) continue;
				const joint = buffer.readu16(joints, influence * 2);
				const bone = bones.get(joint);
				if (bone === undefined) {
					fail(OWNER, `"${mesh.name}": vertex ${vertex} has joint ${joint}, which its skeleton lacks`);
				}
				let known = 0;
				while (known < count && ids[known] !== bone) known += 1;
				if (known === count) {
					ids[count] = bone;
					shares[count] = weight;
					count += 1;
				} else {
					shares[known] += weight;
				}
			}
			if (count === 0) continue;
			const heldIds = idLists[count - 1];
			const heldShares = shareLists[count - 1];
			if (count < 4) {
				for (const index of $range(0, count - 1)) {
					heldIds[index] = ids[index];
					heldShares[index] = shares[index];
				}
			}
			editable.SetVertexBones(vertices[vertex], heldIds);
			editable.SetVertexBoneWeights(vertices[vertex], heldShares);
		}
		// Two calls cost about as much as sixteen steps of plain work.
		budget.step((last - first + 1) * 16, OWNER);
	}
}

/**
 * Writes a mesh into an empty `EditableMesh`, moved so that `center` is its origin. The mesh is within the engine's
 * limits, and all its vertices have triangles.
 */
export function fillMesh(
	editable: EditableMesh,
	mesh: Mesh,
	center: Vector3,
	rig: MeshRig | undefined,
	budget: Budget,
): void {
	const writer = meshWriter(editable);
	const { vertexCount, normals, colors } = mesh;
	const [uvs] = mesh.uvs;
	const vertices = addVertices(writer, mesh, center, budget);
	const ids: VertexIds = {
		vertices,
		normals: normals && addNormals(writer, normals, vertexCount, budget),
		uvs: uvs && addUVs(writer, uvs, vertexCount, budget),
		colors: colors && addColors(writer, colors, vertexCount, budget),
	};
	addFaces(writer, mesh, ids, budget);
	// Faces may have made ids of their own that are unused.
	editable.RemoveUnused();
	if (rig) setSkin(editable, mesh, vertices, addBones(editable, rig, center), budget);
}
