import { Material, Scene } from "../../src";

/** A line of the report, and the instances that it is about. */
export interface ReportLine {
	text: string;
	targets: Array<Instance>;
}

function imagesOf(material: Material): Array<string> {
	const names = new Array<string>();
	const { baseColorTexture, metallicRoughnessTexture, normalTexture, emissiveTexture, occlusionTexture } = material;
	if (baseColorTexture) names.push(baseColorTexture.image.name);
	if (metallicRoughnessTexture) names.push(metallicRoughnessTexture.image.name);
	if (normalTexture) names.push(normalTexture.image.name);
	if (emissiveTexture) names.push(emissiveTexture.image.name);
	if (occlusionTexture) names.push(occlusionTexture.image.name);
	return names;
}

/** Returns the nodes' names by the name of their mesh, material or image: parts are named after their node. */
function nodesByName(scene: Scene): Map<string, Set<string>> {
	const nodes = new Map<string, Set<string>>();
	const add = (name: string, node: string) => {
		const known = nodes.get(name) ?? new Set<string>();
		nodes.set(name, known);
		known.add(node);
	};
	for (const { name, node, material } of scene.meshes) {
		const nodeName = scene.nodes[node].name;
		const partName = nodeName === "" ? name : nodeName;
		add(name, partName);
		if (!material) continue;
		add(material.name, partName);
		for (const image of imagesOf(material)) add(image, partName);
	}
	return nodes;
}

/** Returns a name without the number that makes it unique. */
function baseName(name: string): string {
	const [base] = name.match("^(.-) %d+$");
	return typeIs(base, "string") ? base : name;
}

/** The max number of items that a line names before it counts the rest, as in the library's messages. */
const MAX_PLACES = 3;

/** Formats a line about several items in the library's style. */
export function lineOf(message: string, places: ReadonlyArray<string>): string {
	const named = places.filter((_, index) => index < MAX_PLACES).join(", ");
	const more = places.size() - MAX_PLACES;
	return `${message}: ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * Returns the items and quoted names in a line such as `message: place, place and 4 more (12 times)`. A message or an
 * item can contain a colon, so it returns the text after each.
 */
function placesIn(line: string): Array<string> {
	const [uncounted] = line.gsub(" %(%d+ times%)$", "");
	const [named] = uncounted.gsub(" and %d+ more$", "");
	const places = new Array<string>();
	let [, at] = named.find(": ", 1, true);
	while (at !== undefined) {
		for (const place of named.sub(at + 1).split(", ")) places.push(place);
		[, at] = named.find(": ", at, true);
	}
	const [quoted] = line.match('"(.-)"');
	if (typeIs(quoted, "string")) places.push(quoted);
	return places;
}

/** Returns the names that an item of the report can refer to: the whole text, and any part before "of". */
function namesIn(place: string): Array<string> {
	const [first] = place.match("^(.-) of ") as LuaTuple<[string | undefined]>;
	return first === undefined ? [place] : [place, first];
}

/** Returns the report's lines, each with the instances below `roots` that it names. */
export function reportLines(
	report: ReadonlyArray<string>,
	scene: Scene | undefined,
	roots: ReadonlyArray<Instance>,
): Array<ReportLine> {
	const nodes: Map<string, Set<string>> = scene ? nodesByName(scene) : new Map();
	const instances = new Array<Instance>();
	for (const root of roots) for (const instance of [root, ...root.GetDescendants()]) instances.push(instance);
	return report.map((text) => {
		const names = new Set<string>();
		for (const place of placesIn(text)) {
			for (const name of namesIn(place)) {
				names.add(name);
				for (const node of nodes.get(name) ?? new Set<string>()) names.add(node);
			}
		}
		names.delete("");
		const targets = instances.filter(({ Name }) => names.has(Name) || names.has(baseName(Name)));
		return { text, targets };
	});
}
