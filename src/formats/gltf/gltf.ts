import { Material, SceneImage } from "../../scene/material";
import { Mesh } from "../../scene/mesh";
import { Scene, SceneNode } from "../../scene/scene";

/**
 * A scene of the file: some of its nodes, with everything below them.
 *
 * @example
 * const scene: GltfScene = gltf.scenes[0];
 * print(`${scene.name}: ${scene.nodes.map((node) => gltf.nodes[node].name).join(", ")}`);
 */
export interface GltfScene {
	name: string;
	/** The nodes at the top. */
	nodes: Array<number>;
}

/**
 * A node of the file: its transform relative to its parent, and what it draws.
 *
 * @example
 * const node: GltfNode | undefined = gltf.nodes.find(({ name }) => name === "Spawn");
 * if (node) print(`${node.children.size()} nodes hang on it`);
 */
export interface GltfNode extends SceneNode {
	children: Array<number>;
	/** The file's mesh, and the indices in `Gltf.meshes` of its primitives. */
	mesh?: number;
	meshes: Array<number>;
	skin?: number;
	camera?: number;
	/** Its lamp, of those that the document's lights extension lists. */
	light?: number;
	/** Weights of its mesh's morph targets, if the node has its own. */
	weights?: Array<number>;
	/** Whether it is hidden, with everything below it. */
	isHidden: boolean;
}

/**
 * A skin of the file: how vertices are bound to nodes.
 *
 * @example
 * const skin: GltfSkin = gltf.skins[0];
 * print(`vertices call ${gltf.nodes[skin.joints[0]].name} joint 0`);
 */
export interface GltfSkin {
	name: string;
	/** Nodes, in the order in which the file's vertices refer to them. */
	joints: Array<number>;
	/** The inverse bind matrix of each joint: twelve f32, the rows of a matrix for column vectors. */
	inverseBind: buffer;
}

/**
 * How far each vertex moves at weight 1 of a morph target. Nothing is expanded until you ask for it.
 *
 * @example
 * const smile: MorphTarget | undefined = gltf.meshes[0].morphs?.find(({ name }) => name === "Smile");
 * const lift = buffer.create(gltf.meshes[0].vertexCount * 12);
 * smile?.addPositions?.(1, lift); // how far a whole smile moves each vertex
 */
export interface MorphTarget {
	name: string;
	/** Adds `weight` times each vertex's offset to `positions`, f32 × 3 per vertex. Undefined if no position moves. */
	addPositions?: (weight: number, positions: buffer) => void;
	/** Does the same for normals. */
	addNormals?: (weight: number, normals: buffer) => void;
}

/**
 * One primitive of one of the file's meshes, as stored: in the space of the node that draws it, or bound to the node's
 * skin. `Gltf.scene` has the meshes in place.
 *
 * @example
 * const primitive: GltfMesh = gltf.meshes[0];
 * print(`${primitive.name}: ${primitive.vertexCount} vertices`);
 */
export interface GltfMesh extends Mesh {
	/** The file's mesh, and the index of this primitive in it. */
	mesh: number;
	primitive: number;
	/** The index of its material in `Gltf.materials`. */
	material?: number;
	/** f32 × 4 per vertex: direction and handedness. */
	tangents?: buffer;
	morphs?: Array<MorphTarget>;
	/** The weight of each of `morphs`. A node may override them. */
	morphWeights?: Array<number>;
}

/**
 * How an animation interpolates between keys, in the file's words.
 *
 * @example
 * const wanted: GltfInterpolation = "CUBICSPLINE";
 * const curves = gltf.animations[0].channels.filter((channel) => channel.interpolation === wanted);
 */
export type GltfInterpolation = "STEP" | "LINEAR" | "CUBICSPLINE";

/**
 * The property of a node that an animation changes.
 *
 * @example
 * const wanted: GltfTargetPath = "weights";
 * const morphs = gltf.animations[0].channels.some((channel) => channel.path === wanted);
 */
export type GltfTargetPath = "translation" | "rotation" | "scale" | "weights";

/**
 * The keys of one property of one node, as stored.
 *
 * @example
 * const channel: GltfChannel = gltf.animations[0].channels[0];
 * print(`${gltf.nodes[channel.node].name}.${channel.path}: ${buffer.len(channel.times) / 8} keys`);
 */
export interface GltfChannel {
	node: number;
	path: GltfTargetPath;
	interpolation: GltfInterpolation;
	/** One f64 per key, in seconds. */
	times: buffer;
	/** f32: the values of each key. CUBICSPLINE has in-tangents, values and out-tangents. */
	values: buffer;
}

/**
 * An animation as stored. The scene's clips are made from these.
 *
 * @example
 * const animation: GltfAnimation = gltf.animations[0];
 * print(`${animation.name}: ${animation.channels.size()} channels, ${animation.duration} seconds`);
 */
export interface GltfAnimation {
	name: string;
	/** Seconds to the last key. */
	duration: number;
	channels: Array<GltfChannel>;
}

/**
 * The lens of a camera.
 *
 * @example
 * const lens: GltfCamera = gltf.lenses[0];
 * if (lens.fieldOfView !== undefined) camera.FieldOfView = lens.fieldOfView;
 */
export interface GltfCamera {
	name: string;
	/** The vertical field of view in degrees; undefined for an orthographic camera. */
	fieldOfView?: number;
	aspectRatio?: number;
	near: number;
	/** Undefined if its view has no far end. */
	far?: number;
}

/**
 * A glTF file: its contents, and the scene that it shows. Lengths are as stored, in metres by convention.
 *
 * @example
 * const gltf: Gltf = readGltf(source);
 * for (const problem of gltf.scene.report) warn(problem);
 * print(`${gltf.meshes.size()} primitives, ${gltf.animations.size()} animations`);
 */
export interface Gltf {
	generator?: string;
	/** The index in `scenes` of `scene`, or -1 if the file has no scenes and `scene` holds all nodes. */
	sceneIndex: number;
	scenes: Array<GltfScene>;
	nodes: Array<GltfNode>;
	/** One per primitive of triangles, in the file's order. */
	meshes: Array<GltfMesh>;
	materials: Array<Material>;
	images: Array<SceneImage>;
	skins: Array<GltfSkin>;
	animations: Array<GltfAnimation>;
	/** The cameras as declared. The scene's `cameras` are the flights of the nodes that carry one. */
	lenses: Array<GltfCamera>;
	/** The scene in the common model, in the file's unit. */
	scene: Scene;
}
