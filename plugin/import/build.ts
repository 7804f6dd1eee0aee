import { buildMesh } from "../../src/roblox/mesh/build-mesh";
import { buildKeyframeSequence } from "../../src/roblox/rig/build-keyframe-sequence";
import { buildSkeleton } from "../../src/roblox/rig/build-skeleton";
import { takeFromPath } from "../../src/take/take-path";
import { Conversion, convertClip, convertMesh, convertPath, convertSkeleton } from "../../src/scene/axes";
import type { Mesh } from "../../src/scene/mesh";
import type { Skeleton } from "../../src/scene/skeleton";
import { cleanName, createTakeModule } from "../camera/take-module";
import type { Report } from "../work";
import type { Contents } from "./contents";
import type { Item } from "./items";
import { PART_ATTRIBUTE } from "./kept-import";

/** What an import makes, all of it under no parent yet. */
export interface Products {
	parts: Array<BasePart>;
	sequences: Array<KeyframeSequence>;
	takes: Array<ModuleScript>;
}

/** Converts each skeleton once: many meshes and clips share one. */
class Skeletons {
	private readonly converted = new Map<Skeleton, Skeleton>();

	constructor(private readonly conversion: Conversion) {}

	public get(skeleton: Skeleton): Skeleton {
		const known = this.converted.get(skeleton);
		if (known) return known;
		const result = convertSkeleton(skeleton, this.conversion);
		this.converted.set(skeleton, result);
		return result;
	}
}

/** Makes the parts of one mesh; `first` is the number that its first part gets. Yields. */
function meshParts(mesh: Mesh, skeleton: Skeleton | undefined, conversion: Conversion, first: number): Array<MeshPart> {
	const { parts } = buildMesh(convertMesh(mesh, conversion), { skeleton });
	parts.forEach((part, index) => {
		part.Anchored = true;
		part.SetAttribute(PART_ATTRIBUTE, first + index);
	});
	return parts;
}

/** A part without a shape of its own, which holds a skeleton that no mesh came with. */
function skeletonPart(skeleton: Skeleton): Part {
	const part = new Instance("Part");
	part.Name = skeleton.name === "" ? "Skeleton" : skeleton.name;
	part.Size = new Vector3(1, 1, 1);
	part.Transparency = 1;
	part.Anchored = true;
	part.CanCollide = false;
	buildSkeleton(skeleton, part);
	return part;
}

/** The meshes among the chosen items, as parts. The same contents and options always give the same parts. Yields. */
export function buildMeshParts(
	contents: Contents,
	items: Array<Item>,
	conversion: Conversion,
	report: (share: number, what: string) => void,
): Array<MeshPart> {
	const skeletons = new Skeletons(conversion);
	const meshes = items.filter((item) => item.kind === "mesh");
	const parts = new Array<MeshPart>();
	const [ok, problem] = pcall(() => {
		meshes.forEach((item, index) => {
			report(index / meshes.size(), item.text);
			const { mesh, skeleton } = contents.meshes[item.index];
			const converted = skeleton && mesh.joints ? skeletons.get(skeleton) : undefined;
			for (const part of meshParts(mesh, converted, conversion, parts.size() + 1)) parts.push(part);
		});
		report(1, "Meshes");
	});
	if (!ok) {
		for (const part of parts) part.Destroy();
		error(problem, 0);
	}
	return parts;
}

/** Builds the chosen items. Yields; where it fails or is cancelled, what was built is destroyed first. */
export function buildProducts(
	contents: Contents,
	items: Array<Item>,
	conversion: Conversion,
	rate: number,
	report: Report,
): Products {
	const products: Products = { parts: [], sequences: [], takes: [] };
	const skeletons = new Skeletons(conversion);
	const others = items.filter((item) => item.kind !== "mesh");

	function build(item: Item): void {
		if (item.kind === "skeleton") {
			const skeleton = contents.skeletons[item.index];
			const isWorn = contents.meshes.some((entry) => entry.skeleton === skeleton && entry.mesh.joints !== undefined);
			// Bones come with the meshes that wear them.
			if (!isWorn) products.parts.push(skeletonPart(skeletons.get(skeleton)));
		} else if (item.kind === "clip") {
			const { clip, skeleton } = contents.clips[item.index];
			const { sequence } = buildKeyframeSequence(convertClip(clip, conversion), skeletons.get(skeleton));
			products.sequences.push(sequence);
		} else if (item.kind === "camera") {
			const path = convertPath(contents.cameras[item.index], conversion);
			const name = cleanName(path.name === "" ? contents.title : path.name);
			products.takes.push(createTakeModule(takeFromPath(path, { name, map: name, rate })));
		} else {
			const take = contents.takes[item.index];
			const map = cleanName(take.map);
			products.takes.push(createTakeModule({ ...take, name: map === "" ? contents.title : map, rate }));
		}
	}

	const [ok, problem] = pcall(() => {
		products.parts = buildMeshParts(contents, items, conversion, (share, what) => report(share / 2, what));
		others.forEach((item, index) => {
			report(0.5 + index / others.size() / 2, item.text);
			build(item);
		});
		report(1, "Finishing");
	});
	if (!ok) {
		discardProducts(products);
		error(problem, 0);
	}
	return products;
}

export function discardProducts(products: Products): void {
	for (const list of [products.parts, products.sequences, products.takes]) {
		for (const instance of list) instance.Destroy();
	}
}
