import { AssetService, Workspace } from "@rbxts/services";
import { Work } from "../../src";
import { refuse } from "../refuse";
import { buildChosenModel } from "./build";
import { readContents } from "./contents";
import { listItems } from "./items";
import { findKeptImport, IMPORT_ATTRIBUTE, PART_ATTRIBUTE, readKeptImport } from "./kept-import";

/** The models in Workspace that were imported. */
export function importedModels(): Array<Model> {
	const models = new Array<Model>();
	for (const instance of Workspace.GetDescendants()) {
		if (instance.IsA("Model") && typeIs(instance.GetAttribute(IMPORT_ATTRIBUTE), "string")) models.push(instance);
	}
	return models;
}

function isEmpty(content: Content): boolean {
	return content.SourceType === Enum.ContentSourceType.None;
}

/** Gives the surface of `part` its maps back, which no place file holds; how a person set it stays. */
function showSurface(part: MeshPart, source: MeshPart): void {
	const own = part.FindFirstChildOfClass("SurfaceAppearance");
	const fresh = source.FindFirstChildOfClass("SurfaceAppearance");
	if (!own || !fresh || !isEmpty(own.ColorMapContent)) return;
	fresh.Name = own.Name;
	fresh.AlphaMode = own.AlphaMode;
	fresh.Color = own.Color;
	fresh.EmissiveStrength = own.EmissiveStrength;
	fresh.EmissiveTint = own.EmissiveTint;
	own.Destroy();
	fresh.Parent = part;
}

/**
 * Shows the mesh of `source` on `part`. `ApplyMesh` takes the texture and the fidelities of the other part too; those are the
 * person's, so the other part gets them first, made anew where its collision geometry would be of another kind. A texture
 * that the import made is in no place file, so a part that has none gets the import's. Yields.
 */
function showMesh(part: MeshPart, source: MeshPart): void {
	const { CollisionFidelity, RenderFidelity, FluidFidelity } = part;
	const isAlike =
		source.CollisionFidelity === CollisionFidelity &&
		source.RenderFidelity === RenderFidelity &&
		source.FluidFidelity === FluidFidelity;
	const options = { CollisionFidelity, RenderFidelity, FluidFidelity };
	const model = isAlike ? source : AssetService.CreateMeshPartAsync(source.MeshContent, options);
	model.TextureContent = isEmpty(part.TextureContent) ? source.TextureContent : part.TextureContent;
	part.ApplyMesh(model);
	if (!isAlike) model.Destroy();
	showSurface(part, source);
}

/**
 * Gives an imported model its meshes back: they are made of editable meshes, which no place file holds, so the source is
 * read again. The parts themselves, where they stand and what was set on them, stay as they were saved. Yields; fails with
 * a message where the source is missing or damaged.
 */
export function rebuildModel(model: Model, work: Work): void {
	const module = findKeptImport(model.GetAttribute(IMPORT_ATTRIBUTE) as string);
	if (!module) refuse("import", `the place keeps no source for "${model.Name}", so its meshes cannot be shown`);
	work.progress(0, `Reading ${module.Name}`);
	const { files, options } = readKeptImport(module, (share) => work.progress(share * 0.3, `Reading ${module.Name}`));
	const contents = readContents(files, work);
	const items = listItems(contents, 1).filter((item) => options.chosen.includes(item.id));
	const fresh = buildChosenModel(contents, items, { scale: options.scale, axes: options.axes }, work);
	if (!fresh) return;
	const sources = new Map<unknown, MeshPart>();
	for (const part of fresh.GetDescendants()) {
		if (part.IsA("MeshPart")) sources.set(part.GetAttribute(PART_ATTRIBUTE), part);
	}
	for (const part of model.GetDescendants()) {
		if (!part.IsA("MeshPart")) continue;
		const source = sources.get(part.GetAttribute(PART_ATTRIBUTE));
		if (source) showMesh(part, source);
	}
	fresh.Destroy();
}
