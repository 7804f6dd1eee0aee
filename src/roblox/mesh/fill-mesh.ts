//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { Mesh } from "../../scene/mesh";
import { linearColor } from "../linear-color";
import { MeshRig } from "./mesh-rig";
import { MeshWriter, meshWriter } from "./mesh-writer";
import { rigNames } from "../../scene/rest";

/** Vertices between two looks at whether to pause, where each has two calls of its own. */
const SKINNED_A_STEP = 128;

const OWNER = "buildMeshParts";

const WHITE = new Color3(1, 1, 1);

/** The part of a list that the next batch takes. */
function batchOf<T extends defined>(list: Array<T>, count: number): Array<T> {
	return count === list.size() ? list : list.move(0, count - 1, 0, []);
}

/**
 * A list for the values of a batch. The engine has copied them when a call returns, so one list serves all batches but the last,
 * which is shorter: lists are most of what a build would leave to the garbage collector.
 */
class BatchList<T extends defined> {
	private readonly whole = new Array<T>();

	constructor(private readonly batch: number) {}

	public of(count: number): Array<T> {
		return count === this.batch ? this.whole : new Array<T>(count);
	}
}

/** Adds an attribute of all vertices, batch by batch: `add` gets the first vertex and how many they are. Returns the ids. */
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

/** The direction that a triangle faces, by the byte offsets of its corners' positions; up where it has no area. */
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

/** Lists of the three ids at the corners of faces, filled anew for each batch and each attribute. */
class CornerLists {
	private readonly triples = new Array<Array<number>>();

	constructor(
		private readonly indices: buffer,
		batch: number,
	) {
		for (const _ of $range(1, batch)) this.triples.push([0, 0, 0]);
	}

	/** The ids that the vertices of `count` triangles have. */
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

	/** For each triangle one id at all of its corners. */
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

/** Adds a normal per triangle, as a mesh without normals is shaded. */
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

/** The ids of what vertices carry, one per vertex; what the mesh lacks is undefined. */
interface VertexIds {
	vertices: Array<number>;
	normals?: Array<number>;
	uvs?: Array<number>;
	colors?: Array<number>;
}

/**
 * Adds the triangles and sets all that their corners have. Which ids a face of a batch has by itself is not documented, so none is left to
 * that: without UVs or colours all corners share one.
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

/** Adds the rig's joints as bones, where they stood when the mesh was bound; gives each joint's id. */
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

/** Two calls of the engine a vertex: it takes no batch of them. */
function setSkin(
	editable: EditableMesh,
	mesh: Mesh,
	vertices: Array<number>,
	bones: Map<number, number>,
	budget: Budget,
): void {
	const joints = mesh.joints!;
	const weights = mesh.weights!;
	// The engine has copied what it is given when a call returns: a list for each number of bones serves all vertices.
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
		// Two calls weigh about as much as sixteen steps of plain work.
		budget.step((last - first + 1) * 16, OWNER);
	}
}

/**
 * Writes a mesh that is within the engine's limits, and whose vertices all have triangles, into an empty `EditableMesh`, moved so that
 * `center` is its origin.
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
	// Faces may have made ids of their own, which nothing uses any more.
	editable.RemoveUnused();
	if (rig) setSkin(editable, mesh, vertices, addBones(editable, rig, center), budget);
}
