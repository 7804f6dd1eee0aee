import { DistinctNames } from "../../bytes/distinct-names";

/** Parts of a model that are rigidly joined and move together against its root, such as a wheel with its hub. */
export interface MovingGroup {
	/** The name of its first part; equal names get a number. A copy of the model has the same groups. */
	readonly name: string;
	readonly parts: Array<BasePart>;
}

/** Returns the two parts that an instance joins rigidly: by a weld, not by a motor. */
function heldTogether(instance: Instance): LuaTuple<[first?: BasePart, second?: BasePart]> {
	if (instance.IsA("WeldConstraint") && instance.Enabled) return $tuple(instance.Part0, instance.Part1);
	if (instance.IsA("JointInstance") && instance.Enabled && !instance.IsA("Motor") && !instance.IsA("DynamicRotate")) {
		return $tuple(instance.Part0, instance.Part1);
	}
	return $tuple(undefined, undefined);
}

/** Returns the groups of a model's parts, without that of its root, in the order of its descendants. */
export function movingGroups(model: Model, root: BasePart): Array<MovingGroup> {
	const descendants = model.GetDescendants();
	const leads = new Map<BasePart, BasePart>();
	const leadOf = (part: BasePart): BasePart => {
		let lead = part;
		while (leads.has(lead)) lead = leads.get(lead)!;
		// Path compression for later calls.
		if (lead !== part) leads.set(part, lead);
		return lead;
	};
	for (const instance of descendants) {
		const [first, second] = heldTogether(instance);
		if (!first || !second) continue;
		const [from, to] = [leadOf(first), leadOf(second)];
		if (from !== to) leads.set(from, to);
	}
	const names = new DistinctNames(255);
	const groups = new Map<BasePart, MovingGroup>();
	const found = new Array<MovingGroup>();
	const own = leadOf(root);
	for (const part of descendants) {
		if (!part.IsA("BasePart")) continue;
		const lead = leadOf(part);
		if (lead === own) continue;
		const known = groups.get(lead);
		if (known) {
			known.parts.push(part);
			continue;
		}
		const group: MovingGroup = { name: names.add(part.Name), parts: [part] };
		groups.set(lead, group);
		found.push(group);
	}
	return found;
}
