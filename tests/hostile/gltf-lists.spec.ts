import { readModel, Job } from "../../src";
import { Allocations } from "../allocations";
import { breathe } from "../breathe";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { skin } from "./build-shapes";
import { accessor, document, listOf, view } from "./gltf-shapes";

/** How many entries, of two characters and a comma each, make about a megabyte. */
const MANY = 300_000;
const FEW = 3000;

/** What is allocated may be dropped again at once, and JSON itself is not charged for: so many times what is. */
const MOST = 3;

const LISTS = ["nodes", "animations", "materials", "scenes", "images", "textures"];

/** A document with a list of entries that say nothing; of nodes, the scene has the first alone. */
function emptyEntries(list: string, count: number): buffer {
	const members = [`"${list}":[${listOf(count, () => "{}")}]`];
	if (list === "nodes") members.push('"scenes":[{"nodes":[0]}]');
	return document(members);
}

/** Skinned nodes of one mesh, whose primitives have one morph target and far more weights than that. */
function weightedNodes(nodes: number, primitives: number, weights: number): buffer {
	const primitive = '{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2},"targets":[{"POSITION":0}]}';
	return document(
		[
			`"meshes":[{"weights":[${listOf(weights, () => "0.5")}],"primitives":[${listOf(primitives, () => primitive)}]}]`,
			'"skins":[{"joints":[0]}]',
			`"nodes":[${listOf(nodes, () => '{"mesh":0,"skin":0}')}]`,
		],
		[accessor(1, 5121, 3, "VEC4"), accessor(2, 5126, 3, "VEC4")],
		[view(36, 12), view(48, 48)],
		skin(),
	);
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	let allocations: Allocations | undefined;
	afterAll(() => (allocations = undefined));

	itHeadless("charges for skinned meshes, however many weights they have", () => {
		const source = weightedNodes(20, 60, 500);
		let charged = 0;
		allocations ??= new Allocations();
		const allocated = allocations.of(() => {
			const job = new Job();
			expect(readModel(source, { job }).meshes.size()).to.equal(20 * 60);
			charged = job.budget.bytes;
		});
		expect(allocated > 0 && allocated <= charged * 2).to.equal(true);
		breathe();
	});

	for (const list of LISTS) {
		it(`${list}: refuses a megabyte of empty ones`, () => {
			const message = failureOf(() => readModel(emptyEntries(list, MANY)));
			expect(
				message.match(
					"^%[dolly%] gltf: %d+ bytes of input may cost %d+ bytes; .*: 0 bytes used, %d+ more needed at ",
				)[0],
			).to.be.ok();
			expect(message.sub(-4 - list.size())).to.equal(` at ${list}`);
			breathe();
		});

		itHeadless(`${list}: charges for empty ones`, () => {
			const source = emptyEntries(list, FEW);
			let charged = 0;
			allocations ??= new Allocations();
			const allocated = allocations.of(() => {
				const job = new Job();
				readModel(source, { job });
				charged = job.budget.bytes;
			});
			expect(allocated > 0 && allocated <= charged * MOST).to.equal(true);
			breathe();
		});
	}
};
