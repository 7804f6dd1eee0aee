import { HttpService } from "@rbxts/services";
import { readModel } from "../../src";
import { readMrn } from "../../src/files";
import { buildMrn, buildSkeletonData } from "../builders/mrn";
import { bone, mdxFile, modl, seqs, vers } from "../builders/mdx/chunks";

/** Names as old files have them: Latin-1, and two that are text in no encoding. */
const ODD = [string.char(0x42, 0xe9), string.char(0xff), string.char(0xfe)];

export = () => {
	it("hands over names of MDX and Morpheme files that JSON takes", () => {
		const scene = readModel(
			mdxFile(
				vers(),
				modl({ name: ODD[0], objectCount: 3 }),
				seqs(...ODD.map((name) => ({ name, start: 0, finish: 1000 }))),
				bone(...ODD.map((name, objectId) => ({ name, objectId }))),
			),
		);
		const network = readMrn(
			buildMrn([
				{
					type: 1,
					index: 1,
					data: buildSkeletonData({
						bones: ODD.map((name) => ({ name, translation: [0, 0, 0], rotation: [0, 0, 0, 1] })),
						chains: [{ parent: -1, start: 0, length: 3 }],
					}),
				},
			]),
		);
		const names = [
			scene.name,
			...scene.clips.map(({ name }) => name),
			...scene.skeletons[0].joints.map(({ name }) => name),
			...network.skeletons[0].joints.map(({ name }) => name),
		];
		expect(names.size()).to.equal(10);
		for (const name of names) expect(utf8.len(name)[0]).to.be.ok();
		expect(HttpService.JSONEncode(names).size() > 0).to.equal(true);
		expect(scene.skeletons[0].joints.map(({ name }) => name).join(" ")).to.equal("Bé ÿ þ");
	});
};
