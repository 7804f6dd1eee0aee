import { derive, source, untrack } from "@rbxts/vide";

/** The selection on the timeline and in the viewport: ids of keys, clips, markers, cuts and layers. */
export class Selection {
	private readonly ids = source<ReadonlySet<string>>(new Set());
	public readonly count = derive(() => this.ids().size());

	public has(id: string): boolean {
		return this.ids().has(id);
	}

	/** Returns the chosen ids of a kind, such as `key`. */
	public of(kind: string): Array<string> {
		const found = new Array<string>();
		for (const id of this.ids()) if (id.sub(1, kind.size() + 1) === `${kind}:`) found.push(id);
		return found.sort();
	}

	public all(): Array<string> {
		return [...untrack(this.ids)];
	}

	/** Chooses these and nothing else. */
	public set(ids: ReadonlyArray<string>): void {
		this.ids(new Set(ids));
	}

	/** Adds these to the selection. */
	public add(ids: ReadonlyArray<string>): void {
		const chosen = new Set<string>();
		for (const id of untrack(this.ids)) chosen.add(id);
		for (const id of ids) chosen.add(id);
		this.ids(chosen);
	}

	public toggle(id: string): void {
		const chosen = new Set<string>();
		for (const other of untrack(this.ids)) chosen.add(other);
		if (!chosen.delete(id)) chosen.add(id);
		this.ids(chosen);
	}

	public clear(): void {
		if (!untrack(this.ids).isEmpty()) this.ids(new Set());
	}
}
