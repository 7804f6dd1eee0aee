import type { ImportedModel } from "../../src";
import type { LongWork } from "../long-work";
import type { ClipToPublish } from "../publish/publish-clips";
import { buildChosenModel, buildProducts } from "./build";
import { readContents } from "./contents";
import { listItems } from "./items";
import { PART_ATTRIBUTE, readKeptImport } from "./kept-import";

/** A part of an imported model, and its number. */
export interface NumberedPart {
	number: number;
	part: MeshPart;
}

/** Returns the parts of a model that came with an import. Numbers can repeat if the user copied a part. */
export function numberedParts(model: Instance): Array<NumberedPart> {
	const parts = new Array<NumberedPart>();
	for (const part of model.GetDescendants()) {
		const number = part.GetAttribute(PART_ATTRIBUTE);
		if (part.IsA("MeshPart") && typeIs(number, "number")) parts.push({ number, part });
	}
	return parts;
}

/** Builds the model of an import from its source in the place. Fails if the source is damaged. Yields. */
export function buildKeptModel(kept: Folder, work: LongWork): ImportedModel | undefined {
	const { files, options } = work.phase(0, 0.3, () => readKeptImport(kept, work));
	const contents = work.phase(0.3, 0.6, () => readContents(files, work));
	const items = listItems(contents, 1).filter((item) => options.chosen.includes(item.id));
	const conversion = { scale: options.scale, axes: options.axes };
	return work.phase(0.6, 1, () => buildChosenModel(contents, items, conversion, work));
}

/**
 * Builds the clips of an import as animations, from its source in the place. Fails if the source is damaged. Yields.
 */
export function buildKeptClips(kept: Folder, work: LongWork): Array<ClipToPublish> {
	const { files, options } = work.phase(0, 0.3, () => readKeptImport(kept, work));
	const contents = work.phase(0.3, 0.6, () => readContents(files, work));
	const items = listItems(contents, 1).filter(({ id, kind }) => kind === "clip" && options.chosen.includes(id));
	const conversion = { scale: options.scale, axes: options.axes };
	return work.phase(0.6, 1, () => buildProducts(contents, items, conversion, 1, work).clips);
}

export type PartsByNumber = Map<number, MeshPart>;

/**
 * Imported models, built from their sources and kept for the session. Parts that stream in again, and copies of a
 * model, get their content from them instead of the source.
 */
export class Templates {
	private readonly known = new Map<Folder, PartsByNumber>();
	private readonly models = new Map<Folder, Model>();

	/** Returns the parts of an import's model, without a parent. Yields the first time. */
	public find(kept: Folder, work: LongWork): PartsByNumber {
		const known = this.known.get(kept);
		if (known) return known;
		const model = buildKeptModel(kept, work)?.model;
		const parts: PartsByNumber = new Map();
		for (const { number, part } of model ? numberedParts(model) : []) parts.set(number, part);
		if (model) this.models.set(kept, model);
		this.known.set(kept, parts);
		return parts;
	}

	/** Releases the models. Their meshes stay, because parts of the place show them. */
	public destroy(): void {
		for (const [, model] of this.models) model.Destroy();
		this.models.clear();
		this.known.clear();
	}
}
