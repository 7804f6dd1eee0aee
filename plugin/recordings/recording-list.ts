import { ReplicatedStorage } from "@rbxts/services";
import { cleanup, source, untrack } from "@rbxts/vide";
import { findSection } from "../place/dolly-folder";
import { listRecordings, KeptRecording } from "./kept-recording";

/** The recordings of the place. Follows changes by the Explorer, undo or a sync at once. */
export class RecordingList {
	public readonly recordings = source<ReadonlyArray<KeptRecording>>([]);
	private watched = new Array<RBXScriptConnection>();
	/** Recordings whose bytes or attributes changed, even if lists show none of it. */
	private readonly changed = new Set<Instance>();
	private isScheduled = false;

	/** Calls `onChange` after changes from outside, but not after `refresh`. */
	constructor(private readonly onChange: () => void) {
		const isOurs = (instance: Instance) => {
			const section = findSection("Recordings");
			if (section === undefined || instance === section || instance.IsDescendantOf(section)) return true;
			// With deferred signals, a removed instance has no parent by now.
			return untrack(this.recordings).some(({ holder }) => holder === instance);
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
		const previous = this.recordings();
		// An unchanged recording keeps its object, so that its row stays too.
		const recordings = listRecordings().map((recording) => {
			return (!this.changed.has(recording.holder) && previous.find((other) => isSame(other, recording))) || recording;
		});
		this.changed.clear();
		for (const { holder } of recordings) {
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
		this.recordings(recordings);
	}

	/** Reads the list at the end of the frame, because a recording is added and removed along with all its parts. */
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

function isSame(a: KeptRecording, b: KeptRecording): boolean {
	const previous = a as unknown as Map<string, unknown>;
	for (const [key, value] of pairs(b as unknown as Map<string, unknown>)) {
		if (previous.get(key) !== value) return false;
	}
	return true;
}
