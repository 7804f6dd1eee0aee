import { Material, SceneImage } from "../../scene/material";
import { Mesh } from "../../scene/mesh";
import { Scene, SceneNode } from "../../scene/scene";

/**
 * A scene of the file: some of its nodes, and all that hangs on them.
 *
 * @example
 * const scene: GltfScene = gltf.scenes[0];
 * print(`${scene.name}: ${scene.nodes.map((node) => gltf.nodes[node].name).join(", ")}`);
 */
export interface GltfScene {
	name: string;
	/** The nodes at its top. */
	nodes: Array<number>;
}

/**
 * A node of the file: where something stands, relative to its parent, and what.
 *
 * @example
 * const node: GltfNode | undefined = gltf.nodes.find(({ name }) => name === "Spawn");
 * if (node) print(`${node.children.size()} nodes hang on it`);
 */
export interface GltfNode extends SceneNode {
	children: Array<number>;
	/** The file's mesh, and which of `Gltf.meshes` that is: one for each of its primitives. */
	mesh?: number;
	meshes: Array<number>;
	skin?: number;
	camera?: number;
	/** Its lamp, of those that the document's lights extension lists. */
	light?: number;
	/** How far the morph targets of its mesh are on, where it says so itself. */
	weights?: Array<number>;
	/** Whether it is hidden, with all below it. */
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
	/** For each joint the inverse of its transform at binding: twelve f32, the rows of a matrix for column vectors. */
	inverseBind: buffer;
}

/**
 * How far each vertex moves when a morph target is fully on. Nothing is expanded before it is asked for.
 *
 * @example
 * const smile: MorphTarget | undefined = gltf.meshes[0].morphs?.find(({ name }) => name === "Smile");
 * const lift = buffer.create(gltf.meshes[0].vertexCount * 12);
 * smile?.addPositions?.(1, lift); // how far a whole smile moves each vertex
 */
export interface MorphTarget {
	name: string;
	/** Adds `weight` times how far each vertex moves to `positions`, f32 × 3 a vertex; missing where none moves. */
	addPositions?: (weight: number, positions: buffer) => void;
	/** The same for normals. */
	addNormals?: (weight: number, normals: buffer) => void;
}

/**
 * One primitive of one of the file's meshes, as the file has it: in the space of the node that draws it, or bound as the
 * node's skin says. `Gltf.scene` has them where they stand.
 *
 * @example
 * const primitive: GltfMesh = gltf.meshes[0];
 * print(`${primitive.name}: ${primitive.vertexCount} vertices`);
 */
export interface GltfMesh extends Mesh {
	/** The file's mesh, and which of its primitives this is. */
	mesh: number;
	primitive: number;
	/** Its material among `Gltf.materials`. */
	material?: number;
	/** f32 × 4 a vertex: direction and handedness. */
	tangents?: buffer;
	morphs?: Array<MorphTarget>;
	/** How far each of `morphs` is on, unless a node says otherwise. */
	morphWeights?: Array<number>;
}

/**
 * How an animation goes from key to key, in the file's words.
 *
 * @example
 * const wanted: GltfInterpolation = "CUBICSPLINE";
 * const curves = gltf.animations[0].channels.filter((channel) => channel.interpolation === wanted);
 */
export type GltfInterpolation = "STEP" | "LINEAR" | "CUBICSPLINE";

/**
 * What of a node an animation changes.
 *
 * @example
 * const wanted: GltfTargetPath = "weights";
 * const morphs = gltf.animations[0].channels.some((channel) => channel.path === wanted);
 */
export type GltfTargetPath = "translation" | "rotation" | "scale" | "weights";

/**
 * The keys of one property of one node, as the file has them.
 *
 * @example
 * const channel: GltfChannel = gltf.animations[0].channels[0];
 * print(`${gltf.nodes[channel.node].name}.${channel.path}: ${buffer.len(channel.times) / 8} keys`);
 */
export interface GltfChannel {
	node: number;
	path: GltfTargetPath;
	interpolation: GltfInterpolation;
	/** One f64 a key, in seconds. */
	times: buffer;
	/** f32: the values of each key; for CUBICSPLINE in-tangents, values, out-tangents. */
	values: buffer;
}

/**
 * An animation as the file has it; the scene's clips are made of these.
 *
 * @example
 * const animation: GltfAnimation = gltf.animations[0];
 * print(`${animation.name}: ${animation.channels.size()} channels, ${animation.duration} seconds`);
 */
export interface GltfAnimation {
	name: string;
	/** Seconds to its last key. */
	duration: number;
	channels: Array<GltfChannel>;
}

/**
 * What a perspective camera sees.
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
	/** Undefined where it sees without end. */
	far?: number;
}

/**
 * A glTF file: what it holds, and the scene that it shows. Lengths are as in the file, which is metres by convention.
 *
 * @example
 * const gltf: Gltf = readGltf(source);
 * for (const problem of gltf.scene.report) warn(problem);
 * print(`${gltf.meshes.size()} primitives, ${gltf.animations.size()} animations`);
 */
export interface Gltf {
	generator?: string;
	/** Which of `scenes` is `scene`, or -1 where the file has none and all its nodes are. */
	sceneIndex: number;
	scenes: Array<GltfScene>;
	nodes: Array<GltfNode>;
	/** One for each primitive of triangles, in the file's order. */
	meshes: Array<GltfMesh>;
	materials: Array<Material>;
	images: Array<SceneImage>;
	skins: Array<GltfSkin>;
	animations: Array<GltfAnimation>;
	/** The cameras as declared; the scene's `cameras` are the flights of nodes that carry one. */
	lenses: Array<GltfCamera>;
	/** The scene in the common model, in the file's unit. */
	scene: Scene;
}
