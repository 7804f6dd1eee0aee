import { readMdx } from "../../../src/formats/mdx/read-mdx";
import {
	bone,
	cams,
	chunk,
	evts,
	geos,
	geoset,
	GeosetFields,
	glbs,
	help,
	htst,
	layer,
	material,
	mdxFile,
	modl,
	mtls,
	pivt,
	ribb,
	seqs,
	vers,
} from "../../builders/mdx/chunks";
import { Curve, eventTrack, floats, Key, sized, track, words } from "../../builders/mdx/tracks";
import { bytes } from "../../buffers";
import { failureOf } from "../../expect-failure";

export = () => {
	function refuses(source: buffer, message: string): void {
		expect(failureOf(() => readMdx(source))).to.equal(`[dolly] mdx: ${message}`);
	}

	/** A bone whose one track is these bytes: the node starts at byte 28, the track at 124, its keys at 140. */
	function boneWith(...tracks: Array<buffer>): buffer {
		return mdxFile(vers(), bone({ name: "Head", objectId: 0, tracks }));
	}

	const triangle: GeosetFields = {
		positions: [0, 0, 0, 1, 0, 0, 0, 1, 0],
		normals: [0, 0, 1, 0, 0, 1, 0, 0, 1],
		indices: [0, 1, 2],
		groups: [0, 0, 0],
		groupSizes: [1],
		matrices: [0],
	};

	function withGeoset(fields: Partial<GeosetFields>): buffer {
		return mdxFile(
			vers(),
			bone({ name: "Root", objectId: 0 }),
			pivt([[0, 0, 0]]),
			geos(geoset({ ...triangle, ...fields })),
		);
	}

	it("says what a file of another version is", () => {
		const only = "only 1300 (World of Warcraft alpha 0.5.3) is read at byte 12";
		refuses(mdxFile(vers(800)), `VERS holds 800, a Warcraft III model; ${only}`);
		refuses(mdxFile(vers(1000)), `VERS holds 1000, a Warcraft III: Reforged model; ${only}`);
		refuses(mdxFile(vers(1400)), `VERS holds 1400, a model of a later World of Warcraft alpha; ${only}`);
		refuses(mdxFile(vers(1500)), `VERS holds 1500, a model of a later World of Warcraft alpha; ${only}`);
		refuses(mdxFile(vers(7)), `VERS holds 7, an unknown version of MDX; ${only}`);
	});

	it("refuses files that are no models, or not whole", () => {
		refuses(buffer.create(0), 'this is not an MDX model: it starts with "", not MDLX at byte 0');
		refuses(bytes(0x42, 0x4c, 0x50, 0x32), 'this is not an MDX model: it starts with "BLP2", not MDLX at byte 0');
		refuses(mdxFile(), "the file has no VERS chunk with its version at byte 4");
		refuses(
			mdxFile(vers(), buffer.fromstring("BONE\x10\x00\x00\x00")),
			"chunk BONE has 16 bytes, but the file ends in 0 at byte 16",
		);
		refuses(mdxFile(vers(), vers()), "chunk VERS appears twice at byte 16");
		refuses(mdxFile(chunk("VERS", words([1300, 0]))), "VERS has 8 bytes, but it takes 4 at byte 12");
	});

	it("refuses chunks of the wrong size", () => {
		refuses(mdxFile(vers(), chunk("MODL", words([1]))), "MODL has 4 bytes, but it takes 373 at byte 24");
		refuses(mdxFile(vers(), chunk("GLBS", bytes(1))), "GLBS has 1 bytes; expected a multiple of 4 at byte 24");
		refuses(mdxFile(vers(), chunk("TEXS", words([1]))), "TEXS has 4 bytes; expected a multiple of 268 at byte 24");
		refuses(mdxFile(vers(), chunk("PIVT", words([1]))), "PIVT has 4 bytes; expected a multiple of 12 at byte 24");
		refuses(
			mdxFile(vers(), chunk("SEQS", words([0x7fffffff]))),
			"SEQS count is 2147483647, but 0 bytes cannot hold that many at byte 24",
		);
		refuses(mdxFile(vers(), chunk("SEQS", words([0, 0]))), "SEQS has 4 bytes left over at byte 28");
	});

	it("refuses a sequence that ends before it starts", () => {
		refuses(
			mdxFile(vers(), seqs({ name: "Back", start: 20, finish: 10 })),
			'SEQS "Back" ends at 10 ms, before it starts at 20 ms at byte 108',
		);
	});

	it("holds every track against the node that it belongs to", () => {
		const long = track("KGRT", Curve.Linear, -1, [[0, 0, 0, 0, 1]]);
		buffer.writeu32(long, 4, 40);
		refuses(boneWith(long), 'BONE "Head": KGRT has 40 keys (480 bytes) but its node ends in 12 bytes at byte 140');
		const curve = track("KGTR", 4 as Curve, -1, [[0, 0, 0, 0]]);
		refuses(boneWith(curve), 'BONE "Head": KGTR has interpolation 4, but only 0 to 3 exist at byte 132');
		const missing = track("KGTR", Curve.Linear, 0, [[0, 0, 0, 0]]);
		refuses(boneWith(missing), 'BONE "Head": KGTR runs on global sequence 0, but the model has 0 at byte 136');
		refuses(boneWith(track("KGTR", Curve.Linear, -1, [])), 'BONE "Head": KGTR has no keys at byte 128');
		refuses(boneWith(track("KVIS", Curve.Linear, -1, [[0, 1]])), 'BONE "Head": unknown track "KVIS" at byte 124');
		const twice = track("KGTR", Curve.None, -1, [[0, 0, 0, 0]]);
		refuses(boneWith(twice, twice), 'BONE "Head": KGTR appears twice at byte 156');
	});

	it("refuses keys that go back in time, and numbers that are none", () => {
		const backwards: Array<Key> = [
			[10, 0, 0, 0],
			[5, 0, 0, 0],
		];
		refuses(
			boneWith(track("KGTR", Curve.Linear, -1, backwards)),
			'BONE "Head": KGTR key 1 is at 5 ms, before the key that precedes it at byte 156',
		);
		refuses(
			boneWith(track("KGSC", Curve.Linear, -1, [[0, 1, math.huge, 1]])),
			'BONE "Head": KGSC holds inf at byte 148',
		);
		refuses(
			boneWith(track("KGSC", Curve.Linear, -1, [[0, 1e38, 1, 1]])),
			'BONE "Head": KGSC holds 9.999999680285692e+37 at byte 144',
		);
	});

	it("refuses a rotation key whose squares add up to more than 1", () => {
		refuses(
			boneWith(track("KGRT", Curve.Linear, -1, [[0, 0.75, 0.75, 0, 0]])),
			'BONE "Head": KGRT holds a rotation whose squares add up to more than 1 at byte 144',
		);
	});

	it("refuses objects whose sizes do not hold together", () => {
		const node = words([95]);
		refuses(
			mdxFile(vers(), chunk("HELP", words([1]), node, buffer.create(92))),
			"HELP node says it has 95 bytes, but it takes at least 96 at byte 28",
		);
		refuses(
			mdxFile(vers(), chunk("HELP", words([1]), words([200]), buffer.create(92))),
			"HELP node says it has 200 bytes, but its chunk ends in 96 at byte 28",
		);
		refuses(
			mdxFile(vers(), chunk("CAMS", words([1]), sized(buffer.create(116), bytes(1, 2)))),
			'CAMS "" needs 4 bytes but 2 are left at byte 148',
		);
		const short = track("KMTF", Curve.None, -1, [[0, 7]]);
		buffer.writeu32(short, 4, 9);
		refuses(
			mdxFile(vers(), mtls(1, material(0, layer({ textureId: 0, tracks: [short] })))),
			"MTLS material 0 layer 0: KMTF has 9 keys (72 bytes) but its object ends in 8 bytes at byte 76",
		);
		refuses(
			mdxFile(vers(), evts({ node: { name: "E", objectId: 0 }, track: eventTrack(3) })),
			'EVTS "E": KEVT runs on global sequence 3, but the model has 0 at byte 136',
		);
		refuses(
			mdxFile(vers(), htst({ node: { name: "H", objectId: 0 }, shape: 4, numbers: [0] })),
			'HTST "H" has shape 4, but only 0 to 3 exist at byte 128',
		);
		const ribbon = ribb({
			node: { name: "R", objectId: 0 },
			numbers: [0, 0, 0, 0, 0, 0, 0],
			cells: [0, 0, 0, 0, 0],
			gravity: 0,
		});
		buffer.writeu32(ribbon, 8 + 4 + 4 + 96, 60);
		refuses(mdxFile(vers(), ribbon), 'RIBB "R" says its ribbon has 60 bytes, but it has 56 at byte 128');
	});

	it("refuses hierarchies that are none", () => {
		refuses(
			mdxFile(vers(), help({ name: "A", objectId: 0 }, { name: "B", objectId: 0 })),
			'objects "A" and "B" both have id 0 at byte 124',
		);
		refuses(
			mdxFile(vers(), help({ name: "A", objectId: 0, parentId: 7 })),
			'object "A" has parent 7, which does not exist at byte 28',
		);
		refuses(
			mdxFile(vers(), help({ name: "A", objectId: 0, parentId: 1 }, { name: "B", objectId: 1, parentId: 0 })),
			'object "A" is its own ancestor at byte 28',
		);
		refuses(mdxFile(vers(), help({ name: "A", objectId: -5 })), 'object "A" has id -5 at byte 28');
	});

	it("refuses geosets whose lists do not agree", () => {
		function geosetMessage(fields: Partial<GeosetFields>): string {
			return failureOf(() => readMdx(withGeoset(fields))).gsub(" at byte %d+$", "")[0];
		}
		const head = "[dolly] mdx: GEOS geoset 0: ";
		expect(geosetMessage({ normals: [0, 0, 1] })).to.equal(`${head}NRMS has 1 normals, but VRTX has 3 vertices`);
		expect(geosetMessage({ indices: [0, 1, 3] })).to.equal(`${head}PVTX names vertex 3, but there are 3`);
		expect(geosetMessage({ indices: [0, 1] })).to.equal(`${head}PCNT has 2 indices; expected a multiple of 3`);
		expect(geosetMessage({ primitiveType: 5 })).to.equal(`${head}primitive type 5 is not triangles (4)`);
		expect(geosetMessage({ groups: [0] })).to.equal(`${head}GNDX has 1 vertices, but VRTX has 3`);
		expect(geosetMessage({ groups: [0, 0, 1] })).to.equal(`${head}GNDX names group 1, but MTGC has 1`);
		expect(geosetMessage({ groupSizes: [2] })).to.equal(`${head}MATS has 1 matrices, but MTGC adds up to 2`);
		expect(geosetMessage({ matrices: [3] })).to.equal("[dolly] mdx: geoset 0: MATS names bone 3, but there are 1");
		expect(geosetMessage({ groupSizes: [1, 0] })).to.equal("[dolly] mdx: geoset 0: matrix group 1 has no matrices");
	});

	it("refuses more geosets than 255 and more vertices than 65535 before it reads them", () => {
		const many = mdxFile(vers(), chunk("GEOS", words([0x10000000]), floats([0])));
		refuses(many, "GEOS count is 268435456, but 4 bytes cannot hold that many at byte 24");
		const source = withGeoset({});
		const at = buffer.tostring(source).find("VRTX", 1, true)[0]! - 1;
		buffer.writeu32(source, at + 4, 0x10000000);
		expect(
			failureOf(() => readMdx(source)).find("VRTX has 268435456 items (3221225472 bytes) but ", 1, true)[0],
		).to.be.ok();
	});

	it("reads a model without a name, and says so", () => {
		const { scene } = readMdx(mdxFile(vers(), glbs(10)));
		expect(scene.name).to.equal("");
		expect(scene.report[0]).to.equal("the file has no MODL chunk, so the model has no name");
	});

	it("keeps what it can of a model whose counts are off, and says so", () => {
		const { scene } = readMdx(
			mdxFile(vers(), modl({ name: "Odd", objectCount: 9 }), help({ name: "A", objectId: 2, flags: 3 }), pivt([])),
		);
		expect(scene.skeletons[0].joints[0].name).to.equal("A");
		expect(scene.report.join("; ")).to.equal(
			"MODL counts 9 objects, but the model has 1; object ids go up to 2, but there are 1 objects; " +
				"PIVT has 0 pivots, but object ids go up to 2: the others are at the origin",
		);
	});

	it("reads cameras without a sensible field of view", () => {
		const { scene } = readMdx(
			mdxFile(vers(), cams({ name: "C", pivot: [0, 0, 0], fieldOfView: 9, target: [1, 0, 0] })),
		);
		expect(scene.cameras[0].duration).to.equal(0);
		expect(scene.report[1]).to.equal('field of view is 9 radians; expected between 0 and π: camera "C"');
	});
};
