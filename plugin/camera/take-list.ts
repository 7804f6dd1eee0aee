import { ReplicatedStorage } from "@rbxts/services";
import { cleanup, source } from "@rbxts/vide";
import { findSection } from "../place/dolly-folder";
import { listTakes, TakeModule } from "./take-module";

/** The takes of the place, followed: what the explorer, undo or a sync changes shows at once. */
export class TakeList {
	public readonly takes = source<ReadonlyArray<TakeModule>>([]);
	private watched = new Array<RBXScriptConnection>();
	private isScheduled = false;

	constructor() {
		const isOurs = (instance: Instance) => {
			const section = findSection("Takes");
			return section === undefined || instance === section || instance.IsDescendantOf(section);
		};
		const follow = (instance: Instance) => {
			if (isOurs(instance)) this.schedule();
		};
		const connections = [
			ReplicatedStorage.DescendantAdded.Connect(follow),
			ReplicatedStorage.DescendantRemoving.Connect(follow),
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
		const takes = listTakes().map((take) => former.find((other) => isSame(other, take)) ?? take);
		for (const { module } of takes) {
			this.watched.push(module.GetPropertyChangedSignal("Name").Connect(() => this.schedule()));
			this.watched.push(module.GetPropertyChangedSignal("Source").Connect(() => this.schedule()));
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
		});
	}
}

/** Whether two descriptions say the same. */
function isSame(a: TakeModule, b: TakeModule): boolean {
	const former = a as unknown as Map<string, unknown>;
	for (const [key, value] of pairs(b as unknown as Map<string, unknown>)) {
		if (former.get(key) !== value) return false;
	}
	return true;
}
