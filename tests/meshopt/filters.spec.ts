import { decodeMeshopt, MeshoptFilter } from "../../src/meshopt/decode";
import { bytes, hex } from "../buffers";
import { failureOf } from "../expect-failure";

/** One element through the filter: it is the baseline of a version 0 stream whose deltas are all zero. */
function filtered(filter: MeshoptFilter, ...element: Array<number>): string {
	const byteStride = element.size();
	const padding = new Array<number>(32 - byteStride, 0);
	const source = bytes(...[0xa0, ...new Array<number>(byteStride, 0), ...padding, ...element]);
	return hex(
		decodeMeshopt({
			source,
			byteOffset: 0,
			byteLength: buffer.len(source),
			byteStride,
			count: 1,
			mode: "ATTRIBUTES",
			filter,
		}),
	);
}

export = () => {
	describe("OCTAHEDRAL", () => {
		it("keeps the axes of 8-bit vectors, and their fourth byte", () => {
			expect(filtered("OCTAHEDRAL", 0, 0, 127, 5)).to.equal("00 00 7F 05");
			expect(filtered("OCTAHEDRAL", 127, 0, 127, 0x80)).to.equal("7F 00 00 80");
			expect(filtered("OCTAHEDRAL", 0, 0x81, 127, 0)).to.equal("00 81 00 00");
		});

		it("folds the corners to the negative axis", () => {
			expect(filtered("OCTAHEDRAL", 127, 127, 127, 0)).to.equal("00 00 81 00");
			expect(filtered("OCTAHEDRAL", 0x81, 127, 127, 0)).to.equal("00 00 81 00");
			// 14 -126 of 127: z = -13, so x = 1 and y = -113, of length 113.7.
			expect(filtered("OCTAHEDRAL", 14, 0x82, 127, 1)).to.equal("01 82 F1 01");
		});

		it("reads what 1.0 is from the third component", () => {
			// 3 bits: 1 of 3 both ways leaves 1 for z: 127/√3 = 73.3.
			expect(filtered("OCTAHEDRAL", 1, 1, 3, 0)).to.equal("49 49 49 00");
		});

		it("gives 16-bit vectors", () => {
			// 12 bits: (0, 1870, 177) of length 1878.4, times 32767.
			expect(filtered("OCTAHEDRAL", 0, 0, 0x4e, 7, 0xff, 7, 1, 0)).to.equal("00 00 6D 7F 10 0C 01 00");
		});

		it("refuses a 1.0 that is not positive", () => {
			expect(failureOf(() => filtered("OCTAHEDRAL", 0, 0, 0, 0))).to.equal(
				"[dolly] meshopt: OCTAHEDRAL element 0 encodes 1.0 as 0 at byte 0",
			);
			expect(failureOf(() => filtered("OCTAHEDRAL", 0, 0, 0, 0, 0xff, 0xff, 0, 0))).to.equal(
				"[dolly] meshopt: OCTAHEDRAL element 0 encodes 1.0 as -1 at byte 0",
			);
		});
	});

	describe("QUATERNION", () => {
		it("restores the largest component where the two lowest bits say", () => {
			expect(filtered("QUATERNION", 0, 0, 0, 0, 0, 0, 0xfc, 7)).to.equal("FF 7F 00 00 00 00 00 00");
			expect(filtered("QUATERNION", 0, 0, 0, 0, 0, 0, 0xfd, 7)).to.equal("00 00 FF 7F 00 00 00 00");
			expect(filtered("QUATERNION", 0, 0, 0, 0, 0, 0, 0xfe, 7)).to.equal("00 00 00 00 FF 7F 00 00");
			expect(filtered("QUATERNION", 0, 0, 0, 0, 0, 0, 0xff, 7)).to.equal("00 00 00 00 00 00 FF 7F");
		});

		it("puts the other three after it, cyclically", () => {
			// 2047 of 2047 is 1/√2 = 23170; so is the component left out.
			expect(filtered("QUATERNION", 0xff, 7, 0, 0, 0, 0, 0xfd, 7)).to.equal("00 00 82 5A 82 5A 00 00");
			expect(filtered("QUATERNION", 0, 0, 1, 0xf8, 0, 0, 0xff, 7)).to.equal("00 00 7E A5 00 00 82 5A");
		});

		it("gives zero for the largest where the others are too long", () => {
			expect(filtered("QUATERNION", 0xff, 7, 0xff, 7, 0xff, 7, 0xff, 7)).to.equal("82 5A 82 5A 82 5A 00 00");
		});

		it("refuses a negative 1.0", () => {
			expect(failureOf(() => filtered("QUATERNION", 0, 0, 0, 0, 0, 0, 0, 0x80))).to.equal(
				"[dolly] meshopt: QUATERNION element 0 encodes 1.0 as -32768 at byte 0",
			);
		});
	});

	describe("EXPONENTIAL", () => {
		it("multiplies a signed mantissa by a power of two", () => {
			// 3 × 2^-1, -9 × 2^2, 8388607 × 2^-2
			expect(filtered("EXPONENTIAL", 3, 0, 0, 0xff)).to.equal("00 00 C0 3F");
			expect(filtered("EXPONENTIAL", 0xf7, 0xff, 0xff, 2)).to.equal("00 00 10 C2");
			expect(filtered("EXPONENTIAL", 0xff, 0xff, 0x7f, 0xfe)).to.equal("FE FF FF 49");
		});

		it("reaches both ends of the exponent", () => {
			// 2^100 and -2^23 × 2^-100 = -2^-77
			expect(filtered("EXPONENTIAL", 1, 0, 0, 100)).to.equal("00 00 80 71");
			expect(filtered("EXPONENTIAL", 0, 0, 0x80, 0x9c)).to.equal("00 00 00 99");
		});

		it("goes on with the formula where the exponent is beyond them", () => {
			// 1 × 2^-102, 2^22 × 2^-128 = 2^-106, 0 × 2^-128, 1 × 2^127
			expect(filtered("EXPONENTIAL", 1, 0, 0, 0x9a)).to.equal("00 00 80 0C");
			expect(filtered("EXPONENTIAL", 0, 0, 0x40, 0x80)).to.equal("00 00 80 0A");
			expect(filtered("EXPONENTIAL", 0, 0, 0, 0x80)).to.equal("00 00 00 00");
			expect(filtered("EXPONENTIAL", 1, 0, 0, 127)).to.equal("00 00 00 7F");
		});

		it("refuses values that no f32 can hold", () => {
			// -2^23 × 2^105 is -2^128; 2 × 2^127 is 2^128.
			expect(failureOf(() => filtered("EXPONENTIAL", 1, 0, 0, 0, 0, 0, 0x80, 105))).to.equal(
				"[dolly] meshopt: EXPONENTIAL value 1 is beyond f32 with exponent 105 at byte 0",
			);
			expect(failureOf(() => filtered("EXPONENTIAL", 2, 0, 0, 127))).to.equal(
				"[dolly] meshopt: EXPONENTIAL value 0 is beyond f32 with exponent 127 at byte 0",
			);
			expect(filtered("EXPONENTIAL", 0xff, 0xff, 0x7f, 105)).to.equal("FE FF 7F 7F");
		});
	});

	describe("COLOR", () => {
		it("turns luma and chroma into 8-bit colours", () => {
			// 8 bits: alpha 0xff is 1. Luma 100, orange 20, green 10: red 110, green 110, blue 70.
			expect(filtered("COLOR", 100, 20, 10, 0xff)).to.equal("6E 6E 46 FF");
			// Negative chroma: 100 - 20 + 10, 100 - 10, 100 + 20 + 10; alpha 0x80 is 0.
			expect(filtered("COLOR", 100, 0xec, 0xf6, 0x80)).to.equal("5A 5A 82 00");
		});

		it("scales colours of fewer bits, which the highest bit of alpha tells", () => {
			// 4 bits: 15 is 1. Luma 15 gives white; alpha 0b1011 is 3 of 7, widened to 7 of 15: 119.
			expect(filtered("COLOR", 15, 0, 0, 0x0b)).to.equal("FF FF FF 77");
		});

		it("gives 16-bit colours", () => {
			// 8 bits in 16: 255 is 65535, 128 is 32896.
			expect(filtered("COLOR", 128, 0, 0, 0, 0, 0, 0xff, 0)).to.equal("80 80 80 80 80 80 FF FF");
		});

		it("refuses an alpha without any bit", () => {
			expect(failureOf(() => filtered("COLOR", 1, 0, 0, 0))).to.equal(
				"[dolly] meshopt: COLOR element 0 has no bit set in its alpha at byte 0",
			);
		});
	});
};
