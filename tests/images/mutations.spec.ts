import { damage } from "../formats/mdx/damage";
import { imageTarget } from "../fuzz/image-target";
import { headless } from "../headless";

export = () => {
	const itHeadless = headless ? it : itSKIP;

	for (const format of ["png", "jpeg", "blp"] as const) {
		itHeadless(`refuses or reads 4,000 damaged ${format} files, in the size that it was asked for`, () => {
			const { findings, tally } = damage(imageTarget(format), 4000);
			expect(findings.join("\n")).to.equal("");
			// Both ends are reached: some damage is harmless, most is not.
			expect(tally.accepted > 50).to.equal(true);
			expect(tally.refused > 400).to.equal(true);
			expect(tally.worstBytes < 64 * 2 ** 20).to.equal(true);
		});
	}
};
