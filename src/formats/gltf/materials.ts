import { Budget } from "../../bytes/budget";
import { Material, SceneImage, SceneTexture, SpecularSurface, TextureWrap } from "../../scene/material";
import { BufferViews } from "./buffer-views";
import { decodeDataUri, decodePercentName, isDataUri, mediaTypeOf } from "./data-uri";
import { CompanionFiles, Companions } from "../../bytes/companion-files";
import { booleanIn, extensionIn, failAt, indexIn, integerIn, JsonObject, numberIn, numbersIn } from "./json";
import { objectIn, objectsIn, stringIn } from "./json";

/** Extensions that keep the image of a texture in a format of their own. Each names it as `source`. */
const IMAGE_EXTENSIONS = ["KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif"];

/** More than any screen shows; it keeps numbers finite. */
const MAX_GLOW = 1e6;

/** More sets of texture coordinates than any file has. */
const MAX_TEXCOORD = 255;

/** Reads the images: their bytes, if the document or the files beside it have them. */
export function readImages(
	root: JsonObject,
	views: BufferViews,
	files: CompanionFiles,
	budget: Budget,
): Array<SceneImage> {
	const companions = new Companions(files);
	/** The bytes of the views that are images. */
	const known = new Map<number, buffer>();
	let total = 0;
	return objectsIn(root, "images").map((json, index) => {
		const path = `images[${index}]`;
		const uri = stringIn(json, "uri", path);
		const name = stringIn(json, "name", path) ?? `image ${index}`;
		const mimeType = stringIn(json, "mimeType", path);
		const view = indexIn(json, "bufferView", path, views.views.size());
		budget.pausePoint();
		if (view !== undefined) {
			const before = known.get(view);
			if (before) return { name, mimeType, bytes: before };
			const { source, start, size } = views.load(view);
			total += size;
			if (total > budget.inputBytes()) {
				budget.warn("images in overlapping views are left out", path);
				return { name, mimeType };
			}
			budget.spendBytes(size, "gltf", path);
			const bytes = buffer.create(size);
			buffer.copy(bytes, 0, source, start, size);
			known.set(view, bytes);
			return { name, mimeType, bytes };
		}
		if (uri === undefined) return { name, mimeType };
		if (isDataUri(uri)) {
			return { name, mimeType: mimeType ?? mediaTypeOf(uri), bytes: decodeDataUri(uri, budget, `${path}.uri`) };
		}
		const bytes = companions.find(decodePercentName(uri));
		if (bytes === undefined) budget.warn("images are in files that were not handed over", decodePercentName(uri));
		return { name: decodePercentName(uri), mimeType, bytes };
	});
}

/** What samplers call clamping and mirroring, and magnifying to hard edges. */
const CLAMP = 33071;
const MIRROR = 33648;
const NEAREST = 9728;

function wrapOf(value: unknown): TextureWrap {
	return value === CLAMP ? "clamp" : value === MIRROR ? "mirror" : "repeat";
}

/** A texture of the document: its image, and how that is sampled. */
interface GltfTexture {
	image: SceneImage;
	wrap: [TextureWrap, TextureWrap];
	isCrisp: boolean;
}

/** Reads textures; one whose image is in an unknown extension has an image without bytes. */
function readTextures(root: JsonObject, images: ReadonlyArray<SceneImage>): Array<GltfTexture> {
	const samplers = objectsIn(root, "samplers");
	return objectsIn(root, "textures").map((json, index) => {
		const path = `textures[${index}]`;
		let source = indexIn(json, "source", path, images.size());
		for (const name of IMAGE_EXTENSIONS) {
			const extension = extensionIn(json, name, path);
			if (source === undefined && extension !== undefined) {
				source = indexIn(extension, "source", `${path}.extensions.${name}`, images.size());
			}
		}
		const sampler = samplers[indexIn(json, "sampler", path, samplers.size()) ?? -1] ?? {};
		const { wrapS, wrapT, magFilter } = sampler;
		return {
			image: source === undefined ? { name: stringIn(json, "name", path) ?? `texture ${index}` } : images[source],
			wrap: [wrapOf(wrapS), wrapOf(wrapT)],
			isCrisp: magFilter === NEAREST,
		};
	});
}

/** Returns the texture under `key` of the object at `path`, if any. */
function textureIn(
	parent: JsonObject,
	key: string,
	path: string,
	textures: ReadonlyArray<GltfTexture>,
): SceneTexture | undefined {
	const json = objectIn(parent, key, path);
	if (json === undefined) return undefined;
	const place = `${path}.${key}`;
	const { image, wrap, isCrisp } = textures[integerIn(json, "index", place, 0, textures.size() - 1)];
	const transform = extensionIn(json, "KHR_texture_transform", place) ?? {};
	const within = `${place}.extensions.KHR_texture_transform`;
	const offset = numbersIn(transform, "offset", within, 2) ?? [0, 0];
	const scale = numbersIn(transform, "scale", within, 2) ?? [1, 1];
	const texCoord = integerIn(json, "texCoord", place, 0, MAX_TEXCOORD, 0);
	return {
		image,
		texCoord: integerIn(transform, "texCoord", within, 0, MAX_TEXCOORD, texCoord),
		offset: [offset[0], offset[1]],
		rotation: numberIn(transform, "rotation", within, 0),
		scale: [scale[0], scale[1]],
		wrap,
		isCrisp,
	};
}

const SPECULAR = "KHR_materials_pbrSpecularGlossiness";

/** The mirrored colour that an older extension has in the place of metal and roughness. */
function specularIn(glossy: JsonObject, path: string, textures: ReadonlyArray<GltfTexture>): SpecularSurface {
	const [red, green, blue] = (numbersIn(glossy, "specularFactor", path, 3) ?? [1, 1, 1]).map((value) =>
		math.clamp(value, 0, 1),
	);
	return {
		color: [red, green, blue],
		glossiness: math.clamp(numberIn(glossy, "glossinessFactor", path, 1), 0, 1),
		texture: textureIn(glossy, "specularGlossinessTexture", path, textures),
	};
}

/** Whether the older extension says what a surface mirrors. One that does not means a matte one, not a white mirror. */
function mirrors({ specularFactor, specularGlossinessTexture }: JsonObject): boolean {
	return specularFactor !== undefined || specularGlossinessTexture !== undefined;
}

/** The fields of the older extension that mean the same as others in the place of metal and roughness. */
function diffuseOf(glossy: JsonObject, path: string): JsonObject {
	return {
		baseColorFactor: glossy.diffuseFactor,
		baseColorTexture: glossy.diffuseTexture,
		metallicFactor: 0,
		roughnessFactor: 1 - numberIn(glossy, "glossinessFactor", `${path}.extensions.${SPECULAR}`, 1),
	};
}

/** How much light goes through a surface. */
function transmissionIn(json: JsonObject, path: string, budget: Budget): number {
	const name = "KHR_materials_transmission";
	const glass = extensionIn(json, name, path);
	if (glass === undefined) return 0;
	if (glass.transmissionTexture !== undefined) {
		budget.warn("maps of how clear glass is are not shown: its factor counts everywhere", path);
	}
	return math.clamp(numberIn(glass, "transmissionFactor", `${path}.extensions.${name}`, 0), 0, 1);
}

/** Reads the materials: colours, textures, and which sides they show. */
export function readMaterials(root: JsonObject, images: ReadonlyArray<SceneImage>, budget: Budget): Array<Material> {
	const textures = readTextures(root, images);
	return objectsIn(root, "materials").map((json, index) => {
		const path = `materials[${index}]`;
		const place = `${path}.pbrMetallicRoughness`;
		const glossy = extensionIn(json, SPECULAR, path);
		const surface = glossy ? diffuseOf(glossy, path) : (objectIn(json, "pbrMetallicRoughness", path) ?? {});
		const color = numbersIn(surface, "baseColorFactor", place, 4) ?? [1, 1, 1, 1];
		const glow = extensionIn(json, "KHR_materials_emissive_strength", path) ?? {};
		const strength = numberIn(glow, "emissiveStrength", `${path}.extensions.KHR_materials_emissive_strength`, 1);
		const emissive = (numbersIn(json, "emissiveFactor", path, 3) ?? [0, 0, 0]).map((value) =>
			math.clamp(value * strength, 0, MAX_GLOW),
		);
		const alphaMode = stringIn(json, "alphaMode", path) ?? "OPAQUE";
		if (alphaMode !== "OPAQUE" && alphaMode !== "MASK" && alphaMode !== "BLEND") {
			failAt(`there is no alpha mode "${alphaMode.sub(1, 40)}"`, `${path}.alphaMode`);
		}
		return {
			name: stringIn(json, "name", path) ?? `material ${index}`,
			baseColor: [color[0], color[1], color[2], color[3]],
			baseColorTexture: textureIn(surface, "baseColorTexture", place, textures),
			metallic: numberIn(surface, "metallicFactor", place, 1),
			roughness: numberIn(surface, "roughnessFactor", place, 1),
			metallicRoughnessTexture: textureIn(surface, "metallicRoughnessTexture", place, textures),
			normalTexture: textureIn(json, "normalTexture", path, textures),
			emissive: [emissive[0], emissive[1], emissive[2]],
			emissiveTexture: textureIn(json, "emissiveTexture", path, textures),
			occlusionTexture: textureIn(json, "occlusionTexture", path, textures),
			doubleSided: booleanIn(json, "doubleSided", path),
			alphaMode,
			alphaCutoff: numberIn(json, "alphaCutoff", path, 0.5),
			transmission: transmissionIn(json, path, budget),
			isUnlit: extensionIn(json, "KHR_materials_unlit", path) !== undefined,
			specular: glossy && mirrors(glossy) ? specularIn(glossy, `${path}.extensions.${SPECULAR}`, textures) : undefined,
		};
	});
}
