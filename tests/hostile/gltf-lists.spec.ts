import { readModel, Work } from "../../src";
import { Allocations } from "../allocations";
import { breathe } from "../breathe";
import { failureOf } from "../expect-failure";
import { headless } from "../headless";
import { document, listOf } from "./gltf-shapes";

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

export = () => {
	const itHeadless = headless ? it : itSKIP;

	let allocations: Allocations | undefined;
	afterAll(() => (allocations = undefined));

	for (const list of LISTS) {
		it(`${list}: refuses a megabyte of empty ones`, () => {
			const message = failureOf(() => readModel(emptyEntries(list, MANY)));
			expect(message.match("^%[dolly%] gltf: %d+ bytes on top of 0 exceed ")[0]).to.be.ok();
			expect(message.sub(-4 - list.size())).to.equal(` at ${list}`);
			breathe();
		});

		itHeadless(`${list}: charges for empty ones`, () => {
			const source = emptyEntries(list, FEW);
			let charged = 0;
			allocations ??= new Allocations();
			const allocated = allocations.of(() => {
				const work = new Work();
				readModel(source, { work });
				charged = work.bytes;
			});
			expect(allocated > 0 && allocated <= charged * MOST).to.equal(true);
			breathe();
		});
	}
};
