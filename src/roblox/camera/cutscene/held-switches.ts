/** A switch that is held, by how many, and what the game wants it to be. */
interface HeldSwitch {
	holders: number;
	wanted: boolean;
}

/**
 * Switches of the game's that are held at one value, each by any number of holders. A switch that has the other value was set by the game:
 * that is noted, and is what it gets back once nobody holds it.
 */
export class HeldSwitches<T extends defined> {
	private readonly held = new Map<T, HeldSwitch>();

	/** @param value what they are held at */
	constructor(
		private readonly value: boolean,
		private readonly read: (item: T) => boolean,
		private readonly write: (item: T, value: boolean) => void,
	) {}

	public hold(item: T): void {
		const known = this.held.get(item);
		if (known) known.holders += 1;
		else this.held.set(item, { holders: 1, wanted: this.read(item) });
		this.insist(item);
	}

	/** Sets a switch that is held once more, if the game has set it since. */
	public insist(item: T): void {
		const { value } = this;
		if (this.read(item) === value) return;
		const known = this.held.get(item);
		if (!known) return;
		known.wanted = !value;
		this.write(item, value);
	}

	public release(item: T): void {
		const known = this.held.get(item);
		if (!known) return;
		known.holders -= 1;
		if (known.holders > 0) return;
		// Before it is written: with immediate signals the game hears of that at once, and may have it held again.
		this.held.delete(item);
		if (this.read(item) !== known.wanted) this.write(item, known.wanted);
	}
}
