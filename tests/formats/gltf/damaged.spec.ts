import { fromBase64, oracleData } from "../../oracle-data";
import { Outcome, readDamagedChunks, readDamagedDocuments, readDamagedFiles } from "./damaged-files";

/** What the files at hand may make the reader hold at once: they are a few kilobytes, and so is what is in them. */
const MOST_KILOBYTES = 64 * 1024;

export = () => {
	const seeds = oracleData<{ seeds: Array<string> }>("gltf").seeds.map((seed) => fromBase64(seed));

	function expectSound(outcome: Outcome, count: number) {
		expect(outcome.faults.join("\n")).to.equal("");
		expect(outcome.read + outcome.refused).to.equal(count);
		expect(outcome.kilobytes < MOST_KILOBYTES).to.equal(true);
		// Both happen often, or the damage is not worth its name.
		expect(outcome.read > count / 50).to.equal(true);
		expect(outcome.refused > count / 50).to.equal(true);
	}

	it("refuses 9,000 files with damage anywhere by name, or reads them to something valid", () => {
		expectSound(readDamagedFiles(seeds, 9000), 9000);
	});

	it("refuses 4,000 files with damage in their data by name, or reads them to something valid", () => {
		expectSound(readDamagedChunks(seeds, 4000), 4000);
	});

	it("refuses 7,000 documents with damaged values by name, or reads them to something valid", () => {
		expectSound(readDamagedDocuments(seeds, 7000), 7000);
	});
};
