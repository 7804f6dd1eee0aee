/** The part of a name below a model; a Model of the same name may hold it. */
export function partNamed(model: Model, name: string): BasePart {
	const found = model
		.GetDescendants()
		.find((instance): instance is BasePart => instance.IsA("BasePart") && instance.Name === name);
	assert(found, `${name} is no part`);
	return found;
}

/** The joint that holds or moves a part of a model. */
export function jointOf(model: Model, part: BasePart): JointInstance | undefined {
	return model
		.GetDescendants()
		.find((instance): instance is JointInstance => instance.IsA("JointInstance") && instance.Part1 === part);
}

/** Where the joints above a part have it: they move nothing outside Workspace, nor before physics runs. */
export function jointedCFrame(model: Model, part: BasePart): CFrame {
	const joint = jointOf(model, part);
	if (!joint || !joint.Part0) return part.CFrame;
	const moved = joint.IsA("Motor6D") ? joint.Transform : new CFrame();
	return jointedCFrame(model, joint.Part0).mul(joint.C0).mul(moved).mul(joint.C1.Inverse());
}
