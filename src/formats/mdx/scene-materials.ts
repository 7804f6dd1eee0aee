import { CompanionFiles, Companions } from "../../bytes/companion-files";
import { Budget } from "../../bytes/budget";
import { Material, plainMaterial, SceneImage } from "../../scene/material";
import { MdxFile } from "./file";
import { MdxLayer, MdxTexture } from "./materials";

/** Bit of a layer's flags: it is visible from both sides. */
const TWO_SIDED = 0x10;

/**
 * How a layer blends with the layers below: 0 covers them, 1 covers them at a high alpha, 2 mixes by alpha, others add
 * or multiply.
 */
const COVERS = 0;
const COVERS_WHERE_OPAQUE = 1;
const MIXES = 2;

/** Below this alpha a layer of mode 1 draws nothing, as in the games of that engine. */
const CUTOFF = 0.75;

function nameOf(texture: MdxTexture): string {
	return texture.path === "" ? `Replaceable ${texture.replaceableId}` : texture.path;
}

/** Returns an image for each texture, with its bytes if the files include one of its name. */
export function buildImages(file: MdxFile, files: CompanionFiles, budget: Budget): Array<SceneImage> {
	const companions = new Companions(files);
	return file.textures.map((texture) => {
		const bytes = texture.path === "" ? undefined : companions.find(texture.path);
		if (bytes === undefined) budget.warn("textures are in files that were not handed over", nameOf(texture));
		return { name: nameOf(texture), bytes };
	});
}

function materialOf(layer: MdxLayer, image: SceneImage | undefined, name: string): Material {
	return {
		...plainMaterial(image?.name ?? name),
		baseColor: [1, 1, 1, layer.alpha],
		baseColorTexture: image && {
			image,
			texCoord: math.max(layer.coordId, 0),
			offset: [0, 0],
			rotation: 0,
			scale: [1, 1],
		},
		doubleSided: (layer.flags & TWO_SIDED) !== 0,
		alphaMode: layer.blend === COVERS ? "OPAQUE" : layer.blend === COVERS_WHERE_OPAQUE ? "MASK" : "BLEND",
		alphaCutoff: CUTOFF,
	};
}

/** Returns a material for each of the file's, made from its lowest layer. */
export function buildMaterials(file: MdxFile, images: ReadonlyArray<SceneImage>, budget: Budget): Array<Material> {
	return file.materials.map(({ layers }, index) => {
		const name = `Material ${index}`;
		if (layers.isEmpty()) return plainMaterial(name);
		if (layers.size() > 1) budget.warn("only the lowest layer of materials is shown", name);
		if (layers[0].blend > MIXES) budget.warn("layers that add or multiply light are blended by their alpha", name);
		return materialOf(layers[0], images[layers[0].textureId], name);
	});
}
