import { Workspace } from "@rbxts/services";
import type { LongWork } from "../long-work";
import { refuse } from "../sentence";
import { findKeptImport, IMPORT_ATTRIBUTE } from "./kept-import";
import { dress, editableOf, isEmpty, lookOf, makeShown } from "./look";
import { numberedParts, Templates } from "./templates";

/** Returns the id of the import whose model an instance is. */
export function importOf(instance: Instance): string | undefined {
	const id = instance.IsA("Model") ? instance.GetAttribute(IMPORT_ATTRIBUTE) : undefined;
	return typeIs(id, "string") ? id : undefined;
}

/** Returns the imported models in Workspace. */
export function importedModels(): Array<Model> {
	const models = new Array<Model>();
	for (const instance of Workspace.GetDescendants()) {
		if (importOf(instance) !== undefined) models.push(instance as Model);
	}
	return models;
}

/** Returns the imported model that an instance is or belongs to. */
export function modelAround(instance: Instance): Model | undefined {
	let above: Instance | undefined = instance;
	while (above && importOf(above) === undefined) above = above.Parent;
	return above as Model | undefined;
}

/** Counts the parts of a model that show nothing, and those whose content only this session has. */
export function countLost(model: Model): LuaTuple<[empty: number, editable: number]> {
	let empty = 0;
	let editable = 0;
	for (const { part } of numberedParts(model)) {
		if (isEmpty(part.MeshContent)) empty += 1;
		else if (!editableOf(lookOf(part)).isEmpty()) editable += 1;
	}
	return $tuple(empty, editable);
}

/** Returns the folder of a model's source. Fails if the place has none. */
export function sourceOf(model: Model): Folder {
	const kept = findKeptImport(importOf(model) ?? "");
	if (!kept) refuse(`The place keeps no source for "${model.Name}", so its meshes cannot be shown.`);
	return kept;
}

/**
 * Restores the meshes, textures and maps of parts that show nothing. Their content is editable, which place files do
 * not save, so it is read from the source again. The parts keep their position and properties. Fails with a message if
 * the source is missing or damaged. Yields.
 */
export function rebuildModel(model: Model, templates: Templates, work: LongWork): void {
	const sources = templates.find(sourceOf(model), work);
	let missing = 0;
	for (const { number, part } of numberedParts(model)) {
		const source = sources.get(number);
		if (!isEmpty(part.MeshContent)) continue;
		if (!source) {
			missing += 1;
			continue;
		}
		const look = lookOf(part, source);
		const shown = makeShown(part, look.mesh);
		dress(part, shown, look, false);
		shown.Destroy();
		work.pausePoint();
	}
	if (missing > 0) refuse(`The source of "${model.Name}" holds no mesh for ${missing} of its parts.`);
}
