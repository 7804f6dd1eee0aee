import { crc32 } from "../../src/bytes/crc32";

export = () => {
	it("gives the check value of CRC-32 for the nine digits", () => {
		expect(crc32(buffer.fromstring("123456789"))).to.equal(0xcbf43926);
	});

	it("gives 0 for no bytes", () => {
		expect(crc32(buffer.create(0))).to.equal(0);
	});

	it("takes only the bytes it is told to", () => {
		expect(crc32(buffer.fromstring("..123456789."), 2, 11)).to.equal(0xcbf43926);
	});
};
