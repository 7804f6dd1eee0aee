import { bytes, hex } from "../buffers";
import {
	buildEventTrack,
	buildFileNames,
	buildMrn,
	buildSkeletonData,
	buildSkeletonMap,
	buildSkeletonNames,
} from "./mrn";

export = () => {
	it("writes packets at multiples of 16, their data where their alignment puts it", () => {
		const file = buildMrn([
			{ type: 7, index: 5, data: bytes(1, 2, 3) },
			{ type: 0x0a, index: 6, data: bytes(4), alignment: 4 },
		]);
		expect(hex(file, 0x00, 16)).to.equal("1A 00 00 00 0A 00 00 00 07 00 00 00 05 00 00 00");
		expect(hex(file, 0x10, 16)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
		expect(hex(file, 0x20, 16)).to.equal("03 00 00 00 10 00 00 00 00 00 00 00 00 00 00 00");
		expect(hex(file, 0x30, 4)).to.equal("01 02 03 00");
		expect(hex(file, 0x40, 16)).to.equal("1A 00 00 00 0A 00 00 00 0A 00 00 00 06 00 00 00");
		// Aligned to four, the data follows the 40 bytes of the header.
		expect(hex(file, 0x60, 12)).to.equal("01 00 00 00 04 00 00 00 04 00 00 00");
		expect(buffer.len(file)).to.equal(0x70);
	});

	it("writes a skeleton's chains, names and orientations", () => {
		const data = buildSkeletonData({
			bones: [
				{ name: "A", translation: [1, 2, 3], rotation: [0, 0, 0, 1] },
				{ name: "Bc", translation: [4, 5, 6], rotation: [1, 0, 0, 0] },
			],
			chains: [{ parent: -1, start: 0, length: 2 }],
		});
		expect(hex(data, 32, 4)).to.equal("01 00 00 00");
		expect(hex(data, 48, 8)).to.equal("90 00 00 00 00 00 00 00");
		expect(hex(data, 64, 16)).to.equal("A0 00 00 00 00 00 00 00 D0 00 00 00 00 00 00 00");
		expect(hex(data, 128, 16)).to.equal("FF FF FF FF FF FF FF FF 00 00 00 00 02 00 00 00");
		expect(hex(data, 0x90, 4)).to.equal("02 00 00 00");
		expect(hex(data, 0xa0, 24)).to.equal("02 00 00 00 05 00 00 00 18 00 00 00 00 00 00 00 20 00 00 00 00 00 00 00");
		expect(hex(data, 0xb8, 13)).to.equal("00 00 00 00 02 00 00 00 41 00 42 63 00");
		// The orientations start 16 bytes behind 0xD0, at 0xE0; their pointers count from 0xF0.
		expect(hex(data, 0xf0, 12)).to.equal("80 00 00 00 10 00 00 00 02 00 00 00");
		expect(hex(data, 0x110, 8)).to.equal("30 00 00 00 00 00 00 00");
		expect(hex(data, 0x120, 16)).to.equal("40 00 00 00 00 00 00 00 60 00 00 00 00 00 00 00");
		expect(hex(data, 0x130, 12)).to.equal("00 00 80 3F 00 00 00 40 00 00 40 40");
		expect(hex(data, 0x150, 16)).to.equal("00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 3F");
		expect(hex(data, 0x160, 4)).to.equal("00 00 80 3F");
		expect(buffer.len(data)).to.equal(0x170);
	});

	it("writes skeleton names with ids, offsets and an unknown word each", () => {
		const data = buildSkeletonNames([
			{ id: 9, name: "X" },
			{ id: 8, name: "YZ" },
		]);
		expect(hex(data, 0, 16)).to.equal("08 00 00 00 00 00 00 00 02 00 00 00 05 00 00 00");
		expect(hex(data, 16, 32)).to.equal(
			"28 00 00 00 00 00 00 00 30 00 00 00 00 00 00 00 38 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00",
		);
		expect(hex(data, 48, 16)).to.equal("09 00 00 00 08 00 00 00 00 00 00 00 02 00 00 00");
		expect(hex(data, 72, 5)).to.equal("58 00 59 5A 00");
	});

	it("writes file names as four tables, and checksums with their first byte on top", () => {
		const data = buildFileNames({
			files: ["a"],
			types: ["b"],
			sources: ["c"],
			animations: ["d"],
			crcs: [0x12345678],
		});
		expect(hex(data, 0, 16)).to.equal("28 00 00 00 00 00 00 00 48 00 00 00 00 00 00 00");
		expect(hex(data, 16, 24)).to.equal("68 00 00 00 00 00 00 00 88 00 00 00 00 00 00 00 A8 00 00 00 00 00 00 00");
		expect(hex(data, 0x28, 30)).to.equal(
			"01 00 00 00 02 00 00 00 18 00 00 00 00 00 00 00 1C 00 00 00 00 00 00 00 00 00 00 00 61 00",
		);
		expect(hex(data, 0xa8, 4)).to.equal("12 34 56 78");
	});

	it("writes a skeleton map's bits and indices", () => {
		const data = buildSkeletonMap(3, [5], [2, 0]);
		expect(hex(data, 0, 16)).to.equal("01 00 00 00 00 00 00 00 28 00 00 00 00 00 00 00");
		expect(hex(data, 32, 8)).to.equal("34 00 00 00 00 00 00 00");
		expect(hex(data, 40, 12)).to.equal("03 00 00 00 01 00 00 00 05 00 00 00");
		expect(hex(data, 52, 16)).to.equal("02 00 00 00 00 00 00 00 20 00 00 00 00 00 00 00");
		expect(hex(data, 84, 4)).to.equal("02 00 00 00");
	});

	it("writes an event track's name and ranges", () => {
		const data = buildEventTrack("Foot", [[0.5, 1, 7]]);
		expect(hex(data, 0, 16)).to.equal("01 00 00 00 00 00 00 00 20 00 00 00 00 00 00 00");
		expect(hex(data, 24, 16)).to.equal("28 00 00 00 00 00 00 00 46 6F 6F 74 00 CD CD CD");
		expect(hex(data, 40, 12)).to.equal("00 00 00 3F 00 00 80 3F 07 00 00 00");
	});
};
