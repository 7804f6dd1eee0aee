import { ReplicatedStorage } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { findSection } from "../place/dolly-folder";
import { listTakes, KeptTake } from "./kept-take";

/** The takes of the place, followed: what the explorer, undo or a sync changes shows at once. */
export class TakeList {
	public readonly takes = source<ReadonlyArray<KeptTake>>([]);
	private watched = new Array<RBXScriptConnection>();
	/** Takes whose bytes or attributes changed, whatever lists show of them. */
	private readonly changed = new Set<Instance>();
	private isScheduled = false;

	/** `onChange` is called after something that nobody asked this list to look at. */
	constructor(private readonly onChange: () => void) {
		const isOurs = (instance: Instance) => {
			const section = findSection("Takes");
			return section === undefined || instance === section || instance.IsDescendantOf(section);
		};
		const follow = (instance: Instance) => {
			if (isOurs(instance)) this.schedule();
		};
		const connections = [
			ReplicatedStorage.DescendantAdded.Connect(follow),
			ReplicatedStorage.DescendantRemoving.Connect((instance) => {
				if (instance.Parent) this.changed.add(instance.Parent);
				follow(instance);
			}),
		];
		cleanup(() => {
			connections.forEach((connection) => connection.Disconnect());
			this.watched.forEach((connection) => connection.Disconnect());
		});
		this.refresh();
	}

	/** Reads the list again, now. */
	public refresh(): void {
		this.watched.forEach((connection) => connection.Disconnect());
		this.watched = [];
		const former = this.takes();
		// A take that is as it was stays the same object, so that its row stays too.
		const takes = listTakes().map((take) => {
			return (!this.changed.has(take.holder) && former.find((other) => isSame(other, take))) || take;
		});
		this.changed.clear();
		for (const { holder } of takes) {
			const follow = () => {
				this.changed.add(holder);
				this.schedule();
			};
			this.watched.push(holder.GetPropertyChangedSignal("Name").Connect(() => this.schedule()));
			this.watched.push(holder.AttributeChanged.Connect(follow));
			for (const part of [holder, ...holder.GetChildren()]) {
				if (part.IsA("StringValue")) this.watched.push(part.GetPropertyChangedSignal("Value").Connect(follow));
			}
		}
		this.takes(takes);
	}

	/** Reads it at the end of the frame: a take comes and goes with all its parts. */
	private schedule(): void {
		if (this.isScheduled) return;
		this.isScheduled = true;
		task.defer(() => {
			this.isScheduled = false;
			this.refresh();
			this.onChange();
		});
	}
}

/** Whether two descriptions say the same. */
function isSame(a: KeptTake, b: KeptTake): boolean {
	const former = a as unknown as Map<string, unknown>;
	for (const [key, value] of pairs(b as unknown as Map<string, unknown>)) {
		if (former.get(key) !== value) return false;
	}
	return true;
}
