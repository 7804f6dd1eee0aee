//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { findNonFinite } from "../bytes/find-non-finite";
import { Work } from "../bytes/work";
import { MATRIX_SIZE, multiplyWide } from "./matrix";
import { Mesh, MorphTarget } from "./mesh";
import { addVectors, blendNormals, blendPoints, subtractVectors } from "./move-vertices";
import { poseToWorld, WORLD_STRIDE } from "./pose-to-world";
import { Skeleton } from "./skeleton";

/** How many joints move a vertex. */
const INFLUENCES = 4;

/** Vertices between two looks at whether to pause. */
const VERTICES_A_STEP = 256;

/** A mesh at rest, and the skeleton that moves it from there: both are needed, and they belong together. */
export interface BoundMesh<T extends Mesh> {
	mesh: T;
	skeleton: Skeleton;
}

/** Joints by other numbers; gives the first vertex with one that is not below `jointCount`, or -1, too. */
function remapJoints(joints: buffer, count: number, mapping: buffer, jointCount: number) {
	const result = buffer.create(count * INFLUENCES * 2);
	for (const at of $range(0, count * INFLUENCES * 2 - 2, 2)) {
		const joint = buffer.readu16(joints, at);
		if (joint >= jointCount) return $tuple(result, at.idiv(INFLUENCES * 2));
		buffer.writeu16(result, at, buffer.readu16(mapping, joint * 2));
	}
	return $tuple(result, -1);
}

/**
 * How a file binds meshes to a skeleton. A file may bind in another pose than it rests in, and may scale its joints: both
 * end up in the vertices here, once, so that joints that can only move and turn carry on from there.
 */
export class SkinBinding {
	private readonly mapping: buffer;
	private readonly matrices: buffer;

	/**
	 * @param joints the skeleton's joint for each number that the file's vertices use
	 * @param inverseBind for each of those the inverse of its transform at binding: twelve f32, the rows of a matrix
	 */
	constructor(
		private readonly skeleton: Skeleton,
		private readonly joints: ReadonlyArray<number>,
		inverseBind: buffer,
	) {
		const world = buffer.create(skeleton.joints.size() * WORLD_STRIDE);
		poseToWorld(skeleton, skeleton.rest, world);
		this.mapping = buffer.create(joints.size() * 2);
		this.matrices = buffer.create(joints.size() * MATRIX_SIZE);
		joints.forEach((joint, index) => {
			buffer.writeu16(this.mapping, index * 2, joint);
			multiplyWide(world, joint * WORLD_STRIDE, inverseBind, index * WORLD_STRIDE, this.matrices, index * MATRIX_SIZE);
		});
	}

	/** The mesh as the skeleton's rest pose shows it, its vertices bound to the skeleton's own joints. */
	public bindAtRest<T extends Mesh>(mesh: T, work: Work, format: string, place: string): BoundMesh<T> {
		const { vertexCount: count, joints, weights, normals } = mesh;
		if (joints === undefined || weights === undefined) fail(format, "a mesh without joints cannot be bound", place);
		const morphCount = mesh.morphs?.size() ?? 0;
		work.spendBytes(count * (32 + morphCount * 24), format, place);
		const [mapped, wrong] = remapJoints(joints, count, this.mapping, this.joints.size());
		if (wrong >= 0) {
			fail(format, `vertex ${wrong} refers to a joint that its skin of ${this.joints.size()} does not have`, place);
		}
		const points = (source: buffer, translation: number) => {
			const target = buffer.create(count * 12);
			for (const first of $range(0, count - 1, VERTICES_A_STEP)) {
				const last = math.min(first + VERTICES_A_STEP, count) - 1;
				work.step(last - first + 1, format, place);
				blendPoints(this.matrices, joints, weights, source, first, last, translation, target);
			}
			if (findNonFinite(target, 0, count * 3) >= 0) {
				fail(format, "the vertices leave the range of numbers at rest", place);
			}
			return target;
		};
		const directions = (source: buffer) => {
			const target = buffer.create(count * 12);
			for (const first of $range(0, count - 1, VERTICES_A_STEP)) {
				const last = math.min(first + VERTICES_A_STEP, count) - 1;
				work.step(last - first + 1, format, place);
				blendNormals(this.matrices, joints, weights, source, first, last, target);
			}
			return target;
		};
		const movedNormals = normals && directions(normals);
		const morphs = mesh.morphs?.map((morph): MorphTarget => {
			const turned = morph.normals && normals && directions(addVectors(normals, morph.normals, count));
			return {
				name: morph.name,
				positions: morph.positions && points(morph.positions, 0),
				normals: turned && subtractVectors(turned, movedNormals!, count),
			};
		});
		return {
			mesh: { ...mesh, positions: points(mesh.positions, 1), normals: movedNormals, joints: mapped, morphs },
			skeleton: this.skeleton,
		};
	}
}
