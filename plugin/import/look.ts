import { AssetService, CollectionService } from "@rbxts/services";

/** The maps of a surface: colour, metalness, normal, roughness and glow. Missing ones are empty. */
export type Maps = ReadonlyArray<Content>;

/** The content of a part. If it is editable, a place file does not save it. */
export interface Look {
	mesh: Content;
	texture: Content;
	/** The maps of the part's surface. */
	maps: Maps;
}

/** Documented as `Content.fromAssetId`, but missing from the types. */
export function fromAssetId(id: number): Content {
	return Content.fromUri(string.format("rbxassetid://%d", id));
}

export function isEmpty(content: Content): boolean {
	return content.SourceType === Enum.ContentSourceType.None;
}

/** Returns whether content is an editable object, which is not saved with the place and not replicated. */
export function isEditable(content: Content): boolean {
	return content.SourceType === Enum.ContentSourceType.Object;
}

function isSame(one: Content, other: Content): boolean {
	return one.Uri === other.Uri && one.Object === other.Object;
}

function mapsOf(part: MeshPart): Maps {
	const surface = part.FindFirstChildOfClass("SurfaceAppearance");
	if (!surface) return [];
	const { ColorMapContent, MetalnessMapContent, NormalMapContent, RoughnessMapContent, EmissiveMaskContent } = surface;
	return [ColorMapContent, MetalnessMapContent, NormalMapContent, RoughnessMapContent, EmissiveMaskContent];
}

function setMaps(surface: SurfaceAppearance, maps: Maps): void {
	const [color, metalness, normal, roughness, glow] = maps;
	surface.ColorMapContent = color;
	surface.MetalnessMapContent = metalness;
	surface.NormalMapContent = normal;
	surface.RoughnessMapContent = roughness;
	surface.EmissiveMaskContent = glow;
}

/**
 * Returns the content of `part`, or that of `source`, the imported original, if `part` has no mesh. A part with a mesh
 * is as the user left it: a missing texture was removed.
 */
export function lookOf(part: MeshPart, source?: MeshPart): Look {
	const isShown = !isEmpty(part.MeshContent) || source === undefined;
	const maps = mapsOf(part);
	const hasOwn = isShown || maps.some((content) => !isEmpty(content));
	return {
		mesh: isShown ? part.MeshContent : source.MeshContent,
		texture: isShown || !isEmpty(part.TextureContent) ? part.TextureContent : source.TextureContent,
		maps: hasOwn ? maps : mapsOf(source),
	};
}

/** Returns the editable contents of a look. */
export function editableOf({ mesh, texture, maps }: Look): Array<Content> {
	return [mesh, texture, ...maps].filter(isEditable);
}

/**
 * Makes a part that shows `mesh`, with the fidelities of `part`, to be applied to it. Yields. Throws if the engine
 * refuses.
 */
export function makeShown(part: MeshPart, mesh: Content): MeshPart {
	const { CollisionFidelity, RenderFidelity, FluidFidelity } = part;
	return AssetService.CreateMeshPartAsync(mesh, { CollisionFidelity, RenderFidelity, FluidFidelity });
}

/** Copies a surface without its maps: maps made from editable images cannot be changed later. */
function emptySurface(own: SurfaceAppearance): SurfaceAppearance {
	const surface = new Instance("SurfaceAppearance");
	surface.Name = own.Name;
	surface.AlphaMode = own.AlphaMode;
	surface.Color = own.Color;
	surface.EmissiveStrength = own.EmissiveStrength;
	surface.EmissiveTint = own.EmissiveTint;
	for (const [name, value] of own.GetAttributes()) surface.SetAttribute(name, value);
	for (const tag of CollectionService.GetTags(own)) CollectionService.AddTag(surface, tag);
	return surface;
}

/**
 * Applies a look to `part`, using the part from `makeShown`. All other properties stay. If `isFinal`, the maps go to a
 * new surface that replaces the old one.
 */
export function dress(part: MeshPart, shown: MeshPart, { texture, maps }: Look, isFinal: boolean): void {
	const { Size } = part;
	shown.TextureContent = texture;
	part.ApplyMesh(shown);
	// The reference page does not say whether the size is copied; the user's size has to stay.
	if (part.Size !== Size) part.Size = Size;
	const own = part.FindFirstChildOfClass("SurfaceAppearance");
	const now = mapsOf(part);
	if (!own || maps.every((content, index) => isSame(content, now[index]))) return;
	const surface = isFinal ? emptySurface(own) : own;
	setMaps(surface, maps);
	if (!isFinal) return;
	for (const child of own.GetChildren()) child.Parent = surface;
	// Not destroyed, so that undo can restore it.
	own.Parent = undefined;
	surface.Parent = part;
}
