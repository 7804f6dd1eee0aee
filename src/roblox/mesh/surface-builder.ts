import { Budget } from "../../bytes/budget";
import { greyPixels, lightPixels, maskedPixels, opaquePixels } from "../../images/surface-pixels";
import { mainTexture, Material, SceneTexture } from "../../scene/material";
import { instanceName } from "../instance-name";
import { encodeLight, linearColor } from "../linear-color";
import { refusalOf } from "./create-editable";
import { EditableImages, KnownImage } from "./editable-images";

const AssetService = game.GetService("AssetService");

/** From this transparency on, the engine blends smoothly; below it, pixels are either opaque or absent. */
const BLENDING = 0.02;

/**
 * The engine multiplies the emissive colour by the surface's colour. If that is darker than this, dividing by it does
 * not help.
 */
const DARKEST = 1 / 16;

const WHITE = new Color3(1, 1, 1);

function isWhite([red, green, blue]: ReadonlyArray<number>): boolean {
	return red === 1 && green === 1 && blue === 1;
}

function copyPixels(pixels: buffer, target: buffer, start: number, finish: number): void {
	buffer.copy(target, start, pixels, start, finish - start);
}

/** The argument of `AssetService:CreateSurfaceAppearanceAsync`. */
interface SurfaceMaps {
	ColorMap?: Content;
	MetalnessMap?: Content;
	NormalMap?: Content;
	RoughnessMap?: Content;
	EmissiveMask?: Content;
}

/** Gives parts the look of their materials: colour, texture, or a SurfaceAppearance if maps need one. Yields. */
export class SurfaceBuilder {
	private readonly surfaces = new Map<Material, SurfaceAppearance | false>();
	/** Materials whose occlusion maps were reported. */
	private readonly occluded = new Set<Material>();

	constructor(
		private readonly images: EditableImages,
		private readonly budget: Budget,
	) {}

	/** Destroys what only further parts need. */
	public finish(): void {
		for (const [, surface] of this.surfaces) if (surface !== false) surface.Destroy();
		this.surfaces.clear();
	}

	/** Gives `part` the look of `material`. */
	public apply(part: MeshPart, material: Material | undefined): void {
		// A part without a colour of its own is white, which keeps vertex colours and textures unchanged.
		part.Color = WHITE;
		if (!material) return;
		if (material.occlusionTexture && !this.occluded.has(material)) {
			this.occluded.add(material);
			this.budget.warn("occlusion maps are not shown", material.name);
		}
		const [red, green, blue] = material.baseColor;
		part.DoubleSided = material.doubleSided;
		part.Color = linearColor(red, green, blue);
		const image = this.find(material, material.baseColorTexture, false);
		part.Transparency = this.transparencyOf(material, image);
		if (!this.needsMaps(material, image)) {
			const content = image && this.colorMap(material, image);
			if (content) {
				part.TextureContent = content;
				part.Color = WHITE;
			}
			return;
		}
		const surface = this.surfaceOf(material, image);
		if (surface) surface.Clone().Parent = part;
	}

	private transparencyOf({ alphaMode, alphaCutoff, baseColor }: Material, image: KnownImage | undefined): number {
		const alpha = math.clamp(baseColor[3], 0, 1);
		if (alphaMode === "OPAQUE") return 0;
		if (alphaMode === "BLEND") return math.max(1 - alpha, image?.hasAlpha ? BLENDING : 0);
		// A mask without an alpha of its own shows all or nothing; any other mask is in the pixels.
		return image?.hasAlpha || alpha >= alphaCutoff ? 0 : 1;
	}

	/** Returns whether a material has more than one texture or one colour. */
	private needsMaps(material: Material, image: KnownImage | undefined): boolean {
		const { metallicRoughnessTexture, normalTexture, emissive, metallic, roughness, alphaMode, baseColor } = material;
		if (metallicRoughnessTexture || normalTexture || metallic > 0 || roughness < 1) return true;
		if (emissive.some((value) => value > 0)) return true;
		return image !== undefined && (!isWhite(baseColor) || (image.hasAlpha && alphaMode !== "OPAQUE"));
	}

	private surfaceOf(material: Material, image: KnownImage | undefined): SurfaceAppearance | undefined {
		let surface = this.surfaces.get(material);
		if (surface === undefined) {
			surface = this.makeSurface(material, image) ?? false;
			this.surfaces.set(material, surface);
		}
		return surface === false ? undefined : surface;
	}

	private makeSurface(material: Material, image: KnownImage | undefined): SurfaceAppearance | undefined {
		const { name, baseColor, alphaMode } = material;
		const [red, green, blue] = baseColor;
		const colorMap = image && this.colorMap(material, image);
		const [metalnessMap, roughnessMap] = this.metalAndRoughness(material);
		const maps: SurfaceMaps = {
			ColorMap: colorMap ?? this.images.flat(encodeLight(red), encodeLight(green), encodeLight(blue)),
			MetalnessMap: metalnessMap,
			RoughnessMap: roughnessMap,
			NormalMap: this.normalMap(material),
			EmissiveMask: this.emissiveMask(material),
		};
		const [ok, made] = pcall(() => AssetService.CreateSurfaceAppearanceAsync(maps));
		if (!ok) {
			this.budget.warn(`surfaces are left out, because ${refusalOf("them", made)}`, name);
			return undefined;
		}
		const surface = made as SurfaceAppearance;
		surface.Name = instanceName(name, this.budget);
		surface.AlphaMode = alphaMode === "OPAQUE" ? Enum.AlphaMode.Overlay : Enum.AlphaMode.Transparency;
		if (colorMap) surface.Color = linearColor(red, green, blue);
		if (maps.EmissiveMask) this.setGlow(surface, material, colorMap !== undefined);
		return surface;
	}

	/** Returns a texture's image if it uses the same coordinates as the material's main one. Reports it otherwise. */
	private find(material: Material, texture: SceneTexture | undefined, isData: boolean): KnownImage | undefined {
		if (!texture) return undefined;
		const main = mainTexture(material)!;
		const isSame =
			texture.texCoord === main.texCoord &&
			texture.rotation === main.rotation &&
			[0, 1].every((axis) => texture.offset[axis] === main.offset[axis] && texture.scale[axis] === main.scale[axis]);
		if (!isSame) {
			this.budget.warn("textures on other coordinates than a material's first are left out", texture.image.name);
			return undefined;
		}
		return this.images.find(texture.image, isData);
	}

	/** Returns the colours of a material's texture, with the alpha of its mode. */
	private colorMap({ alphaMode, alphaCutoff, baseColor }: Material, image: KnownImage): Content | undefined {
		const alpha = baseColor[3];
		if (!image.hasAlpha || alphaMode === "BLEND") return this.images.content(image, "as it is", copyPixels);
		if (alphaMode === "OPAQUE") return this.images.content(image, "opaque", opaquePixels);
		return this.images.content(image, `masked ${alpha} ${alphaCutoff}`, (pixels, target, start, finish) =>
			maskedPixels(pixels, target, start, finish, alpha, alphaCutoff),
		);
	}

	/** Splits an image into two maps: its green is roughness and its blue is metalness. */
	private metalAndRoughness(
		material: Material,
	): LuaTuple<[metal: Content | undefined, roughness: Content | undefined]> {
		const { metallic, roughness, metallicRoughnessTexture: texture } = material;
		const image = this.find(material, texture, true);
		if (!image) {
			// The factor of a missing map is meaningless, and most surfaces are not metal.
			const metal = texture ? 0 : metallic;
			return $tuple(this.images.flat(metal, metal, metal), this.images.flat(roughness, roughness, roughness));
		}
		return $tuple(this.grey(image, 2, metallic), this.grey(image, 1, roughness));
	}

	private grey(image: KnownImage, channel: number, factor: number): Content | undefined {
		return this.images.content(image, `channel ${channel} × ${factor}`, (pixels, target, start, finish) =>
			greyPixels(pixels, target, start, finish, channel, factor),
		);
	}

	private normalMap(material: Material): Content | undefined {
		const image = this.find(material, material.normalTexture, true);
		if (!image) return undefined;
		this.budget.warn("normal maps may not show: editable meshes have no tangents", material.name);
		return this.images.content(image, "as it is", copyPixels);
	}

	private emissiveMask(material: Material): Content | undefined {
		if (material.emissive.every((value) => value <= 0)) return undefined;
		if (!material.emissiveTexture) return this.images.flat(1, 1, 1);
		const image = this.find(material, material.emissiveTexture, false);
		return image && this.images.content(image, "light", lightPixels);
	}

	/** Sets the emissive colour and strength, which the engine multiplies by the colour of the surface. */
	private setGlow(
		surface: SurfaceAppearance,
		{ name, emissive, emissiveTexture, baseColor }: Material,
		isTextured: boolean,
	): void {
		const isDark = [0, 1, 2].some((channel) => emissive[channel] > 0 && baseColor[channel] < DARKEST);
		if (isTextured || isDark) this.budget.warn("emissive colours are multiplied by the surface's colour", name);
		if (emissiveTexture) this.budget.warn("emissive maps are shown by their brightness, in one colour", name);
		const [red, green, blue] = emissive.map((value, channel) =>
			isTextured ? value : value / math.max(baseColor[channel], DARKEST),
		);
		const strength = math.max(red, green, blue);
		surface.EmissiveTint = linearColor(red / strength, green / strength, blue / strength);
		surface.EmissiveStrength = strength;
	}
}
