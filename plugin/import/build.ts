import { Axes, buildKeyframeSequence, buildModel, convertScene, ImportedModel, takeFromPath } from "../../src";
import { createKeptRecording } from "../recordings/kept-recording";
import type { LongWork } from "../long-work";
import { cleanName } from "../place/clean-name";
import type { Contents } from "./contents";
import type { ClipToPublish } from "../publish/publish-clips";
import { chosenScene, clipNames, Item } from "./items";
import { PART_ATTRIBUTE } from "./kept-import";

/** The units and axes that the user chose. */
export interface ImportConversion {
	scale: number;
	axes: Axes;
}

/** Everything that an import builds, with no parent yet. */
export interface Products {
	imported?: ImportedModel;
	/** Each with its name from `bindModel`. */
	clips: Array<ClipToPublish>;
	takes: Array<StringValue>;
}

/**
 * Builds the model of the chosen meshes and skeletons and numbers its mesh parts. Returns undefined if none is chosen.
 * The same contents and options always result in the same numbers. Yields.
 */
export function buildChosenModel(
	contents: Contents,
	items: Array<Item>,
	conversion: ImportConversion,
	work: LongWork,
): ImportedModel | undefined {
	if (!contents.scene) return undefined;
	const scene = convertScene(chosenScene(contents.scene, items), { ...conversion, job: work.job });
	if (scene.meshes.isEmpty() && scene.skeletons.isEmpty()) return undefined;
	const imported = buildModel(scene, { job: work.job });
	let number = 0;
	for (const part of imported.model.GetDescendants()) {
		if (!part.IsA("MeshPart")) continue;
		number += 1;
		part.SetAttribute(PART_ATTRIBUTE, number);
	}
	return imported;
}

/** Builds the chosen items. If it fails or is cancelled, destroys the built ones first. Yields. */
export function buildProducts(
	contents: Contents,
	items: Array<Item>,
	conversion: ImportConversion,
	rate: number,
	work: LongWork,
): Products {
	const products: Products = { clips: [], takes: [] };
	const names = contents.scene ? clipNames(contents.scene, items) : [];
	const others = items.filter((item) => item.kind !== "mesh" && item.kind !== "skeleton");
	const scene = contents.scene && convertScene({ ...contents.scene, meshes: [] }, { ...conversion, job: work.job });

	function build(item: Item): void {
		if (item.kind === "clip" && scene) {
			const { sequence } = buildKeyframeSequence(scene.clips[item.index], { job: work.job });
			products.clips.push({ name: names[products.clips.size()], sequence });
		} else if (item.kind === "camera" && scene) {
			const path = scene.cameras[item.index];
			const name = cleanName(path.name === "" ? contents.title : path.name);
			products.takes.push(createKeptRecording(takeFromPath(path, { name, map: name, rate, job: work.job })));
		} else if (item.kind === "take") {
			const take = contents.takes[item.index];
			const map = cleanName(take.map);
			products.takes.push(createKeptRecording({ ...take, name: map === "" ? contents.title : map, rate }));
		}
	}

	const [ok, problem] = pcall(() => {
		products.imported = work.phase(0, 0.5, () => buildChosenModel(contents, items, conversion, work));
		others.forEach((item, index) => {
			const start = 0.5 + (index / others.size()) * 0.5;
			work.phase(start, start + 0.5 / others.size(), () => {
				work.progress(0, `Making ${item.name}`);
				build(item);
			});
		});
		work.progress(1, "Finishing");
	});
	if (!ok) {
		discardProducts(products);
		error(problem, 0);
	}
	return products;
}

/** Destroys built items that are not in the place, and frees the memory of their meshes. */
export function discardProducts(products: Products): void {
	products.imported?.destroy();
	for (const { sequence } of products.clips) sequence.Destroy();
	for (const take of products.takes) take.Destroy();
}
