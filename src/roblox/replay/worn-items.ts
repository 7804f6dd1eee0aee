/** An item that a character holds or wears, and may put down or take off. */
export type WornItem = Tool | Accoutrement;

function isWorn(instance: Instance): instance is WornItem {
	return instance.IsA("Tool") || instance.IsA("Accoutrement");
}

/** Returns the items that a character holds and wears. */
export function wornBy(model: Model): Array<WornItem> {
	return model.GetChildren().filter(isWorn);
}

/** Returns the names of a character's accessories, one per line, in the form of the value `Accessories`. */
export function accessoriesOf(model: Model): string {
	const names = new Array<string>();
	for (const item of wornBy(model)) if (!item.IsA("Tool")) names.push(item.Name);
	return names.sort().join("\n");
}

/** Rejoins a moved item to another body: a joint's end outside of the item goes to the part of the same name there. */
function rejoin(joint: JointInstance | WeldConstraint, item: WornItem, body: Model): void {
	const other = (part: BasePart | undefined) => {
		if (!part || part.IsDescendantOf(item)) return part;
		const same = body.FindFirstChild(part.Name);
		return same?.IsA("BasePart") ? same : undefined;
	};
	joint.Part0 = other(joint.Part0);
	joint.Part1 = other(joint.Part1);
	if (!joint.IsDescendantOf(item)) joint.Parent = joint.Part0 ?? joint.Part1;
}

/**
 * Adds items that an earlier look of the same character wore and this one lacks: a replay may show both times. Consumes
 * `before`.
 */
export function keepWorn(before: Model, look: Model): void {
	for (const item of wornBy(before)) {
		const isKnown = wornBy(look).some((other) => other.Name === item.Name && other.ClassName === item.ClassName);
		if (isKnown) continue;
		const joints = before
			.GetDescendants()
			.filter((joint) => joint.IsA("JointInstance") || joint.IsA("WeldConstraint")) as Array<
			JointInstance | WeldConstraint
		>;
		const isOf = (part: BasePart | undefined) => part !== undefined && part.IsDescendantOf(item);
		for (const joint of joints) {
			if (isOf(joint.Part0) || isOf(joint.Part1)) rejoin(joint, item, look);
		}
		item.Parent = look;
	}
}
