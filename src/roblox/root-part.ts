/** Returns the root part of a model: a character's root, the primary part, or the first. A copy has the same one. */
export function rootPartOf(model: Model): BasePart | undefined {
	const root = model.FindFirstChild("HumanoidRootPart");
	if (root?.IsA("BasePart")) return root;
	return model.PrimaryPart ?? model.FindFirstChildWhichIsA("BasePart", true);
}
