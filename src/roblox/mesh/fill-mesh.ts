//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { Work } from "../../bytes/work";
import { Mesh } from "../../scene/mesh";
import { RIGID_STRIDE, RigidPose } from "../../scene/rigid-pose";
import { rigidCFrame } from "../rig/rigid-cframe";
import { rigNames } from "../rig/rig-names";
import { BatchMesh } from "./editable-mesh";
import { MeshRig } from "./mesh-rig";

function vectorsOf(source: buffer, count: number): Array<Vector3> {
	const result = new Array<Vector3>();
	for (const at of $range(0, (count - 1) * 12, 12)) {
		result.push(
			new Vector3(buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8)),
		);
	}
	return result;
}

function uvsOf(source: buffer, count: number): Array<Vector2> {
	const result = new Array<Vector2>();
	for (const at of $range(0, (count - 1) * 8, 8)) {
		result.push(new Vector2(buffer.readf32(source, at), buffer.readf32(source, at + 4)));
	}
	return result;
}

/** For each triangle the ids of its corners. */
function cornersOf(mesh: Mesh, ids: Array<number>): Array<Array<number>> {
	const corners = new Array<Array<number>>();
	for (const at of $range(0, (mesh.triangleCount - 1) * 12, 12)) {
		corners.push([
			ids[buffer.readu32(mesh.indices, at)],
			ids[buffer.readu32(mesh.indices, at + 4)],
			ids[buffer.readu32(mesh.indices, at + 8)],
		]);
	}
	return corners;
}

function addColors(editable: BatchMesh, source: buffer, count: number): Array<number> {
	const colors = new Array<Color3>();
	const alphas = new Array<number>();
	for (const at of $range(0, (count - 1) * 16, 16)) {
		colors.push(new Color3(buffer.readf32(source, at), buffer.readf32(source, at + 4), buffer.readf32(source, at + 8)));
		alphas.push(buffer.readf32(source, at + 12));
	}
	return editable.BatchAdd("Color", colors, alphas);
}

/** Adds the rig's joints as bones, bound where rest has them; gives each joint's id. */
function addBones(editable: BatchMesh, { skeleton, joints }: MeshRig, center: Vector3): Map<number, number> {
	const names = rigNames(skeleton);
	const rest = new RigidPose(skeleton).rest;
	const ids = new Map<number, number>();
	const cframes = new Map<number, CFrame>();
	const origin = new CFrame(center.mul(-1));
	for (const joint of joints) {
		const { parent } = skeleton.joints[joint];
		const cframe = (cframes.get(parent) ?? origin).mul(rigidCFrame(rest, joint * RIGID_STRIDE));
		cframes.set(joint, cframe);
		ids.set(joint, editable.AddBone({ Name: names[joint], ParentId: ids.get(parent), CFrame: cframe, Virtual: false }));
	}
	return ids;
}

/** Vertices between two pauses: two calls of the engine each. */
const VERTICES_A_PAUSE = 512;

function setSkin(
	editable: BatchMesh,
	mesh: Mesh,
	vertices: Array<number>,
	bones: Map<number, number>,
	work: Work,
): void {
	for (const vertex of $range(0, mesh.vertexCount - 1)) {
		const ids = new Array<number>();
		const weights = new Array<number>();
		for (const influence of $range(0, 3)) {
			const weight = buffer.readf32(mesh.weights!, vertex * 16 + influence * 4);
			const joint = buffer.readu16(mesh.joints!, vertex * 8 + influence * 2);
			if (weight === 0) continue;
			const bone = bones.get(joint);
			if (bone === undefined) {
				fail("buildMeshParts", `"${mesh.name}": vertex ${vertex} has joint ${joint}, which its skeleton lacks`);
			}
			ids.push(bone);
			weights.push(weight);
		}
		if (vertex % VERTICES_A_PAUSE === 0) work.pausePoint();
		if (ids.isEmpty()) continue;
		editable.SetVertexBones(vertices[vertex], ids);
		editable.SetVertexBoneWeights(vertices[vertex], weights);
	}
}

/** Writes a mesh that is within the engine's limits into an empty `EditableMesh`, moved so that `center` is its origin. */
export function fillMesh(editable: BatchMesh, mesh: Mesh, center: Vector3, rig: MeshRig | undefined, work: Work): void {
	const count = mesh.vertexCount;
	const positions = vectorsOf(mesh.positions, count).map((position) => position.sub(center));
	work.pausePoint();
	const vertices = editable.BatchAdd("Vertex", positions);
	work.pausePoint();
	const faces = editable.BatchAdd("Face", cornersOf(mesh, vertices));
	if (mesh.normals) {
		work.pausePoint();
		const ids = editable.BatchAdd("Normal", vectorsOf(mesh.normals, count));
		editable.BatchSetFaceAttributes(faces, cornersOf(mesh, ids));
	}
	if (!mesh.uvs.isEmpty()) {
		work.pausePoint();
		const ids = editable.BatchAdd("UV", uvsOf(mesh.uvs[0], count));
		editable.BatchSetFaceAttributes(faces, cornersOf(mesh, ids));
	}
	if (mesh.colors) {
		work.pausePoint();
		editable.BatchSetFaceAttributes(faces, cornersOf(mesh, addColors(editable, mesh.colors, count)));
	}
	if (rig) setSkin(editable, mesh, vertices, addBones(editable, rig, center), work);
}
