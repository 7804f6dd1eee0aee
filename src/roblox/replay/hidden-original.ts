/** Instances to switch off, because transparency does not hide them. */
type Switched = ParticleEmitter | Beam | Trail | Highlight | LayerCollector | Light;

const SWITCHED = ["ParticleEmitter", "Beam", "Trail", "Highlight", "LayerCollector", "Light"] as const;

function isSwitched(instance: Instance): instance is Switched & Instance {
	return SWITCHED.some((className) => instance.IsA(className));
}

/** Hides an instance on this machine, and restores it when it ends. */
class HiddenOriginal {
	private readonly parts = new Map<BasePart, number>();
	private readonly switched = new Map<Switched, boolean>();
	private readonly connections: Array<RBXScriptConnection>;

	constructor(instance: Instance) {
		this.take(instance);
		for (const descendant of instance.GetDescendants()) this.take(descendant);
		this.connections = [
			instance.DescendantAdded.Connect((descendant) => this.take(descendant)),
			instance.DescendantRemoving.Connect((descendant) => this.giveBack(descendant)),
		];
		this.hide();
	}

	/** Hides it again: camera scripts write the same numbers every frame. */
	public hide(): void {
		for (const [part] of this.parts) if (part.LocalTransparencyModifier !== 1) part.LocalTransparencyModifier = 1;
		for (const [instance] of this.switched) if (instance.Enabled) instance.Enabled = false;
	}

	/** Restores it. */
	public restore(): void {
		for (const connection of this.connections) connection.Disconnect();
		for (const [part, modifier] of this.parts) part.LocalTransparencyModifier = modifier;
		for (const [instance, isEnabled] of this.switched) instance.Enabled = isEnabled;
		this.parts.clear();
		this.switched.clear();
	}

	private take(instance: Instance): void {
		if (instance.IsA("BasePart")) this.parts.set(instance, instance.LocalTransparencyModifier);
		else if (isSwitched(instance)) this.switched.set(instance, instance.Enabled);
	}

	private giveBack(instance: Instance): void {
		if (instance.IsA("BasePart")) {
			const modifier = this.parts.get(instance);
			if (modifier !== undefined) instance.LocalTransparencyModifier = modifier;
			this.parts.delete(instance);
		} else if (isSwitched(instance)) {
			const isEnabled = this.switched.get(instance);
			if (isEnabled !== undefined) instance.Enabled = isEnabled;
			this.switched.delete(instance);
		}
	}
}

/** The hidden instances, with the number of their holders. */
const hidden = new Map<Instance, { original: HiddenOriginal; count: number }>();

/** Hides an instance until every holder has called the function returned to it. */
export function hideOriginal(instance: Instance): () => void {
	const known = hidden.get(instance) ?? { original: new HiddenOriginal(instance), count: 0 };
	known.count += 1;
	hidden.set(instance, known);
	let isHidden = true;
	return () => {
		if (!isHidden) return;
		isHidden = false;
		known.count -= 1;
		if (known.count > 0) return;
		hidden.delete(instance);
		known.original.restore();
	};
}

/** Hides a hidden instance again: camera scripts and the game write the same properties. */
export function hideAgain(instance: Instance): void {
	hidden.get(instance)?.original.hide();
}
