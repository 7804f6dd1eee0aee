import { quoteBytes } from "../../src/bytes/quote-bytes";

export = () => {
	it("leaves plain text as it is, in quotes", () => {
		expect(quoteBytes("MDLX a-z[]~!")).to.equal('"MDLX a-z[]~!"');
		expect(quoteBytes("")).to.equal('""');
	});

	it("writes every other byte as a number, so that a message is UTF-8 whatever a file holds", () => {
		expect(quoteBytes('a"b\\c')).to.equal('"a\\034b\\092c"');
		const bytes = buffer.create(256);
		for (const byte of $range(0, 255)) buffer.writeu8(bytes, byte, byte);
		const shown = quoteBytes(buffer.tostring(bytes));
		expect(utf8.len(shown)[0]).to.equal(shown.size());
		expect(shown.sub(1, 5)).to.equal('"\\000');
		expect(shown.sub(-9)).to.equal('\\254\\255"');
	});
};
