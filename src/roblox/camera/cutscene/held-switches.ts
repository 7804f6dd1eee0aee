/** A held switch: the number of its holders, and the value that the game wants. */
interface HeldSwitch {
	holders: number;
	wanted: boolean;
}

/**
 * Holds switches of the game at one value, each for any number of holders. If a held switch has the other value, the
 * game has set it: the value is noted, and restored when nobody holds the switch.
 */
export class HeldSwitches<T extends defined> {
	private readonly held = new Map<T, HeldSwitch>();

	/** @param value the value to hold */
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

	/** Sets a held switch again, if the game has changed it. */
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
		// Before the write: with immediate signals a handler may hold it again at once.
		this.held.delete(item);
		if (this.read(item) !== known.wanted) this.write(item, known.wanted);
	}
}
