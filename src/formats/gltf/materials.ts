import { isDataUri } from "./data-uri";
import { GltfMaterial, GltfTexture } from "./gltf";
import { booleanIn, extensionIn, failAt, indexIn, integerIn, JsonObject, numberIn, numbersIn } from "./json";
import { objectIn, objectsIn, stringIn } from "./json";

/** Extensions that keep the image of a texture in a format of their own; each names it as `source`. */
const IMAGE_EXTENSIONS = ["KHR_texture_basisu", "EXT_texture_webp", "EXT_texture_avif"];

/** More sets of texture coordinates than any file has. */
const MAX_TEXCOORD = 255;

interface Image {
	name: string;
	mimeType?: string;
}

function readImages(root: JsonObject): Array<Image> {
	return objectsIn(root, "images").map((json, index) => {
		const path = `images[${index}]`;
		const uri = stringIn(json, "uri", path);
		const name = stringIn(json, "name", path) ?? `image ${index}`;
		return {
			name: uri !== undefined && !isDataUri(uri) ? uri : name,
			mimeType: stringIn(json, "mimeType", path),
		};
	});
}

/** The image of each texture; a texture whose image is in an unknown extension has none. */
function readTextures(root: JsonObject, images: Array<Image>): Array<Image> {
	return objectsIn(root, "textures").map((json, index) => {
		const path = `textures[${index}]`;
		let source = indexIn(json, "source", path, images.size());
		for (const name of IMAGE_EXTENSIONS) {
			const extension = extensionIn(json, name, path);
			if (source === undefined && extension !== undefined) {
				source = indexIn(extension, "source", `${path}.extensions.${name}`, images.size());
			}
		}
		return source === undefined ? { name: stringIn(json, "name", path) ?? `texture ${index}` } : images[source];
	});
}

function readTexture(json: JsonObject, textures: Array<Image>, path: string): GltfTexture {
	const image = textures[integerIn(json, "index", path, 0, textures.size() - 1)];
	const transform = extensionIn(json, "KHR_texture_transform", path) ?? {};
	const place = `${path}.extensions.KHR_texture_transform`;
	const offset = numbersIn(transform, "offset", place, 2) ?? [0, 0];
	const scale = numbersIn(transform, "scale", place, 2) ?? [1, 1];
	const texCoord = integerIn(json, "texCoord", path, 0, MAX_TEXCOORD, 0);
	return {
		image: image.name,
		mimeType: image.mimeType,
		texCoord: integerIn(transform, "texCoord", place, 0, MAX_TEXCOORD, texCoord),
		offset: [offset[0], offset[1]],
		rotation: numberIn(transform, "rotation", place, 0),
		scale: [scale[0], scale[1]],
	};
}

/** Reads the materials: their base colour and its texture, and which sides they show. */
export function readMaterials(root: JsonObject): Array<GltfMaterial> {
	const textures = readTextures(root, readImages(root));
	return objectsIn(root, "materials").map((json, index) => {
		const path = `materials[${index}]`;
		const place = `${path}.pbrMetallicRoughness`;
		const surface = objectIn(json, "pbrMetallicRoughness", path) ?? {};
		const color = numbersIn(surface, "baseColorFactor", place, 4) ?? [1, 1, 1, 1];
		const texture = objectIn(surface, "baseColorTexture", place);
		const alphaMode = stringIn(json, "alphaMode", path) ?? "OPAQUE";
		if (alphaMode !== "OPAQUE" && alphaMode !== "MASK" && alphaMode !== "BLEND") {
			failAt(`there is no alpha mode "${alphaMode.sub(1, 40)}"`, `${path}.alphaMode`);
		}
		return {
			name: stringIn(json, "name", path) ?? `material ${index}`,
			baseColor: [color[0], color[1], color[2], color[3]],
			texture: texture === undefined ? undefined : readTexture(texture, textures, `${place}.baseColorTexture`),
			doubleSided: booleanIn(json, "doubleSided", path),
			alphaMode,
			alphaCutoff: numberIn(json, "alphaCutoff", path, 0.5),
		};
	});
}
