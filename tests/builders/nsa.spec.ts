import { hex } from "../buffers";
import { buildNsa } from "./nsa";

/** Two bones that move, one that stands still, and a root that does both. */
function example(): buffer {
	return buildNsa({
		duration: 0.5,
		rate: 2,
		boneCount: 3,
		statics: {
			translationFactors: { min: [0, 0, 0], extent: [1, 1, 1] },
			rotationFactors: { min: [-0.5, -0.5, -0.5], extent: [0.25, 0.25, 0.25] },
			translations: [{ bone: 2, value: [1, 2, 3] }],
			rotations: [{ bone: 2, value: [-0.5, 0, 0.25] }],
		},
		dynamics: {
			samples: 2,
			initial: { min: [1, 2, 3], extent: [4, 5, 6] },
			translationFactors: [{ min: [0, 0, 0], extent: [1, 1, 1] }],
			rotationFactors: [{ min: [0, 0, 0], extent: [0.5, 0.5, 0.5] }],
			translations: [{ bone: 0, init: [7, 8, 9], factor: [0, 0, 0], value: (sample, axis) => sample * 4 + axis }],
			rotations: [{ bone: 1, init: [128, 129, 130], factor: [0, 0, 0], value: (sample) => sample }],
		},
		root: {
			rate: 2,
			samples: 2,
			translation: { factors: { min: [0, 0, 0], extent: [1, 1, 1] }, value: (sample) => sample },
			rotation: { factors: { min: [0, 0, 0], extent: [1, 1, 1] }, value: (sample, axis) => sample + axis },
		},
	});
}

export = () => {
	it("writes the header where the format has it", () => {
		const bytes = example();
		expect(hex(bytes, 0x00, 16)).to.equal("00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00");
		// Duration 0.5, rate 2, three bones.
		expect(hex(bytes, 0x18, 16)).to.equal("00 00 00 3F 00 00 00 40 03 00 00 00 03 00 00 00");
		// Static translation at 0xC0, rotation at 0xC4, no scale; dynamic at 0xC8 and 0xCC, no scale.
		expect(hex(bytes, 0x28, 24)).to.equal("C0 00 00 00 00 00 00 00 C4 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x40, 24)).to.equal("C8 00 00 00 00 00 00 00 CC 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
		// Minima 1 2 3 and extents 4 5 6 of the initial translations.
		expect(hex(bytes, 0x58, 12)).to.equal("00 00 80 3F 00 00 00 40 00 00 40 40");
		expect(hex(bytes, 0x64, 12)).to.equal("00 00 80 40 00 00 A0 40 00 00 C0 40");
		expect(hex(bytes, 0x70, 8)).to.equal("00 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x78, 16)).to.equal("01 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x88, 24)).to.equal("D0 00 00 00 00 00 00 00 F0 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
		expect(hex(bytes, 0xa0, 24)).to.equal("10 01 00 00 00 00 00 00 80 01 00 00 00 00 00 00 10 02 00 00 00 00 00 00");
		expect(hex(bytes, 0xb8, 8)).to.equal("00 00 00 00 00 00 00 00");
	});

	it("writes each list of bones after its count", () => {
		expect(hex(example(), 0xc0, 16)).to.equal("01 00 02 00 01 00 02 00 01 00 00 00 01 00 01 00");
	});

	it("writes the static section and three u16 a bone", () => {
		const bytes = example();
		expect(hex(bytes, 0x110, 12)).to.equal("01 00 00 00 01 00 00 00 00 00 00 00");
		expect(buffer.readf32(bytes, 0x110 + 36)).to.equal(-0.5);
		expect(buffer.readf32(bytes, 0x110 + 48)).to.equal(0.25);
		expect(hex(bytes, 0x110 + 60, 12)).to.equal("CD CD CD CD CD CD CD CD CD CD CD CD");
		expect(hex(bytes, 0x110 + 72, 24)).to.equal(
			"60 00 00 00 00 00 00 00 68 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
		);
		expect(hex(bytes, 0x170, 6)).to.equal("01 00 02 00 03 00");
		expect(hex(bytes, 0x178, 6)).to.equal("00 00 02 00 03 00");
	});

	it("writes rows of packed translations, padded rows of rotations, and four infos", () => {
		const bytes = example();
		expect(hex(bytes, 0x180, 16)).to.equal("02 00 00 00 01 00 00 00 01 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x190, 16)).to.equal("40 00 00 00 00 00 00 00 48 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x1a0, 16)).to.equal("60 00 00 00 00 00 00 00 70 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x1b0, 16)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
		// 0 1 2 and 4 5 6 as 11, 11 and 10 bits, x on top: 0x00000402 and 0x00801406.
		expect(hex(bytes, 0x1c0, 8)).to.equal("02 04 00 00 06 14 80 00");
		expect(hex(bytes, 0x1c8, 24)).to.equal("07 08 09 00 00 00 07 08 09 00 00 00 07 08 09 00 00 00 07 08 09 00 00 00");
		// One rotation is six bytes, so each row has two more.
		expect(hex(bytes, 0x1e0, 16)).to.equal("00 00 00 00 00 00 00 00 02 00 02 00 02 00 00 00");
		expect(hex(bytes, 0x1f0, 6)).to.equal("80 81 82 00 00 00");
	});

	it("writes the end section, whose rotations are not padded", () => {
		const bytes = example();
		expect(hex(bytes, 0x210 + 24, 8)).to.equal("00 00 00 40 02 00 00 00");
		expect(hex(bytes, 0x210 + 80, 16)).to.equal("60 00 00 00 00 00 00 00 68 00 00 00 00 00 00 00");
		expect(hex(bytes, 0x270, 8)).to.equal("00 00 00 00 01 04 20 00");
		expect(hex(bytes, 0x278, 12)).to.equal("00 00 01 00 02 00 01 00 02 00 03 00");
		expect(buffer.len(bytes)).to.equal(0x284);
	});

	it("writes a constant rotation of the root in place of factors, with a null pointer", () => {
		const bytes = buildNsa({
			duration: 1,
			rate: 30,
			boneCount: 1,
			root: { rate: 30, samples: 1, constant: [0, 1, 0, 0] },
		});
		expect(hex(bytes, 0xa0, 24)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 C0 00 00 00 00 00 00 00");
		expect(hex(bytes, 0xc0 + 56, 24)).to.equal(
			"00 00 00 00 00 00 80 3F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
		);
		expect(hex(bytes, 0xc0 + 80, 16)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	});
};
