import { headless } from "../headless";
import { filterNoise } from "./noise";
import { compareCases, Tally } from "./oracle-cases";

function compare(name: string): Tally {
	assert(headless !== undefined);
	return compareCases(headless.readFile(`generated/${name}.bin`));
}

export = () => {
	const whenHeadless = headless ? it : itSKIP;

	whenHeadless("decodes 3,200 streams of every mode, version, level and stride to the oracle's bytes", () => {
		const tally = compare("meshopt-valid");
		expect(tally.trouble).to.equal("");
		expect(tally.cases).to.equal(3200);
		expect(tally.bothAccept).to.equal(3200);
	});

	whenHeadless(
		"accepts none of 21,000 damaged streams that the oracle refuses, and gives its bytes for the others",
		() => {
			const tally = compare("meshopt-damaged");
			expect(tally.trouble).to.equal("");
			expect(tally.cases).to.equal(21000);
			expect(tally.onlyWeAccept).to.equal(0);
			expect(tally.different).to.equal(0);
			expect(tally.oddRefusals).to.equal(0);
			// All four outcomes that may happen do: a comparison in which nothing is accepted would show nothing.
			expect(tally.bothAccept > 2000).to.equal(true);
			expect(tally.bothRefuse > 2000).to.equal(true);
			expect(tally.onlyOracleAccepts > 200).to.equal(true);
		},
	);

	it("gives finite values or refuses, whatever bytes a filter is handed", () => {
		const tally = filterNoise(20000);
		expect(tally.trouble).to.equal("");
		expect(tally.refused > 2000).to.equal(true);
		expect(tally.filtered > 2000).to.equal(true);
	});

	whenHeadless("filters 600 streams to the oracle's bytes, within one unit where they have 16 bits", () => {
		const tally = compare("meshopt-filtered");
		expect(tally.trouble).to.equal("");
		expect(tally.bothAccept).to.equal(600);
		expect(tally.worst <= 1).to.equal(true);
	});
};
