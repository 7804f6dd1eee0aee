import { decodeMeshopt } from "../../src/meshopt/decode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

/** The table that ends a stream: two entries that the specs use, the rest zero. */
const TABLE = [0x00, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

function decode(source: buffer, count: number, byteStride = 2): buffer {
	return decodeMeshopt({ source, byteOffset: 0, byteLength: buffer.len(source), byteStride, count, mode: "TRIANGLES" });
}

/** The decoded indices as a list. */
function indices(codes: Array<number>, data: Array<number>, auxiliary = TABLE): string {
	const decoded = decode(bytes(...[0xe1, ...codes, ...data, ...auxiliary]), 3 * codes.size(), 4);
	const list = new Array<number>();
	for (const at of $range(0, buffer.len(decoded) - 4, 4)) list.push(buffer.readu32(decoded, at));
	return list.join(" ");
}

export = () => {
	it("takes three new vertices from the table's first entry", () => {
		expect(indices([0xf0], [])).to.equal("0 1 2");
	});

	it("adds a new vertex to a recent edge", () => {
		// Edges after the first triangle, latest first: (0 2), (2 1), (1 0).
		expect(indices([0xf0, 0x00], [])).to.equal("0 1 2 0 2 3");
		expect(indices([0xf0, 0x10], [])).to.equal("0 1 2 2 1 3");
		expect(indices([0xf0, 0x20], [])).to.equal("0 1 2 1 0 3");
	});

	it("pushes both new edges of a triangle that shares one", () => {
		// The second triangle (0 2 3) pushes (3 2), then (0 3).
		expect(indices([0xf0, 0x00, 0x00], [])).to.equal("0 1 2 0 2 3 0 3 4");
		expect(indices([0xf0, 0x00, 0x10], [])).to.equal("0 1 2 0 2 3 3 2 4");
		expect(indices([0xf0, 0x00, 0x20], [])).to.equal("0 1 2 0 2 3 0 2 4");
	});

	it("takes the third vertex from the recent ones", () => {
		// Vertices, latest first: 2 1 0.
		expect(indices([0xf0, 0x02], [])).to.equal("0 1 2 0 2 0");
	});

	it("steps from the last written index, and wraps around", () => {
		expect(indices([0xf0, 0x0f, 0x0e, 0x0d, 0x0d], [0x14])).to.equal("0 1 2 0 2 10 0 10 11 0 11 10 0 10 9");
		expect(indices([0xf0, 0x0d, 0x0e], [])).to.equal("0 1 2 0 2 4294967295 0 4294967295 0");
	});

	it("reads recent vertices through the table", () => {
		// Entry 1 is 0x12: b is the latest vertex, c the one before it.
		expect(indices([0xf0, 0xf1, 0x00], [])).to.equal("0 1 2 3 2 1 3 1 4");
	});

	it("reads three explicit indices", () => {
		expect(indices([0xff], [0xff, 0x02, 0x01, 0x80, 0x01])).to.equal("1 0 64");
	});

	it("mixes new, recent and explicit vertices in code 0xfe", () => {
		// 0x1f: a is new, b the latest vertex, c explicit.
		expect(indices([0xf0, 0xfe, 0x00], [0x1f, 0x28])).to.equal("0 1 2 3 2 20 3 20 4");
	});

	it("starts new vertices again at zero after an explicit zero pair", () => {
		expect(indices([0xf0, 0xfe, 0x00], [0x00])).to.equal("0 1 2 0 1 2 0 2 3");
		expect(indices([0xf0, 0xff, 0x00], [0x00, 0x0a])).to.equal("0 1 2 5 0 1 5 1 2");
	});

	it("keeps the low 16 bits in 2-byte output", () => {
		const stream = bytes(...[0xe1, 0xff, 0xff, 0x80, 0x80, 0x08, 0x02, 0x01, ...TABLE]);
		expect(hex(decode(stream, 3))).to.equal("00 00 01 00 00 00");
		expect(hex(decode(stream, 3, 4))).to.equal("00 00 01 00 01 00 01 00 00 00 01 00");
	});

	it("refuses edges and vertices that were never written", () => {
		const unwritten = "[dolly] meshopt: a triangle refers to an edge or vertex before the first";
		expect(failureOf(() => indices([0x00], []))).to.equal(`${unwritten} at byte 1`);
		expect(failureOf(() => indices([0xf0, 0x30], []))).to.equal(`${unwritten} at byte 2`);
		expect(failureOf(() => indices([0xf0, 0x03], []))).to.equal(`${unwritten} at byte 2`);
		expect(failureOf(() => indices([0xf1], []))).to.equal(`${unwritten} at byte 1`);
	});

	it("refuses numbers of more than five bytes", () => {
		expect(failureOf(() => indices([0xff], [0xff, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 0, 0]))).to.equal(
			"[dolly] meshopt: a number goes on after five bytes at byte 3",
		);
	});

	it("refuses tables with 15 in a nibble or a last byte that is not zero", () => {
		const damaged = [...TABLE];
		damaged[13] = 0x0f;
		expect(failureOf(() => indices([0xf0], [], damaged))).to.equal(
			"[dolly] meshopt: entry 13 of the table of codes is 15 at byte 15",
		);
		damaged[13] = 0;
		damaged[15] = 1;
		expect(failureOf(() => indices([0xf0], [], damaged))).to.equal(
			"[dolly] meshopt: entry 15 of the table of codes is 1 at byte 17",
		);
	});

	it("refuses data that is left over, and data that is missing", () => {
		expect(failureOf(() => indices([0xf0], [0x00]))).to.equal(
			"[dolly] meshopt: 1 bytes are left over before the tail at byte 2",
		);
		for (const code of [0x0f, 0xfe]) {
			expect(failureOf(() => indices([0xf0, 0x0f, code], []))).to.equal(
				"[dolly] meshopt: the data ends before the triangles do at byte 4",
			);
		}
		expect(failureOf(() => indices([0xf0, 0x0f], []))).to.equal(
			"[dolly] meshopt: the data runs 1 bytes into the tail at byte 3",
		);
	});
};
