import { mdxTarget } from "../../fuzz/mdx-target";
import { damage } from "./damage";

export = () => {
	it("refuses or reads 20,000 damaged files, never with a wrong number or much memory", () => {
		const { findings, tally } = damage(mdxTarget(), 20_000);
		expect(findings.join("\n")).to.equal("");
		expect(tally.tried).to.equal(20_000);
		// Both ends are reached: some damage is harmless, most is not.
		expect(tally.accepted > 1000).to.equal(true);
		expect(tally.refused > 5000).to.equal(true);
		expect(tally.worstBytes < 64 * 2 ** 20).to.equal(true);
	});
};
