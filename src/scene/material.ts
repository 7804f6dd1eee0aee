/**
 * An image as stored in the file: its bytes are not decoded.
 *
 * @example
 * const image: SceneImage = scene.images[0];
 * if (image.bytes) print(`${image.name}: ${buffer.len(image.bytes)} bytes of ${image.mimeType ?? "something"}`);
 */
export interface SceneImage {
	/** The name of its file, or its own name. */
	name: string;
	/** Its type according to the file, such as `image/png`. */
	mimeType?: string;
	/** Undefined if the image is in a file that you did not pass. */
	bytes?: buffer;
}

/**
 * An image on a surface, and its transform of the texture coordinates.
 *
 * @example
 * const texture: SceneTexture | undefined = scene.materials[0].baseColorTexture;
 * if (texture) print(`${texture.image.name} on set ${texture.texCoord}`);
 */
export interface SceneTexture {
	image: SceneImage;
	/** The set of texture coordinates that it uses. */
	texCoord: number;
	/**
	 * The transform of the file's coordinates: scale, rotation (radians), then offset. A scene's meshes have it applied
	 * to each set, as the first texture of the material on that set says.
	 */
	offset: [number, number];
	rotation: number;
	scale: [number, number];
	/** What it shows outside of 0 to 1, along each axis. Defaults to repeating. A scene's meshes have this done already if it can be. */
	wrap?: [TextureWrap, TextureWrap];
	/** Whether its pixels have hard edges, as those of small drawings do. */
	isCrisp?: boolean;
}

/**
 * What a texture shows outside of 0 to 1: itself again, its edge, or itself in a mirror.
 *
 * @example
 * const wrap: TextureWrap = "mirror";
 * const mirrored = scene.materials.filter(({ baseColorTexture }) => baseColorTexture?.wrap?.[0] === wrap);
 */
export type TextureWrap = "repeat" | "clamp" | "mirror";

/**
 * The mirrored colour of a surface that is described without metalness.
 *
 * @example
 * const specular: SpecularSurface | undefined = scene.materials[0].specular;
 * if (specular) print(`its gloss is ${specular.glossiness}`);
 */
export interface SpecularSurface {
	/** Red, green, blue; linear, 0 to 1. */
	color: [number, number, number];
	glossiness: number;
	/** Its colours are multiplied by `color`, its alpha by `glossiness`. */
	texture?: SceneTexture;
}

/**
 * The look of a surface, as stored in the file.
 *
 * @example
 * const material: Material = scene.materials[0];
 * if (material.alphaMode === "BLEND") print(`${material.name} can be seen through`);
 */
export interface Material {
	name: string;
	/** Red, green, blue, alpha; linear, 0 to 1. */
	baseColor: [number, number, number, number];
	baseColorTexture?: SceneTexture;
	metallic: number;
	roughness: number;
	/** Green is roughness, blue is metalness. */
	metallicRoughnessTexture?: SceneTexture;
	normalTexture?: SceneTexture;
	/** Red, green, blue; linear, from 0. */
	emissive: [number, number, number];
	emissiveTexture?: SceneTexture;
	/** Red is how much light reaches corners and creases. */
	occlusionTexture?: SceneTexture;
	doubleSided: boolean;
	alphaMode: "OPAQUE" | "MASK" | "BLEND";
	/** The alpha below which MASK draws nothing. */
	alphaCutoff: number;
	/** How much light goes through, as through glass: 0 to 1. Defaults to 0. */
	transmission?: number;
	/** Whether light does not change how it looks. Defaults to false. */
	isUnlit?: boolean;
	/** Describes it instead of metalness and roughness: `baseColor` is then what it scatters. */
	specular?: SpecularSurface;
}

/** Returns a default material: white, opaque, rough. */
export function plainMaterial(name: string): Material {
	return {
		name,
		baseColor: [1, 1, 1, 1],
		metallic: 0,
		roughness: 1,
		emissive: [0, 0, 0],
		doubleSided: false,
		alphaMode: "OPAQUE",
		alphaCutoff: 0.5,
	};
}

/** Returns the textures of a material. The first one on each set of coordinates decides the set's transform. */
export function texturesOf(material: Material): Array<SceneTexture> {
	const textures = new Array<SceneTexture>();
	const { baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture, occlusionTexture } = material;
	if (baseColorTexture) textures.push(baseColorTexture);
	if (material.specular?.texture) textures.push(material.specular.texture);
	if (metallicRoughnessTexture) textures.push(metallicRoughnessTexture);
	if (normalTexture) textures.push(normalTexture);
	if (emissiveTexture) textures.push(emissiveTexture);
	if (occlusionTexture) textures.push(occlusionTexture);
	return textures;
}

/** Returns the texture whose coordinates a mesh shows: the material's first. A part shows one set. */
export function mainTexture(material: Material | undefined): SceneTexture | undefined {
	return material && texturesOf(material)[0];
}
