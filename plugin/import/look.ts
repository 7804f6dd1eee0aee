import { AssetService, CollectionService } from "@rbxts/services";

/** The maps of a surface: colour, metalness, normals, roughness and glow; nothing for those that it lacks. */
export type Maps = ReadonlyArray<Content>;

/** What a part shows that no place file holds while it is editable. */
export interface Look {
	mesh: Content;
	texture: Content;
	/** Those of the part's surface. */
	maps: Maps;
}

/** As the page has `Content.fromAssetId`, which the types leave out. */
export function fromAssetId(id: number): Content {
	return Content.fromUri(string.format("rbxassetid://%d", id));
}

export function isEmpty(content: Content): boolean {
	return content.SourceType === Enum.ContentSourceType.None;
}

/** Whether content is an editable object: lost when the place is saved, and seen by nobody else. */
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
 * What `part` shows, and where it shows nothing what the import made, as `source` has it. A part with a mesh is as a person
 * left it: a texture that it lacks was taken off.
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

/** Every content of a look that is editable. */
export function editableOf({ mesh, texture, maps }: Look): Array<Content> {
	return [mesh, texture, ...maps].filter(isEditable);
}

/** A part that shows `mesh`, with the fidelities of `part`, to be applied to it. Yields; throws where it cannot be made. */
export function makeShown(part: MeshPart, mesh: Content): MeshPart {
	const { CollisionFidelity, RenderFidelity, FluidFidelity } = part;
	return AssetService.CreateMeshPartAsync(mesh, { CollisionFidelity, RenderFidelity, FluidFidelity });
}

/** A surface like `own` that has no maps yet: the maps of one that was made of editable images can never be changed. */
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
 * Gives `part` a look: `shown` is what `makeShown` made for it. All else that was set on it stays. Where `isFinal` the maps
 * go to a new surface in place of the old one.
 */
export function dress(part: MeshPart, shown: MeshPart, { texture, maps }: Look, isFinal: boolean): void {
	const { Size } = part;
	shown.TextureContent = texture;
	part.ApplyMesh(shown);
	// The page does not name the size among what is copied; it is the person's either way.
	if (part.Size !== Size) part.Size = Size;
	const own = part.FindFirstChildOfClass("SurfaceAppearance");
	const now = mapsOf(part);
	if (!own || maps.every((content, index) => isSame(content, now[index]))) return;
	const surface = isFinal ? emptySurface(own) : own;
	setMaps(surface, maps);
	if (!isFinal) return;
	for (const child of own.GetChildren()) child.Parent = surface;
	// Not destroyed, so that undo can bring it back.
	own.Parent = undefined;
	surface.Parent = part;
}
