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
import { MdxBone } from "./objects";
import { restTint } from "./tints";

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

/** A joint of a group, and its share. */
interface Influence {
	joint: number;
	weight: number;
	/** How far its pivot is from the middle of the group's vertices, squared. */
	distance: number;
}

/** The middle of the vertices of each group, f32 × 3, and how many each has. */
function groupMiddles(geoset: MdxGeoset) {
	const { groups, positions, vertexCount } = geoset;
	const sums = new Array<number>(geoset.groupSizes.size() * 3, 0);
	const counts = new Array<number>(geoset.groupSizes.size(), 0);
	for (const vertex of $range(0, vertexCount - 1)) {
		const group = buffer.readu8(groups, vertex);
		counts[group] += 1;
		for (const axis of $range(0, 2)) sums[group * 3 + axis] += buffer.readf32(positions, vertex * 12 + axis * 4);
	}
	return $tuple(sums, counts);
}

/** Gives the geoset's groups joints and weights. */
class GroupSkin {
	private readonly sums: Array<number>;
	private readonly counts: Array<number>;
	/** Vertices of groups of more joints than a vertex may have. */
	public cutVertices = 0;

	constructor(
		private readonly geoset: MdxGeoset,
		private readonly index: number,
		private readonly bones: ReadonlyArray<MdxBone>,
		private readonly hierarchy: Hierarchy,
	) {
		const [sums, counts] = groupMiddles(geoset);
		this.sums = sums;
		this.counts = counts;
	}

	/** The joint of a matrix, which is a bone by its place among the bones. */
	private jointOf(matrix: number): number {
		const { geoset, index, bones, hierarchy } = this;
		const bone = bones[matrix];
		if (bone === undefined) {
			fail(FORMAT, `geoset ${index}: MATS names bone ${matrix}, but there are ${bones.size()}`, geoset.offset);
		}
		return hierarchy.jointOf.get(bone.objectId)!;
	}

	private distanceOf(joint: number, group: number): number {
		const pivot = this.hierarchy.pivotOf(this.hierarchy.jointNodes[joint].objectId);
		let sum = 0;
		for (const axis of $range(0, 2)) {
			sum += (this.sums[group * 3 + axis] / math.max(this.counts[group], 1) - pivot[axis]) ** 2;
		}
		return sum;
	}

	/** Shares of the joints from `start` on in MATS, each once; where `merges` says so, joints that move alike are one. */
	private shares(start: number, size: number, group: number, merges: boolean): Array<Influence> {
		const { moverOf } = this.hierarchy;
		const found = new Array<Influence>();
		const byJoint = new Map<number, Influence>();
		for (const slot of $range(start, start + size - 1)) {
			const joint = this.jointOf(this.geoset.matrices[slot]);
			const key = merges ? moverOf[joint] : joint;
			let influence = byJoint.get(key);
			if (influence === undefined) {
				influence = { joint, weight: 0, distance: this.distanceOf(joint, group) };
				byJoint.set(key, influence);
				found.push(influence);
			}
			influence.weight += 1 / size;
		}
		return found;
	}

	/**
	 * At most four joints of a group of `size` matrices. Where it has more, those that move alike are taken together, which
	 * changes nothing; of what is still too many the largest shares are kept, and of those the nearest.
	 */
	public influences(start: number, size: number, group: number): Array<Influence> {
		const all = this.shares(start, size, group, false);
		if (all.size() <= MAX_JOINTS) return all;
		const merged = this.shares(start, size, group, true);
		if (merged.size() <= MAX_JOINTS) return merged;
		this.cutVertices += this.counts[group];
		merged.sort((a, b) => (a.weight === b.weight ? a.distance < b.distance : a.weight > b.weight));
		const kept = merged.move(0, MAX_JOINTS - 1, 0, []);
		const total = kept.reduce((sum, { weight }) => sum + weight, 0);
		for (const influence of kept) influence.weight /= total;
		return kept;
	}
}

/**
 * Joints and weights of each vertex: equal shares of its group's matrices. BIDX and BWGT are left alone: they stand in
 * another order than the vertices.
 */
function skinOf(geoset: MdxGeoset, index: number, bones: ReadonlyArray<MdxBone>, hierarchy: Hierarchy, work: Work) {
	const groupCount = geoset.groupSizes.size();
	const joints = buffer.create(groupCount * 8);
	const weights = buffer.create(groupCount * 16);
	const skin = new GroupSkin(geoset, index, bones, hierarchy);
	let start = 0;
	geoset.groupSizes.forEach((size, group) => {
		if (size === 0) fail(FORMAT, `geoset ${index}: matrix group ${group} has no matrices`, geoset.offset);
		work.step(size, FORMAT, geoset.offset);
		skin.influences(start, size, group).forEach(({ joint, weight }, slot) => {
			buffer.writeu16(joints, group * 8 + slot * 2, joint);
			buffer.writef32(weights, group * 16 + slot * 4, weight);
		});
		start += size;
	});
	if (skin.cutVertices > 0) {
		work.warn(
			"vertices follow more than four bones that move apart: four are kept",
			`geoset ${index}`,
			skin.cutVertices,
		);
	}
	return $tuple(
		spread(geoset.groups, geoset.vertexCount, joints, 8),
		spread(geoset.groups, geoset.vertexCount, weights, 16),
	);
}

/** How much of each geoset is seen and what its colour is multiplied by, where a geoset animation says so. */
function tintsOf(file: MdxFile): Map<number, [number, number, number, number]> {
	const tints = new Map<number, [number, number, number, number]>();
	for (const animation of file.geosetAnimations) tints.set(animation.geosetId, restTint(animation));
	return tints;
}

function buildMesh(
	geoset: MdxGeoset,
	index: number,
	file: MdxFile,
	hierarchy: Hierarchy,
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
		const [joints, weights] = skinOf(geoset, index, file.bones, hierarchy, work);
		mesh.joints = joints;
		mesh.weights = weights;
		mesh.skeleton = hierarchy.skeleton;
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
	const tints = tintsOf(file);
	return file.geosets.map((geoset, index) => {
		work.pausePoint();
		work.spendBytes(geoset.vertexCount * 60 + geoset.indexCount * 4, FORMAT, geoset.offset);
		work.step(geoset.vertexCount, FORMAT, geoset.offset);
		return { ...buildMesh(geoset, index, file, hierarchy, materials, work), tint: tints.get(index) };
	});
}
