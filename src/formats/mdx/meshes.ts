//!native
//!optimize 2
import { fail } from "../../bytes/fail";
import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { convertMesh } from "../../scene/convert-scene";
import { Material } from "../../scene/material";
import { SceneMesh } from "../../scene/scene";
import { FORMAT } from "./fields";
import { MdxFile } from "./file";
import { MdxGeoset } from "./geosets";
import { Hierarchy, UPRIGHT } from "./hierarchy";
import { MdxBone } from "./objects";
import { restTint } from "./tints";

/** The max joints of a vertex of a mesh. */
const MAX_JOINTS = 4;

/** Shorter normals have no direction. */
const SHORTEST = 1e-12;

/** Copies `count` normals, normalised. A normal without a direction points up. Returns the number of those. */
function unitNormals(normals: buffer, first: number, count: number, copy: buffer): number {
	let broken = 0;
	for (const at of $range(first * 12, (first + count - 1) * 12, 12)) {
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
	return broken;
}

/**
 * Returns 1 for a triangle (three byte offsets of vertices) that is counter-clockwise seen along its normals from
 * outside, -1 for a clockwise one.
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

/** Triangles that vote on a geoset's winding order, spread over all of them. */
const VOTERS = 256;

/** Returns whether more triangles are clockwise than not, seen from the side of their normals. */
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
 * Copies `count` of the file's triangles, u16, as u32. No reader documents their winding order, so the normals decide:
 * if most triangles of a geoset are clockwise seen from the side of their normals, all are turned over.
 */
function copyTriangles(source: buffer, isClockwise: boolean, first: number, count: number, indices: buffer): void {
	const second = isClockwise ? 4 : 2;
	const third = 6 - second;
	for (const from of $range(first * 6, (first + count - 1) * 6, 6)) {
		const to = from * 2;
		buffer.writeu32(indices, to, buffer.readu16(source, from));
		buffer.writeu32(indices, to + 4, buffer.readu16(source, from + second));
		buffer.writeu32(indices, to + 8, buffer.readu16(source, from + third));
	}
}

/** The joints and weights of groups, four each, and those of vertices. */
interface Skin {
	joints: buffer;
	weights: buffer;
}

function createSkin(count: number): Skin {
	return { joints: buffer.create(count * 8), weights: buffer.create(count * 16) };
}

/** Copies the joints and weights of each vertex's group to `count` vertices. */
function spread(groups: buffer, ofGroups: Skin, first: number, count: number, target: Skin): void {
	const { joints, weights } = ofGroups;
	const { joints: toJoints, weights: toWeights } = target;
	for (const vertex of $range(first, first + count - 1)) {
		const group = buffer.readu8(groups, vertex) * 8;
		const at = vertex * 8;
		buffer.writeu32(toJoints, at, buffer.readu32(joints, group));
		buffer.writeu32(toJoints, at + 4, buffer.readu32(joints, group + 4));
		buffer.writeu32(toWeights, 2 * at, buffer.readu32(weights, 2 * group));
		buffer.writeu32(toWeights, 2 * at + 4, buffer.readu32(weights, 2 * group + 4));
		buffer.writeu32(toWeights, 2 * at + 8, buffer.readu32(weights, 2 * group + 8));
		buffer.writeu32(toWeights, 2 * at + 12, buffer.readu32(weights, 2 * group + 12));
	}
}

interface Influence {
	joint: number;
	weight: number;
}

/** The middle of each group's vertices, three numbers each, and the number of the vertices. */
interface GroupMiddles {
	middles: Array<number>;
	counts: Array<number>;
}

function groupMiddles(geoset: MdxGeoset, budget: Budget): GroupMiddles {
	const { groups, positions, vertexCount, offset } = geoset;
	const middles = new Array<number>(geoset.groupSizes.size() * 3, 0);
	const counts = new Array<number>(geoset.groupSizes.size(), 0);
	inSlices(vertexCount, budget, FORMAT, offset, (first, count) => {
		for (const vertex of $range(first, first + count - 1)) {
			const group = buffer.readu8(groups, vertex);
			counts[group] += 1;
			for (const axis of $range(0, 2)) middles[group * 3 + axis] += buffer.readf32(positions, vertex * 12 + axis * 4);
		}
	});
	counts.forEach((count, group) => {
		for (const axis of $range(group * 3, group * 3 + 2)) middles[axis] /= math.max(count, 1);
	});
	return { middles, counts };
}

/** Computes joints and weights of the geoset's groups. */
class GroupSkin {
	private found?: GroupMiddles;
	/** Vertices whose groups have more joints than a vertex may have. */
	public cutVertices = 0;

	constructor(
		private readonly geoset: MdxGeoset,
		private readonly index: number,
		private readonly bones: ReadonlyArray<MdxBone>,
		private readonly hierarchy: Hierarchy,
		private readonly budget: Budget,
	) {}

	/** Returns the joint of a matrix, which is a bone's index. */
	private jointOf(matrix: number): number {
		const { geoset, index, bones, hierarchy } = this;
		const bone = bones[matrix];
		if (bone === undefined) {
			fail(FORMAT, `geoset ${index}: MATS names bone ${matrix}, but there are ${bones.size()}`, geoset.offset);
		}
		return hierarchy.jointOf.get(bone.objectId)!;
	}

	/** Returns the squared distance of a joint's pivot from the middle of a group's vertices. */
	private distanceOf(joint: number, group: number, { middles }: GroupMiddles): number {
		const pivot = this.hierarchy.pivotOf(this.hierarchy.jointNodes[joint].objectId);
		let sum = 0;
		for (const axis of $range(0, 2)) sum += (middles[group * 3 + axis] - pivot[axis]) ** 2;
		return sum;
	}

	/**
	 * Returns the weights of the joints from `start` on in MATS, each once. If `merges`, joints that move alike count
	 * as one.
	 */
	private shares(start: number, size: number, merges: boolean): Array<Influence> {
		const { moverOf } = this.hierarchy;
		const found = new Array<Influence>();
		const byJoint = new Map<number, Influence>();
		for (const slot of $range(start, start + size - 1)) {
			const joint = this.jointOf(this.geoset.matrices[slot]);
			const key = merges ? moverOf[joint] : joint;
			let influence = byJoint.get(key);
			if (influence === undefined) {
				influence = { joint, weight: 0 };
				byJoint.set(key, influence);
				found.push(influence);
			}
			influence.weight += 1 / size;
		}
		return found;
	}

	/**
	 * Returns at most four joints of a group of `size` matrices. If it has more, joints that move alike are merged,
	 * which changes nothing. If these are too many, the largest weights are kept, and of equal ones the nearest.
	 */
	public influences(start: number, size: number, group: number): Array<Influence> {
		const all = this.shares(start, size, false);
		if (all.size() <= MAX_JOINTS) return all;
		const merged = this.shares(start, size, true);
		if (merged.size() <= MAX_JOINTS) return merged;
		const found = this.found ?? groupMiddles(this.geoset, this.budget);
		this.found = found;
		this.cutVertices += found.counts[group];
		const distances = new Map<number, number>();
		for (const { joint } of merged) distances.set(joint, this.distanceOf(joint, group, found));
		merged.sort((a, b) =>
			a.weight === b.weight ? distances.get(a.joint)! < distances.get(b.joint)! : a.weight > b.weight,
		);
		const kept = merged.move(0, MAX_JOINTS - 1, 0, []);
		const total = kept.reduce((sum, { weight }) => sum + weight, 0);
		for (const influence of kept) influence.weight /= total;
		return kept;
	}
}

/**
 * Returns joints and weights of each vertex: equal weights for its group's matrices. Ignores BIDX and BWGT, which are
 * in another order than the vertices.
 */
function skinOf(geoset: MdxGeoset, index: number, bones: ReadonlyArray<MdxBone>, hierarchy: Hierarchy, budget: Budget) {
	const { groups, groupSizes, offset, vertexCount } = geoset;
	const ofGroups = createSkin(groupSizes.size());
	const skin = new GroupSkin(geoset, index, bones, hierarchy, budget);
	let start = 0;
	groupSizes.forEach((size, group) => {
		if (size === 0) fail(FORMAT, `geoset ${index}: matrix group ${group} has no matrices`, offset);
		budget.step(size, FORMAT, offset);
		skin.influences(start, size, group).forEach(({ joint, weight }, slot) => {
			buffer.writeu16(ofGroups.joints, group * 8 + slot * 2, joint);
			buffer.writef32(ofGroups.weights, group * 16 + slot * 4, weight);
		});
		start += size;
	});
	if (skin.cutVertices > 0) {
		budget.warn(
			"vertices follow more than four bones that move apart: four are kept",
			`geoset ${index}`,
			skin.cutVertices,
		);
	}
	const result = createSkin(vertexCount);
	inSlices(vertexCount, budget, FORMAT, offset, (first, count) => spread(groups, ofGroups, first, count, result));
	return result;
}

/** Returns the alpha and the colour factor of each geoset with a geoset animation. */
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
	budget: Budget,
): SceneMesh {
	const { vertexCount, indexCount, materialId, offset } = geoset;
	const triangleCount = indexCount / 3;
	const normals = buffer.create(vertexCount * 12);
	const indices = buffer.create(indexCount * 4);
	let broken = 0;
	inSlices(vertexCount, budget, FORMAT, offset, (first, count) => {
		broken += unitNormals(geoset.normals, first, count, normals);
	});
	const isClockwise = turnsClockwise(geoset, normals);
	inSlices(triangleCount, budget, FORMAT, offset, (first, count) =>
		copyTriangles(geoset.indices, isClockwise, first, count, indices),
	);
	if (broken > 0) budget.warn("normals without a direction point up", `geoset ${index}`, broken);
	const material: Material | undefined = materials[materialId];
	if (material === undefined) budget.warn(`material ${materialId} has no texture`, `geoset ${index}`);
	const mesh: SceneMesh = {
		name: `Geoset ${index}`,
		node: index,
		material,
		place: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
		vertexCount,
		triangleCount,
		positions: geoset.positions,
		normals,
		uvs: geoset.uvs,
		indices,
	};
	if (buffer.len(geoset.groups) > 0) {
		const { joints, weights } = skinOf(geoset, index, file.bones, hierarchy, budget);
		mesh.joints = joints;
		mesh.weights = weights;
		mesh.skeleton = hierarchy.skeleton;
	}
	return convertMesh(mesh, UPRIGHT, budget);
}

/** Makes a mesh for each geoset, in their order. UVs stay: their origin is already the image's top left corner. */
export function buildMeshes(
	file: MdxFile,
	hierarchy: Hierarchy,
	materials: ReadonlyArray<Material>,
	budget: Budget,
): Array<SceneMesh> {
	const tints = tintsOf(file);
	return file.geosets.map((geoset, index) => {
		budget.pausePoint();
		budget.spendBytes(geoset.vertexCount * 60 + geoset.indexCount * 4, FORMAT, geoset.offset);
		return { ...buildMesh(geoset, index, file, hierarchy, materials, budget), tint: tints.get(index) };
	});
}
