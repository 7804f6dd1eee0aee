import type { ImportedModel } from "../../src";
import type { LongWork } from "../long-work";
import type { ClipToPublish } from "../publish/publish-clips";
import { buildChosenModel, buildProducts } from "./build";
import { readContents } from "./contents";
import { listItems } from "./items";
import { PART_ATTRIBUTE, readKeptImport } from "./kept-import";

/** A part of an imported model, and its number among them. */
export interface NumberedPart {
	number: number;
	part: MeshPart;
}

/** The parts of a model that came with an import. A person may have copied one: numbers can occur twice. */
export function numberedParts(model: Instance): Array<NumberedPart> {
	const parts = new Array<NumberedPart>();
	for (const part of model.GetDescendants()) {
		const number = part.GetAttribute(PART_ATTRIBUTE);
		if (part.IsA("MeshPart") && typeIs(number, "number")) parts.push({ number, part });
	}
	return parts;
}

/** Builds the model of an import from the source that the place keeps. Yields; fails where the source is damaged. */
export function buildKeptModel(kept: Folder, work: LongWork): ImportedModel | undefined {
	const { files, options } = work.phase(0, 0.3, () => readKeptImport(kept, work));
	const contents = work.phase(0.3, 0.6, () => readContents(files, work));
	const items = listItems(contents, 1).filter((item) => options.chosen.includes(item.id));
	const conversion = { scale: options.scale, axes: options.axes };
	return work.phase(0.6, 1, () => buildChosenModel(contents, items, conversion, work));
}

/** The clips of an import as animations, from the source that the place keeps. Yields; fails where the source is damaged. */
export function buildKeptClips(kept: Folder, work: LongWork): Array<ClipToPublish> {
	const { files, options } = work.phase(0, 0.3, () => readKeptImport(kept, work));
	const contents = work.phase(0.3, 0.6, () => readContents(files, work));
	const items = listItems(contents, 1).filter(({ id, kind }) => kind === "clip" && options.chosen.includes(id));
	const conversion = { scale: options.scale, axes: options.axes };
	return work.phase(0.6, 1, () => buildProducts(contents, items, conversion, 1, work).clips);
}

export type PartsByNumber = Map<number, MeshPart>;

/**
 * What imports look like, built from their sources and kept for the session: parts that stream out and in again, and copies
 * of a model, get it without reading the source once more.
 */
export class Templates {
	private readonly known = new Map<Folder, PartsByNumber>();
	private readonly models = new Map<Folder, Model>();

	/** The parts of an import's model, under no parent. Yields the first time. */
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

	/** Lets go of the models. Their meshes stay: parts of the place show them. */
	public destroy(): void {
		for (const [, model] of this.models) model.Destroy();
		this.models.clear();
		this.known.clear();
	}
}
