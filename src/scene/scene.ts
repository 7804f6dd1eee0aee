import { CameraPath } from "../motion/camera-path";
import { Clip } from "./clip";
import { SceneLight } from "./light";
import { Material, SceneImage } from "./material";
import { Mesh } from "./mesh";
import { Skeleton } from "./skeleton";

/** Approximate bytes of a scene's mesh besides its vertices, for the budget. */
export const MESH_BYTES = 1024;

/**
 * A position and a rotation, without scale.
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
 * A node of the file: a name, and a transform relative to its parent.
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
 * A mesh in its place in the scene. Skinned vertices are in the space of the skeleton, others in that of `place`. The
 * file's bind matrices, scales and units are already applied: bones that only move and turn carry the mesh.
 *
 * @example
 * const mesh: SceneMesh = scene.meshes[0];
 * print(`${mesh.name} is drawn by ${scene.nodes[mesh.node].name}`);
 */
export interface SceneMesh extends Mesh {
	/** The index in `Scene.nodes` of the node that draws it. */
	node: number;
	material?: Material;
	/** The space of its vertices. A skinned mesh has the origin of the scene. */
	place: Placement;
	/**
	 * The factors by which its vertices are scaled within `place`, along X, Y and Z, above 0: meshes of several sizes share
	 * their vertices. A skinned mesh has none.
	 */
	scale?: [number, number, number];
	/** The origin and rotation of its node, if they are not `place`. They become the pivot of its parts. */
	pivot?: Placement;
	/** The skeleton that moves it, if any: by its vertices' `joints`, or as a whole by `joint`. */
	skeleton?: Skeleton;
	/** The one joint that carries the whole mesh, if it is not skinned. */
	joint?: number;
	/** Its tint at rest, in display space: alpha, red, green, blue. */
	tint?: [number, number, number, number];
	/** The joints that it is skinned to, if those are not the whole skeleton. */
	bones?: Array<number>;
	/**
	 * The transform of each of `bones` when the vertices were bound, if that is not at rest: rigid, seven f64 each
	 * (position and rotation), in the space of the vertices.
	 */
	bind?: buffer;
}

/**
 * A named attachment point, on a joint or at the origin.
 *
 * @example
 * const hand: SceneAttachment | undefined = scene.attachments.find(({ name }) => name === "Hand");
 * if (hand?.skeleton) print(`it moves with ${hand.skeleton.joints[hand.joint].name}`);
 */
export interface SceneAttachment {
	name: string;
	/** The index in `skeleton` of the joint that carries it; -1 if none does. */
	joint: number;
	skeleton?: Skeleton;
	/** Relative to the joint, or to the origin. */
	position: [number, number, number];
	/** The lamp that hangs there, if one does. */
	light?: SceneLight;
}

/**
 * The contents of a model file in the common model, with Y up.
 *
 * @example
 * const scene: Scene = readModel(source);
 * print(`${scene.meshes.size()} meshes, ${scene.clips.size()} clips`);
 * for (const line of scene.report) warn(line);
 */
export interface Scene {
	name: string;
	/** The format of the file: `glTF`, `MDX`, `Morpheme network` or `Morpheme animation`. */
	format: string;
	nodes: Array<SceneNode>;
	meshes: Array<SceneMesh>;
	materials: Array<Material>;
	images: Array<SceneImage>;
	skeletons: Array<Skeleton>;
	attachments: Array<SceneAttachment>;
	clips: Array<Clip>;
	cameras: Array<CameraPath>;
	/** The direction in which the model looks, a unit vector. */
	facing: [number, number, number];
	/** The names of the file's variants: other materials for the same meshes, of which `readModel` takes one. */
	variants: Array<string>;
	/** Studs per unit of length. */
	studs: number;
	/** What was left out or looks wrong, one sentence per line. */
	report: Array<string>;
}

/** Returns an empty scene, in studs, looking along +Z. */
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
		variants: [],
		studs: 1,
		report: [],
	};
}
