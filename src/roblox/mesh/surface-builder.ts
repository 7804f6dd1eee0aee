import { Budget } from "../../bytes/budget";
import { DARKEST_GLOW, GlowSum, Layer, maskGlow, raiseGlow } from "../../images/glow-pixels";
import { metalOf, metalPixels } from "../../images/specular-pixels";
import { greyPixels, maskedPixels, opaquePixels } from "../../images/surface-pixels";
import { mainTexture, Material, SceneTexture, SpecularSurface } from "../../scene/material";
import { instanceName } from "../instance-name";
import { encodeLight, linearColor } from "../linear-color";
import { refusalOf } from "./create-editable";
import { EditableImages, KnownImage } from "./editable-images";

const AssetService = game.GetService("AssetService");

/** From this transparency on, the engine blends smoothly; below it, pixels are either opaque or absent. */
const BLENDING = 0.02;

/** How much of a part is clear at most if light goes through: what is left shows its colour and its shape. */
const CLEAREST = 0.8;

/** An unlit surface has half its colour and glows by more than it, so that it looks much alike in shadow and in the sun. */
const UNLIT_COLOR = 0.5;
const UNLIT_GLOW = 1.2;

/** Pixels that are made between two looks at whether to pause. */
const PIXELS_A_STEP = 4096;

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

/** What a surface is made of. */
interface Look {
	maps: SurfaceMaps;
	/** Linear light that its colour map is multiplied by. */
	color: ReadonlyArray<number>;
	/** Linear light that its mask glows by, relative to its colour. */
	glow: ReadonlyArray<number>;
}

const WHITE_LIGHT: ReadonlyArray<number> = [1, 1, 1];

function scaled(light: ReadonlyArray<number>, factor: number): ReadonlyArray<number> {
	return [light[0] * factor, light[1] * factor, light[2] * factor];
}

/** Gives parts the look of their materials: colour, texture, or a SurfaceAppearance where maps need one. Yields. */
export class SurfaceBuilder {
	private readonly surfaces = new Map<Material, SurfaceAppearance | false>();
	/** Materials whose occlusion maps were reported. */
	private readonly occluded = new Set<Material>();
	/** What was made of maps of glow, by them and their factors. */
	private readonly glows = new Map<string, Look>();

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

	private transparencyOf(
		{ alphaMode, alphaCutoff, baseColor, transmission }: Material,
		image: KnownImage | undefined,
	): number {
		const alpha = math.clamp(baseColor[3], 0, 1);
		const clear = CLEAREST * (transmission ?? 0);
		if (alphaMode === "OPAQUE") return clear;
		if (alphaMode === "BLEND") return math.max(1 - alpha * (1 - clear), image?.hasAlpha ? BLENDING : 0);
		// A mask that has no alpha of its own shows all or nothing; any other is in the pixels.
		return image?.hasAlpha || alpha >= alphaCutoff ? clear : 1;
	}

	/** Returns whether a material has more than one texture or one colour. */
	private needsMaps(material: Material, image: KnownImage | undefined): boolean {
		const { metallicRoughnessTexture, normalTexture, emissive, metallic, roughness, alphaMode, baseColor } = material;
		if (metallicRoughnessTexture || normalTexture || metallic > 0 || roughness < 1) return true;
		if (material.isUnlit || material.specular || emissive.some((value) => value > 0)) return true;
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
		const { name, alphaMode } = material;
		const look = this.lookOf(material, image);
		const { maps } = look;
		const [ok, made] = pcall(() => AssetService.CreateSurfaceAppearanceAsync(maps));
		if (!ok) {
			this.budget.warn(`surfaces are left out, because ${refusalOf("them", made)}`, name);
			return undefined;
		}
		const surface = made as SurfaceAppearance;
		surface.Name = instanceName(name, this.budget);
		surface.AlphaMode = alphaMode === "OPAQUE" ? Enum.AlphaMode.Overlay : Enum.AlphaMode.Transparency;
		surface.Color = linearColor(look.color[0], look.color[1], look.color[2]);
		const [red, green, blue] = look.glow;
		const strength = math.max(red, green, blue);
		if (maps.EmissiveMask && strength > 0) {
			surface.EmissiveTint = linearColor(red / strength, green / strength, blue / strength);
			surface.EmissiveStrength = strength;
		}
		return surface;
	}

	/** The maps of a material, the tint of its colours, and how much its mask glows. */
	private lookOf(material: Material, image: KnownImage | undefined): Look {
		const { baseColor, isUnlit, specular } = material;
		const [red, green, blue] = baseColor;
		const metal = specular && this.metalMaps(material, specular, image);
		if (metal) return metal;
		const [metalnessMap, roughnessMap] = this.metalAndRoughness(material);
		const rest = { MetalnessMap: metalnessMap, RoughnessMap: roughnessMap, NormalMap: this.normalMap(material) };
		if (isUnlit) {
			this.budget.warn("surfaces that no light should change glow, and shadows change them a little", material.name);
			const maps = {
				MetalnessMap: this.images.flat(0, 0, 0),
				RoughnessMap: this.flat(WHITE_LIGHT),
				ColorMap: image ? this.colorMap(material, image) : this.flat(baseColor),
				EmissiveMask: this.flat(WHITE_LIGHT),
			};
			const tint = image ? baseColor : WHITE_LIGHT;
			return { maps, color: scaled(tint, UNLIT_COLOR), glow: scaled(WHITE_LIGHT, UNLIT_GLOW) };
		}
		const glowing = this.glowMaps(material, image);
		if (glowing) return { ...glowing, maps: { ...rest, ...glowing.maps } };
		const map = image && this.colorMap(material, image);
		return {
			maps: { ...rest, ColorMap: map ?? this.flat(baseColor) },
			color: map ? [red, green, blue] : WHITE_LIGHT,
			glow: [0, 0, 0],
		};
	}

	/** An opaque image of one pixel of linear light. */
	private flat(light: ReadonlyArray<number>): Content | undefined {
		return this.images.flat(encodeLight(light[0]), encodeLight(light[1]), encodeLight(light[2]));
	}

	/** A texture's image, where it lies on the same coordinates as the material's main one; otherwise it is reported. */
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
		return this.images.find(texture.image, isData, texture.isCrisp);
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

	/**
	 * Maps of a surface that glows: the engine draws `(light + mask × tint × strength) × color`, so a colour that is too dark to glow is raised
	 * to a share of the glow, and the rest of the glow is counted relative to the colour.
	 */
	private glowMaps(material: Material, image: KnownImage | undefined): Look | undefined {
		const { name, emissive, emissiveTexture, baseColor } = material;
		if (emissive.every((value) => value <= 0)) return undefined;
		const glow = emissiveTexture && this.find(material, emissiveTexture, false);
		if (emissiveTexture && !glow) return undefined;
		if (glow) return this.mappedGlow(material, image, glow);
		const map = image && this.colorMap(material, image);
		if (map) {
			this.budget.warn("emissive colours are multiplied by the surface's colour", name);
			return { maps: { ColorMap: map, EmissiveMask: this.flat(WHITE_LIGHT) }, color: baseColor, glow: emissive };
		}
		const color = emissive.map((value, channel) => math.max(baseColor[channel], DARKEST_GLOW * math.min(value, 1)));
		const relative = emissive.map((value, channel) => (value > 0 ? value / color[channel] : 0));
		return {
			maps: { ColorMap: this.flat(color), EmissiveMask: this.flat(WHITE_LIGHT) },
			color: WHITE_LIGHT,
			glow: relative,
		};
	}

	/** Maps of a surface whose glow has a map: its brightness is the mask, and its hue as far as one tint has it. */
	private mappedGlow(material: Material, image: KnownImage | undefined, glow: KnownImage): Look | undefined {
		const { name, emissive, baseColor, alphaMode, alphaCutoff } = material;
		const { width, height } = image ?? glow;
		const count = width * height;
		this.budget.warn("emissive maps are shown in one hue", name);
		const factors = [...emissive, ...baseColor].join(" ");
		const key = `glow of ${glow.name} on ${image?.name} ${factors} ${alphaMode} ${alphaCutoff}`;
		const known = this.glows.get(key);
		if (known) return known;
		const sum: GlowSum = { strongest: 0, red: 0, green: 0, blue: 0 };
		const made = this.images.together(image ? [image, glow] : [glow], 2, count, (sources) => {
			const colors = buffer.create(count * 4);
			const mask = buffer.create(count * 4);
			const glowPixels = sources[sources.size() - 1];
			const base: Layer = { pixels: sources[0], width, height, factor: baseColor };
			const light: Layer = { pixels: glowPixels, width: glow.width, height: glow.height, factor: emissive };
			this.inSteps(count, (first, size) =>
				raiseGlow(base, image !== undefined, light, width, height, first, size, colors, mask, sum),
			);
			this.inSteps(count, (first, size) => maskGlow(mask, math.max(sum.strongest, 1e-9), first, size));
			if (image) this.finishAlpha(material, image, colors);
			return [colors, mask];
		});
		if (!made) return undefined;
		const [colors, mask] = made;
		const strongest = math.max(sum.red, sum.green, sum.blue, 1e-9);
		const look: Look = {
			maps: {
				ColorMap: this.images.make(`${key} color`, width, height, () => colors),
				EmissiveMask: this.images.make(`${key} mask`, width, height, () => mask),
			},
			color: WHITE_LIGHT,
			glow: scaled([sum.red / strongest, sum.green / strongest, sum.blue / strongest], sum.strongest),
		};
		this.glows.set(key, look);
		return look;
	}

	/** Maps of a surface that is described by what it scatters and mirrors. */
	private metalMaps(material: Material, specular: SpecularSurface, image: KnownImage | undefined): Look | undefined {
		const { baseColor } = material;
		const mirror = specular.texture && this.find(material, specular.texture, false);
		const NormalMap = this.normalMap(material);
		const glow: [number, number, number] = [0, 0, 0];
		if (material.emissive.some((value) => value > 0)) {
			this.budget.warn("the glow of surfaces that are described by what they mirror is left out", material.name);
		}
		if (!mirror || (image && (image.width !== mirror.width || image.height !== mirror.height))) {
			if (mirror) this.budget.warn("maps of what surfaces mirror are not shown: their size is another", material.name);
			const [red, green, blue, metalness] = metalOf(baseColor, specular.color);
			const roughness = 1 - specular.glossiness;
			const map = image && this.colorMap(material, image);
			const maps = {
				ColorMap: map ?? this.flat([red, green, blue]),
				MetalnessMap: this.images.flat(metalness, metalness, metalness),
				RoughnessMap: this.images.flat(roughness, roughness, roughness),
				NormalMap,
			};
			return { maps, color: map ? baseColor : WHITE_LIGHT, glow };
		}
		const { width, height } = mirror;
		const count = width * height;
		const factor = [...specular.color, specular.glossiness];
		const made = this.images.together(image ? [image, mirror] : [mirror], 3, count, (sources) => {
			const [colors, metals, roughs] = [buffer.create(count * 4), buffer.create(count * 4), buffer.create(count * 4)];
			const diffuse = image && sources[0];
			this.inSteps(count, (first, size) =>
				metalPixels(diffuse, baseColor, sources[sources.size() - 1], factor, first, size, colors, metals, roughs),
			);
			if (image) this.finishAlpha(material, image, colors);
			return [colors, metals, roughs];
		});
		if (!made) return undefined;
		const [colors, metals, roughs] = made;
		const key = `mirror ${mirror.name} ${image?.name} ${[...factor, ...baseColor].join(" ")} ${material.alphaMode} ${material.alphaCutoff}`;
		const maps = {
			ColorMap: this.images.make(`${key} color`, width, height, () => colors),
			MetalnessMap: this.images.make(`${key} metal`, width, height, () => metals),
			RoughnessMap: this.images.make(`${key} rough`, width, height, () => roughs),
			NormalMap,
		};
		return { maps, color: WHITE_LIGHT, glow };
	}

	/** Gives colours that were made of an image the alpha that the material's mode asks for. */
	private finishAlpha({ alphaMode, alphaCutoff, baseColor }: Material, image: KnownImage, colors: buffer): void {
		if (!image.hasAlpha || alphaMode === "BLEND") return;
		this.inSteps(buffer.len(colors) / 4, (first, size) => {
			const [start, finish] = [first * 4, (first + size) * 4];
			if (alphaMode === "OPAQUE") opaquePixels(colors, colors, start, finish);
			else maskedPixels(colors, colors, start, finish, baseColor[3], alphaCutoff);
		});
	}

	private inSteps(count: number, visit: (first: number, size: number) => void): void {
		for (const first of $range(0, count - 1, PIXELS_A_STEP)) {
			const size = math.min(PIXELS_A_STEP, count - first);
			visit(first, size);
			this.images.step(size);
		}
	}
}
