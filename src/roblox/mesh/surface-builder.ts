import { Work } from "../../bytes/work";
import { Image } from "../../images/image";
import { brightnessPixels, greyPixels, maskedPixels, onePixel, opaquePixels } from "../../images/surface-pixels";
import { mainTexture, Material, SceneTexture } from "../../scene/material";
import { encodeLight, linearColor } from "../linear-color";
import { EditableImages } from "./editable-images";

const AssetService = game.GetService("AssetService");

/** At this transparency and above the engine blends smoothly; below it, pixels are either there or not. */
const BLENDING = 0.02;

function colorOf([red, green, blue]: ReadonlyArray<number>): Color3 {
	return linearColor(red, green, blue);
}

function isWhite([red, green, blue]: ReadonlyArray<number>): boolean {
	return red === 1 && green === 1 && blue === 1;
}

/** What `AssetService:CreateSurfaceAppearanceAsync` takes. */
interface SurfaceMaps {
	ColorMap?: Content;
	MetalnessMap?: Content;
	NormalMap?: Content;
	RoughnessMap?: Content;
	EmissiveMask?: Content;
}

/** Gives parts the look of their materials: colour, texture, or a SurfaceAppearance where maps need one. Yields. */
export class SurfaceBuilder {
	private readonly surfaces = new Map<Material, SurfaceAppearance | false>();

	constructor(
		private readonly images: EditableImages,
		private readonly work: Work,
	) {}

	/** Makes `part` look as `material` says. */
	public apply(part: MeshPart, material: Material | undefined): void {
		// What has no colour of its own is white, so that vertex colours and textures are what they are.
		part.Color = new Color3(1, 1, 1);
		if (!material) return;
		part.DoubleSided = material.doubleSided;
		part.Color = colorOf(material.baseColor);
		if (material.alphaMode === "BLEND") {
			// A texture's own alpha blends smoothly only on a part that is a little transparent itself.
			const least = material.baseColorTexture ? BLENDING : 0;
			part.Transparency = math.max(1 - math.clamp(material.baseColor[3], 0, 1), least);
		}
		if (this.isTextureAlone(material)) {
			const content = this.colorMap(material);
			if (content) {
				part.TextureContent = content;
				part.Color = new Color3(1, 1, 1);
			}
			return;
		}
		const surface = this.surfaceOf(material);
		if (surface) surface.Clone().Parent = part;
	}

	/** Whether a texture, or a colour, is all there is to a material. */
	private isTextureAlone(material: Material): boolean {
		const { metallicRoughnessTexture, normalTexture, emissiveTexture, emissive, metallic, roughness } = material;
		const hasMaps = metallicRoughnessTexture ?? normalTexture ?? emissiveTexture;
		if (hasMaps || metallic > 0 || roughness < 1 || emissive.some((value) => value > 0)) return false;
		return !material.baseColorTexture || (material.alphaMode === "OPAQUE" && isWhite(material.baseColor));
	}

	private surfaceOf(material: Material): SurfaceAppearance | undefined {
		let surface = this.surfaces.get(material);
		if (surface === undefined) {
			surface = this.makeSurface(material);
			this.surfaces.set(material, surface);
		}
		return surface === false ? undefined : surface;
	}

	private makeSurface(material: Material): SurfaceAppearance | false {
		const maps: SurfaceMaps = {
			ColorMap: this.colorMap(material) ?? this.flat("color", material.baseColor.map(encodeLight)),
			NormalMap: this.normalMap(material),
			EmissiveMask: this.emissiveMask(material),
		};
		const packed = this.decoded(material, material.metallicRoughnessTexture, true);
		const { metallic, roughness } = material;
		maps.MetalnessMap = packed
			? this.grey(packed, material.metallicRoughnessTexture!, "metal", 2, metallic)
			: this.flat("grey", [metallic, metallic, metallic]);
		maps.RoughnessMap = packed
			? this.grey(packed, material.metallicRoughnessTexture!, "rough", 1, roughness)
			: this.flat("grey", [roughness, roughness, roughness]);
		const [ok, made] = pcall(
			() => AssetService.CreateSurfaceAppearanceAsync(maps as never) as unknown as SurfaceAppearance,
		);
		if (!ok) {
			this.work.warn(`surfaces cannot be shown: ${made}`, material.name);
			return false;
		}
		const surface = made as SurfaceAppearance;
		surface.Name = material.name;
		surface.AlphaMode = material.alphaMode === "OPAQUE" ? Enum.AlphaMode.Overlay : Enum.AlphaMode.Transparency;
		if (material.baseColorTexture && !isWhite(material.baseColor)) surface.Color = colorOf(material.baseColor);
		if (maps.EmissiveMask) {
			const strongest = math.max(...material.emissive);
			const tint = material.emissive.map((value) => value / strongest);
			surface.EmissiveTint = colorOf(tint);
			surface.EmissiveStrength = strongest;
		}
		return surface;
	}

	/** A texture's pixels, where it lies on the same coordinates as the material's main one; otherwise it is reported. */
	private decoded(material: Material, texture: SceneTexture | undefined, isData: boolean): Image | undefined {
		if (!texture) return undefined;
		const main = mainTexture(material)!;
		const isSame =
			texture.texCoord === main.texCoord &&
			texture.rotation === main.rotation &&
			[0, 1].every((axis) => texture.offset[axis] === main.offset[axis] && texture.scale[axis] === main.scale[axis]);
		if (!isSame) {
			this.work.warn("textures on other coordinates than a material's first are left out", texture.image.name);
			return undefined;
		}
		return this.images.decode(texture.image, isData);
	}

	/** The colours of a material's texture, with the alpha that its mode asks for. */
	private colorMap(material: Material): Content | undefined {
		const texture = material.baseColorTexture;
		const image = this.decoded(material, texture, false);
		if (!image || !texture) return undefined;
		const { alphaMode, alphaCutoff, baseColor } = material;
		const { width, height, pixels, hasAlpha } = image;
		const name = this.nameOf(texture);
		if (!hasAlpha || alphaMode === "BLEND") return this.images.content(`${name} color`, width, height, () => pixels);
		if (alphaMode === "OPAQUE") {
			return this.images.content(`${name} opaque`, width, height, () => opaquePixels(pixels));
		}
		return this.images.content(`${name} masked ${alphaCutoff} ${baseColor[3]}`, width, height, () =>
			maskedPixels(pixels, baseColor[3], alphaCutoff),
		);
	}

	private normalMap(material: Material): Content | undefined {
		const texture = material.normalTexture;
		const image = this.decoded(material, texture, true);
		if (!image || !texture) return undefined;
		this.work.warn("normal maps are shown without tangents, which editable meshes do not have", material.name);
		return this.images.content(`${this.nameOf(texture)} data`, image.width, image.height, () => image.pixels);
	}

	private emissiveMask(material: Material): Content | undefined {
		if (material.emissive.every((value) => value <= 0)) return undefined;
		const texture = material.emissiveTexture;
		const image = this.decoded(material, texture, false);
		if (!image || !texture) return texture ? undefined : this.flat("grey", [1, 1, 1]);
		return this.images.content(`${this.nameOf(texture)} glow`, image.width, image.height, () =>
			brightnessPixels(image.pixels),
		);
	}

	private grey(image: Image, texture: SceneTexture, use: string, channel: number, factor: number): Content {
		const key = `${this.nameOf(texture)} ${use} ${factor}`;
		return this.images.content(key, image.width, image.height, () => greyPixels(image.pixels, channel, factor));
	}

	/** An image of one pixel. */
	private flat(use: string, color: ReadonlyArray<number>): Content {
		const [red, green, blue] = [color[0], color[1], color[2]];
		const key = `${use} ${red} ${green} ${blue}`;
		return this.images.content(key, 1, 1, () => onePixel(red, green, blue, 1));
	}

	private readonly names = new Map<unknown, string>();

	/** A name that only one image has. */
	private nameOf({ image }: SceneTexture): string {
		const known = this.names.get(image) ?? `image ${this.names.size() + 1}`;
		this.names.set(image, known);
		return known;
	}
}
