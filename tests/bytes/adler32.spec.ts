import { adler32 } from "../../src/bytes/adler32";
import { Seeded } from "../random";

/** The sum as RFC 1950 writes it down, a byte at a time. */
function byByte(source: buffer, start: number, finish: number): number {
	let low = 1;
	let high = 0;
	for (const at of $range(start, finish - 1)) {
		low = (low + buffer.readu8(source, at)) % 65521;
		high = (high + low) % 65521;
	}
	return high * 65536 + low;
}

function noise(size: number): buffer {
	const random = new Seeded(7);
	const result = buffer.create(size);
	for (const at of $range(0, size - 1)) buffer.writeu8(result, at, random.int(0, 255));
	return result;
}

export = () => {
	it("gives the known sum of a word", () => {
		expect(adler32(buffer.fromstring("Wikipedia"))).to.equal(0x11e60398);
	});

	it("gives 1 for no bytes", () => {
		expect(adler32(buffer.create(0))).to.equal(1);
	});

	it("gives what adding byte by byte gives, at every length and start", () => {
		const source = noise(400);
		for (const size of $range(0, 390)) expect(adler32(source, size % 7, size)).to.equal(byByte(source, size % 7, size));
	});

	it("stays exact on 200,000 bytes of 255", () => {
		const source = buffer.create(200_000);
		buffer.fill(source, 0, 255);
		expect(adler32(source)).to.equal(byByte(source, 0, 200_000));
	});

	it("goes on from the sum of what came before", () => {
		const source = noise(1000);
		expect(adler32(source, 333, 1000, adler32(source, 0, 333))).to.equal(adler32(source));
	});
};
