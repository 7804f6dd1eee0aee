import { Material, Scene, Work } from "../../src";

/** A line of the report, and what of the place it is about. */
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

/** The names of nodes that each name of a mesh, a material or an image stands for: parts are called by their node. */
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

/** A name without the number that told it apart from others. */
function baseName(name: string): string {
	const [base] = name.match("^(.-) %d+$");
	return typeIs(base, "string") ? base : name;
}

/** What a place of the report may be called: as it stands, or the part before what it is of. */
function namesIn(place: string): Array<string> {
	const [first] = place.match("^(.-) of ") as LuaTuple<[string | undefined]>;
	return first === undefined ? [place] : [place, first];
}

/** The report of a build in words, each line with the instances under `roots` that it names. */
export function reportLines(work: Work, scene: Scene | undefined, roots: ReadonlyArray<Instance>): Array<ReportLine> {
	const texts = work.report.lines();
	const nodes: Map<string, Set<string>> = scene ? nodesByName(scene) : new Map();
	const instances = new Array<Instance>();
	for (const root of roots) for (const instance of [root, ...root.GetDescendants()]) instances.push(instance);
	return work.report.entries().map(({ message, places }, index) => {
		const names = new Set<string>();
		const quoted = message.match('"(.-)"')[0];
		for (const place of typeIs(quoted, "string") ? [...places, quoted] : places) {
			for (const name of namesIn(place)) {
				names.add(name);
				for (const node of nodes.get(name) ?? new Set<string>()) names.add(node);
			}
		}
		names.delete("");
		const targets = instances.filter(({ Name }) => names.has(Name) || names.has(baseName(Name)));
		return { text: texts[index], targets };
	});
}
