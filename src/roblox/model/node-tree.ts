import { Budget } from "../../bytes/budget";
import { Scene } from "../../scene/scene";
import { instanceName } from "../instance-name";
import { NodePlaces } from "./node-places";

/** The parts that a node draws. */
export type NodeParts = ReadonlyMap<number, Array<BasePart>>;

/** Returns the nodes with parts in them or below them. */
function filledNodes(scene: Scene, parts: NodeParts): Set<number> {
	const filled = new Set<number>();
	for (const [first] of parts) {
		let node = first;
		while (node >= 0 && !filled.has(node)) {
			filled.add(node);
			node = scene.nodes[node].parent;
		}
	}
	return filled;
}

/**
 * Puts parts under `root` in the order of the scene's nodes. A node that draws one part and has nothing below it
 * becomes that part; any other becomes a Model of its name with its parts and the nodes below it, and with the node's
 * origin as its pivot.
 */
export function buildNodeTree(scene: Scene, parts: NodeParts, root: Model, budget: Budget): void {
	const filled = filledNodes(scene, parts);
	const childCounts = new Map<number, number>();
	scene.nodes.forEach(({ parent }, index) => {
		if (filled.has(index)) childCounts.set(parent, (childCounts.get(parent) ?? 0) + 1);
	});
	const models = new Map<number, Model>();
	const places = new NodePlaces(scene.nodes);
	const modelOf = (node: number): Model => {
		// No recursion for the nodes above: a chain may be deeper than the call stack.
		const missing = new Array<number>();
		let above = node;
		while (above >= 0 && !models.has(above)) {
			missing.push(above);
			above = scene.nodes[above].parent;
		}
		let holder = models.get(above) ?? root;
		for (const index of $range(missing.size() - 1, 0, -1)) {
			const model = new Instance("Model");
			model.Name = instanceName(scene.nodes[missing[index]].name, budget);
			model.WorldPivot = places.of(missing[index]);
			model.Parent = holder;
			models.set(missing[index], model);
			holder = model;
		}
		return holder;
	};
	scene.nodes.forEach(({ parent }, index) => {
		if (!filled.has(index)) return;
		const own = parts.get(index) ?? [];
		const isLeaf = own.size() === 1 && !childCounts.has(index);
		const holder = isLeaf ? modelOf(parent) : modelOf(index);
		for (const part of own) part.Parent = holder;
		// What a joint moves takes its node's pivot along.
		if (!isLeaf && !own.isEmpty() && !own[0].Anchored) holder.PrimaryPart = own[0];
	});
}
