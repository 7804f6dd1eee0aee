import { easedShare, smoothStep } from "../../src/motion/ease";
import { failureOf } from "../expect-failure";
import { expectNear } from "../expect-near";

export = () => {
	it("starts and stops gently, and is half way at half time", () => {
		expectNear([0, 0.25, 0.5, 0.75, 1].map(smoothStep), [0, 0.15625, 0.5, 0.84375, 1], 1e-15);
	});

	it("refuses easings that fail or give no number", () => {
		expect(easedShare((share) => share * 2, 0.25, "spec")).to.equal(0.5);
		expect(failureOf(() => easedShare(() => 0 / 0, 0.5, "spec"))).to.equal(
			"[dolly] spec: easing returned nan for 0.5; expected a finite number",
		);
		expect(failureOf(() => easedShare(() => error("broken", 0), 0.5, "spec"))).to.equal(
			"[dolly] spec: easing failed at 0.5: broken",
		);
		for (const share of [-1000, 1000]) {
			expect(easedShare(() => share, 0.5, "spec")).to.equal(share);
			expect(failureOf(() => easedShare(() => share * 1.001, 0.5, "spec"))).to.equal(
				`[dolly] spec: easing returned ${share * 1.001} for 0.5; expected about 0 to 1, at most 1000`,
			);
		}
	});
};
