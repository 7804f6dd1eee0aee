/** Classes that would act by themselves in a copy. */
const ACTIVE = ["BaseScript", "ModuleScript", "Animator", "Sound", "ProximityPrompt", "ClickDetector"] as const;

function isActive(instance: Instance): boolean {
	return ACTIVE.some((className) => instance.IsA(className));
}

/** Makes a part stop nothing and be found by nothing. */
function quieten(part: BasePart): void {
	part.CanCollide = false;
	part.CanTouch = false;
	part.CanQuery = false;
	part.Massless = true;
}

/**
 * A copy that only looks like its source: no scripts, no Animator, nothing that it collides with. Undefined if the engine makes none,
 * as of instances that may not be copied.
 */
export function copyLook<T extends Model | BasePart>(source: T): T | undefined {
	const { Archivable } = source;
	// Characters are not Archivable, and nothing comes of cloning them as they are.
	source.Archivable = true;
	const copy = source.Clone() as T | undefined;
	source.Archivable = Archivable;
	if (!copy) return undefined;
	for (const instance of copy.GetDescendants()) {
		if (isActive(instance)) instance.Destroy();
		else if (instance.IsA("BasePart")) quieten(instance);
		else if (instance.IsA("Humanoid")) {
			// It dresses the copy; it must not move it, heal it or show its name.
			instance.EvaluateStateMachine = false;
			instance.BreakJointsOnDeath = false;
			instance.DisplayDistanceType = Enum.HumanoidDisplayDistanceType.None;
		}
	}
	if (copy.IsA("BasePart")) quieten(copy);
	return copy;
}
