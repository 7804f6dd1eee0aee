import { findNonFinite } from "../../bytes/find-non-finite";
import { inSlices } from "../../bytes/in-slices";
import { Budget } from "../../bytes/budget";
import { CameraPath } from "../../motion/camera-path";
import { multiply, normalise, rotate } from "../../rotation/quaternion";
import { Clip, JointTrack, MorphTrack } from "../../scene/clip";
import { Material, SceneImage, SceneTexture, texturesOf } from "../../scene/material";
import { MATRIX_SIZE, widenMatrix } from "../../scene/matrix";
import { moveMesh } from "../../scene/move-mesh";
import { countAcross, moveUvs, wrapUvs } from "../../scene/move-vertices";
import { SceneMorph } from "../../scene/morph";
import { moveMorphs } from "../../scene/move-morphs";
import { MeshPlacer } from "../../scene/place-mesh";
import { POSE_STRIDE, ROTATION_OFFSET } from "../../scene/pose";
import { multiplyMatrix, poseToWorld, WORLD_STRIDE, writeMatrix } from "../../scene/pose-to-world";
import { MIRROR_STRIDE, RIGID_STRIDE } from "../../scene/rigid-pose";
import { emptyScene, MESH_BYTES, Placement, Scene, SceneAttachment, SceneMesh } from "../../scene/scene";
import { settleClips } from "../../scene/settle-clips";
import { Skeleton } from "../../scene/skeleton";
import { RestingSkeleton, SkinBinding } from "../../scene/skin-binding";
import { AnimationTracks } from "./animations";
import { GltfMesh, GltfNode, GltfSkin } from "./gltf";
import { failAt } from "./json";
import { GltfLight } from "./lights";
import { MorphedMeshes, NO_WEIGHTS } from "./morphs";
import { MovingMorphs } from "./moving-morphs";
import { NodeSkeleton, nodeSkeleton, writeNodePose } from "./skeleton";
import { restOf } from "../../scene/rest";

/** Approximate bytes of a joint's track and a placed node, besides matrices. */
const TRACK_BYTES = 128;
const NODE_BYTES = 256;
/** Approximate bytes of binding a mesh to a skin, besides its vertices and the mesh itself. */
const SKIN_BYTES = 1536;

/** The parts of a document that make its scene. */
export interface SceneSource {
	name: string;
	/** The nodes at the top of the scene. */
	tops: ReadonlyArray<number>;
	nodes: ReadonlyArray<GltfNode>;
	skins: ReadonlyArray<GltfSkin>;
	meshes: ReadonlyArray<GltfMesh>;
	/** The instances of nodes: a pose with a transform for each instance. */
	instances: ReadonlyMap<number, buffer>;
	materials: Array<Material>;
	images: Array<SceneImage>;
	animations: ReadonlyArray<AnimationTracks>;
	cameras: Array<CameraPath>;
	lights: ReadonlyArray<GltfLight | false>;
	variants: Array<string>;
	/** How many studs one unit of length is. */
	studs: number;
}

const ORIGIN: Placement = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

/** Returns the visible nodes of the scene, parents first. */
function nodesInOrder(source: SceneSource, budget: Budget): Array<number> {
	const order = new Array<number>();
	const add = (node: number) => {
		if (source.nodes[node].isHidden) budget.warn("hidden nodes are left out", source.nodes[node].name);
		else order.push(node);
	};
	source.tops.forEach(add);
	let position = 0;
	while (position < order.size()) {
		source.nodes[order[position]].children.forEach(add);
		position += 1;
	}
	return order;
}

/**
 * Returns the skins that nodes of the scene draw with, each once: a thousand nodes may share one of a thousand joints.
 */
function drawnSkins({ nodes }: SceneSource, order: ReadonlyArray<number>): Array<number> {
	const found = new Array<number>();
	const seen = new Set<number>();
	for (const node of order) {
		const { skin, meshes } = nodes[node];
		if (skin === undefined || meshes.isEmpty() || seen.has(skin)) continue;
		seen.add(skin);
		found.push(skin);
	}
	return found;
}

/** The given nodes, and all above them. */
function withAncestors(nodes: ReadonlyArray<GltfNode>, first: ReadonlyArray<number>): Set<number> {
	const found = new Set<number>();
	for (const start of first) {
		let node = start;
		while (node >= 0 && !found.has(node)) {
			found.add(node);
			node = nodes[node].parent;
		}
	}
	return found;
}

/** The skins of the scene that nothing is drawn with: files of animations alone have only these. */
function bareSkins({ skins }: SceneSource, order: ReadonlyArray<number>, drawn: ReadonlyArray<number>): Array<number> {
	const shown = new Set(order);
	const worn = new Set(drawn);
	const bare = new Array<number>();
	skins.forEach(({ joints }, skin) => {
		if (!worn.has(skin) && joints.every((joint) => shown.has(joint))) bare.push(skin);
	});
	return bare;
}

/** The nodes that carry only cameras: these have paths of their own, so no clip moves them. */
function cameraNodes(source: SceneSource, order: ReadonlyArray<number>, skins: ReadonlyArray<number>): Set<number> {
	const { nodes } = source;
	const others = order.filter((node) => !nodes[node].meshes.isEmpty());
	for (const skin of skins) for (const joint of source.skins[skin].joints) others.push(joint);
	const carriers = withAncestors(nodes, others);
	const filming = withAncestors(
		nodes,
		order.filter((node) => nodes[node].camera !== undefined),
	);
	for (const node of carriers) filming.delete(node);
	return filming;
}

/** Everything that moves, as one skeleton, if anything does. */
function skeletonOf(
	source: SceneSource,
	order: ReadonlyArray<number>,
	kept: ReadonlyArray<number>,
	filming: ReadonlySet<number>,
	budget: Budget,
): NodeSkeleton | undefined {
	const { nodes, skins, animations } = source;
	const seeds = new Array<number>();
	const chosen = new Set<number>();
	const choose = (node: number) => {
		if (chosen.has(node)) return;
		chosen.add(node);
		seeds.push(node);
	};
	for (const skin of kept) skins[skin].joints.forEach(choose);
	const shown = new Set(order);
	const animated = new Set<number>();
	for (const animation of animations) {
		for (const node of animation.order) {
			if (!shown.has(node) || filming.has(node)) continue;
			animated.add(node);
			choose(node);
		}
	}
	return seeds.isEmpty() ? undefined : nodeSkeleton(source.name, nodes, seeds, animated, budget);
}

/** The nodes of the scene whose morph targets some animation changes, and the farthest that any of these is on. */
function morphingNodes({ nodes, meshes, animations }: SceneSource, order: ReadonlyArray<number>): Map<number, number> {
	const shown = new Set(order);
	const found = new Map<number, number>();
	for (const { morphing } of animations) {
		for (const { node, weights } of morphing) {
			if (!shown.has(node)) continue;
			const drawn = nodes[node].meshes.filter((mesh) => meshes[mesh].morphs !== undefined);
			if (drawn.isEmpty()) continue;
			let reach = math.max(found.get(node) ?? 0, weights.reach());
			for (const weight of nodes[node].weights ?? meshes[drawn[0]].morphWeights ?? NO_WEIGHTS) {
				reach = math.max(reach, math.abs(weight));
			}
			found.set(node, reach);
		}
	}
	return found;
}

/** The nearest joint at or above a node; -1 if there is none. */
function carrierOf(nodes: ReadonlyArray<GltfNode>, first: number, moving: NodeSkeleton | undefined): number {
	let node = moving ? first : -1;
	while (node >= 0) {
		const joint = moving!.joints.get(node);
		if (joint !== undefined) return joint;
		node = nodes[node].parent;
	}
	return -1;
}

/** One clip for each animation that moves something in the scene. */
function clipsOf(
	source: SceneSource,
	moving: NodeSkeleton | undefined,
	filming: ReadonlySet<number>,
	morphing: ReadonlyMap<number, number>,
	budget: Budget,
): Array<Clip> {
	const clips = new Array<Clip>();
	// Of clips that move no joint.
	const still: Skeleton = { name: source.name, joints: [], rest: buffer.create(0) };
	source.animations.forEach((animation, index) => {
		const tracks = new Array<JointTrack>();
		for (const node of animation.order) {
			const joint = moving?.joints.get(node);
			if (joint === undefined) continue;
			budget.spendBytes(TRACK_BYTES, "gltf", `animations[${index}]`);
			const { translation, rotation, scale } = animation.nodes.get(node)!;
			tracks.push({ joint, translation, rotation, scale });
		}
		const { name, duration, order, lenses } = animation;
		const morphs = new Array<MorphTrack>();
		for (const { node, weights } of animation.morphing) {
			if (!morphing.has(node)) continue;
			budget.spendBytes(TRACK_BYTES, "gltf", `animations[${index}]`);
			const joint = carrierOf(source.nodes, node, moving);
			morphs.push({ node, joint, count: weights.count, weights });
		}
		if (tracks.isEmpty() && morphs.isEmpty()) {
			const films = !lenses.isEmpty() || order.some((node) => filming.has(node));
			if (!films) budget.warn("an animation makes no clip, because it moves nothing of this scene", name);
			return;
		}
		const skeleton = moving?.skeleton ?? still;
		clips.push({ name, duration, loop: false, skeleton, tracks, morphs: morphs.isEmpty() ? undefined : morphs });
	});
	return clips;
}

/** A matrix of f64 that only scales. */
function scaleMatrix([x, y, z]: [number, number, number]): buffer {
	const matrix = buffer.create(MATRIX_SIZE);
	[x, y, z].forEach((factor, axis) => buffer.writef64(matrix, axis * 40, factor));
	return matrix;
}

/** Morph targets that animations move, how far each is on at rest, and how far any is at most. */
interface MovedMorphs {
	morphs: Array<SceneMorph>;
	weights: Array<number>;
	reach: number;
}

/** Places the meshes of the scene's nodes. */
class NodeMeshes {
	private readonly world: buffer;
	/** The rotation of each node in a rig without scale, and the mirror in its matrix. */
	private rigid = buffer.create(0);
	private mirrors?: buffer;
	private readonly positions = new Map<number, number>();
	/** For each node in order the joint that carries it, its own or the nearest above it, or -1. */
	private readonly carriers = new Array<number>();
	private readonly placer: MeshPlacer<GltfMesh>;
	private readonly resting?: RestingSkeleton;
	private readonly bindings = new Map<number, SkinBinding>();
	private readonly uvsOf = new Map<GltfMesh, Array<buffer>>();
	private readonly morphed: MorphedMeshes;
	private readonly morphs: MovingMorphs;
	/** Joints by which a skin moves vertices, and all below them. */
	private readonly boneJoints = new Set<number>();
	/** Joints that any clip moves, and all below them. */
	private readonly movedJoints = new Set<number>();

	constructor(
		private readonly source: SceneSource,
		private readonly order: ReadonlyArray<number>,
		private readonly moving: NodeSkeleton | undefined,
		drawn: ReadonlyArray<number>,
		clips: ReadonlyArray<Clip>,
		private readonly morphing: ReadonlyMap<number, number>,
		private readonly budget: Budget,
	) {
		this.placer = new MeshPlacer(budget, "gltf");
		this.morphed = new MorphedMeshes(budget);
		this.morphs = new MovingMorphs(budget);
		this.world = this.placeNodes();
		if (moving === undefined) return;
		this.resting = new RestingSkeleton(moving.skeleton);
		for (const { tracks } of clips) for (const { joint } of tracks) this.movedJoints.add(joint);
		for (const skin of drawn) {
			for (const joint of source.skins[skin].joints) this.boneJoints.add(moving.joints.get(joint)!);
		}
		moving.skeleton.joints.forEach(({ parent }, joint) => {
			if (this.movedJoints.has(parent)) this.movedJoints.add(joint);
			if (this.boneJoints.has(parent)) this.boneJoints.add(joint);
		});
	}

	/** Returns the world matrix of every node at rest, and notes its rotation. */
	private placeNodes(): buffer {
		const { nodes } = this.source;
		const { order, positions, carriers, moving, budget } = this;
		budget.spendBytes(order.size() * (POSE_STRIDE + WORLD_STRIDE + NODE_BYTES), "gltf", "nodes");
		order.forEach((node, index) => positions.set(node, index));
		const pose = buffer.create(order.size() * POSE_STRIDE);
		const joints = order.map((node, index) => {
			const { name, parent } = nodes[node];
			writeNodePose(nodes[node], pose, index);
			const above = positions.get(parent);
			carriers.push(moving?.joints.get(node) ?? (above === undefined ? -1 : carriers[above]));
			return { name, parent: above ?? -1 };
		});
		const world = buffer.create(order.size() * WORLD_STRIDE);
		const tree: Skeleton = { name: "", joints, rest: pose };
		poseToWorld(tree, pose, world);
		const wrong = findNonFinite(world, 0, order.size() * (WORLD_STRIDE / 4));
		if (wrong >= 0) {
			const node = order[wrong.idiv(WORLD_STRIDE / 4)];
			failAt("the transforms down to here leave the range of numbers", `nodes[${node}]`);
		}
		const { inWorld: rigid, mirrors } = restOf(tree);
		this.rigid = rigid;
		this.mirrors = mirrors;
		return world;
	}

	private rotationOf(position: number): [number, number, number, number] {
		const at = position * RIGID_STRIDE + 24;
		const component = (offset: number) => buffer.readf64(this.rigid, at + offset);
		const [x, y, z, w] = normalise(component(0), component(8), component(16), component(24));
		return [x, y, z, w];
	}

	/** Returns the signs by which the node at this position mirrors its contents, along each axis. */
	private mirrorOf(position: number): [number, number, number] {
		const { mirrors } = this;
		if (mirrors === undefined) return [1, 1, 1];
		const at = position * MIRROR_STRIDE;
		const sign = (axis: number) => buffer.readi8(mirrors, at + axis) * buffer.readi8(mirrors, at + 3 + axis);
		return [sign(0), sign(1), sign(2)];
	}

	/**
	 * Returns texture coordinates with the images' transforms applied: on each set, that of the first texture that uses
	 * it.
	 */
	private uvs(mesh: GltfMesh, path: string): Array<buffer> {
		const known = this.uvsOf.get(mesh);
		if (known !== undefined) return known;
		const uvs = [...mesh.uvs];
		const material = mesh.material === undefined ? undefined : this.source.materials[mesh.material];
		const done = new Set<number>();
		for (const texture of material ? texturesOf(material) : []) {
			const { texCoord } = texture;
			if (mesh.uvs[texCoord] === undefined || done.has(texCoord)) continue;
			done.add(texCoord);
			uvs[texCoord] = this.wrapped(this.transformed(mesh.uvs[texCoord], texture, mesh, path), texture, mesh, path);
		}
		this.uvsOf.set(mesh, uvs);
		return uvs;
	}

	private transformed(set: buffer, texture: SceneTexture, mesh: GltfMesh, path: string): buffer {
		const { offset, rotation, scale } = texture;
		if (offset[0] === 0 && offset[1] === 0 && rotation === 0 && scale[0] === 1 && scale[1] === 1) return set;
		this.budget.spendBytes(mesh.vertexCount * 8, "gltf", path);
		const moved = buffer.create(mesh.vertexCount * 8);
		inSlices(mesh.vertexCount, this.budget, "gltf", path, (first, count) => {
			moveUvs(set, first, count, scale[0], scale[1], rotation, offset[0], offset[1], moved);
			if (findNonFinite(moved, first * 8, count * 2) >= 0) {
				failAt("the texture coordinates leave the range of numbers", path);
			}
		});
		return moved;
	}

	/** Coordinates that show by repeating what the texture shows by clamping or mirroring, if no triangle lies across an edge. */
	private wrapped(set: buffer, { wrap, image }: SceneTexture, mesh: GltfMesh, path: string): buffer {
		if (wrap === undefined || (wrap[0] === "repeat" && wrap[1] === "repeat")) return set;
		let across = 0;
		inSlices(mesh.triangleCount, this.budget, "gltf", path, (first, count) => {
			across += countAcross(set, wrap, mesh.indices, first, count);
		});
		if (across > 0) {
			this.budget.warn("textures that clamp or mirror repeat instead on triangles that cross their edge", image.name);
			return set;
		}
		this.budget.spendBytes(mesh.vertexCount * 8, "gltf", path);
		const inside = buffer.create(mesh.vertexCount * 8);
		inSlices(mesh.vertexCount, this.budget, "gltf", path, (first, count) => wrapUvs(set, wrap, first, count, inside));
		return inside;
	}

	private bindingOf(skinIndex: number, moving: NodeSkeleton): SkinBinding {
		const known = this.bindings.get(skinIndex);
		if (known !== undefined) return known;
		const { joints, inverseBind } = this.source.skins[skinIndex];
		this.budget.spendBytes(joints.size() * (MATRIX_SIZE + 2), "gltf", `skins[${skinIndex}]`);
		const binding = new SkinBinding(
			this.resting!,
			joints.map((node) => moving.joints.get(node)!),
			inverseBind,
		);
		this.bindings.set(skinIndex, binding);
		return binding;
	}

	/**
	 * Converts a rigid mesh that a bone carries to a skinned one that follows only this bone: parts cannot hang on
	 * bones.
	 */
	private boundToJoint(
		mesh: GltfMesh,
		matrix: buffer,
		joint: number,
		skeleton: Skeleton,
		path: string,
	): Partial<SceneMesh> {
		const { vertexCount: count } = mesh;
		this.budget.spendBytes(count * 24, "gltf", path);
		const { positions, normals, indices } = moveMesh(mesh, matrix, this.budget, "gltf", path);
		const joints = buffer.create(count * 8);
		const weights = buffer.create(count * 16);
		inSlices(count, this.budget, "gltf", path, (first, size) => {
			for (const vertex of $range(first, first + size - 1)) {
				buffer.writeu16(joints, vertex * 8, joint);
				buffer.writef32(weights, vertex * 16, 1);
			}
		});
		return { positions, normals, indices, joints, weights, skeleton, bones: [joint], place: ORIGIN };
	}

	/** The morph targets of a primitive that animations move, in the file's space; none if they leave the range of numbers. */
	private morphsOf(nodeIndex: number, primitive: GltfMesh, resting: GltfMesh, path: string): MovedMorphs | undefined {
		const reach = this.morphing.get(nodeIndex);
		if (reach === undefined || primitive.morphs === undefined) return undefined;
		const weights = this.source.nodes[nodeIndex].weights ?? primitive.morphWeights ?? NO_WEIGHTS;
		const morphs = this.morphs.of(primitive, resting, weights, path);
		return { morphs, weights: morphs.map((_, index) => weights[index] ?? 0), reach };
	}

	/** Gives a mesh its morph targets as `matrix` moves its vertices; `before` are the normals that these had before. */
	private addMorphs(
		mesh: SceneMesh,
		{ morphs, weights, reach }: MovedMorphs,
		matrix: buffer | undefined,
		before: buffer | undefined,
		path: string,
	): void {
		const { budget } = this;
		let moved = matrix ? moveMorphs(morphs, matrix, before, mesh.normals, budget, "gltf", path) : morphs;
		if (mesh.scale) {
			// A part that morphs shares its mesh with no other, so its size need not make up for anything.
			const factors = scaleMatrix(mesh.scale);
			const { positions, normals } = moveMesh(mesh, factors, budget, "gltf", path);
			moved = moveMorphs(moved, factors, mesh.normals, normals, budget, "gltf", path);
			mesh.positions = positions;
			mesh.normals = normals;
			mesh.scale = undefined;
		}
		if (!this.morphs.isWithin(moved, reach)) {
			this.budget.warn("morph targets that leave the range of numbers stand still", mesh.name);
			return;
		}
		mesh.morphs = moved;
		mesh.morphWeights = weights;
	}

	/** Returns the placed meshes of one primitive of a node: one, or one per instance. */
	public place(nodeIndex: number, primitive: GltfMesh): Array<SceneMesh> {
		const path = `nodes[${nodeIndex}].mesh`;
		const { weights } = this.source.nodes[nodeIndex];
		const mesh = this.morphed.find(primitive, weights, this.morphing.has(nodeIndex), path);
		const morphs = this.morphsOf(nodeIndex, primitive, mesh, path);
		const poses = this.source.instances.get(nodeIndex);
		if (poses === undefined) return [this.placeOne(nodeIndex, mesh, morphs)];
		const position = this.positions.get(nodeIndex)!;
		const [ax, ay, az, aw] = this.rotationOf(position);
		const [dx, dy, dz] = this.mirrorOf(position);
		const matrices = buffer.create(2 * WORLD_STRIDE);
		buffer.copy(matrices, 0, this.world, position * WORLD_STRIDE, WORLD_STRIDE);
		const placed = new Array<SceneMesh>();
		for (const at of $range(0, buffer.len(poses) - POSE_STRIDE, POSE_STRIDE)) {
			writeMatrix(poses, at, matrices, WORLD_STRIDE);
			multiplyMatrix(matrices, 0, matrices, WORLD_STRIDE);
			const turn = at + ROTATION_OFFSET;
			const [x, y, z, w] = multiply(
				ax,
				ay,
				az,
				aw,
				buffer.readf32(poses, turn) * dy * dz,
				buffer.readf32(poses, turn + 4) * dx * dz,
				buffer.readf32(poses, turn + 8) * dx * dy,
				buffer.readf32(poses, turn + 12),
			);
			placed.push(this.placeOne(nodeIndex, mesh, morphs, matrices, [x, y, z, w]));
		}
		return placed;
	}

	/** The lamps of the scene's nodes: on the joint that carries each, or on the origin. */
	public lamps(): Array<SceneAttachment> {
		const { source, order, moving, world } = this;
		const found = new Array<SceneAttachment>();
		order.forEach((node, index) => {
			const { light: number, name } = source.nodes[node];
			const lamp = number !== undefined && source.lights[number];
			if (!lamp) return;
			this.budget.spendBytes(NODE_BYTES, "gltf", `nodes[${node}]`);
			const at = index * WORLD_STRIDE;
			const [x, y, z] = [12, 28, 44].map((offset) => buffer.readf32(world, at + offset));
			const [qx, qy, qz, qw] = this.rotationOf(index);
			const [dx, dy, dz] = rotate(qx, qy, qz, qw, 0, 0, -1);
			const { kind, color, brightness, range, angle } = lamp;
			const joint = this.carriers[index];
			const isCarried = moving !== undefined && (this.boneJoints.has(joint) || this.movedJoints.has(joint));
			const attachment: SceneAttachment = {
				name: name === "" ? lamp.name : name,
				joint: isCarried ? joint : -1,
				position: [x, y, z],
				light: { kind, color, brightness, range, angle, direction: [dx, dy, dz] },
			};
			if (isCarried) this.hang(attachment, moving.skeleton);
			found.push(attachment);
		});
		return found;
	}

	/** Puts an attachment that stands in the scene's space into that of its joint at rest. */
	private hang(attachment: SceneAttachment, skeleton: Skeleton): void {
		attachment.skeleton = skeleton;
		const { inWorld } = restOf(skeleton);
		const at = attachment.joint * RIGID_STRIDE;
		const component = (index: number) => buffer.readf64(inWorld, at + index * 8);
		const [qx, qy, qz, qw] = [-component(3), -component(4), -component(5), component(6)];
		const [x, y, z] = attachment.position;
		const [px, py, pz] = rotate(qx, qy, qz, qw, x - component(0), y - component(1), z - component(2));
		attachment.position = [px, py, pz];
		const [dx, dy, dz] = rotate(qx, qy, qz, qw, ...attachment.light!.direction);
		attachment.light!.direction = [dx, dy, dz];
	}

	/** A mesh where its node draws it, or where the second of two matrices has it, turned by `rotation`. */
	private placeOne(
		nodeIndex: number,
		mesh: GltfMesh,
		morphs?: MovedMorphs,
		matrices?: buffer,
		rotation?: [number, number, number, number],
	): SceneMesh {
		const { source, moving, budget } = this;
		const node = source.nodes[nodeIndex];
		const index = this.positions.get(nodeIndex)!;
		const world = matrices ?? this.world;
		const at = matrices ? WORLD_STRIDE : index * WORLD_STRIDE;
		const path = `nodes[${nodeIndex}].mesh`;
		budget.spendBytes(MESH_BYTES, "gltf", path);
		budget.spendElements(1, "gltf", path);
		budget.pausePoint();
		const { vertexCount, triangleCount, positions, normals, colors, indices } = mesh;
		// One table for each mesh, filled as it goes: a file may ask for very many.
		const scened: SceneMesh = {
			name: mesh.name,
			node: nodeIndex,
			material: mesh.material === undefined ? undefined : source.materials[mesh.material],
			place: ORIGIN,
			vertexCount,
			triangleCount,
			positions,
			normals,
			uvs: this.uvs(mesh, path),
			colors,
			indices,
		};
		if (node.skin !== undefined && mesh.joints !== undefined && moving !== undefined) {
			budget.spendBytes(SKIN_BYTES, "gltf", path);
			scened.joints = mesh.joints;
			scened.weights = mesh.weights;
			const binding = this.bindingOf(node.skin, moving);
			const bound = binding.bindAtRest(scened, budget, "gltf", path);
			bound.mesh.skeleton = bound.skeleton;
			bound.mesh.bones = bound.bones;
			bound.mesh.bind = bound.bind;
			if (morphs && binding.shared) this.addMorphs(bound.mesh, morphs, binding.shared, normals, path);
			else if (morphs)
				budget.warn("morph targets of meshes whose joints are scaled unlike each other stand still", path);
			return bound.mesh;
		}
		if (node.skin !== undefined)
			budget.warn("meshes without joints are drawn with a skin: they do not follow it", path);
		const joint = this.carriers[index];
		const turned = rotation ?? this.rotationOf(index);
		if (moving !== undefined && this.boneJoints.has(joint)) {
			const pivot: Placement = {
				position: [buffer.readf32(world, at + 12), buffer.readf32(world, at + 28), buffer.readf32(world, at + 44)],
				rotation: turned,
			};
			const matrix = buffer.create(MATRIX_SIZE);
			widenMatrix(world, at, matrix, 0);
			const hung: SceneMesh = {
				...scened,
				...this.boundToJoint(mesh, matrix, joint, moving.skeleton, path),
				pivot,
			};
			if (morphs) this.addMorphs(hung, morphs, matrix, normals, path);
			return hung;
		}
		const placed = this.placer.place(mesh, world, at, turned, path);
		scened.positions = placed.mesh.positions;
		scened.normals = placed.mesh.normals;
		scened.indices = placed.mesh.indices;
		scened.place = placed.place;
		scened.scale = placed.scale;
		scened.pivot = placed.pivot;
		if (morphs) this.addMorphs(scened, morphs, placed.matrix, normals, path);
		if (moving !== undefined && this.movedJoints.has(joint)) {
			scened.skeleton = moving.skeleton;
			scened.joint = joint;
		}
		return scened;
	}
}

/**
 * Makes the scene of a document: meshes placed at rest, one skeleton of everything that moves, and one clip per
 * animation.
 */
export function buildScene(source: SceneSource, budget: Budget): Scene {
	const { nodes } = source;
	const order = nodesInOrder(source, budget);
	const drawn = drawnSkins(source, order);
	const kept = [...drawn, ...bareSkins(source, order, drawn)];
	const filming = cameraNodes(source, order, kept);
	const moving = skeletonOf(source, order, kept, filming, budget);
	const morphing = morphingNodes(source, order);
	const clips = clipsOf(source, moving, filming, morphing, budget);
	const placing = new NodeMeshes(source, order, moving, drawn, clips, morphing, budget);
	const meshes = new Array<SceneMesh>();
	order.forEach((node, index) => {
		if (!nodes[node].meshes.isEmpty()) budget.progress(index / order.size(), `Placing ${nodes[node].name}`);
		for (const mesh of nodes[node].meshes) {
			for (const placed of placing.place(node, source.meshes[mesh])) meshes.push(placed);
		}
	});
	// Last: vertices were bound to joints with their scales.
	if (moving !== undefined) settleClips([moving.skeleton], clips, budget, "gltf");
	const scene: Scene = {
		...emptyScene(source.name, "glTF"),
		nodes: nodes.map(({ name, parent, translation, rotation, scale }) => ({
			name,
			parent,
			translation,
			rotation,
			scale,
		})),
		meshes,
		materials: source.materials,
		images: source.images,
		skeletons: moving === undefined ? [] : [moving.skeleton],
		clips,
		cameras: source.cameras,
		attachments: placing.lamps(),
		variants: source.variants,
		studs: source.studs,
	};
	return scene;
}
