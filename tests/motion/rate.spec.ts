import { frameAfter, frameBefore, isRate } from "../../src/motion/rate";

export = () => {
	it("is from a frame in a thousand seconds to a thousand frames a second", () => {
		for (const rate of [0.001, 1, 1000]) expect(isRate(rate)).to.equal(true);
		for (const rate of [0.000999, 1000.001, 0, -1, 0 / 0, math.huge, "60"]) expect(isRate(rate)).to.equal(false);
	});

	it("takes a time within a millionth of a frame for that frame", () => {
		// 0.1 × 3 is a little more than 0.3, 0.7 × 10 a little less than 7.
		expect(frameBefore(0.7, 10)).to.equal(7);
		expect(frameAfter(0.1 * 3, 10)).to.equal(3);
		expect(frameBefore(7 / 10 - 5e-8, 10)).to.equal(7);
		expect(frameBefore(7 / 10 - 5e-7, 10)).to.equal(6);
		expect(frameAfter(7 / 10 + 5e-8, 10)).to.equal(7);
		expect(frameAfter(7 / 10 + 5e-7, 10)).to.equal(8);
	});
};
