import { FixedChannel } from "../../src/motion/fixed-channel";
import { failureOf } from "../expect-failure";

export = () => {
	it("writes one number, three or four, at every time", () => {
		for (const values of [[7], [1, 2, 3], [0, 0, 0, 1]]) {
			const target = buffer.create(32);
			new FixedChannel(...values).write(5, target, 8);
			values.forEach((value, index) => expect(buffer.readf32(target, 8 + index * 4)).to.equal(value));
		}
	});

	it("refuses other counts, and numbers that are not finite", () => {
		for (const values of [[], [1, 2], [1, 2, 3, 4, 5]]) {
			expect(failureOf(() => new FixedChannel(...values))).to.equal(
				`[dolly] FixedChannel: there are ${values.size()} values; expected 1, 3 or 4`,
			);
		}
		expect(failureOf(() => new FixedChannel(1, 0 / 0, 3))).to.equal("[dolly] FixedChannel: value 2 is nan");
	});
};
