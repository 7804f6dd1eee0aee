import { decodeMeshopt } from "../../src/meshopt/decode";
import { encodeMeshopt } from "../../src/meshopt/encode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

function decode(source: buffer, count: number, byteStride = 2): buffer {
	return decodeMeshopt({ source, byteOffset: 0, byteLength: buffer.len(source), byteStride, count, mode: "INDICES" });
}

function encode(indices: Array<number>, byteStride = 4): buffer {
	const source = buffer.create(byteStride * indices.size());
	indices.forEach((index, place) => {
		if (byteStride === 4) buffer.writeu32(source, 4 * place, index);
		else buffer.writeu16(source, 2 * place, index);
	});
	return encodeMeshopt(source, { byteStride, count: indices.size(), mode: "INDICES" });
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

	describe("encoding", () => {
		it("writes steps from the last index, zigzag, above the bit of their baseline", () => {
			expect(hex(encode([1, 2, 0, 31, 0]))).to.equal("D1 04 04 06 7C 7A 00 00 00 00");
		});

		it("keeps a baseline where another part of the mesh interrupts it", () => {
			// 100 goes to the second baseline, so that 3 is one more than 2 again, and 101 one more than 100.
			expect(hex(encode([1, 2, 100, 3, 101]))).to.equal("D1 04 04 91 03 04 05 00 00 00 00");
		});

		it("takes the other baseline for any step that one byte cannot hold", () => {
			// 32 from 0; then 64, which is 32 from 32 but 64 from 0: 0x100 and the other bit.
			expect(hex(encode([32, 64]))).to.equal("D1 81 01 80 02 00 00 00 00");
			expect(hex(encode([31, 62]))).to.equal("D1 7C 7C 00 00 00 00");
		});

		it("goes around 2^32 where that is shorter", () => {
			expect(hex(encode([4294967295]))).to.equal("D1 03 00 00 00 00");
		});

		it("reaches steps of 2^30 - 1, and refuses longer ones", () => {
			expect(hex(encode([1073741823]))).to.equal("D1 FD FF FF FF 0F 00 00 00 00");
			expect(hex(encode([3221225472]))).to.equal("D1 FF FF FF FF 0F 00 00 00 00");
			expect(failureOf(() => encode([0, 1073741824]))).to.equal(
				"[dolly] encodeMeshopt: index 1073741824 is 2^30 or more away from the baseline of INDICES at byte 4",
			);
		});

		it("takes the baseline that is in reach", () => {
			// The second index is 2^31 - 2 away from the other baseline.
			expect(hex(encode([1073741823, 2147483646]))).to.equal("D1 FD FF FF FF 0F FD FF FF FF 0F 00 00 00 00");
		});

		it("writes the same stream for 2-byte indices", () => {
			expect(hex(encode([5, 65535, 6], 2))).to.equal(hex(encode([5, 65535, 6])));
		});
	});
};
