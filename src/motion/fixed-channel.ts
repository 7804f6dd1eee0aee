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

	public keyRate(): number {
		return 0;
	}

	public reach(): number {
		return largestOf("FixedChannel", this.values, 0, buffer.len(this.values).idiv(4));
	}
}
