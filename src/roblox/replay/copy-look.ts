/** Classes that would act by themselves in a copy. */
const ACTIVE = ["BaseScript", "ModuleScript", "Animator", "Sound", "ProximityPrompt", "ClickDetector"] as const;

function isActive(instance: Instance): boolean {
	return ACTIVE.some((className) => instance.IsA(className));
}

/** Disables a part's collisions and queries. */
function quieten(part: BasePart): void {
	part.CanCollide = false;
	part.CanTouch = false;
	part.CanQuery = false;
	part.Massless = true;
}

/**
 * Copies only the look of a source: no scripts, no Animator, no collisions. Returns undefined if the engine refuses, as
 * for instances that may not be copied.
 */
export function copyLook<T extends Model | BasePart>(source: T): T | undefined {
	const { Archivable } = source;
	// Characters are not Archivable, and Clone returns nil for them.
	source.Archivable = true;
	const copy = source.Clone() as T | undefined;
	source.Archivable = Archivable;
	if (!copy) return undefined;
	for (const instance of copy.GetDescendants()) {
		if (isActive(instance)) instance.Destroy();
		else if (instance.IsA("BasePart")) quieten(instance);
		else if (instance.IsA("Humanoid")) {
			// It dresses the copy. It must not move it, heal it or show its name.
			instance.EvaluateStateMachine = false;
			instance.BreakJointsOnDeath = false;
			instance.DisplayDistanceType = Enum.HumanoidDisplayDistanceType.None;
		}
	}
	if (copy.IsA("BasePart")) quieten(copy);
	return copy;
}
