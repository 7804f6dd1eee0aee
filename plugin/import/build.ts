import { Axes, buildKeyframeSequence, buildModel, convertScene, takeFromPath } from "../../src";
import { cleanName, createTakeModule } from "../camera/take-module";
import type { LongWork } from "../long-work";
import type { Contents } from "./contents";
import { chosenScene, Item } from "./items";
import { PART_ATTRIBUTE } from "./kept-import";

/** The units and axes that a person chose. */
export interface ImportConversion {
	scale: number;
	axes: Axes;
}

/** What an import makes, all of it under no parent yet. */
export interface Products {
	model?: Model;
	sequences: Array<KeyframeSequence>;
	takes: Array<ModuleScript>;
}

/**
 * The model of the chosen meshes and skeletons, its mesh parts numbered; nothing where none is chosen. The same contents
 * and options always give the same numbers. Yields.
 */
export function buildChosenModel(
	contents: Contents,
	items: Array<Item>,
	conversion: ImportConversion,
	work: LongWork,
): Model | undefined {
	if (!contents.scene) return undefined;
	const scene = convertScene(chosenScene(contents.scene, items), { ...conversion, job: work.job });
	if (scene.meshes.isEmpty() && scene.skeletons.isEmpty()) return undefined;
	const { model } = buildModel(scene, { job: work.job });
	let number = 0;
	for (const part of model.GetDescendants()) {
		if (!part.IsA("MeshPart")) continue;
		number += 1;
		part.SetAttribute(PART_ATTRIBUTE, number);
	}
	return model;
}

/** Builds the chosen items. Yields; where it fails or is cancelled, what was built is destroyed first. */
export function buildProducts(
	contents: Contents,
	items: Array<Item>,
	conversion: ImportConversion,
	rate: number,
	work: LongWork,
): Products {
	const products: Products = { sequences: [], takes: [] };
	const others = items.filter((item) => item.kind !== "mesh" && item.kind !== "skeleton");
	const scene = contents.scene && convertScene({ ...contents.scene, meshes: [] }, { ...conversion, job: work.job });

	function build(item: Item): void {
		if (item.kind === "clip" && scene) {
			const clip = scene.clips[item.index];
			products.sequences.push(buildKeyframeSequence(clip, { job: work.job }).sequence);
		} else if (item.kind === "camera" && scene) {
			const path = scene.cameras[item.index];
			const name = cleanName(path.name === "" ? contents.title : path.name);
			products.takes.push(createTakeModule(takeFromPath(path, { name, map: name, rate })));
		} else if (item.kind === "take") {
			const take = contents.takes[item.index];
			const map = cleanName(take.map);
			products.takes.push(createTakeModule({ ...take, name: map === "" ? contents.title : map, rate }));
		}
	}

	const [ok, problem] = pcall(() => {
		products.model = work.phase(0, 0.5, () => buildChosenModel(contents, items, conversion, work));
		others.forEach((item, index) => {
			const start = 0.5 + (index / others.size()) * 0.5;
			work.phase(start, start + 0.5 / others.size(), () => {
				work.progress(0, item.text);
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

export function discardProducts(products: Products): void {
	products.model?.Destroy();
	for (const instance of [...products.sequences, ...products.takes]) instance.Destroy();
}
