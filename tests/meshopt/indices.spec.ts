import { decodeMeshopt } from "../../src/meshopt/decode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

function decode(source: buffer, count: number, byteStride = 2): buffer {
	return decodeMeshopt({ source, byteOffset: 0, byteLength: buffer.len(source), byteStride, count, mode: "INDICES" });
}

export = () => {
	it("adds zigzag deltas to the baseline that the lowest bit picks", () => {
		// 4 is +1 to the first baseline, 2 is -1 to it; 13 is +3 to the second, 3 is -1 to it.
		expect(hex(decode(bytes(0xd1, 4, 13, 4, 3, 2, 0, 0, 0, 0), 5))).to.equal("01 00 03 00 02 00 02 00 01 00");
	});

	it("reads numbers of up to five bytes, least significant group first", () => {
		// FF A0 05 is 0x1507f: bits 1 and 0 set, so the second baseline less 0x541f and one more.
		expect(hex(decode(bytes(0xd1, 0xff, 0xa0, 0x05, 0, 0, 0, 0), 1, 4))).to.equal("E0 AB FF FF");
		expect(hex(decode(bytes(0xd1, 0xfc, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0), 1, 4))).to.equal("FF FF FF 3F");
	});

	it("drops bits above 32 and accepts numbers longer than they need be", () => {
		expect(hex(decode(bytes(0xd1, 0x84, 0x80, 0x80, 0x80, 0x70, 0, 0, 0, 0), 1, 4))).to.equal("01 00 00 00");
	});

	it("keeps the low 16 bits in 2-byte output", () => {
		expect(hex(decode(bytes(0xd1, 0x02, 0, 0, 0, 0), 1))).to.equal("FF FF");
	});

	it("does not mind what the reserved tail holds", () => {
		expect(hex(decode(bytes(0xd1, 4, 1, 2, 3, 4), 1))).to.equal("01 00");
	});

	it("refuses numbers of more than five bytes", () => {
		expect(failureOf(() => decode(bytes(0xd1, 0x80, 0x80, 0x80, 0x80, 0x80, 0, 0, 0, 0, 0), 1))).to.equal(
			"[dolly] meshopt: a number goes on after five bytes at byte 1",
		);
	});

	it("refuses numbers that are left over, and numbers that run into the tail", () => {
		expect(failureOf(() => decode(bytes(0xd1, 4, 4, 0, 0, 0, 0), 1))).to.equal(
			"[dolly] meshopt: 1 bytes are left over before the tail at byte 2",
		);
		expect(failureOf(() => decode(bytes(0xd1, 0x84, 0x84, 0, 0, 0, 0), 2))).to.equal(
			"[dolly] meshopt: the numbers end after 1 of 2 at byte 3",
		);
	});
};
