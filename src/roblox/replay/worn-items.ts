/** What a character holds or wears, and puts down or takes off again. */
export type WornItem = Tool | Accoutrement;

function isWorn(instance: Instance): instance is WornItem {
	return instance.IsA("Tool") || instance.IsA("Accoutrement");
}

/** What a character holds and wears at this moment. */
export function wornBy(model: Model): Array<WornItem> {
	return model.GetChildren().filter(isWorn);
}

/** The names of what a character wears, one per line, as the value `Accessories` has them. */
export function accessoriesOf(model: Model): string {
	const names = new Array<string>();
	for (const item of wornBy(model)) if (!item.IsA("Tool")) names.push(item.Name);
	return names.sort().join("\n");
}

/** Joins what is moved to another body: an end that is not part of it goes to the part of the same name there. */
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
 * Gives a look what an earlier look of the same character wore and it lacks: a replay may show both times. `before` is taken apart.
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
