import { CameraPath } from "../motion/camera-path";
import { Clip } from "./clip";
import { SceneLight } from "./light";
import { Material, SceneImage } from "./material";
import { Mesh } from "./mesh";
import { Skeleton } from "./skeleton";

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
	/** The lamp that hangs there, if one does. */
	light?: SceneLight;
}

/**
 * What a model file holds, in the common model, with Y up.
 *
 * @example
 * const scene: Scene = readModel(source);
 * print(`${scene.meshes.size()} meshes, ${scene.clips.size()} clips`);
 * for (const line of scene.report) warn(line);
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
	clips: Array<Clip>;
	cameras: Array<CameraPath>;
	/** Which way the model looks, a unit vector. */
	facing: [number, number, number];
	/** The names of the file's variants: other materials for the same meshes, of which `readModel` takes one. */
	variants: Array<string>;
	/** How many studs one unit of length is. */
	studs: number;
	/** What was left out or looks wrong, in words. */
	report: Array<string>;
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
		variants: [],
		studs: 1,
		report: [],
	};
}
