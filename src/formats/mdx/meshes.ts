//!native
//!optimize 2
import { Work } from "../../bytes/work";
import { fail } from "../../bytes/fail";
import { convertMesh } from "../../scene/convert-scene";
import { Material } from "../../scene/material";
import { SceneMesh } from "../../scene/scene";
import { FORMAT } from "./fields";
import { MdxFile } from "./file";
import { MdxGeoset } from "./geosets";
import { Hierarchy, UPRIGHT } from "./hierarchy";

/** Joints that a vertex of a mesh may have. */
const MAX_JOINTS = 4;

/** Normals shorter than this have no direction. */
const SHORTEST = 1e-12;

/** A copy with every normal of unit length; those without direction point up. Gives how many those are. */
function unitNormals(normals: buffer, count: number) {
	const copy = buffer.create(count * 12);
	let broken = 0;
	for (const at of $range(0, count * 12 - 12, 12)) {
		const x = buffer.readf32(normals, at);
		const y = buffer.readf32(normals, at + 4);
		const z = buffer.readf32(normals, at + 8);
		const length = math.sqrt(x * x + y * y + z * z);
		if (length > SHORTEST) {
			buffer.writef32(copy, at, x / length);
			buffer.writef32(copy, at + 4, y / length);
			buffer.writef32(copy, at + 8, z / length);
		} else {
			buffer.writef32(copy, at + 8, 1);
			broken += 1;
		}
	}
	return $tuple(copy, broken);
}

/**
 * 1 for a triangle (three byte offsets of vertices) that turns counter-clockwise seen from where its normals point, -1 for
 * one that turns clockwise.
 */
function facing(positions: buffer, normals: buffer, a: number, b: number, c: number): number {
	const ax = buffer.readf32(positions, a);
	const ay = buffer.readf32(positions, a + 4);
	const az = buffer.readf32(positions, a + 8);
	const ux = buffer.readf32(positions, b) - ax;
	const uy = buffer.readf32(positions, b + 4) - ay;
	const uz = buffer.readf32(positions, b + 8) - az;
	const vx = buffer.readf32(positions, c) - ax;
	const vy = buffer.readf32(positions, c + 4) - ay;
	const vz = buffer.readf32(positions, c + 8) - az;
	const nx = buffer.readf32(normals, a) + buffer.readf32(normals, b) + buffer.readf32(normals, c);
	const ny = buffer.readf32(normals, a + 4) + buffer.readf32(normals, b + 4) + buffer.readf32(normals, c + 4);
	const nz = buffer.readf32(normals, a + 8) + buffer.readf32(normals, b + 8) + buffer.readf32(normals, c + 8);
	return math.sign((uy * vz - uz * vy) * nx + (uz * vx - ux * vz) * ny + (ux * vy - uy * vx) * nz);
}

/** Triangles that vote on which way a geoset's triangles turn, spread over all of them. */
const VOTERS = 256;

/** Whether more triangles turn clockwise than not, seen from where their normals point. */
function turnsClockwise(geoset: MdxGeoset, normals: buffer): boolean {
	const { indices, indexCount, positions } = geoset;
	const triangleCount = indexCount.idiv(3);
	let votes = 0;
	for (const triangle of $range(0, triangleCount - 1, math.max(1, triangleCount.idiv(VOTERS)))) {
		const a = buffer.readu16(indices, triangle * 6) * 12;
		const b = buffer.readu16(indices, triangle * 6 + 2) * 12;
		const c = buffer.readu16(indices, triangle * 6 + 4) * 12;
		votes += facing(positions, normals, a, b, c);
	}
	return votes < 0;
}

/**
 * The file's u16 indices as u32. No reader states which way the triangles turn, so the normals decide: where most
 * triangles turn clockwise seen from where their normals point, all of the geoset are turned round.
 */
function toIndices(geoset: MdxGeoset, normals: buffer): buffer {
	const { indices: source, indexCount } = geoset;
	const indices = buffer.create(indexCount * 4);
	const second = turnsClockwise(geoset, normals) ? 4 : 2;
	const third = 6 - second;
	for (const index of $range(0, indexCount - 3, 3)) {
		const from = index * 2;
		const to = index * 4;
		buffer.writeu32(indices, to, buffer.readu16(source, from));
		buffer.writeu32(indices, to + 4, buffer.readu16(source, from + second));
		buffer.writeu32(indices, to + 8, buffer.readu16(source, from + third));
	}
	return indices;
}

/** Copies to each vertex what its group has: `size` bytes. */
function spread(groups: buffer, count: number, groupValues: buffer, size: number): buffer {
	const result = buffer.create(count * size);
	for (const vertex of $range(0, count - 1)) {
		const from = buffer.readu8(groups, vertex) * size;
		for (const word of $range(0, size - 4, 4)) {
			buffer.writeu32(result, vertex * size + word, buffer.readu32(groupValues, from + word));
		}
	}
	return result;
}

/**
 * Joints and weights of each group: equal shares of its matrices, which are object ids as far as other readers show (bones
 * are numbered first, so that in real files a bone's index is the same number). BIDX and BWGT are left alone: they stand in
 * another order than the vertices.
 */
function skinOf(geoset: MdxGeoset, index: number, jointOf: ReadonlyMap<number, number>, work: Work) {
	const groupCount = geoset.groupSizes.size();
	const joints = buffer.create(groupCount * 8);
	const weights = buffer.create(groupCount * 16);
	let start = 0;
	let cut = 0;
	geoset.groupSizes.forEach((size, group) => {
		if (size === 0) fail(FORMAT, `geoset ${index}: matrix group ${group} has no matrices`, geoset.offset);
		if (size > MAX_JOINTS) cut += 1;
		const kept = math.min(size, MAX_JOINTS);
		for (const slot of $range(0, kept - 1)) {
			const objectId = geoset.matrices[start + slot];
			const joint = jointOf.get(objectId);
			if (joint === undefined) {
				fail(FORMAT, `geoset ${index}: MATS names object ${objectId}, which is no bone and no helper`, geoset.offset);
			}
			buffer.writeu16(joints, group * 8 + slot * 2, joint);
			buffer.writef32(weights, group * 16 + slot * 4, 1 / kept);
		}
		start += size;
	});
	if (cut > 0) {
		work.warn(`matrix groups have more than ${MAX_JOINTS} joints, the first four are kept`, `geoset ${index}`, cut);
	}
	return $tuple(
		spread(geoset.groups, geoset.vertexCount, joints, 8),
		spread(geoset.groups, geoset.vertexCount, weights, 16),
	);
}

function buildMesh(
	geoset: MdxGeoset,
	index: number,
	{ jointOf, skeleton }: Hierarchy,
	materials: ReadonlyArray<Material>,
	work: Work,
): SceneMesh {
	const { vertexCount, indexCount, materialId } = geoset;
	const [normals, broken] = unitNormals(geoset.normals, vertexCount);
	if (broken > 0) work.warn("normals have no direction and point up", `geoset ${index}`, broken);
	const material: Material | undefined = materials[materialId];
	if (material === undefined) work.warn(`material ${materialId} leads to no texture`, `geoset ${index}`);
	const mesh: SceneMesh = {
		name: `Geoset ${index}`,
		node: index,
		material,
		place: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
		vertexCount,
		triangleCount: indexCount / 3,
		positions: geoset.positions,
		normals,
		uvs: geoset.uvs,
		indices: toIndices(geoset, normals),
	};
	if (buffer.len(geoset.groups) > 0) {
		const [joints, weights] = skinOf(geoset, index, jointOf, work);
		mesh.joints = joints;
		mesh.weights = weights;
		mesh.skeleton = skeleton;
	}
	return convertMesh(mesh, UPRIGHT);
}

/** A mesh for each geoset, in their order. UVs stay: their origin is the image's top left corner already. */
export function buildMeshes(
	file: MdxFile,
	hierarchy: Hierarchy,
	materials: ReadonlyArray<Material>,
	work: Work,
): Array<SceneMesh> {
	return file.geosets.map((geoset, index) => {
		work.pausePoint();
		work.spendBytes(geoset.vertexCount * 60 + geoset.indexCount * 4, FORMAT, geoset.offset);
		work.step(geoset.vertexCount, FORMAT, geoset.offset);
		return buildMesh(geoset, index, hierarchy, materials, work);
	});
}
