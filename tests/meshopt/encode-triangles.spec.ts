import { encodeMeshopt } from "../../src/meshopt/encode";
import { bytes, hex } from "../buffers";

/** The stream of a list of indices, without the table where that is as it always is at least. */
function encode(indices: Array<number>, byteStride = 4): string {
	const source = buffer.create(byteStride * indices.size());
	indices.forEach((index, place) => {
		if (byteStride === 4) buffer.writeu32(source, 4 * place, index);
		else buffer.writeu16(source, 2 * place, index);
	});
	return hex(encodeMeshopt(source, { byteStride, count: indices.size(), mode: "TRIANGLES" }));
}

/** A stream: its codes and data, and the entries of its table after the first, which is always zero. */
function stream(codes: Array<number>, ...entries: Array<number>): string {
	return hex(bytes(...[0xe1, ...codes, 0, ...entries, ...new Array<number>(15 - entries.size(), 0)]));
}

export = () => {
	it("takes a byte for three new vertices", () => {
		expect(encode([0, 1, 2])).to.equal(stream([0xf0]));
	});

	it("takes a byte for a new vertex on a recent edge, whichever vertex comes first", () => {
		// Edges after the first triangle, latest first: (0 2), (2 1), (1 0).
		expect(encode([0, 1, 2, 0, 2, 3])).to.equal(stream([0xf0, 0x00]));
		expect(encode([0, 1, 2, 1, 3, 2])).to.equal(stream([0xf0, 0x10]));
		expect(encode([0, 1, 2, 3, 1, 0])).to.equal(stream([0xf0, 0x20]));
	});

	it("takes a byte for a recent vertex on a recent edge", () => {
		// Vertices, latest first: 2 1 0.
		expect(encode([0, 1, 2, 0, 2, 0])).to.equal(stream([0xf0, 0x02]));
	});

	it("writes a vertex out as the step from the last one, and takes a byte for a step of one", () => {
		expect(encode([0, 1, 2, 0, 2, 10, 0, 10, 11])).to.equal(stream([0xf0, 0x0f, 0x0e, 0x14]));
		expect(encode([0, 1, 2, 0, 2, 10, 0, 10, 9])).to.equal(stream([0xf0, 0x0f, 0x0d, 0x14]));
	});

	it("takes the next new vertex for a recent one where it was written out before", () => {
		// 4 is written out; then 3 is new, so that 4 would be next, but it is one place behind 3.
		expect(encode([0, 1, 2, 0, 2, 4, 0, 4, 3, 0, 3, 4])).to.equal(stream([0xf0, 0x0f, 0x00, 0x01, 0x08]));
	});

	it("goes around 2^32", () => {
		expect(encode([0, 1, 2, 0, 2, 4294967295])).to.equal(stream([0xf0, 0x0d]));
		expect(encode([0, 1, 2, 0, 2, 2147483648])).to.equal(stream([0xf0, 0x0f, 0xff, 0xff, 0xff, 0xff, 0x0f]));
	});

	it("puts the pairs of vertices that it needs into the table", () => {
		// No edge fits the second triangle: 3 is new, 1 and 2 are the second and first places back.
		expect(encode([0, 1, 2, 3, 1, 2])).to.equal(stream([0xf0, 0xf1], 0x21));
		expect(encode([0, 1, 2, 0, 3, 2])).to.equal(stream([0xf0, 0xf1], 0x13));
	});

	it("puts the most frequent pairs first", () => {
		// The pair 0x13 once, then 0x31 twice, and a triangle that is written out before and after them.
		const indices = [90, 91, 92, 0, 1, 2, 3, 2, 0, 4, 1, 3, 5, 2, 4, 95, 96, 97];
		const data = [0xff, 0xb4, 0x01, 0x02, 0x02, 0xff, 0x06, 0x02, 0x02];
		expect(encode(indices)).to.equal(stream([0xff, 0xf0, 0xf2, 0xf1, 0xf1, 0xff, ...data], 0x31, 0x13));
	});

	it("writes three vertices out", () => {
		expect(encode([5, 6, 7])).to.equal(stream([0xff, 0xff, 0x0a, 0x02, 0x02]));
	});

	it("turns a triangle so that a new vertex comes first", () => {
		expect(encode([90, 0, 1])).to.equal(stream([0xfe, 0x0f, 0xb4, 0x01]));
	});

	it("starts new vertices again where another mesh begins", () => {
		expect(encode([0, 1, 2, 0, 1, 2, 0, 2, 3])).to.equal(stream([0xf0, 0xfe, 0x00, 0x00]));
		expect(encode([0, 1, 2, 1, 2, 0])).to.equal(stream([0xf0, 0xfe, 0x00]));
	});

	it("writes the same stream for 2-byte indices", () => {
		expect(encode([0, 1, 2, 0, 2, 65535], 2)).to.equal(encode([0, 1, 2, 0, 2, 65535]));
	});
};
