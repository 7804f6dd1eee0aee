import { CameraPath } from "../../motion/camera-path";
import { Clip } from "../../scene/clip";
import { Mesh } from "../../scene/mesh";
import { Skeleton } from "../../scene/skeleton";

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
 * const spawn: GltfNode | undefined = gltf.nodes.find(({ name }) => name === "Spawn");
 * if (spawn) part.Position = new Vector3(...spawn.translation).div(STUD); // from metres, where it is at the top
 */
export interface GltfNode {
	name: string;
	/** -1 at the top. */
	parent: number;
	children: Array<number>;
	translation: [number, number, number];
	/** x y z w, unit length. */
	rotation: [number, number, number, number];
	scale: [number, number, number];
	/** The file's mesh, and which of `Gltf.meshes` that is: one for each of its primitives. */
	mesh?: number;
	meshes: Array<number>;
	skin?: number;
	camera?: number;
	/** How far the morph targets of its mesh are on, where it says so itself. */
	weights?: Array<number>;
}

/**
 * Where a material's texture comes from, and how it lies on the texture coordinates.
 *
 * @example
 * const assets = new Map([["bark.png", "rbxassetid://1234567"]]); // images are uploaded apart
 * const texture: GltfTexture | undefined = gltf.materials[0].texture;
 * if (texture) part.TextureID = assets.get(texture.image) ?? "";
 */
export interface GltfTexture {
	/** The image's file name, or its name where it has no file of its own. */
	image: string;
	mimeType?: string;
	/** Which set of texture coordinates it uses. */
	texCoord: number;
	/** KHR_texture_transform: coordinates are scaled, turned (radians), then moved. */
	offset: [number, number];
	rotation: number;
	scale: [number, number];
}

/**
 * How a surface looks, as far as it is kept.
 *
 * @example
 * const material: GltfMaterial = gltf.materials[0];
 * part.Transparency = material.alphaMode === "BLEND" ? 1 - material.baseColor[3] : 0;
 */
export interface GltfMaterial {
	name: string;
	/** Red, green, blue, alpha; linear, 0 to 1. */
	baseColor: [number, number, number, number];
	texture?: GltfTexture;
	doubleSided: boolean;
	alphaMode: "OPAQUE" | "MASK" | "BLEND";
	alphaCutoff: number;
}

/**
 * A skin of the file, and the skeleton that was made of it.
 *
 * @example
 * const skin: GltfSkin = gltf.skins[0];
 * const { joints } = gltf.skeletons[skin.skeleton];
 * print(`vertices call ${joints[skin.mapping[0]].name} joint 0`);
 */
export interface GltfSkin {
	name: string;
	/** Nodes, in the order in which the file's vertices refer to them. */
	joints: Array<number>;
	/** Its skeleton among `Gltf.skeletons`. */
	skeleton: number;
	/** Which joint of the skeleton each of `joints` is. */
	mapping: Array<number>;
}

/**
 * One primitive of one of the file's meshes, in the space of the node that draws it.
 *
 * @example
 * const primitive: GltfMesh = gltf.meshes[0];
 * const skinnedTo = primitive.skeleton === undefined ? undefined : gltf.skeletons[primitive.skeleton];
 * const { parts } = buildMesh(primitive, { skeleton: skinnedTo });
 */
export interface GltfMesh extends Mesh {
	/** The file's mesh, and which of its primitives this is. */
	mesh: number;
	primitive: number;
	materialIndex?: number;
	/** The skeleton that `joints` refers to, where a node with a skin draws it. */
	skeleton?: number;
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
 * An animation as the file has it; `Gltf.clips` are made of these.
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
 * A clip, with where it comes from and what it moves.
 *
 * @example
 * const walk: GltfClip = gltf.clips[0];
 * new ClipPlayer(walk, { skeleton: gltf.skeletons[walk.skeleton], instance: part }).play();
 */
export interface GltfClip extends Clip {
	/** The animation that it is of, and the skeleton that it moves. */
	animation: number;
	skeleton: number;
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
 * A glTF file: what it holds, and the common model of it. Lengths are as in the file, which is metres by convention.
 *
 * @example
 * const gltf: Gltf = readGlb(source);
 * for (const problem of gltf.warnings) warn(problem);
 * print(`${gltf.meshes.size()} meshes, ${gltf.clips.size()} clips`);
 */
export interface Gltf {
	generator?: string;
	/** The scene to show first, or -1. */
	scene: number;
	scenes: Array<GltfScene>;
	nodes: Array<GltfNode>;
	materials: Array<GltfMaterial>;
	skins: Array<GltfSkin>;
	animations: Array<GltfAnimation>;
	/** The cameras as declared; `cameras` are the flights of nodes that carry one. */
	lenses: Array<GltfCamera>;

	/** One for each primitive of triangles, in the file's order; see `placeMeshes` for where they stand. */
	meshes: Array<GltfMesh>;
	/** One for each skin; then one of all nodes, if an animation moves a node that no skin has. */
	skeletons: Array<Skeleton>;
	/** One for each animation and each skeleton that it moves. */
	clips: Array<GltfClip>;
	/** One for each node with a perspective camera and each animation that moves it; still where none does. */
	cameras: Array<CameraPath>;
	/** What was left out or looks wrong, in words. */
	warnings: Array<string>;
}
