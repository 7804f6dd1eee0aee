import { CameraPath } from "../../model/camera-path";
import { Clip } from "../../model/clip";
import { Mesh } from "../../model/mesh";
import { Skeleton } from "../../model/skeleton";

/** A scene of the file: some of its nodes, and all that hangs on them. */
export interface GltfScene {
	name: string;
	/** The nodes at its top. */
	nodes: Array<number>;
}

/** A node of the file: where something stands, relative to its parent, and what. */
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

/** Where a material's texture comes from, and how it lies on the texture coordinates. */
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

/** How a surface looks, as far as it is kept. */
export interface GltfMaterial {
	name: string;
	/** Red, green, blue, alpha; linear, 0 to 1. */
	baseColor: [number, number, number, number];
	texture?: GltfTexture;
	doubleSided: boolean;
	alphaMode: "OPAQUE" | "MASK" | "BLEND";
	alphaCutoff: number;
}

/** A skin of the file, and the skeleton that was made of it. */
export interface GltfSkin {
	name: string;
	/** Nodes, in the order in which the file's vertices refer to them. */
	joints: Array<number>;
	/** Its skeleton among `Gltf.skeletons`. */
	skeleton: number;
	/** Which joint of the skeleton each of `joints` is. */
	mapping: Array<number>;
}

/** One primitive of one of the file's meshes, in the space of the node that draws it. */
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

/** How an animation goes from key to key, in the file's words. */
export type GltfInterpolation = "STEP" | "LINEAR" | "CUBICSPLINE";
/** What of a node an animation changes. */
export type GltfTargetPath = "translation" | "rotation" | "scale" | "weights";

/** The keys of one property of one node, as the file has them. */
export interface GltfChannel {
	node: number;
	path: GltfTargetPath;
	interpolation: GltfInterpolation;
	/** One f64 a key, in seconds. */
	times: buffer;
	/** f32: the values of each key; for CUBICSPLINE in-tangents, values, out-tangents. */
	values: buffer;
}

/** An animation as the file has it; `Gltf.clips` are made of these. */
export interface GltfAnimation {
	name: string;
	/** Seconds to its last key. */
	duration: number;
	channels: Array<GltfChannel>;
}

/** A clip, with where it comes from and what it moves. */
export interface GltfClip extends Clip {
	/** The animation that it is of, and the skeleton that it moves. */
	animation: number;
	skeleton: number;
}

/** What a perspective camera sees. */
export interface GltfCamera {
	name: string;
	/** The vertical field of view in degrees; undefined for an orthographic camera. */
	fieldOfView?: number;
	aspectRatio?: number;
	near: number;
	/** Undefined where it sees without end. */
	far?: number;
}

/** A glTF file: what it holds, and the common model of it. Lengths are as in the file, which is metres by convention. */
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
