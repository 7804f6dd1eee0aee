//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Work } from "../../bytes/work";
import { Mesh } from "../../scene/mesh";
import { linearColor } from "../linear-color";
import { rigNames } from "../rig/rig-names";
import { BatchMesh } from "./editable-mesh";
import { MeshRig } from "./mesh-rig";

/**
 * How many elements go to the engine in one call: a few milliseconds of them, so that the work can pause in between, and
 * enough that calls cost nothing.
 */
const BATCH = 2048;

/** The vertices that faces use, and for each a face that uses it: together they name a corner. */
interface Corners {
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

function addVertices(editable: BatchMesh, mesh: Mesh, center: Vector3, work: Work): Array<number> {
	const { positions, vertexCount } = mesh;
	const { X, Y, Z } = center;
	const ids = new Array<number>();
	for (const first of $range(0, vertexCount - 1, BATCH)) {
		const last = math.min(first + BATCH, vertexCount) - 1;
		const values = new Array<Vector3>();
		for (const at of $range(first * 12, last * 12, 12)) {
			values.push(
				new Vector3(
					buffer.readf32(positions, at) - X,
					buffer.readf32(positions, at + 4) - Y,
					buffer.readf32(positions, at + 8) - Z,
				),
			);
		}
		editable.BatchAdd(Enum.MeshAttribute.Vertex, values).move(0, last - first, first, ids);
		work.step(last - first + 1, "buildMeshParts");
	}
	return ids;
}

/** Marks a vertex as used by a triangle of the batch, where it is the first that uses it. */
function noteCorner(corners: Corners, seen: buffer, vertex: number, id: number, triangle: number): void {
	if (buffer.readu8(seen, vertex) !== 0) return;
	buffer.writeu8(seen, vertex, 1);
	corners.used.push(vertex);
	corners.vertices.push(id);
	corners.faces.push(triangle);
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
	work: Work,
): Array<number> {
	const { indices, vertexCount, triangleCount } = mesh;
	const seen = buffer.create(vertexCount);
	const ids = new Array<number>();
	for (const first of $range(0, triangleCount - 1, BATCH)) {
		const last = math.min(first + BATCH, triangleCount) - 1;
		const known = corners.used.size();
		const values = new Array<Array<number>>();
		for (const triangle of $range(first, last)) {
			const a = buffer.readu32(indices, triangle * 12);
			const b = buffer.readu32(indices, triangle * 12 + 4);
			const c = buffer.readu32(indices, triangle * 12 + 8);
			const idA = vertices[a];
			const idB = vertices[b];
			const idC = vertices[c];
			values.push([idA, idB, idC]);
			noteCorner(corners, seen, a, idA, triangle);
			noteCorner(corners, seen, b, idB, triangle);
			noteCorner(corners, seen, c, idC, triangle);
		}
		editable.BatchAdd(Enum.MeshAttribute.Face, values).move(0, last - first, first, ids);
		const { faces } = corners;
		for (const corner of $range(known, faces.size() - 1)) faces[corner] = ids[faces[corner]];
		work.step(last - first + 1, "buildMeshParts");
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

function setNormals(editable: BatchMesh, source: buffer, corners: Corners, work: Work): void {
	const { used } = corners;
	for (const from of $range(0, used.size() - 1, BATCH)) {
		const to = math.min(from + BATCH, used.size());
		const values = new Array<Vector3>();
		for (const index of $range(from, to - 1)) {
			const at = used[index] * 12;
			values.push(
				new Vector3(buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8)),
			);
		}
		editable.BatchSetValues(idsAt(editable, Enum.MeshAttribute.Normal, corners, from, to), values);
		work.step(to - from, "buildMeshParts");
	}
}

function setUVs(editable: BatchMesh, source: buffer, corners: Corners, work: Work): void {
	const { used } = corners;
	for (const from of $range(0, used.size() - 1, BATCH)) {
		const to = math.min(from + BATCH, used.size());
		const values = new Array<Vector2>();
		for (const index of $range(from, to - 1)) {
			const at = used[index] * 8;
			values.push(new Vector2(buffer.readf32(source, at), buffer.readf32(source, at + 4)));
		}
		editable.BatchSetValues(idsAt(editable, Enum.MeshAttribute.UV, corners, from, to), values);
		work.step(to - from, "buildMeshParts");
	}
}

function setColors(editable: BatchMesh, source: buffer, corners: Corners, work: Work): void {
	const { used } = corners;
	for (const from of $range(0, used.size() - 1, BATCH)) {
		const to = math.min(from + BATCH, used.size());
		const colors = new Array<Color3>();
		const alphas = new Array<number>();
		for (const index of $range(from, to - 1)) {
			const at = used[index] * 16;
			colors.push(
				linearColor(buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8)),
			);
			alphas.push(buffer.readf32(source, at + 12));
		}
		const ids = idsAt(editable, Enum.MeshAttribute.Color, corners, from, to);
		editable.BatchSetValues(ids, colors);
		editable.BatchSetValues(ids, alphas);
		work.step(to - from, "buildMeshParts");
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
function setFlatNormals(editable: BatchMesh, mesh: Mesh, faces: Array<number>, work: Work): void {
	const { indices, positions, triangleCount } = mesh;
	for (const first of $range(0, triangleCount - 1, BATCH)) {
		const last = math.min(first + BATCH, triangleCount) - 1;
		const values = new Array<Vector3>();
		for (const at of $range(first * 12, last * 12, 12)) {
			values.push(
				facing(
					positions,
					buffer.readu32(indices, at) * 12,
					buffer.readu32(indices, at + 4) * 12,
					buffer.readu32(indices, at + 8) * 12,
				),
			);
		}
		const ids = editable.BatchAdd(Enum.MeshAttribute.Normal, values);
		const corners = new Array<Array<number>>();
		for (const id of ids) corners.push([id, id, id]);
		editable.BatchSetFaceAttributes(batchOf(faces, first, last + 1), corners);
		work.step(last - first + 1, "buildMeshParts");
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
	work: Work,
): void {
	const joints = mesh.joints!;
	const weights = mesh.weights!;
	for (const vertex of $range(0, mesh.vertexCount - 1)) {
		const ids = new Array<number>();
		const shares = new Array<number>();
		for (const influence of $range(0, 3)) {
			const weight = buffer.readf32(weights, vertex * 16 + influence * 4);
			if (weight === 0) continue;
			const joint = buffer.readu16(joints, vertex * 8 + influence * 2);
			const bone = bones.get(joint);
			if (bone === undefined) {
				fail("buildMeshParts", `"${mesh.name}": vertex ${vertex} has joint ${joint}, which its skeleton lacks`);
			}
			ids.push(bone);
			shares.push(weight);
		}
		// Two calls weigh about as much as sixteen steps of plain work.
		work.step(16, "buildMeshParts");
		if (ids.isEmpty()) continue;
		editable.SetVertexBones(vertices[vertex], ids);
		editable.SetVertexBoneWeights(vertices[vertex], shares);
	}
}

/** Writes a mesh that is within the engine's limits into an empty `EditableMesh`, moved so that `center` is its origin. */
export function fillMesh(editable: BatchMesh, mesh: Mesh, center: Vector3, rig: MeshRig | undefined, work: Work): void {
	const vertices = addVertices(editable, mesh, center, work);
	const corners: Corners = { used: [], vertices: [], faces: [] };
	const faces = addFaces(editable, mesh, vertices, corners, work);
	if (!mesh.uvs.isEmpty()) setUVs(editable, mesh.uvs[0], corners, work);
	if (mesh.colors) setColors(editable, mesh.colors, corners, work);
	if (rig) setSkin(editable, mesh, vertices, addBones(editable, rig, center), work);
	if (mesh.normals) setNormals(editable, mesh.normals, corners, work);
	else setFlatNormals(editable, mesh, faces, work);
}
