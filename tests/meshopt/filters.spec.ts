import { Job } from "../../src/roblox/job";
import { decodeMeshopt } from "../../src/meshopt/decode";
import { MeshoptFilter } from "../../src/meshopt/layout";
import { encodeMeshopt } from "../../src/meshopt/encode";
import { bytes, floats, hex } from "../buffers";
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

/** What a filter stores for one element of f32: it is the baseline, which ends a version 0 stream. */
function stored(filter: MeshoptFilter, bits: number, byteStride: number, ...values: Array<number>): string {
	const options = { byteStride, count: 1, mode: "ATTRIBUTES", filter, bits, version: 0 } as const;
	const stream = encodeMeshopt(floats(...values), options);
	return hex(stream, buffer.len(stream) - byteStride);
}

/** The same for elements of EXPONENTIAL, all of them, by who shares an exponent. */
function exponential(
	exponents: "VECTOR" | "COMPONENT" | "VALUE",
	bits: number,
	width: number,
	...values: Array<number>
): string {
	const layout = { byteStride: 4 * width, count: values.size() / width, mode: "ATTRIBUTES" } as const;
	const stream = encodeMeshopt(floats(...values), { ...layout, filter: "EXPONENTIAL", bits, exponents });
	return hex(decodeMeshopt({ ...layout, source: stream, byteOffset: 0, byteLength: buffer.len(stream) }));
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

	describe("encoding OCTAHEDRAL", () => {
		it("folds vectors of any length, and keeps the fourth value", () => {
			expect(stored("OCTAHEDRAL", 8, 4, 0, 0, 2, 1)).to.equal("00 00 7F 7F");
			expect(stored("OCTAHEDRAL", 8, 4, -3, 0, 0, -1)).to.equal("81 00 7F 81");
			// 1 of 3 each way is 42.3 of 127.
			expect(stored("OCTAHEDRAL", 8, 4, 5, 5, 5, 0)).to.equal("2A 2A 7F 00");
		});

		it("folds what points down to the corners", () => {
			expect(stored("OCTAHEDRAL", 8, 4, 0, 0, -1, 0)).to.equal("7F 7F 7F 00");
			// (-1/3, 1/3) becomes (-2/3, 2/3), 84.7 of 127.
			expect(stored("OCTAHEDRAL", 8, 4, -1, 1, -1, 0)).to.equal("AB 55 7F 00");
			// (1/4, -1/2) becomes (1 - 1/2, -(1 - 1/4)): 63.5 and -95.25 of 127.
			expect(stored("OCTAHEDRAL", 8, 4, 1, -2, -1, 0)).to.equal("40 A1 7F 00");
		});

		it("uses the bits that it is given, and all for the fourth value", () => {
			expect(stored("OCTAHEDRAL", 3, 4, 1, 1, 1, 1)).to.equal("01 01 03 7F");
			expect(stored("OCTAHEDRAL", 12, 8, 1, 0, 0, 1)).to.equal("FF 07 00 00 FF 07 FF 7F");
		});

		it("gives +z for a vector without a direction, and reports it", () => {
			expect(stored("OCTAHEDRAL", 8, 4, 0, 0, 0, 0)).to.equal("00 00 7F 00");
			const job = new Job();
			const options = { byteStride: 4, count: 2, mode: "ATTRIBUTES", filter: "OCTAHEDRAL", bits: 8, job } as const;
			encodeMeshopt(floats(0, 0, 0, 0, 0, 0, 0, 0), options);
			expect(job.report[0]).to.equal("encodeMeshopt: a vector without a direction became +z (2 times)");
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

	describe("encoding QUATERNION", () => {
		it("leaves the largest component out, and says which", () => {
			expect(stored("QUATERNION", 12, 8, 1, 0, 0, 0)).to.equal("00 00 00 00 00 00 FC 07");
			expect(stored("QUATERNION", 12, 8, 0, 1, 0, 0)).to.equal("00 00 00 00 00 00 FD 07");
			expect(stored("QUATERNION", 12, 8, 0, 0, 1, 0)).to.equal("00 00 00 00 00 00 FE 07");
			expect(stored("QUATERNION", 12, 8, 0, 0, 0, 1)).to.equal("00 00 00 00 00 00 FF 07");
		});

		it("writes the three after it, cyclically, times √2", () => {
			// 0.6 √2 of 2047 is 1736.96; y is the second after w, and the last after z.
			expect(stored("QUATERNION", 12, 8, 0, 0.6, 0, 0.8)).to.equal("00 00 C9 06 00 00 FF 07");
			expect(stored("QUATERNION", 12, 8, 0, 0.6, 0.8, 0)).to.equal("00 00 00 00 C9 06 FE 07");
		});

		it("takes a quaternion and its negative, of any length, for the same rotation", () => {
			expect(stored("QUATERNION", 12, 8, 0, -3, 0, -4)).to.equal("00 00 C9 06 00 00 FF 07");
			expect(stored("QUATERNION", 12, 8, 0, 3, 0, -4)).to.equal("00 00 37 F9 00 00 FF 07");
		});

		it("uses the bits that it is given", () => {
			expect(stored("QUATERNION", 4, 8, 0, 0, 0.6, 0.8)).to.equal("00 00 00 00 06 00 07 00");
			expect(stored("QUATERNION", 16, 8, 0, 0, 0, -1)).to.equal("00 00 00 00 00 00 FF 7F");
		});

		it("gives the rotation by nothing for zeros, and reports it", () => {
			const job = new Job();
			const options = { byteStride: 8, count: 1, mode: "ATTRIBUTES", filter: "QUATERNION", bits: 12, job } as const;
			const stream = encodeMeshopt(floats(0, 0, 0, 0), { ...options, version: 0 });
			expect(hex(stream, buffer.len(stream) - 8)).to.equal("00 00 00 00 00 00 FF 07");
			expect(job.report[0]).to.equal("encodeMeshopt: a quaternion of zeros became 0 0 0 1");
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

	describe("encoding EXPONENTIAL", () => {
		it("gives the largest value of a vector the bits that it is given", () => {
			// 1.5 is 3 × 2^-1 in 3 bits, and 6 × 2^-2 in 4.
			expect(stored("EXPONENTIAL", 3, 4, 1.5)).to.equal("03 00 00 FF");
			expect(stored("EXPONENTIAL", 4, 4, 1.5)).to.equal("06 00 00 FE");
			// -36 is -9 × 2^2 in 5 bits; 7 is 1.75 × 2^2.
			expect(stored("EXPONENTIAL", 5, 8, -36, 7)).to.equal("F7 FF FF 02 02 00 00 02");
		});

		it("shares an exponent among a vector, a component, or nobody", () => {
			expect(exponential("VECTOR", 3, 2, 3, 12, 1, 6)).to.equal("01 00 00 02 03 00 00 02 01 00 00 01 03 00 00 01");
			expect(exponential("COMPONENT", 3, 2, 3, 12, 1, 6)).to.equal("03 00 00 00 03 00 00 02 01 00 00 00 02 00 00 02");
			expect(exponential("VALUE", 3, 2, 3, 12, 1, 6)).to.equal("03 00 00 00 03 00 00 02 02 00 00 FF 03 00 00 01");
		});

		it("keeps exponents within -100 and 100", () => {
			// 2^-99 in 24 bits would need 2^-121; 2^110 in 2 bits 2^110.
			expect(stored("EXPONENTIAL", 24, 4, 2 ** -99)).to.equal("02 00 00 9C");
			expect(stored("EXPONENTIAL", 2, 4, 2 ** 110)).to.equal("00 04 00 64");
		});

		it("gives zero the exponent of a value near 1", () => {
			expect(stored("EXPONENTIAL", 8, 4, 0)).to.equal("00 00 00 F9");
			// It does not raise one that it shares.
			expect(exponential("COMPONENT", 3, 1, 0, 2 ** -9)).to.equal("00 00 00 F6 02 00 00 F6");
		});

		it("holds the largest f32 of 24 bits, whose last bit goes", () => {
			// 1 - 2^-24 is 8388607.5 × 2^-23.
			expect(stored("EXPONENTIAL", 24, 4, 1 - 2 ** -24)).to.equal("FF FF 7F E9");
			expect(stored("EXPONENTIAL", 24, 4, 2 ** -24 - 1)).to.equal("01 00 80 E9");
		});

		it("refuses what even the largest exponent cannot hold", () => {
			expect(stored("EXPONENTIAL", 24, 4, (2 ** 23 - 1) * 2 ** 100)).to.equal("FF FF 7F 64");
			expect(failureOf(() => stored("EXPONENTIAL", 8, 8, 1, 2 ** 123))).to.equal(
				"[dolly] encodeMeshopt: 1.0633823966279327e+37 is beyond what EXPONENTIAL holds at byte 4",
			);
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

	describe("encoding COLOR", () => {
		it("splits colours into luma and chroma", () => {
			// Red 110, green 110, blue 70 of 255: orange 20, rest 90, green 10, luma 100.
			expect(stored("COLOR", 8, 4, 110 / 255, 110 / 255, 70 / 255, 1)).to.equal("64 14 0A FF");
			expect(stored("COLOR", 8, 4, 90 / 255, 90 / 255, 130 / 255, 0)).to.equal("64 EC F6 80");
		});

		it("stays within one unit where red and blue are not both even or odd", () => {
			// Red 255, blue 0: orange 127, rest 128, green -64: 255, 0, 1. Then the other way: 1, 254, 255.
			expect(stored("COLOR", 8, 4, 1, 0, 0, 1)).to.equal("40 7F C0 FF");
			expect(stored("COLOR", 8, 4, 0, 1, 1, 1)).to.equal("BF 81 3F FF");
		});

		it("keeps alpha without its lowest bit, which widens it", () => {
			// Of 15: 7 is 0b011, widened to 7; 5 is nearer to 4, 0b010; 6 is nearer to 7.
			expect(stored("COLOR", 4, 4, 0, 0, 0, 7 / 15)).to.equal("00 00 00 0B");
			expect(stored("COLOR", 4, 4, 0, 0, 0, 5 / 15)).to.equal("00 00 00 0A");
			expect(stored("COLOR", 4, 4, 0, 0, 0, 6 / 15)).to.equal("00 00 00 0B");
		});

		it("uses the bits that it is given", () => {
			expect(stored("COLOR", 2, 4, 1, 1, 1, 1)).to.equal("03 00 00 03");
			expect(stored("COLOR", 16, 8, 1, 1, 1, 1)).to.equal("FF FF 00 00 00 00 FF FF");
		});

		it("takes the nearest end for what is beyond 0 to 1, and reports it", () => {
			const job = new Job();
			const options = { byteStride: 4, count: 1, mode: "ATTRIBUTES", filter: "COLOR", bits: 8, job } as const;
			const stream = encodeMeshopt(floats(2, 1, 1.5, -1), { ...options, version: 0 });
			expect(hex(stream, buffer.len(stream) - 4)).to.equal("FF 00 00 80");
			expect(job.report[0]).to.equal("encodeMeshopt: a colour beyond 0 to 1 was clamped (3 times)");
		});
	});

	it("refuses values that are not finite", () => {
		for (const [filter, bits] of [
			["OCTAHEDRAL", 8],
			["QUATERNION", 12],
			["EXPONENTIAL", 12],
			["COLOR", 8],
		] as Array<[MeshoptFilter, number]>) {
			expect(failureOf(() => stored(filter, bits, 8, 1, 0 / 0, 0, 0))).to.equal(
				"[dolly] encodeMeshopt: nan is not a finite number at byte 4",
			);
			expect(failureOf(() => stored(filter, bits, 8, -1 / 0, 0, 0, 0))).to.equal(
				"[dolly] encodeMeshopt: -inf is not a finite number at byte 0",
			);
		}
	});
};
