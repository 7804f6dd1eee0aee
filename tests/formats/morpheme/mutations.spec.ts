import { exampleNetwork, STAND, WALK } from "./example-network";
import { readMutations } from "./mutations";

export = () => {
	it("reads 10,000 damaged animations or refuses them in words", () => {
		const { read, refused, wrong } = readMutations([WALK, STAND], false, 10000, 101);
		expect(wrong).to.equal("");
		expect(read + refused).to.equal(10000);
		// Damage that nothing notices, and damage that something does: both must have come up.
		expect(read > 1000).to.equal(true);
		expect(refused > 1000).to.equal(true);
	});

	it("reads 10,000 damaged networks or refuses them in words", () => {
		const { read, refused, wrong } = readMutations([exampleNetwork()], true, 10000, 102);
		expect(wrong).to.equal("");
		expect(read + refused).to.equal(10000);
		expect(read > 1000).to.equal(true);
		expect(refused > 1000).to.equal(true);
	});
};
