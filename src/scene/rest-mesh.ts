//!native
//!optimize 2
import { copyBuffer } from "../bytes/copy-buffer";
import { fail } from "../bytes/fail";
import { Mesh } from "./mesh";
import { poseToWorld, WORLD_STRIDE } from "./pose-to-world";
import { Skeleton } from "./skeleton";

/** Multiplies each joint's matrix by its inverse bind matrix, where it stands: what binding becomes at rest. */
function bindToRest(world: buffer, inverseBind: buffer): void {
	for (const at of $range(0, buffer.len(world) - WORLD_STRIDE, WORLD_STRIDE)) {
		for (const row of $range(at, at + 32, 16)) {
			const a = buffer.readf32(world, row);
			const b = buffer.readf32(world, row + 4);
			const c = buffer.readf32(world, row + 8);
			const d = buffer.readf32(world, row + 12);
			for (const column of $range(0, 12, 4)) {
				const sum =
					a * buffer.readf32(inverseBind, at + column) +
					b * buffer.readf32(inverseBind, at + 16 + column) +
					c * buffer.readf32(inverseBind, at + 32 + column);
				buffer.writef32(world, row + column, column === 12 ? sum + d : sum);
			}
		}
	}
}

/** Writes the weighted sum of the matrices of a vertex's joints. */
function blendMatrices(mesh: Mesh, vertex: number, matrices: buffer, jointCount: number, blend: buffer): void {
	buffer.fill(blend, 0, 0);
	for (const influence of $range(0, 3)) {
		const weight = buffer.readf32(mesh.weights!, vertex * 16 + influence * 4);
		const joint = buffer.readu16(mesh.joints!, vertex * 8 + influence * 2);
		if (weight === 0) continue;
		if (joint >= jointCount) fail("restMesh", `vertex ${vertex} has joint ${joint}, but there are ${jointCount}`);
		for (const element of $range(0, 44, 4)) {
			const sum = buffer.readf32(blend, element) + weight * buffer.readf32(matrices, joint * WORLD_STRIDE + element);
			buffer.writef32(blend, element, sum);
		}
	}
}

function transformPoint(matrix: buffer, points: buffer, at: number): void {
	const x = buffer.readf32(points, at);
	const y = buffer.readf32(points, at + 4);
	const z = buffer.readf32(points, at + 8);
	for (const row of $range(0, 2)) {
		const from = row * 16;
		const sum =
			buffer.readf32(matrix, from) * x +
			buffer.readf32(matrix, from + 4) * y +
			buffer.readf32(matrix, from + 8) * z +
			buffer.readf32(matrix, from + 12);
		buffer.writef32(points, at + row * 4, sum);
	}
}

/** One element of the matrix of cofactors: normals turn by it, whatever the scale. */
function cofactor(matrix: buffer, row: number, column: number): number {
	const r = ((row + 1) % 3) * 16;
	const s = ((row + 2) % 3) * 16;
	const c = ((column + 1) % 3) * 4;
	const d = ((column + 2) % 3) * 4;
	return (
		buffer.readf32(matrix, r + c) * buffer.readf32(matrix, s + d) -
		buffer.readf32(matrix, r + d) * buffer.readf32(matrix, s + c)
	);
}

function transformNormal(matrix: buffer, normals: buffer, at: number): void {
	const x = buffer.readf32(normals, at);
	const y = buffer.readf32(normals, at + 4);
	const z = buffer.readf32(normals, at + 8);
	const nx = cofactor(matrix, 0, 0) * x + cofactor(matrix, 0, 1) * y + cofactor(matrix, 0, 2) * z;
	const ny = cofactor(matrix, 1, 0) * x + cofactor(matrix, 1, 1) * y + cofactor(matrix, 1, 2) * z;
	const nz = cofactor(matrix, 2, 0) * x + cofactor(matrix, 2, 1) * y + cofactor(matrix, 2, 2) * z;
	const length = math.sqrt(nx * nx + ny * ny + nz * nz);
	// A matrix that flattens everything leaves the normal as it was.
	if (length === 0) return;
	buffer.writef32(normals, at, nx / length);
	buffer.writef32(normals, at + 4, ny / length);
	buffer.writef32(normals, at + 8, nz / length);
}

/**
 * The mesh as the skeleton's rest pose shows it. A file may bind its mesh in another pose, or scale its joints: both end
 * up in the vertices here, so that joints that can only move and turn carry on from there. A mesh that is bound at rest, or
 * not skinned, comes back as it is.
 */
export function restMesh(mesh: Mesh, skeleton: Skeleton): Mesh {
	const inverseBind = skeleton.inverseBind;
	if (!inverseBind || !mesh.joints || !mesh.weights) return mesh;
	const count = skeleton.joints.size();
	const matrices = buffer.create(count * WORLD_STRIDE);
	poseToWorld(skeleton, skeleton.rest, matrices);
	bindToRest(matrices, inverseBind);
	const positions = copyBuffer(mesh.positions);
	const normals = mesh.normals && copyBuffer(mesh.normals);
	const blend = buffer.create(WORLD_STRIDE);
	for (const vertex of $range(0, mesh.vertexCount - 1)) {
		blendMatrices(mesh, vertex, matrices, count, blend);
		transformPoint(blend, positions, vertex * 12);
		if (normals) transformNormal(blend, normals, vertex * 12);
	}
	return { ...mesh, positions, normals };
}
