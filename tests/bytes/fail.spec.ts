import { fail } from "../../src/bytes/fail";
import { failureOf } from "../expect-failure";

export = () => {
	it("names the format, the problem and the byte", () => {
		expect(failureOf(() => fail("mdx", "VERS holds 800", 12))).to.equal("[dolly] mdx: VERS holds 800 at byte 12");
	});

	it("leaves out the byte where there is none", () => {
		expect(failureOf(() => fail("Recorder", "map is missing"))).to.equal("[dolly] Recorder: map is missing");
	});
};
