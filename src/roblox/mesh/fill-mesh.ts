//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Budget } from "../../bytes/budget";
import { Mesh } from "../../scene/mesh";
import { linearColor } from "../linear-color";
import { BatchMesh } from "./editable-mesh";
import { MeshRig } from "./mesh-rig";
import { rigNames } from "../../scene/rest";

/**
 * How many elements go to the engine in one call: a few milliseconds of them, so that the work can pause in between, and
 * enough that calls cost nothing.
 */
const BATCH = 2048;

/** Vertices between two looks at whether to pause, where each has two calls of its own. */
const SKINNED_A_STEP = 128;

const OWNER = "buildMeshParts";

/** The vertices that faces use, and for each a face that uses it: together they name a corner. */
interface Corners {
	count: number;
	/** Indices of vertices in the mesh. */
	used: Array<number>;
	/** Ids in the editable mesh. */
	vertices: Array<number>;
	faces: Array<number>;
}

/** The part of a list that the next batch takes. */
function batchOf<T extends defined>(list: Array<T>, from: number, to: number): Array<T> {
	return from === 0 && to === list.size() ? list : list.move(from, to - 1, 0, []);
}

/**
 * A list for the values of a batch. The engine has copied them when a call returns, so one list serves all batches but the last,
 * which is shorter: lists are most of what a build would leave to the garbage collector.
 */
class BatchList<T extends defined> {
	private readonly whole = new Array<T>();

	public of(count: number): Array<T> {
		return count === BATCH ? this.whole : new Array<T>(count);
	}
}

function addVertices(editable: BatchMesh, mesh: Mesh, center: Vector3, budget: Budget): Array<number> {
	const { positions, vertexCount } = mesh;
	const { X, Y, Z } = center;
	const ids = new Array<number>(vertexCount);
	const list = new BatchList<Vector3>();
	for (const first of $range(0, vertexCount - 1, BATCH)) {
		const count = math.min(BATCH, vertexCount - first);
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
		editable.BatchAdd(Enum.MeshAttribute.Vertex, values).move(0, count - 1, first, ids);
		budget.step(count, OWNER);
	}
	return ids;
}

/** Notes a vertex that a triangle of the batch is the first to use. */
function noteCorner(corners: Corners, seen: buffer, vertex: number, id: number, triangle: number): void {
	const { count } = corners;
	buffer.writeu8(seen, vertex, 1);
	corners.used[count] = vertex;
	corners.vertices[count] = id;
	corners.faces[count] = triangle;
	corners.count = count + 1;
}

/**
 * Adds the triangles; the engine makes a normal, UV and colour id for each vertex that it meets in them. Gives the faces'
 * ids and fills in the corners.
 */
function addFaces(
	editable: BatchMesh,
	mesh: Mesh,
	vertices: Array<number>,
	corners: Corners,
	budget: Budget,
): Array<number> {
	const { indices, vertexCount, triangleCount } = mesh;
	const seen = buffer.create(vertexCount);
	const ids = new Array<number>(triangleCount);
	// One table a triangle of a batch, which the next batch fills anew.
	const triples = new Array<Array<number>>();
	for (const _ of $range(1, math.min(BATCH, triangleCount))) triples.push([0, 0, 0]);
	for (const first of $range(0, triangleCount - 1, BATCH)) {
		const count = math.min(BATCH, triangleCount - first);
		const known = corners.count;
		let at = first * 12;
		for (const index of $range(0, count - 1)) {
			const a = buffer.readu32(indices, at);
			const b = buffer.readu32(indices, at + 4);
			const c = buffer.readu32(indices, at + 8);
			const idA = vertices[a];
			const idB = vertices[b];
			const idC = vertices[c];
			const triple = triples[index];
			triple[0] = idA;
			triple[1] = idB;
			triple[2] = idC;
			if (buffer.readu8(seen, a) === 0) noteCorner(corners, seen, a, idA, first + index);
			if (buffer.readu8(seen, b) === 0) noteCorner(corners, seen, b, idB, first + index);
			if (buffer.readu8(seen, c) === 0) noteCorner(corners, seen, c, idC, first + index);
			at += 12;
		}
		editable.BatchAdd(Enum.MeshAttribute.Face, batchOf(triples, 0, count)).move(0, count - 1, first, ids);
		const { faces } = corners;
		for (const corner of $range(known, corners.count - 1)) faces[corner] = ids[faces[corner]];
		budget.step(count, OWNER);
	}
	return ids;
}

/** The ids that the faces made for a batch of corners. */
function idsAt(
	editable: BatchMesh,
	attribute: Enum.MeshAttribute.Normal | Enum.MeshAttribute.UV | Enum.MeshAttribute.Color,
	corners: Corners,
	from: number,
	to: number,
): Array<number> {
	return editable.BatchGetVertexFaceAttributes(
		attribute,
		batchOf(corners.vertices, from, to),
		batchOf(corners.faces, from, to),
	);
}

function setNormals(editable: BatchMesh, source: buffer, corners: Corners, budget: Budget): void {
	const { used } = corners;
	const list = new BatchList<Vector3>();
	for (const from of $range(0, corners.count - 1, BATCH)) {
		const count = math.min(BATCH, corners.count - from);
		const values = list.of(count);
		for (const index of $range(0, count - 1)) {
			const at = used[from + index] * 12;
			values[index] = new Vector3(
				buffer.readf32(source, at),
				buffer.readf32(source, at + 4),
				buffer.readf32(source, at + 8),
			);
		}
		editable.BatchSetValues(idsAt(editable, Enum.MeshAttribute.Normal, corners, from, from + count), values);
		budget.step(count, OWNER);
	}
}

function setUVs(editable: BatchMesh, source: buffer, corners: Corners, budget: Budget): void {
	const { used } = corners;
	const list = new BatchList<Vector2>();
	for (const from of $range(0, corners.count - 1, BATCH)) {
		const count = math.min(BATCH, corners.count - from);
		const values = list.of(count);
		for (const index of $range(0, count - 1)) {
			const at = used[from + index] * 8;
			values[index] = new Vector2(buffer.readf32(source, at), buffer.readf32(source, at + 4));
		}
		editable.BatchSetValues(idsAt(editable, Enum.MeshAttribute.UV, corners, from, from + count), values);
		budget.step(count, OWNER);
	}
}

function setColors(editable: BatchMesh, source: buffer, corners: Corners, budget: Budget): void {
	const { used } = corners;
	const colorList = new BatchList<Color3>();
	const alphaList = new BatchList<number>();
	for (const from of $range(0, corners.count - 1, BATCH)) {
		const count = math.min(BATCH, corners.count - from);
		const colors = colorList.of(count);
		const alphas = alphaList.of(count);
		for (const index of $range(0, count - 1)) {
			const at = used[from + index] * 16;
			colors[index] = linearColor(
				buffer.readf32(source, at),
				buffer.readf32(source, at + 4),
				buffer.readf32(source, at + 8),
			);
			alphas[index] = buffer.readf32(source, at + 12);
		}
		const ids = idsAt(editable, Enum.MeshAttribute.Color, corners, from, from + count);
		editable.BatchSetValues(ids, colors);
		editable.BatchSetValues(ids, alphas);
		budget.step(count, OWNER);
	}
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

/**
 * Gives every triangle a normal of its own, as a mesh without normals is shaded. The ids that the faces made are shared at
 * their vertices and would look smooth, so these are new ones, and those are removed.
 */
function setFlatNormals(editable: BatchMesh, mesh: Mesh, faces: Array<number>, budget: Budget): void {
	const { indices, positions, triangleCount } = mesh;
	const list = new BatchList<Vector3>();
	const triples = new Array<Array<number>>();
	for (const _ of $range(1, math.min(BATCH, triangleCount))) triples.push([0, 0, 0]);
	for (const first of $range(0, triangleCount - 1, BATCH)) {
		const count = math.min(BATCH, triangleCount - first);
		const values = list.of(count);
		let at = first * 12;
		for (const index of $range(0, count - 1)) {
			values[index] = facing(
				positions,
				buffer.readu32(indices, at) * 12,
				buffer.readu32(indices, at + 4) * 12,
				buffer.readu32(indices, at + 8) * 12,
			);
			at += 12;
		}
		const ids = editable.BatchAdd(Enum.MeshAttribute.Normal, values);
		for (const index of $range(0, count - 1)) {
			const id = ids[index];
			const triple = triples[index];
			triple[0] = id;
			triple[1] = id;
			triple[2] = id;
		}
		editable.BatchSetFaceAttributes(batchOf(faces, first, first + count), batchOf(triples, 0, count));
		budget.step(count, OWNER);
	}
	editable.RemoveUnused();
}

/** Adds the rig's joints as bones, where they stood when the mesh was bound; gives each joint's id. */
function addBones(editable: BatchMesh, { skeleton, joints, bindOf }: MeshRig, center: Vector3): Map<number, number> {
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
	editable: BatchMesh,
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
				ids[count] = bone;
				shares[count] = weight;
				count += 1;
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

/** Writes a mesh that is within the engine's limits into an empty `EditableMesh`, moved so that `center` is its origin. */
export function fillMesh(
	editable: BatchMesh,
	mesh: Mesh,
	center: Vector3,
	rig: MeshRig | undefined,
	budget: Budget,
): void {
	const vertices = addVertices(editable, mesh, center, budget);
	const corners: Corners = { count: 0, used: [], vertices: [], faces: [] };
	const faces = addFaces(editable, mesh, vertices, corners, budget);
	if (!mesh.uvs.isEmpty()) setUVs(editable, mesh.uvs[0], corners, budget);
	if (mesh.colors) setColors(editable, mesh.colors, corners, budget);
	if (rig) setSkin(editable, mesh, vertices, addBones(editable, rig, center), budget);
	if (mesh.normals) setNormals(editable, mesh.normals, corners, budget);
	else setFlatNormals(editable, mesh, faces, budget);
}
