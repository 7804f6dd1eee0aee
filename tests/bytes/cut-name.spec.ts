import { cutName } from "../../src/bytes/cut-name";

export = () => {
	it("leaves names of 100 bytes and cuts longer ones", () => {
		expect(cutName("x".rep(100))).to.equal("x".rep(100));
		expect(cutName("x".rep(101))).to.equal("x".rep(100));
		expect(cutName("Fox", 2)).to.equal("Fo");
	});

	it("cuts no character in two", () => {
		// Two, three and four bytes of UTF-8 across the hundredth.
		for (const character of ["é", "語", "🦊"]) {
			expect(cutName(`${"x".rep(99)}${character}`)).to.equal("x".rep(99));
		}
	});
};
