import { decodeMeshopt } from "../../src/meshopt/decode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

function decode(source: buffer, count: number, byteStride: number): buffer {
	return decodeMeshopt({
		source,
		byteOffset: 0,
		byteLength: buffer.len(source),
		byteStride,
		count,
		mode: "ATTRIBUTES",
	});
}

function zeros(count: number): Array<number> {
	return new Array<number>(count, 0);
}

/** A version 0 stream of 4-byte elements: these planes, padding, and the baseline. */
function version0(planes: Array<number>, baseline: Array<number>): buffer {
	return bytes(...[0xa0, ...planes, ...zeros(28), ...baseline]);
}

/** A version 1 stream of 4-byte elements: control byte, planes, padding, baseline and channel mode. */
function version1(control: number, planes: Array<number>, baseline: Array<number>, mode: number): buffer {
	return bytes(...[0xa1, control, ...planes, ...zeros(19), ...baseline, mode]);
}

/** Every fourth byte, from the first. */
function firstPlane(decoded: buffer): string {
	const plane = buffer.create(buffer.len(decoded).idiv(4));
	for (const index of $range(0, buffer.len(plane) - 1)) {
		buffer.writeu8(plane, index, buffer.readu8(decoded, 4 * index));
	}
	return hex(plane);
}

export = () => {
	describe("version 0", () => {
		it("adds 4-bit codes, and full bytes where a code is all ones", () => {
			// Deltas -1 -4 -3 26 -91 0 -6 6 -4 -4 5 -5 1 -1 0 0 from 100.
			const plane = [0x02, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
			const decoded = decode(version0([...plane, 0, 0, 0], [100, 7, 8, 9]), 16, 4);
			expect(firstPlane(decoded)).to.equal("63 5F 5C 76 1B 1B 15 1B 17 13 18 13 14 13 13 13");
			expect(hex(decoded, 60)).to.equal("13 07 08 09");
		});

		it("adds 2-bit codes, most significant first", () => {
			// Codes 0 1 2 3 four times, each 3 followed by a byte: deltas 0 -1 1 x with x = 1, -1, 127, -128.
			const plane = [0x01, 0x1b, 0x1b, 0x1b, 0x1b, 0x02, 0x01, 0xfe, 0xff];
			const decoded = decode(version0([...plane, 0, 0, 0], [0, 0, 0, 0]), 16, 4);
			expect(firstPlane(decoded)).to.equal("00 FF 00 01 01 00 01 00 00 FF 00 7F 7F 7E 7F FF");
		});

		it("adds whole bytes, and wraps around in each byte alone", () => {
			const plane = [0x03, 0x02, 0x01, 0xff, 0xfe, ...zeros(12)];
			const decoded = decode(version0([0, ...plane, 0, 0], [1, 0xff, 2, 3]), 4, 4);
			expect(hex(decoded)).to.equal("01 00 02 03 01 FF 02 03 01 7F 02 03 01 FE 02 03");
		});

		it("ignores what a group holds beyond the last element", () => {
			const plane = [0x03, 0x02, 0x02, ...new Array<number>(14, 0x77)];
			expect(hex(decode(version0([...plane, 0, 0, 0], [0, 0, 0, 0]), 2, 4))).to.equal("01 00 00 00 02 00 00 00");
		});

		it("gives the last block what is left, with header bits for its own groups", () => {
			// 257 elements of stride 4: one block of 256 (4 header bytes a plane) and one of 1 (1 header byte).
			const last = [0x03, 0x0a, ...zeros(15)];
			const stream = version0([...zeros(16), ...last, 0, 0, 0], [4, 3, 2, 1]);
			const decoded = decode(stream, 257, 4);
			expect(hex(decoded, 0, 4)).to.equal("04 03 02 01");
			expect(hex(decoded, 1020)).to.equal("04 03 02 01 09 03 02 01");
		});

		it("reads a tail longer than 32 bytes without padding", () => {
			const baseline = new Array<number>();
			for (const value of $range(1, 36)) baseline.push(value);
			const decoded = decode(bytes(...[0xa0, ...zeros(36), ...baseline]), 1, 36);
			expect(hex(decoded)).to.equal(hex(bytes(...baseline)));
		});
	});

	describe("version 1", () => {
		it("has control modes for zeros, literal bytes, and both sets of code widths", () => {
			// Byte 0: mode 3, two literal codes; byte 1: mode 2; byte 2: mode 0 with 1-bit codes, least significant first;
			// byte 3: mode 1 with 8-bit codes.
			const planes = [0x02, 0x04, 0x01, 0x02, 0x00, 0x06, 0x03, 0x08, 0x0a, ...zeros(14)];
			const decoded = decode(version1(0b01001011, planes, [0, 9, 0, 0], 0), 2, 4);
			expect(hex(decoded)).to.equal("01 09 00 04 03 09 03 09");
		});

		it("reads every width of control mode 1", () => {
			// 64 elements, a group each of 1, 2, 4 and 8 bits in byte 0.
			const groups = [
				...[0x00, 0x80, 0x02],
				...[0x80, 0x00, 0x00, 0x00],
				...[0x40, ...zeros(7)],
				...[...zeros(15), 0x01],
			];
			const decoded = decode(version1(0b10101001, [0b11100100, ...groups], [0, 5, 6, 7], 0), 64, 4);
			expect(hex(decoded, 56, 16)).to.equal("00 05 06 07 01 05 06 07 02 05 06 07 02 05 06 07");
			expect(hex(decoded, 124, 12)).to.equal("02 05 06 07 04 05 06 07 04 05 06 07");
			expect(hex(decoded, 248, 8)).to.equal("04 05 06 07 03 05 06 07");
		});

		it("adds 16-bit zigzag deltas in channel mode 1", () => {
			// Codes 2, 1 for the low value (+1, -1) and 0x0200, 0xffff for the high one (+256, -32768).
			const planes = [0x02, 0x01, 0x00, 0x00, 0x00, 0xff, 0x02, 0xff];
			const decoded = decode(version1(0xff, planes, [0xff, 0xff, 0x00, 0x80], 1), 2, 4);
			expect(hex(decoded)).to.equal("00 00 00 81 FF FF 00 01");
		});

		it("mixes rotated words in channel mode 2", () => {
			// 0x00000001 rotated right by 4 is 0x10000000; 0xf0 rotated is 0xf.
			const planes = [0x01, 0xf0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00];
			const decoded = decode(version1(0xff, planes, [0x78, 0x56, 0x34, 0x12], 0x42), 2, 4);
			expect(hex(decoded)).to.equal("78 56 34 02 77 56 34 02");
		});

		it("keeps words as they are in channel mode 2 without rotation", () => {
			const planes = [0x01, 0x00, 0x00, 0x80];
			expect(hex(decode(version1(0xff, planes, [0, 0, 0, 0x80], 0x02), 1, 4))).to.equal("01 00 00 00");
		});

		it("refuses channel modes and rotations that do not exist", () => {
			const planes = [0, 0, 0, 0];
			expect(failureOf(() => decode(version1(0xff, planes, [0, 0, 0, 0], 3), 1, 4))).to.equal(
				"[dolly] meshopt: channel 0 has mode 3, which does not exist at byte 29",
			);
			expect(failureOf(() => decode(version1(0xff, planes, [0, 0, 0, 0], 0x11), 1, 4))).to.equal(
				"[dolly] meshopt: channel 0 has mode 17, which does not exist at byte 29",
			);
		});

		it("refuses literal bytes that run into the tail", () => {
			expect(failureOf(() => decode(version1(0xff, [1, 2, 3], [0, 0, 0, 0], 0), 1, 4))).to.equal(
				"[dolly] meshopt: 1 literal bytes do not fit in 0 at byte 5",
			);
		});
	});

	it("refuses padding that is not zero", () => {
		const stream = version0([0, 0, 0, 0], [1, 2, 3, 4]);
		buffer.writeu8(stream, 20, 1);
		expect(failureOf(() => decode(stream, 1, 4))).to.equal(
			"[dolly] meshopt: padding before the tail is not zero at byte 20",
		);
	});

	it("refuses header bits of groups that are not there", () => {
		expect(failureOf(() => decode(version0([0x04, 0, 0, 0], [0, 0, 0, 0]), 16, 4))).to.equal(
			"[dolly] meshopt: unused header bits are not zero at byte 1",
		);
	});

	it("refuses a stream with bytes left over, and every shorter one", () => {
		const plane = [0x02, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5];
		const stream = version0([...plane, 0, 0, 0], [100, 7, 8, 9]);
		expect(failureOf(() => decode(version0([...plane, 0, 0, 0, 0], [100, 7, 8, 9]), 16, 4))).to.equal(
			"[dolly] meshopt: 1 bytes are left over before the tail at byte 15",
		);
		for (const size of $range(1, buffer.len(stream) - 1)) {
			const message = failureOf(() => decode(buffer.fromstring(buffer.readstring(stream, 0, size)), 16, 4));
			expect(message.sub(1, 17)).to.equal("[dolly] meshopt: ");
		}
	});
};
