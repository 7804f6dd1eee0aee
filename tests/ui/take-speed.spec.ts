import { createTake, encodeCFrame, Take, TakeOptions } from "../../src";
import { lensAt, sampleSpeeds, speedBetween, topSpeed } from "../../ui/take-speed";

/** Ten frames a second along X, at the places given. */
function flight(places: Array<number>, more: Partial<TakeOptions> = {}): Take {
	const frames = buffer.create(places.size() * 18);
	places.forEach((x, index) => encodeCFrame(new CFrame(x, 0, 0), frames, index * 18));
	return createTake({ rate: 10, frames, cuts: [], ...more });
}

export = () => {
	it("measures studs a second", () => {
		const speeds = sampleSpeeds(flight([0, 1, 2, 3, 4, 6, 8, 10, 12]), 0, 0.8, 4);
		expect(speeds[0]).to.be.near(10, 0.5);
		expect(speeds[3]).to.be.near(20, 0.5);
		expect(topSpeed(flight([0, 0, 0]))).to.equal(1);
	});

	it("takes no jump for motion", () => {
		const take = flight([0, 1, 2, 3, 1000, 1001, 1002], { cuts: [4] });
		expect(speedBetween(take, 0, 0.6)).to.be.near(10, 0.5);
		expect(speedBetween(take, 0.3, 0.4)).to.equal(0);
		expect(topSpeed(take) < 20).to.equal(true);
	});

	it("has nothing to measure in one frame, and after the end", () => {
		expect(sampleSpeeds(flight([3]), 0, 1, 3).join(",")).to.equal("0,0,0");
		expect(sampleSpeeds(flight([0, 1]), 5, 6, 2).join(",")).to.equal("0,0");
	});

	it("reads the lens of the nearest frame, held at both ends", () => {
		const lens = buffer.create(12);
		[30, 40, 50].forEach((degrees, index) => buffer.writef32(lens, index * 4, degrees));
		const take = flight([0, 1, 2], { fieldOfView: lens });
		expect(lensAt(take, 0.12)).to.equal(40);
		expect(lensAt(take, 9)).to.equal(50);
		expect(lensAt(flight([0, 1], { fieldOfView: 70 }), 0)).to.equal(70);
		expect(lensAt(flight([0, 1]), 0)).to.equal(0);
	});
};
