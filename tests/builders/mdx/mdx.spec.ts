import { hex } from "../../buffers";
import {
	atch,
	bone,
	cams,
	clid,
	evts,
	geoa,
	geos,
	geoset,
	glbs,
	help,
	htst,
	layer,
	lite,
	material,
	mdxFile,
	modl,
	mtls,
	pre2,
	prem,
	ribb,
	seqs,
	texs,
	txan,
	vers,
} from "./chunks";
import { Curve, eventTrack, track } from "./tracks";

/** What these bytes mean is said by the format's page; they were written down by hand. */
export = () => {
	it("writes the magic, then tag, size and payload", () => {
		expect(hex(mdxFile(vers()))).to.equal("4D 44 4C 58 56 45 52 53 04 00 00 00 14 05 00 00");
	});

	it("writes MODL in 373 bytes: bounds at 340, flags at 368, object count at 369", () => {
		const file = modl({ name: "Ab", bounds: [1, 0, 0, 0, 0, 0, 2], flags: 7, objectCount: 57 });
		expect(buffer.len(file)).to.equal(8 + 373);
		expect(hex(file, 0, 12)).to.equal("4D 4F 44 4C 75 01 00 00 41 62 00 00");
		expect(hex(file, 8 + 340, 4)).to.equal("00 00 80 3F");
		expect(hex(file, 8 + 364, 9)).to.equal("00 00 00 40 07 39 00 00 00");
	});

	it("writes SEQS as a count and 140 bytes each", () => {
		const file = seqs({ name: "S", start: -1, finish: 256, flags: 1, replay: [2, 3], blendTime: 150 });
		expect(hex(file, 0, 13)).to.equal("53 45 51 53 90 00 00 00 01 00 00 00 53");
		expect(hex(file, 12 + 80, 16)).to.equal("FF FF FF FF 00 01 00 00 00 00 00 00 01 00 00 00");
		expect(hex(file, 12 + 128, 12)).to.equal("02 00 00 00 03 00 00 00 96 00 00 00");
		expect(buffer.len(file)).to.equal(152);
	});

	it("writes GLBS without a count, TEXS in 268 bytes each", () => {
		expect(hex(glbs(500, 0))).to.equal("47 4C 42 53 08 00 00 00 F4 01 00 00 00 00 00 00");
		const file = texs({ replaceableId: 1, path: "x", flags: 3 });
		expect(buffer.len(file)).to.equal(8 + 268);
		expect(hex(file, 8, 5)).to.equal("01 00 00 00 78");
		expect(hex(file, 8 + 264, 4)).to.equal("03 00 00 00");
	});

	it("counts the size of a material and of its layers from the size itself", () => {
		const file = mtls(9, material(-2, layer({ textureId: 4 })));
		expect(hex(file, 0, 16)).to.equal("4D 54 4C 53 30 00 00 00 01 00 00 00 09 00 00 00");
		expect(hex(file, 16, 16)).to.equal("28 00 00 00 FE FF FF FF 01 00 00 00 1C 00 00 00");
		expect(hex(file, 32)).to.equal("00 00 00 00 00 00 00 00 04 00 00 00 FF FF FF FF 00 00 00 00 00 00 80 3F");
	});

	it("writes a bone's two words after its node, which does not count them", () => {
		const file = bone({ name: "B", objectId: 1, flags: 8, geosetId: 2 });
		expect(hex(file, 0, 17)).to.equal("42 4F 4E 45 6C 00 00 00 01 00 00 00 60 00 00 00 42");
		expect(hex(file, 12 + 84)).to.equal("01 00 00 00 FF FF FF FF 08 00 00 00 02 00 00 00 FF FF FF FF");
	});

	it("writes tracks with a header of 16 bytes, keys of 16 bytes or, with tangents, 40", () => {
		const linear = track("KGTR", Curve.Linear, -1, [[3333, 1, 0, -2]]);
		expect(hex(linear)).to.equal(
			"4B 47 54 52 01 00 00 00 01 00 00 00 FF FF FF FF 05 0D 00 00 00 00 80 3F 00 00 00 00 00 00 00 C0",
		);
		expect(buffer.len(track("KGSC", Curve.Bezier, 0, [[0, 1, 1, 1, 2, 2, 2, 3, 3, 3]]))).to.equal(16 + 40);
	});

	it("packs rotations in eight bytes: keys of 12, or 28 with tangents", () => {
		const half = [0, 0.5, 0.5, 0.5, 0.5];
		expect(hex(track("KGRT", Curve.Linear, -1, [half]), 16)).to.equal("00 00 00 00 00 00 08 00 00 01 00 40");
		const negative = track("KGRT", Curve.None, -1, [[0, 0, -(2 ** -20), 0, 1]]);
		expect(hex(negative, 20)).to.equal("00 00 E0 FF FF 03 00 00");
		const squad = track("KGRT", Curve.Hermite, -1, [[0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]]);
		expect(buffer.len(squad)).to.equal(16 + 28);
	});

	it("writes KEVT with a header of 12 bytes", () => {
		expect(hex(eventTrack(-1, 7))).to.equal("4B 45 56 54 01 00 00 00 FF FF FF FF 07 00 00 00");
	});

	it("writes a geoset's lists in their order, with counts and no sizes", () => {
		const file = geos(
			geoset({
				positions: [0, 0, 0],
				normals: [0, 0, 1],
				uvs: [[0, 1]],
				indices: [0, 0, 0],
				groups: [0],
				groupSizes: [1],
				matrices: [5],
			}),
		);
		const text = buffer.tostring(file);
		const tags: Array<[string, number]> = [
			["VRTX", 16],
			["NRMS", 36],
			["UVAS", 56],
			["PTYP", 72],
			["PCNT", 81],
			["PVTX", 93],
			["GNDX", 107],
			["MTGC", 116],
			["MATS", 128],
			["BIDX", 140],
			["BWGT", 148],
		];
		for (const [tag, at] of tags) expect(text.sub(at + 1, at + 4)).to.equal(tag);
		// Three words, bounds and a count end it.
		expect(buffer.len(file)).to.equal(156 + 12 + 28 + 4);
		expect(buffer.readu32(file, 12)).to.equal(188);
	});

	it("writes TXAN as a count and sizes that count themselves", () => {
		const file = txan([track("KTAT", Curve.None, -1, [[0, 1, 0, 0]])], []);
		expect(hex(file, 0, 16)).to.equal("54 58 41 4E 2C 00 00 00 02 00 00 00 24 00 00 00");
		expect(hex(file, 16, 16)).to.equal("4B 54 41 54 01 00 00 00 00 00 00 00 FF FF FF FF");
		expect(hex(file, 32)).to.equal("00 00 00 00 00 00 80 3F 00 00 00 00 00 00 00 00 04 00 00 00");
	});

	it("writes GEOA in 28 bytes each before its tracks: geoset, alpha, colour, flags", () => {
		const file = geoa({
			geosetId: 3,
			alpha: 0.5,
			color: [1, 2, -2],
			flags: 7,
			tracks: [track("KGAO", Curve.Linear, 0, [[9, 1]])],
		});
		expect(hex(file, 0, 16)).to.equal("47 45 4F 41 38 00 00 00 01 00 00 00 34 00 00 00");
		expect(hex(file, 16, 24)).to.equal("03 00 00 00 00 00 00 3F 00 00 80 3F 00 00 00 40 00 00 00 C0 07 00 00 00");
		expect(hex(file, 40)).to.equal("4B 47 41 4F 01 00 00 00 01 00 00 00 00 00 00 00 09 00 00 00 00 00 80 3F");
	});

	it("writes LITE with its node inside: type, then ten numbers", () => {
		const file = lite({ node: { name: "L", objectId: 1 }, type: 2, numbers: [1, 2, 0, 0, 0, 4, 0, 0, 0, -1] });
		expect(hex(file, 0, 20)).to.equal("4C 49 54 45 94 00 00 00 01 00 00 00 90 00 00 00 60 00 00 00");
		expect(hex(file, 16 + 96, 12)).to.equal("02 00 00 00 00 00 80 3F 00 00 00 40");
		expect(hex(file, 16 + 96 + 24, 4)).to.equal("00 00 80 40");
		expect(hex(file, 16 + 96 + 40)).to.equal("00 00 80 BF");
	});

	it("writes HELP as a count and nodes alone", () => {
		const file = help({ name: "H", objectId: 5, parentId: 2, flags: 4 });
		expect(hex(file, 0, 17)).to.equal("48 45 4C 50 64 00 00 00 01 00 00 00 60 00 00 00 48");
		expect(hex(file, 12 + 84)).to.equal("05 00 00 00 02 00 00 00 04 00 00 00");
	});

	it("writes PREM with four numbers before its path and two after it", () => {
		const node = { name: "P", objectId: 0 };
		const file = prem({ node, numbers: [1, 2, 4, 8], path: "p", life: 0.5, speed: -1 });
		expect(hex(file, 0, 16)).to.equal("50 52 45 4D 84 01 00 00 01 00 00 00 80 01 00 00");
		expect(hex(file, 16 + 96, 17)).to.equal("00 00 80 3F 00 00 00 40 00 00 80 40 00 00 00 41 70");
		expect(hex(file, 16 + 96 + 276)).to.equal("00 00 00 3F 00 00 80 BF");
	});

	it("writes PRE2 with a size of its own, 791 without a spline, before its squirts", () => {
		const numbers = (count: number) => new Array<number>(count, 0);
		const file = pre2({
			node: { name: "Q", objectId: 0 },
			type: 3,
			motion: [1, ...numbers(9)],
			cells: [4, 5, 6],
			tail: [0, 0],
			colors: numbers(9),
			alphas: [1, 2, 3],
			scales: [0, 0, 0],
			uvAnimation: numbers(12),
			look: [7, 8, -9, 10],
			geometryPath: "g",
			recursionPath: "r",
			forces: [...numbers(20), 2],
			spline: [1, 0, 0],
			squirts: 11,
		});
		expect(hex(file, 12, 4)).to.equal("8B 03 00 00");
		const at = 16 + 96;
		expect(hex(file, at, 12)).to.equal("23 03 00 00 03 00 00 00 00 00 80 3F");
		expect(hex(file, at + 48, 12)).to.equal("04 00 00 00 05 00 00 00 06 00 00 00");
		expect(hex(file, at + 104, 3)).to.equal("01 02 03");
		expect(hex(file, at + 167, 17)).to.equal("07 00 00 00 08 00 00 00 F7 FF FF FF 0A 00 00 00 67");
		expect(hex(file, at + 183 + 260, 1)).to.equal("72");
		expect(hex(file, at + 783, 12)).to.equal("00 00 00 40 01 00 00 00 00 00 80 3F");
		expect(hex(file, at + 803)).to.equal("0B 00 00 00");
	});

	it("writes RIBB with 56 bytes of its own after the node", () => {
		const node = { name: "R", objectId: 0 };
		const file = ribb({ node, numbers: [1, 2, 4, 0, 0, 0, 8], cells: [1, 2, 3, 4, 5], gravity: -1 });
		expect(hex(file, 0, 16)).to.equal("52 49 42 42 A0 00 00 00 01 00 00 00 9C 00 00 00");
		const at = 16 + 96;
		expect(hex(file, at, 8)).to.equal("38 00 00 00 00 00 80 3F");
		expect(hex(file, at + 28, 12)).to.equal("00 00 00 41 01 00 00 00 02 00 00 00");
		expect(hex(file, at + 44)).to.equal("04 00 00 00 05 00 00 00 00 00 80 BF");
	});

	it("writes EVTS with its track behind the node, and nothing without one", () => {
		const node = { name: "E", objectId: 0 };
		const file = evts({ node, track: eventTrack(2, 7, 8) }, { node });
		expect(hex(file, 0, 20)).to.equal("45 56 54 53 E0 00 00 00 02 00 00 00 78 00 00 00 60 00 00 00");
		expect(hex(file, 16 + 96, 20)).to.equal("4B 45 56 54 02 00 00 00 02 00 00 00 07 00 00 00 08 00 00 00");
		expect(hex(file, 132, 9)).to.equal("64 00 00 00 60 00 00 00 45");
	});

	it("writes HTST with one byte for its shape", () => {
		const file = htst({ node: { name: "T", objectId: 0 }, shape: 2, numbers: [1, 2, 4, 8] });
		expect(hex(file, 0, 16)).to.equal("48 54 53 54 79 00 00 00 01 00 00 00 75 00 00 00");
		expect(hex(file, 16 + 96)).to.equal("02 00 00 80 3F 00 00 00 40 00 00 80 40 00 00 00 41");
	});

	it("writes CLID as three lists with counts: points, shorts, normals", () => {
		const file = clid([1, 0, 0], [0, 0, 0], [0, 0, 2]);
		expect(hex(file)).to.equal(
			"43 4C 49 44 36 00 00 00 56 52 54 58 01 00 00 00 00 00 80 3F 00 00 00 00 00 00 00 00 " +
				"54 52 49 20 03 00 00 00 00 00 00 00 00 00 4E 52 4D 53 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40",
		);
	});

	it("writes attachments after a count and the highest id, cameras in at least 120 bytes", () => {
		const attachments = atch(34, { node: { name: "A", objectId: 0 }, attachmentId: 2 });
		expect(hex(attachments, 8, 12)).to.equal("01 00 00 00 22 00 00 00 6D 01 00 00");
		expect(hex(attachments, 20 + 96, 5)).to.equal("02 00 00 00 FF");
		const cameras = cams({ name: "C", pivot: [1, 0, 0], fieldOfView: 0.5, target: [0, 0, 1] });
		expect(hex(cameras, 8, 9)).to.equal("01 00 00 00 78 00 00 00 43");
		expect(hex(cameras, 12 + 96, 4)).to.equal("00 00 00 3F");
	});
};
