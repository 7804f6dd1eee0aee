import { checkNumbers, checkType, describeValue } from "../bytes/check-argument";
import { fail } from "../bytes/fail";
import type { Work } from "../bytes/work";
import { CameraPath, checkPath } from "../motion/camera-path";
import { checkMesh } from "./check-mesh";
import { checkClip, Clip } from "./clip";
import { Material, SceneImage } from "./material";
import { Mesh } from "./mesh";
import { checkSkeleton, Skeleton } from "./skeleton";

/** About what a mesh of a scene takes besides its vertices, in bytes: what may be made of a file is counted. */
export const MESH_BYTES = 1024;

/**
 * Where something stands without changing its size: a position and a rotation.
 *
 * @example
 * const { position, rotation }: Placement = scene.meshes[0].place;
 * part.CFrame = new CFrame(...position, ...rotation);
 */
export interface Placement {
	position: [number, number, number];
	/** x y z w, unit length. */
	rotation: [number, number, number, number];
}

/**
 * A node of the file: a name, and a transform in the space of its parent.
 *
 * @example
 * const spawn: SceneNode | undefined = scene.nodes.find(({ name }) => name === "Spawn");
 * if (spawn) print(`it stands ${spawn.translation[1]} above its parent`);
 */
export interface SceneNode {
	name: string;
	/** The index of its parent, or -1. */
	parent: number;
	translation: [number, number, number];
	/** x y z w, unit length. */
	rotation: [number, number, number, number];
	scale: [number, number, number];
}

/**
 * A mesh as it stands in the scene: skinned vertices in the space of the skeleton, others in that of `place`. Nothing is
 * left of the file's own bind matrices, scales and units: bones that can only move and turn carry the mesh from here.
 *
 * @example
 * const mesh: SceneMesh = scene.meshes[0];
 * print(`${mesh.name} is drawn by ${scene.nodes[mesh.node].name} with ${mesh.material?.name ?? "no material"}`);
 */
export interface SceneMesh extends Mesh {
	/** The node that draws it, an index into `Scene.nodes`. */
	node: number;
	material?: Material;
	/** What its vertices stand in; for a skinned mesh the origin of the scene. */
	place: Placement;
	/** The skeleton that moves it, if one does: by its vertices' `joints`, or by `joint` as a whole. */
	skeleton?: Skeleton;
	/** The one joint that carries the whole mesh, where it is not skinned. */
	joint?: number;
	/** How much of it is seen, and what its colour is multiplied by, as it is shown, at rest: alpha, red, green, blue. */
	tint?: [number, number, number, number];
	/** The joints that it is skinned to, where those are not all of the skeleton. */
	bones?: Array<number>;
	/**
	 * Where each of `bones` stood when the vertices were bound, where that is not at rest: rigid transforms (seven f64 each,
	 * position and rotation) in the space of the vertices.
	 */
	bind?: buffer;
}

/**
 * A named place where something may be hung, on a joint or at the origin.
 *
 * @example
 * const hand: SceneAttachment | undefined = scene.attachments.find(({ name }) => name === "Hand");
 * if (hand?.skeleton) print(`it moves with ${hand.skeleton.joints[hand.joint].name}`);
 */
export interface SceneAttachment {
	name: string;
	/** The joint that carries it, of `skeleton`; -1 where none does. */
	joint: number;
	skeleton?: Skeleton;
	/** From the joint, or from the origin. */
	position: [number, number, number];
}

/**
 * A clip, and the skeleton that it moves.
 *
 * @example
 * const walk: SceneClip = scene.clips[0];
 * const { sequence } = buildKeyframeSequence(walk, walk.skeleton);
 */
export interface SceneClip extends Clip {
	skeleton: Skeleton;
}

/**
 * What a model file holds, in the common model, with Y up.
 *
 * @example
 * const scene: Scene = readModel(source);
 * print(`${scene.meshes.size()} meshes, ${scene.clips.size()} clips`);
 * for (const line of scene.warnings) warn(line);
 */
export interface Scene {
	name: string;
	/** What the file was: `glTF`, `MDX`, `Morpheme network` or `Morpheme animation`. */
	format: string;
	nodes: Array<SceneNode>;
	meshes: Array<SceneMesh>;
	materials: Array<Material>;
	images: Array<SceneImage>;
	skeletons: Array<Skeleton>;
	attachments: Array<SceneAttachment>;
	clips: Array<SceneClip>;
	cameras: Array<CameraPath>;
	/** Which way the model looks, a unit vector. */
	facing: [number, number, number];
	/** How many studs one unit of length is. */
	studs: number;
	/** What was left out or looks wrong, in words. */
	warnings: Array<string>;
}

const LISTS = [
	"nodes",
	"meshes",
	"materials",
	"images",
	"skeletons",
	"attachments",
	"clips",
	"cameras",
	"warnings",
] as const;

/** What looking at a node and at a joint or track counts as, beside a vertex. */
const STEPS_A_NODE = 16;
const STEPS_A_JOINT = 4;

/** Refuses nodes that are none, and those that are above themselves. */
function checkNodes(nodes: Array<SceneNode>, caller: string, work?: Work): void {
	const count = nodes.size();
	nodes.forEach((node, index) => {
		work?.countToPause(STEPS_A_NODE);
		if (!typeIs(node, "table") || !typeIs(node.name, "string")) {
			fail(caller, `scene.nodes[${index}] is ${describeValue(node)}; it must be a node with a name`);
		}
		const { parent } = node;
		if (!typeIs(parent, "number") || !(parent >= -1 && parent < count && parent % 1 === 0)) {
			fail(caller, `scene.nodes[${index}].parent is ${describeValue(parent)}; it must be -1 or the index of a node`);
		}
		checkNumbers(node.translation, 3, caller, "scene.nodes", "translation", index);
		checkNumbers(node.rotation, 4, caller, "scene.nodes", "rotation", index);
		checkNumbers(node.scale, 3, caller, "scene.nodes", "scale", index);
	});
	// For each node the one that the way up to it began at.
	const reachedFrom = new Array<number>(count, -1);
	for (const first of $range(0, count - 1)) {
		work?.countToPause(1);
		let node = first;
		while (node >= 0 && reachedFrom[node] < 0) {
			reachedFrom[node] = first;
			node = nodes[node].parent;
		}
		if (node >= 0 && reachedFrom[node] === first) {
			fail(caller, `scene.nodes[${node}].parent leads back to the node itself`);
		}
	}
}

/** Refuses what is no Scene: whoever made or changed one by hand is told where it is wrong. Pauses where `work` says so. */
export function checkScene(scene: Scene, caller: string, work?: Work): void {
	if (!typeIs(scene, "table"))
		fail(caller, `scene is ${describeValue(scene)}; it must be a Scene, as readModel gives it`);
	for (const list of LISTS) checkType(scene[list], "table", caller, `scene.${list}`);
	checkType(scene.name, "string", caller, "scene.name");
	checkNumbers(scene.facing, 3, caller, "scene.facing");
	checkNodes(scene.nodes, caller, work);
	const skeletons = new Set<Skeleton>();
	const checkOnce = (skeleton: Skeleton, argument: string) => {
		if (skeletons.has(skeleton)) return;
		checkSkeleton(skeleton, caller, argument);
		work?.countToPause(skeleton.joints.size() * STEPS_A_JOINT);
		skeletons.add(skeleton);
	};
	scene.skeletons.forEach((skeleton, index) => checkOnce(skeleton, `scene.skeletons[${index}]`));
	scene.meshes.forEach((mesh, index) => {
		checkMesh(mesh, caller, `scene.meshes[${index}]`, checkOnce);
		work?.countToPause(STEPS_A_NODE + (mesh.bones?.size() ?? 0));
	});
	scene.attachments.forEach((attachment, index) => {
		const place = `scene.attachments[${index}]`;
		checkType(attachment, "table", caller, place);
		checkType(attachment.name, "string", caller, `${place}.name`);
		checkNumbers(attachment.position, 3, caller, place, "position");
		const { skeleton, joint } = attachment;
		if (skeleton !== undefined) checkOnce(skeleton, "an attachment's skeleton");
		if (!typeIs(joint, "number") || !(joint >= -1 && joint < (skeleton?.joints.size() ?? 0) && joint % 1 === 0)) {
			fail(caller, `${place}.joint is ${describeValue(joint)}; it must be -1 or the index of a joint`);
		}
		work?.countToPause(STEPS_A_NODE);
	});
	for (const path of scene.cameras) {
		checkPath(path, caller);
		work?.countToPause(STEPS_A_NODE);
	}
	scene.clips.forEach((clip, index) => {
		if (!typeIs(clip, "table")) fail(caller, `scene.clips[${index}] is ${describeValue(clip)}; it must be a clip`);
		checkOnce(clip.skeleton, "a clip's skeleton");
		checkClip(clip, clip.skeleton, caller);
		work?.countToPause(clip.tracks.size() * STEPS_A_JOINT);
	});
}

/** A scene that holds nothing yet, in studs, looking along +Z. */
export function emptyScene(name: string, format: string): Scene {
	return {
		name,
		format,
		nodes: [],
		meshes: [],
		materials: [],
		images: [],
		skeletons: [],
		attachments: [],
		clips: [],
		cameras: [],
		facing: [0, 0, 1],
		studs: 1,
		warnings: [],
	};
}
