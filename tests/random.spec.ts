import { Seeded } from "./random";

export = () => {
	it("gives mulberry32's numbers for seed 1", () => {
		const random = new Seeded(1);
		expect(random.u32()).to.equal(2693262067);
		expect(random.u32()).to.equal(11749833);
		expect(random.u32()).to.equal(2265367787);
	});

	it("stays within the bounds of int", () => {
		const random = new Seeded(7);
		let low = math.huge;
		let high = -math.huge;
		for (const _ of $range(1, 1000)) {
			const value = random.int(3, 9);
			low = math.min(low, value);
			high = math.max(high, value);
		}
		expect(low).to.equal(3);
		expect(high).to.equal(9);
	});
};
