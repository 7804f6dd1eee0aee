//!native
//!optimize 2
import { pausePoint } from "../../bytes/pause";
import { MorphTarget } from "../../scene/mesh";
import { POSE_STRIDE } from "../../scene/pose";
import { poseToWorld, WORLD_STRIDE } from "../../scene/pose-to-world";
import { Skeleton } from "../../scene/skeleton";
import { Budget, DEFAULT_MAX_BYTES } from "./budget";
import { findNonFinite } from "./convert";
import { Gltf, GltfMesh, GltfNode } from "./gltf";
import { failAt } from "./json";
import {
	blendMatrices,
	determinantOf,
	MATRIX_SIZE,
	movedUvs,
	movePoint,
	multiplyF32,
	turnedOver,
	turnNormal,
	turnTangent,
} from "./place-vertices";
import { writeNodePose } from "./skeletons";

/**
 * What `placeMeshes` places, and how much of it.
 *
 * @example
 * const options: PlaceMeshesOptions = { scene: 1, maxBytes: 50_000_000 };
 * for (const placed of placeMeshes(gltf, options)) print(placed.name);
 */
export interface PlaceMeshesOptions {
	/** Which scene; the file's own choice unless told otherwise. */
	scene?: number;
	/** The most bytes that the placed meshes may take together; 256 MB unless told otherwise. */
	maxBytes?: number;
}

/** What moves the vertices of a mesh: one matrix, or those of the joints that they follow. */
interface Placement {
	matrices: buffer;
	isSkinned: boolean;
}

/** The identity, as twelve f32. */
function identityRows(): buffer {
	const rows = buffer.create(WORLD_STRIDE);
	for (const diagonal of $range(0, 2)) buffer.writef32(rows, diagonal * 20, 1);
	return rows;
}

const IDENTITY = identityRows();

function isIdentity(matrix: buffer): boolean {
	for (const at of $range(0, 11)) {
		if (buffer.readf64(matrix, at * 8) !== buffer.readf32(IDENTITY, at * 4)) return false;
	}
	return true;
}

/** The world matrix of every node, as the file's nodes rest. */
function worldOfNodes(nodes: ReadonlyArray<GltfNode>, order: ReadonlyArray<number>): buffer {
	const position = new Map<number, number>();
	order.forEach((node, index) => position.set(node, index));
	const pose = buffer.create(order.size() * POSE_STRIDE);
	const joints = order.map((node, index) => {
		writeNodePose(nodes[node], pose, index);
		return { name: nodes[node].name, parent: position.get(nodes[node].parent) ?? -1 };
	});
	const world = buffer.create(order.size() * WORLD_STRIDE);
	poseToWorld({ name: "", joints, rest: pose }, pose, world);
	return world;
}

/** For each joint, what moves a vertex bound to it to where it is when the skeleton rests. */
function jointMatrices(skeleton: Skeleton): buffer {
	const count = skeleton.joints.size();
	const world = buffer.create(count * WORLD_STRIDE);
	poseToWorld(skeleton, skeleton.rest, world);
	const matrices = buffer.create(count * MATRIX_SIZE);
	for (const joint of $range(0, count - 1)) {
		const at = joint * WORLD_STRIDE;
		multiplyF32(
			world,
			at,
			skeleton.inverseBind ?? IDENTITY,
			skeleton.inverseBind ? at : 0,
			matrices,
			joint * MATRIX_SIZE,
		);
	}
	return matrices;
}

/** Moves every vertex of `mesh` and of its morph targets. */
function moveVertices(mesh: GltfMesh, placed: GltfMesh, { matrices, isSkinned }: Placement): void {
	const { vertexCount, positions, normals, tangents, joints, weights } = mesh;
	const isBlended = isSkinned && joints !== undefined && weights !== undefined;
	const matrix = isBlended ? buffer.create(MATRIX_SIZE) : matrices;
	placed.positions = buffer.create(vertexCount * 12);
	if (normals) placed.normals = buffer.create(vertexCount * 12);
	if (tangents) placed.tangents = buffer.create(vertexCount * 16);
	placed.morphs = mesh.morphs?.map((morph): MorphTarget => ({
		name: morph.name,
		positions: morph.positions && buffer.create(vertexCount * 12),
		normals: morph.normals && normals && buffer.create(vertexCount * 12),
		tangents: morph.tangents && buffer.create(vertexCount * 12),
	}));
	const morphCount = mesh.morphs?.size() ?? 0;
	let sign = determinantOf(matrix) < 0 ? -1 : 1;
	for (const vertex of $range(0, vertexCount - 1)) {
		const at = vertex * 12;
		if (isBlended) {
			blendMatrices(matrices, joints, weights, vertex, matrix);
			sign = determinantOf(matrix) < 0 ? -1 : 1;
		}
		movePoint(matrix, positions, at, placed.positions, 1);
		if (normals) {
			const x = buffer.readf32(normals, at);
			const y = buffer.readf32(normals, at + 4);
			const z = buffer.readf32(normals, at + 8);
			turnNormal(matrix, x, y, z, sign, placed.normals!, at);
		}
		if (tangents) turnTangent(matrix, tangents, vertex * 16, sign, placed.tangents!);
		for (const target of $range(0, morphCount - 1)) {
			moveMorph(mesh.morphs![target], placed.morphs![target], mesh, placed, matrix, sign, at);
		}
	}
}

/** Moves what a morph target does to the vertex whose position is at byte `at`. */
function moveMorph(
	morph: MorphTarget,
	moved: MorphTarget,
	mesh: GltfMesh,
	placed: GltfMesh,
	matrix: buffer,
	sign: number,
	at: number,
): void {
	if (morph.positions) movePoint(matrix, morph.positions, at, moved.positions!, 0);
	if (morph.tangents) movePoint(matrix, morph.tangents, at, moved.tangents!, 0);
	if (morph.normals && moved.normals && mesh.normals) {
		const x = buffer.readf32(mesh.normals, at) + buffer.readf32(morph.normals, at);
		const y = buffer.readf32(mesh.normals, at + 4) + buffer.readf32(morph.normals, at + 4);
		const z = buffer.readf32(mesh.normals, at + 8) + buffer.readf32(morph.normals, at + 8);
		turnNormal(matrix, x, y, z, sign, moved.normals, at);
		for (const component of $range(at, at + 8, 4)) {
			const difference = buffer.readf32(moved.normals, component) - buffer.readf32(placed.normals!, component);
			buffer.writef32(moved.normals, component, difference);
		}
	}
}

/** Finite numbers and finite matrices can still make more than an f32 holds. */
function checkRange(values: buffer | undefined, what: string, path: string): void {
	if (values !== undefined && findNonFinite(values, 0, buffer.len(values) / 4) >= 0) {
		failAt(`the placed ${what} leave the range of numbers`, path);
	}
}

function placeMesh(
	gltf: Gltf,
	mesh: GltfMesh,
	name: string,
	placement: Placement,
	budget: Budget,
	path: string,
): GltfMesh {
	const placed: GltfMesh = { ...mesh, name };
	if (!placement.isSkinned) {
		// Another node may draw the same mesh with a skin; here it is rigid.
		placed.joints = undefined;
		placed.weights = undefined;
		placed.skeleton = undefined;
	}
	const { vertexCount } = mesh;
	const morphCount = mesh.morphs?.size() ?? 0;
	if (placement.isSkinned || !isIdentity(placement.matrices)) {
		budget.spend(vertexCount * (40 + morphCount * 36), path);
		moveVertices(mesh, placed, placement);
		checkRange(placed.positions, "vertices", path);
		for (const morph of placed.morphs ?? []) {
			checkRange(morph.positions, "morph targets", path);
			checkRange(morph.tangents, "morph targets", path);
		}
		if (!placement.isSkinned && determinantOf(placement.matrices) < 0) {
			budget.spend(mesh.triangleCount * 12, path);
			placed.indices = turnedOver(mesh.indices, mesh.triangleCount);
		}
	}
	const texture = mesh.materialIndex === undefined ? undefined : gltf.materials[mesh.materialIndex].texture;
	if (texture !== undefined && mesh.uvs[texture.texCoord] !== undefined) {
		const { offset, rotation, scale, texCoord } = texture;
		if (offset[0] !== 0 || offset[1] !== 0 || rotation !== 0 || scale[0] !== 1 || scale[1] !== 1) {
			budget.spend(vertexCount * 8, path);
			placed.uvs = [...mesh.uvs];
			placed.uvs[texCoord] = movedUvs(
				mesh.uvs[texCoord],
				vertexCount,
				scale[0],
				scale[1],
				rotation,
				offset[0],
				offset[1],
			);
			checkRange(placed.uvs[texCoord], "texture coordinates", path);
		}
	}
	return placed;
}

/**
 * The meshes of a scene where they stand: one for each node and primitive, named after the node. Vertices are moved by
 * the transforms of the nodes, which undoes quantisation too; those of skinned meshes to where they are when the skeleton
 * rests, so that bones at rest fit them; texture coordinates by the transform of the texture. Data that need not change is
 * shared with `gltf.meshes`.
 *
 * @example
 * const gltf = readGlb(source);
 * const parts = placeMeshes(gltf).map((mesh) => convertMesh(mesh, METRES_TO_STUDS));
 */
export function placeMeshes(gltf: Gltf, options: PlaceMeshesOptions = {}): Array<GltfMesh> {
	const { nodes } = gltf;
	const scene = gltf.scenes[options.scene ?? gltf.scene];
	const budget = new Budget(options.maxBytes ?? DEFAULT_MAX_BYTES);
	const order = scene === undefined ? new Array<number>() : [...scene.nodes];
	if (scene === undefined) {
		nodes.forEach((node, index) => {
			if (node.parent < 0) order.push(index);
		});
	}
	let position = 0;
	while (position < order.size()) {
		for (const child of nodes[order[position]].children) order.push(child);
		position += 1;
	}
	const world = worldOfNodes(nodes, order);
	const skinMatrices = new Map<number, buffer>();
	const placed = new Array<GltfMesh>();
	order.forEach((nodeIndex, index) => {
		const node = nodes[nodeIndex];
		const path = `nodes[${nodeIndex}].mesh`;
		for (const meshIndex of node.meshes) {
			pausePoint();
			const mesh = gltf.meshes[meshIndex];
			const skeleton = node.skin === undefined ? undefined : mesh.skeleton;
			let matrices: buffer;
			if (skeleton === undefined) {
				matrices = buffer.create(MATRIX_SIZE);
				multiplyF32(world, index * WORLD_STRIDE, IDENTITY, 0, matrices, 0);
			} else {
				matrices = skinMatrices.get(skeleton) ?? jointMatrices(gltf.skeletons[skeleton]);
				skinMatrices.set(skeleton, matrices);
			}
			placed.push(placeMesh(gltf, mesh, node.name, { matrices, isSkinned: skeleton !== undefined }, budget, path));
		}
	});
	return placed;
}
