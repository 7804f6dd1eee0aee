//!native
//!optimize 2
import { fail } from "../bytes/fail";
import { findNonFiniteInSlices, inSlices } from "../bytes/in-slices";
import { Budget } from "../bytes/budget";
import { rotationFromAxes } from "../rotation/from-axes";
import { composeRigid } from "./compose-rigid";
import { determinantOf, invertMatrix, MATRIX_SIZE, multiplyMatrices, multiplyWide, shearOf } from "./matrix";
import { Mesh } from "./mesh";
import {
	blendNormals,
	blendPoints,
	markMirrored,
	movePoints,
	turnOver,
	turnOverWhere,
	turnNormals,
} from "./move-vertices";
import { poseToWorld, WORLD_STRIDE } from "./pose-to-world";
import { RIGID_STRIDE } from "./rigid-pose";
import { Skeleton } from "./skeleton";
import { restOf } from "./rest";

/** The max joints of a vertex. */
const INFLUENCES = 4;

/** Vertices between two pause points. */
const VERTICES_A_STEP = 1024;

/** Joints may differ by rotation and translation. Any other difference of their matrices beyond this is scale. */
const RIGID = 1e-4;

/** Smaller differences, for a model's size of 1, are rounding in f32. */
const ROUNDING = 1e-5;

/** A mesh with the skeleton that moves it: they belong together. */
export interface BoundMesh<T extends Mesh> {
	mesh: T;
	skeleton: Skeleton;
	/** The joints that it is bound to, and their bind pose, unless that is the rest pose. */
	bones: Array<number>;
	bind?: buffer;
}

/**
 * Writes joints of `count` vertices, from the one at `first` on, by other numbers. An unknown joint with a weight of 0 moves
 * nothing, so its number does not matter. Returns the first vertex that an unknown joint moves, or -1.
 */
function remapJoints(
	joints: buffer,
	weights: buffer,
	first: number,
	count: number,
	mapping: buffer,
	jointCount: number,
	target: buffer,
): number {
	const size = INFLUENCES * 2;
	for (const at of $range(first * size, (first + count) * size - 2, 2)) {
		const joint = buffer.readu16(joints, at);
		if (joint < jointCount) {
			buffer.writeu16(target, at, buffer.readu16(mapping, joint * 2));
		} else {
			if (buffer.readf32(weights, at * 2) > 0) return at.idiv(size);
			buffer.writeu16(target, at, buffer.readu16(mapping, 0));
		}
	}
	return -1;
}

/** Writes a matrix of f64 that only rotates and moves as seven f64. */
function writeRigid(matrix: buffer, target: buffer, to: number): void {
	const element = (row: number, column: number) => buffer.readf64(matrix, row * 32 + column * 8);
	const [x, y, z, w] = rotationFromAxes(
		element(0, 0),
		element(1, 0),
		element(2, 0),
		element(0, 1),
		element(1, 1),
		element(2, 1),
		element(0, 2),
		element(1, 2),
		element(2, 2),
	);
	[element(0, 3), element(1, 3), element(2, 3), x, y, z, w].forEach((value, index) =>
		buffer.writef64(target, to + index * 8, value),
	);
}

/** Returns whether two rigid transforms are the same except for rounding. */
function isSameRigid(a: buffer, aAt: number, b: buffer, bAt: number): boolean {
	let size = 1;
	let off = 0;
	let dot = 0;
	for (const component of $range(0, 16, 8)) {
		const value = buffer.readf64(a, aAt + component);
		size = math.max(size, math.abs(value));
		off = math.max(off, math.abs(value - buffer.readf64(b, bAt + component)));
	}
	for (const component of $range(24, 48, 8)) {
		dot += buffer.readf64(a, aAt + component) * buffer.readf64(b, bAt + component);
	}
	// The cosine of half the angle between them.
	return off <= ROUNDING * size && 1 - math.abs(dot) <= ROUNDING * ROUNDING;
}

/** The rest pose of a skeleton, computed once for all meshes bound to it. */
export class RestingSkeleton {
	/** Twelve f32 per joint, and seven f64. */
	public readonly world: buffer;
	public readonly rigid: buffer;

	constructor(public readonly skeleton: Skeleton) {
		this.world = buffer.create(skeleton.joints.size() * WORLD_STRIDE);
		poseToWorld(skeleton, skeleton.rest, this.world);
		this.rigid = restOf(skeleton).inWorld;
	}
}

/**
 * Binds a file's meshes to a skeleton. A file has a matrix for each joint that takes vertices from their bind position
 * to the joint. These matrices not only move, but also scale and change units and axes. All of that is applied to the
 * vertices, once: they are placed where the topmost joint has them at rest. The remaining differences between joints,
 * rotation and translation only, become the bind pose of the bones. That is exact. If joints differ by scale, which
 * bones cannot have, vertices are placed where all their joints have them at rest, and the report says so.
 */
export class SkinBinding {
	private readonly skeleton: Skeleton;
	private readonly mapping: buffer;
	/** The matrices that take a vertex to its place at rest under each joint. */
	private readonly matrices: buffer;
	/** The one matrix for all vertices; undefined if joints differ by scale. */
	private readonly shared?: buffer;
	private readonly bind?: buffer;
	/** Whether any joint mirrors. */
	private readonly mirrors: boolean;

	/**
	 * @param joints the skeleton's joint for each number that the file's vertices use
	 * @param inverseBind the inverse bind matrix of each of those: twelve f32, the rows of a matrix
	 */
	constructor(
		{ skeleton, world, rigid: rest }: RestingSkeleton,
		private readonly joints: Array<number>,
		inverseBind: buffer,
	) {
		this.skeleton = skeleton;
		this.mapping = buffer.create(joints.size() * 2);
		this.matrices = buffer.create(joints.size() * MATRIX_SIZE);
		let topmost = 0;
		joints.forEach((joint, index) => {
			buffer.writeu16(this.mapping, index * 2, joint);
			multiplyWide(world, joint * WORLD_STRIDE, inverseBind, index * WORLD_STRIDE, this.matrices, index * MATRIX_SIZE);
			if (joint < joints[topmost]) topmost = index;
		});
		this.mirrors = joints.some((_, index) => determinantOf(this.matrices, index * MATRIX_SIZE) < 0);
		const shared = buffer.create(MATRIX_SIZE);
		buffer.copy(shared, 0, this.matrices, topmost * MATRIX_SIZE, MATRIX_SIZE);
		const bind = this.bindPlaces(shared, rest);
		if (bind === undefined) return;
		this.shared = shared;
		const isAtRest = joints.every((joint, index) => {
			return isSameRigid(rest, joint * RIGID_STRIDE, bind, index * RIGID_STRIDE);
		});
		if (!isAtRest) this.bind = bind;
	}

	/**
	 * Returns the bind pose of the bones, in the space of vertices moved by `shared`, with which they move vertices
	 * like the matrices.
	 */
	private bindPlaces(shared: buffer, rest: buffer): buffer | undefined {
		const { joints, matrices } = this;
		const back = buffer.create(MATRIX_SIZE);
		if (!invertMatrix(shared, 0, back, 0)) return undefined;
		const difference = buffer.create(MATRIX_SIZE);
		const inverse = buffer.create(MATRIX_SIZE);
		const turn = buffer.create(RIGID_STRIDE);
		const bind = buffer.create(joints.size() * RIGID_STRIDE);
		for (const index of $range(0, joints.size() - 1)) {
			multiplyMatrices(matrices, index * MATRIX_SIZE, back, 0, difference, 0);
			if (!(shearOf(difference, 0) <= RIGID) || !invertMatrix(difference, 0, inverse, 0)) return undefined;
			writeRigid(inverse, turn, 0);
			composeRigid(turn, 0, rest, joints[index] * RIGID_STRIDE, bind, index * RIGID_STRIDE);
		}
		return bind;
	}

	/** Binds the mesh to the skeleton's own joints, with everything else applied to its vertices. */
	public bindAtRest<T extends Mesh>(mesh: T, budget: Budget, format: string, place: string): BoundMesh<T> {
		const { vertexCount: count, joints, weights, normals } = mesh;
		if (joints === undefined || weights === undefined) fail(format, "a mesh without joints cannot be bound", place);
		const { shared, matrices, skeleton } = this;
		budget.spendBytes(count * 32, format, place);
		const mapped = buffer.create(count * INFLUENCES * 2);
		const jointCount = this.joints.size();
		inSlices(count, budget, format, place, (first, size) => {
			const wrong = remapJoints(joints, weights, first, size, this.mapping, jointCount, mapped);
			if (wrong >= 0) {
				fail(format, `vertex ${wrong} refers to a joint that its skin of ${jointCount} does not have`, place);
			}
		});
		if (shared === undefined) {
			budget.warn("creases are approximate, because joints of different scales cannot be bones", place);
		}
		/** Vertices with blended matrices, in short slices because each takes long. */
		const inSteps = (visit: (first: number, last: number) => void) => {
			for (const first of $range(0, count - 1, VERTICES_A_STEP)) {
				const last = math.min(first + VERTICES_A_STEP, count) - 1;
				budget.step((last - first + 1) * INFLUENCES, format, place);
				visit(first, last);
			}
		};
		const points = (source: buffer) => {
			const target = buffer.create(count * 12);
			let isWithin = shared !== undefined;
			if (shared) {
				inSlices(count, budget, format, place, (first, size) => {
					isWithin = movePoints(shared, source, size, target, first) && isWithin;
				});
			} else {
				inSteps((first, last) => blendPoints(matrices, joints, weights, source, first, last, target));
			}
			if (!isWithin && findNonFiniteInSlices(target, count * 3, budget, format, place) >= 0) {
				fail(format, "the vertices leave the range of numbers at rest", place);
			}
			return target;
		};
		const directions = (source: buffer) => {
			const target = buffer.create(count * 12);
			if (shared) {
				inSlices(count, budget, format, place, (first, size) => turnNormals(shared, source, size, target, first));
			} else {
				inSteps((first, last) => blendNormals(matrices, joints, weights, source, first, last, target));
			}
			return target;
		};
		const turned = () => {
			const { indices, triangleCount } = mesh;
			if (!this.mirrors) return indices;
			budget.spendBytes(triangleCount * 12, format, place);
			const target = buffer.create(triangleCount * 12);
			if (shared) {
				inSlices(triangleCount, budget, format, place, (first, size) => turnOver(indices, first, size, target));
				return target;
			}
			const marks = buffer.create(count);
			inSteps((first, last) => markMirrored(matrices, joints, weights, first, last, marks));
			inSlices(triangleCount, budget, format, place, (first, size) =>
				turnOverWhere(marks, indices, first, size, target),
			);
			return target;
		};
		return {
			mesh: {
				...mesh,
				positions: points(mesh.positions),
				normals: normals && directions(normals),
				joints: mapped,
				indices: turned(),
			},
			skeleton,
			bones: this.joints,
			bind: this.bind,
		};
	}
}
