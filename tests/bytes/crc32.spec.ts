import { crc32 } from "../../src/bytes/crc32";

export = () => {
	it("gives the check value of CRC-32 for the nine digits", () => {
		expect(crc32(buffer.fromstring("123456789"))).to.equal(0xcbf43926);
	});

	it("gives 0 for no bytes", () => {
		expect(crc32(buffer.create(0))).to.equal(0);
	});

	it("gives the check value whole and in two pieces, wherever they part", () => {
		const source = buffer.fromstring("123456789");
		for (const part of $range(0, 9)) expect(crc32(source, part, 9, crc32(source, 0, part))).to.equal(0xcbf43926);
	});

	it("takes only the bytes it is told to", () => {
		expect(crc32(buffer.fromstring("..123456789."), 2, 11)).to.equal(0xcbf43926);
	});
};
