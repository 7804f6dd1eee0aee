import { copyBuffer } from "../bytes/copy-buffer";
import { fail } from "../bytes/fail";
import { Channel } from "./channel";
import { largestOf } from "./channel-values";

/**
 * A channel that never changes: one number, three, or a rotation of four.
 *
 * @example
 * const position = new FixedChannel(0, 10, 0);
 */
export class FixedChannel implements Channel {
	private readonly values: buffer;

	constructor(...values: Array<number>) {
		const count = values.size();
		if (count !== 1 && count !== 3 && count !== 4)
			fail("FixedChannel", `there are ${count} values; expected 1, 3 or 4`);
		this.values = buffer.create(count * 4);
		values.forEach((value, index) => {
			if (value - value !== 0) fail("FixedChannel", `value ${index + 1} is ${value}`);
			buffer.writef32(this.values, index * 4, value);
		});
	}

	public write(_seconds: number, pose: buffer, offset: number): void {
		buffer.copy(pose, offset, this.values);
	}

	/**
	 * Returns a channel of the numbers (f32 each) that `change` makes of these; undefined if one leaves the range of numbers.
	 *
	 * @internal
	 */
	public changed(change: (values: buffer) => void): FixedChannel | undefined {
		const values = copyBuffer(this.values);
		change(values);
		const numbers = new Array<number>();
		for (const at of $range(0, buffer.len(values) - 4, 4)) numbers.push(buffer.readf32(values, at));
		if (numbers.some((value) => value - value !== 0)) return undefined;
		return new FixedChannel(...numbers);
	}

	public keyRate(): number {
		return 0;
	}

	public isConstant(): boolean {
		return true;
	}

	public reach(): number {
		return largestOf("FixedChannel", this.values, 0, buffer.len(this.values).idiv(4));
	}
}
