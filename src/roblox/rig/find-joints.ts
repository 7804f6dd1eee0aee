/** An instance whose `Transform` moves a joint against its rest. */
export type RigJoint = Bone | Motor6D | AnimationConstraint;

/**
 * Returns the name of a rig's joint in animations: a bone's own; for motors and constraints that of the part that they
 * move, like the engine's poses, or their own if they move none.
 */
function nameOf(instance: RigJoint): string {
	if (instance.IsA("Motor6D")) return instance.Part1 ? instance.Part1.Name : instance.Name;
	if (instance.IsA("AnimationConstraint")) {
		const moved = instance.Attachment1?.Parent;
		return moved ? moved.Name : instance.Name;
	}
	return instance.Name;
}

function isRigJoint(instance: Instance): instance is RigJoint {
	return instance.IsA("Bone") || instance.IsA("Motor6D") || instance.IsA("AnimationConstraint");
}

/**
 * Returns all bones, motors and animation constraints under `root` by their names in animations. A name may have
 * several: the parts of a split mesh each have the same bones.
 */
export function findJoints(root: Instance): Map<string, Array<RigJoint>> {
	const found = new Map<string, Array<RigJoint>>();
	for (const instance of root.GetDescendants()) {
		if (!isRigJoint(instance)) continue;
		const name = nameOf(instance);
		const same = found.get(name);
		if (same) same.push(instance);
		else found.set(name, [instance]);
	}
	return found;
}
